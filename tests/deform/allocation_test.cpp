// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Once their memory has grown, frames of deforming bodies allocate nothing.
#include <graze/deform.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace graze
