// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The same results on every instruction set that this machine has, down to the scalar fallback.
#include <graze/cast.h>
#include <graze/deform.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <cmath>

#include "box_crowd.h"
#include "deforming.h"
#include "math/instruction_sets.h"

namespace graze {
namespace {

struct Result {
  std::vector<std::vector<FacePair>> pairs;
  std::vector<std::optional<FacePair>> witnesses;
  bool operator==(const Result&) const = default;
};

Result run() {
  const Shape bodies[] = {Shape::mesh(make_torus(0.7, 0.3, 48, 24)), Shape::mesh(make_tetraflake(1.2, 4)),
                          Shape::mesh(make_box({0.5, 0.75, 0.25})), Shape::mesh(make_icosphere(0.9, 3))};
  Result result;
  for (const Shape& a : bodies) {
    for (const Shape& b : bodies) {
      for (int i = 0; i < 6; ++i) {
        const Eigen::Vector3d axis(std::sin(i), 1, std::cos(i));
        const Pose X_WB(Eigen::AngleAxisd(1.1 * i, axis.normalized()).toRotationMatrix(),
                        {0.26 * i, 0.1 * i, 0.01});
        for (const Method method : all_methods()) {
          if (method == Method::naive || method == Method::simple) continue;
          result.pairs.push_back(face_pairs(a, {}, b, X_WB, {.method = method}));
          result.witnesses.push_back(first_face_pair(a, {}, b, X_WB, {.method = method}));
        }
        result.pairs.push_back(face_pairs(a, {}, b, {Eigen::Matrix3d::Identity(), {0.125 * i, 0, 0}}));
      }
    }
  }
  return result;
}

TEST(Targets, AgreeOnEveryResult) {
  const Result expected = run();
  const int targets = for_each_instruction_set([&](const char* target) {
    EXPECT_EQ(run(), expected) << target;
    std::printf("  %s\n", target);
  });
  EXPECT_GE(targets, 1);
}

/// Refitted trees and face octrees against `naive`.
TEST(Targets, AgreeOnDeformingBodies) {
  for_each_instruction_set([](const char* target) {
    for (const scenes::DeformingScene& scene : scenes::deforming_scenes(1)) {
      Deformer deformers[] = {Deformer(Shape::deformable(scene.bodies[0].rest)),
                              Deformer(Shape::deformable(scene.bodies[1].rest))};
      for (int frame = 0; frame < 12; ++frame) {
        const double time = frame / 12.0;
        std::vector<Shape> shapes;
        for (int i = 0; i < 2; ++i) {
          std::vector<Eigen::Vector3d> vertices = scene.bodies[i].rest.vertices;
          scene.bodies[i].deform(time, vertices);
          shapes.push_back(deformers[i].deform(vertices));
        }
        const Pose X_a = scene.bodies[0].pose(time), X_b = scene.bodies[1].pose(time);
        const auto pairs = [&](Method method) {
          return face_pairs(shapes[0], X_a, shapes[1], X_b, {.method = method});
        };
        const std::vector<FacePair> expected = pairs(Method::naive);
        for (const Method method : {Method::automatic, Method::wide_bvh, Method::face_octree})
          ASSERT_EQ(pairs(method), expected) << target << ", " << scene.name << " at " << time;
      }
    }
  });
}

/// Bodies in a world, of polytopes and of hulls, and what its rays and boxes touch.
std::vector<BodyPair> collisions(BroadPhaseKind kind) {
  World world({.broad_phase = kind});
  scenes::BoxCrowd crowd({.boxes = 600, .density = 0.3});
  std::vector<BodyId> ids;
  const Mesh polytope = make_random_convex(1, 40, 3);
  const Shape shapes[] = {Shape::mesh(polytope), Shape::of(Convex{polytope.vertices}),
                          Shape::of(Convex{make_icosphere(1, 2).vertices})};
  const auto pose = [&](std::size_t i, double angle) {
    return Pose(
        Eigen::AngleAxisd(angle + static_cast<double>(i), Eigen::Vector3d::UnitY()).toRotationMatrix(),
        crowd.bodies()[i].centre.cast<double>());
  };
  for (std::size_t i = 0; i < 600; ++i) ids.push_back(world.add(shapes[i % 3], pose(i, 0)));
  std::vector<BodyPair> result;
  for (int step = 0; step < 6; ++step) {
    for (const Collision& c : world.step().collisions) result.push_back({c.a, c.b});
    crowd.advance();
    for (std::size_t i = 0; i < ids.size(); ++i) world.move(ids[i], pose(i, 0.1 * step));
  }
  return result;
}

TEST(Targets, AgreeOnManyBodies) {
  const std::vector<BodyPair> expected = collisions(BroadPhaseKind::brute_force);
  EXPECT_GT(expected.size(), 100u);
  for_each_instruction_set(
      [&](const char* target) { EXPECT_EQ(collisions(BroadPhaseKind::automatic), expected) << target; });
}

/// What a cache prepares and concludes, on a way through each other.
TEST(Targets, AgreeOnMotionsWithACache) {
  for_each_instruction_set([](const char* target) {
    // Made anew, so that this target prepares them.
    const Shape bodies[] = {Shape::mesh(make_torus(0.7, 0.3, 48, 24)), Shape::mesh(make_tetraflake(1.2, 4)),
                            Shape::mesh(make_icosphere(0.9, 4))};
    for (const Shape& a : bodies) {
      for (const Shape& b : bodies) {
        PairCache cache;
        for (int i = 0; i < 400; ++i) {
          const Pose X_WB(
              Eigen::AngleAxisd(0.015 * i, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
              {2.2 - 0.011 * i, 0.2, 0.1});
          ASSERT_EQ(collides(a, {}, b, X_WB, {.cache = &cache}), collides(a, {}, b, X_WB))
              << target << " at " << i;
        }
      }
    }
  });
}

TEST(Targets, AgreeOnCasts) {
  const Shape body = Shape::mesh(make_torus(0.7, 0.3, 48, 24));
  for_each_instruction_set([&](const char* target) {
    for (int i = 0; i < 200; ++i) {
      const Eigen::Vector3d from(std::sin(i), std::cos(2 * i), std::sin(3 * i)), to(-0.1 * i / 200, 0.6, 0.1);
      const Path path = LineSegment{2 * from, to};
      const Pose X(Eigen::AngleAxisd(i, Eigen::Vector3d::UnitX()).toRotationMatrix(), {0, 0.1, 0});
      const auto faces = [&](Method method) { return hit_faces(body, X, path, {.method = method}); };
      ASSERT_EQ(faces(Method::wide_bvh), faces(Method::naive)) << target;
      const Eigen::Vector3d low = to - Eigen::Vector3d::Constant(0.2), high = to + 0.3 * from.cwiseAbs();
      const auto boxed = [&](Method method) { return faces_in_box(body, X, low, high, {.method = method}); };
      ASSERT_EQ(boxed(Method::wide_bvh), boxed(Method::naive)) << target;
    }
  });
}

}  // namespace
}  // namespace graze
