// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A world of any size finds the pairs that collide when each is asked, with every broad phase and every kind of box.
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <cmath>

#include "math/random.h"
#include "oracle/test_scale.h"
#include "support/bent_pose.h"

namespace graze {
namespace {

using Eigen::Vector3d;

std::vector<Shape> shapes_of(double size, Random& random) {
  Mesh tetrahedron = make_random_convex(1, 4, random.next());
  for (Vector3d& v : tetrahedron.vertices) v *= size;
  return {Shape::mesh(tetrahedron), Shape::of(Sphere{size}), Shape::of(Capsule{size / 2, size / 2}),
          Shape::of(Box{{size, size / 2, size}}),
          Shape::of(Compound{{{Shape::of(Sphere{size / 2}), testing::bent_pose(random, size)}}})};
}

TEST(Scales, WorldFindsWhatCollides) {
  Random random(3);
  std::size_t pairs = 0, collisions = 0;
  for (int n = 0; n < oracle::scaled_count(60); ++n) {
    // Sizes of all floats, and beyond on both sides.
    const double size = std::pow(10, n % 3 == 0 ? random.uniform(-150, 150) : random.uniform(-47, 40));
    const std::vector<Shape> shapes = shapes_of(size, random);
    const auto kinds = all_broad_phases();
    World world({.broad_phase = kinds[static_cast<std::size_t>(n) % kinds.size()],
                 .boxes = static_cast<BodyBoxes>(random.below(3)),
                 .caches = false});
    std::vector<BodyId> ids;
    for (int i = 0; i < 24; ++i)
      ids.push_back(world.add(shapes[random.below(shapes.size())], testing::bent_pose(random, 1.5 * size)));
    for (int frame = 0; frame < 4; ++frame) {
      world.step();
      std::vector<BodyPair> found, expected;
      for (const Collision& c : world.frame().collisions) found.push_back({c.a, c.b});
      for (std::size_t i = 0; i < ids.size(); ++i) {
        for (std::size_t j = i + 1; j < ids.size(); ++j) {
          ++pairs;
          if (collides(world.shape(ids[i]), world.pose(ids[i]), world.shape(ids[j]), world.pose(ids[j])))
            expected.push_back({ids[i], ids[j]});
        }
      }
      ASSERT_EQ(found, expected) << "case " << n << ", size " << size << ", frame " << frame;
      collisions += found.size();
      for (const BodyId id : ids) {
        if (random.below(3) == 0) world.move(id, testing::bent_pose(random, 1.5 * size));
      }
    }
  }
  const double rate = static_cast<double>(collisions) / static_cast<double>(pairs);
  std::printf("%zu pairs, %.0f %% of them collide\n", pairs, 100 * rate);
  EXPECT_GT(rate, 0.3);
  EXPECT_LT(rate, 0.7);
}

}  // namespace
}  // namespace graze
