// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Once their memory has grown, frames of deforming bodies allocate nothing.
#include <graze/deform.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include "deforming.h"
#include "support/allocations.h"

namespace graze {
namespace {

TEST(Allocation, FramesAllocateNothingAfterWarmUp) {
  constexpr int frames = 16;
  for (const scenes::DeformingScene& scene : scenes::deforming_scenes(1)) {
    std::vector<Deformer> bodies;
    std::vector<std::vector<Eigen::Vector3d>> vertices;
    for (const scenes::DeformingBody& body : scene.bodies) {
      bodies.emplace_back(body.rest);
      vertices.push_back(body.rest.vertices);
    }
    for (const Method method : {Method::automatic, Method::wide_bvh, Method::face_octree}) {
      Scratch scratch;
      std::vector<FacePair> pairs;
      std::vector<BodyFacePair> among;
      std::size_t before = 0;
      // The same frames twice. A tree that is built anew allocates, and may be due at any frame of the first
      // round.
      for (int frame = 0; frame < 2 * frames; ++frame) {
        const double time = static_cast<double>(frame % frames) / frames;
        const std::size_t builds = bodies[0].tree_builds() + bodies[1].tree_builds();
        for (std::size_t i = 0; i < 2; ++i) scene.bodies[i].deform(time, vertices[i]);
        const Pose X_a = scene.bodies[0].pose(time), X_b = scene.bodies[1].pose(time);
        before = testing::allocations();
        {
          const Shape a = bodies[0].deform(vertices[0]), b = bodies[1].deform(vertices[1]);
          face_pairs(a, X_a, b, X_b, {.method = method, .scratch = &scratch}, pairs);
          collides(a, X_a, b, X_b, {.method = method, .scratch = &scratch});
          const BodyView views[] = {{a, X_a}, {b, X_b}};
          face_pairs_among(views, {.scratch = &scratch}, among);
        }
        const bool built = bodies[0].tree_builds() + bodies[1].tree_builds() != builds;
        if (frame >= frames && !built) {
          EXPECT_EQ(testing::allocations(), before)
              << scene.name << " by " << method_name(method) << ", frame " << frame;
        }
      }
    }
  }
}

/// Faces stay where they are, and so do trees.
TEST(Allocation, AWorldDeformsWithoutCopyingFaces) {
  const Mesh rest = make_icosphere(1, 4);
  const Shape shape = Shape::deformable(rest);
  for (const FaceReport faces : {FaceReport::none, FaceReport::first, FaceReport::all}) {
    World world({.faces = faces});
    const BodyId a = world.add(shape, {});
    world.add(Shape::mesh(make_icosphere(0.3, 2)), {Eigen::Matrix3d::Identity(), {1, 0, 0}});
    std::vector<Eigen::Vector3d> vertices = rest.vertices;
    std::size_t largest = 0;
    for (int frame = 0; frame < 40; ++frame) {
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Eigen::Vector3d& v = rest.vertices[i];
        vertices[i] = {v.x(), v.y() * (1 + 0.1 * std::sin(0.3 * frame)), v.z()};
      }
      testing::forget_largest_allocation();
      world.deform(a, vertices);
      EXPECT_EQ(world.step().collisions.size(), 1u);
      if (frame >= 8) largest = std::max(largest, testing::largest_allocation());
    }
    EXPECT_LT(largest, rest.faces.size() * sizeof(Face) / 8) << static_cast<int>(faces);
    EXPECT_EQ(std::get<Deformable>(shape.kind()).mesh, rest);
  }
}

/// Either the new frame or, without memory, the one before it.
TEST(Allocation, ADeformerWithoutMemoryStaysAsItWas) {
  const Mesh rest = make_icosphere(1, 1);
  std::vector<Eigen::Vector3d> far = rest.vertices;
  for (Eigen::Vector3d& v : far) v.x() += 10;
  const Shape probe = Shape::mesh(make_box({0.1, 5, 5}));
  const Pose near(Eigen::Matrix3d::Identity(), {0.5, 0, 0}), away(Eigen::Matrix3d::Identity(), {10.5, 0, 0});
  int failures = 0;
  for (const bool held : {false, true}) {
    for (int i = 0; i < 12; ++i) {
      Deformer deformer(rest);
      std::optional<Shape> earlier;
      if (held) earlier = deformer.shape();
      bool is_far = true;
      testing::fail_after(i);
      try {
        deformer.deform(far);
      } catch (const std::bad_alloc&) {
        is_far = false;
        ++failures;
      }
      testing::fail_after(-1);
      for (int frame = 0; frame < 2; ++frame) {
        ASSERT_EQ(collides(deformer.shape(), {}, probe, near), !is_far) << i;
        ASSERT_EQ(collides(deformer.shape(), {}, probe, away), is_far) << i;
        deformer.deform(far);
        is_far = true;
      }
    }
  }
  EXPECT_GT(failures, 4);
}

}  // namespace
}  // namespace graze
