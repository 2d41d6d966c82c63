// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A body's box holds all of it, by rational arithmetic.
#include <gmpxx.h>
#include <graze/generate.h>
#include <gtest/gtest.h>

#include <cmath>

#include "math/random.h"
#include "math/slack.h"
#include "oracle/test_scale.h"
#include "support/bent_pose.h"
#include "world/body_box.h"

namespace graze {
namespace {

using Eigen::Vector3d;

Pose random_pose(Random& random, double size) {
  const Vector3d axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  Pose X;
  X.R = Eigen::AngleAxisd(random.uniform(-4, 4), axis.normalized()).toRotationMatrix();
  if (random.below(3) == 0) X.R *= 1 + 3e-7;  // as far off rigid as is allowed, nearly
  for (int i = 0; i < 3; ++i) X.t[i] = size * random.uniform(-1, 1);
  return X;
}

void expect_inside(const Mesh& mesh, const Pose& X, const BroadBox& box) {
  for (const Vector3d& v : mesh.vertices) {
    for (int i = 0; i < 3; ++i) {
      mpq_class p = X.t[i];
      for (int j = 0; j < 3; ++j) p += mpq_class(X.R(i, j)) * mpq_class(v[j]);
      if (std::isfinite(box.low[i])) {
        ASSERT_LE(mpq_class(static_cast<double>(box.low[i])), p);
      }
      if (std::isfinite(box.high[i])) {
        ASSERT_LE(p, mpq_class(static_cast<double>(box.high[i])));
      }
    }
  }
}

TEST(BodyBox, HoldsEveryVertex) {
  Random random(4);
  const double sizes[] = {1e-300, 1e-40, 1e-9, 1e-3, 1, 1e3, 1e20, 1e37, 1e60, 1e300};
  for (int n = 0; n < oracle::scaled_count(400); ++n) {
    Mesh mesh = make_random_convex(1, 12, random.next());
    const double size = sizes[random.below(std::size(sizes))], far = sizes[random.below(std::size(sizes))];
    const double away = random.below(2) * size * 1e3;
    for (Vector3d& v : mesh.vertices) v = size * v + Vector3d::Constant(away);
    const LocalBounds bounds = local_bounds(Shape::mesh(mesh));
    const Pose X = random_pose(random, far);
    for (const BodyBoxes kind : {BodyBoxes::turned, BodyBoxes::cubes}) {
      const BroadBox box = body_box(bounds, X, kind);
      ASSERT_FALSE(box.empty());
      ASSERT_NO_FATAL_FAILURE(expect_inside(mesh, X, box));
    }
  }
}

/// Climbing from wherever the last pose has led to; no wider than floats demand.
TEST(BodyBox, ClimbedHoldsEveryVertexAndNoMore) {
  Random random(5);
  const double sizes[] = {1e-300, 1e-40, 1e-9, 1e-3, 1, 1e3, 1e20, 1e37, 1e60, 1e300};
  for (int n = 0; n < oracle::scaled_count(150); ++n) {
    Mesh mesh = random.below(4) == 0 ? make_box({1, 2, 3}) : make_random_convex(1, 12 + 4 * n, random.next());
    const double size = sizes[random.below(std::size(sizes))], far = sizes[random.below(std::size(sizes))];
    for (Vector3d& v : mesh.vertices) v *= size;
    const auto hull = rounded_hull(Shape::mesh(mesh));
    ASSERT_TRUE(hull);
    Extremes extremes;
    Pose X = random_pose(random, far);
    for (int k = 0; k < 6; ++k) {
      if (k == 2) X.R = Eigen::Matrix3d::Identity();
      if (k > 2) X.R = Eigen::AngleAxisd(0.1 * k, Vector3d::Unit(k % 3)) * X.R;
      const BroadBox box = climbed_box(*hull, X, extremes);
      ASSERT_NO_FATAL_FAILURE(expect_inside(mesh, X, box));
      for (int i = 0; i < 3; ++i) {
        double low = INFINITY, high = -INFINITY;
        for (const Vector3d& v : mesh.vertices) {
          low = std::min(low, (X * v)[i]);
          high = std::max(high, (X * v)[i]);
        }
        if (size > 1e30 || far > 1e30) continue;
        const double slack = 1e-6 * std::max(std::abs(low), std::abs(high)) + 1e-14 * size + 1e-44;
        ASSERT_NEAR(box.low[i], low, slack);
        ASSERT_NEAR(box.high[i], high, slack);
      }
    }
  }
}

TEST(BodyBox, ClimbedOfOtherKinds) {
  Extremes extremes;
  const Pose X = {Eigen::AngleAxisd(M_PI / 6, Vector3d::UnitX()).toRotationMatrix(), {1, 2, 3}};
  const BroadBox capsule = climbed_box(*rounded_hull(Shape::of(Capsule{1, 2})), X, extremes);
  EXPECT_NEAR(capsule.high[1], 2 + 1 + 1, 1e-4);
  EXPECT_GE(capsule.high[1], 2 + 1 + 1);
  EXPECT_NEAR(capsule.high[2], 3 + std::sqrt(3.0) + 1, 1e-4);
  EXPECT_FALSE(rounded_hull(Shape::mesh({})));
  EXPECT_FALSE(rounded_hull(Shape::of(Sphere{1})));
  EXPECT_FALSE(rounded_hull(Shape::of(Cone{1, 2})));
  const BroadBox cone = body_box(local_bounds(Shape::of(Cone{1, 2})), X, BodyBoxes::climbed);
  const BroadBox turned = body_box(local_bounds(Shape::of(Cone{1, 2})), X, BodyBoxes::turned);
  EXPECT_EQ(cone.high, turned.high);
}

/// What is truly there at the end of a chain of poses, from the innermost to the body's: images of points, and balls
/// about them that no pose stretches.
void expect_holds(const std::vector<Pose>& poses, const std::vector<Vector3d>& points, double radius,
                  const BroadBox& box) {
  for (const Vector3d& v : points) {
    std::array<mpq_class, 3> p = {v[0], v[1], v[2]};
    for (const Pose& X : poses) {
      std::array<mpq_class, 3> image;
      for (int i = 0; i < 3; ++i) {
        image[i] = X.t[i];
        for (int j = 0; j < 3; ++j) image[i] += mpq_class(X.R(i, j)) * p[j];
      }
      p = image;
    }
    for (int i = 0; i < 3; ++i) {
      if (std::isfinite(box.low[i])) {
        ASSERT_LE(mpq_class(static_cast<double>(box.low[i])), p[i] - radius);
      }
      if (std::isfinite(box.high[i])) {
        ASSERT_LE(p[i] + radius, mpq_class(static_cast<double>(box.high[i])));
      }
    }
  }
}

TEST(BodyBox, HoldsRoundBodiesAndCompoundsUnderBentPoses) {
  Random random(6);
  for (int n = 0; n < oracle::scaled_count(1500); ++n) {
    const double size = std::pow(10, random.uniform(-60, 60));
    const double radius = size * random.uniform(0.1, 1), half_length = size * random.uniform(0.1, 1);
    Shape shape = Shape::of(Sphere{radius});
    std::vector<Vector3d> points = {{0, 0, 0}};
    double round = radius;
    if (n % 3 == 1) {
      shape = Shape::of(Capsule{radius, half_length});
      points = {{0, 0, -half_length}, {0, 0, half_length}};
    } else if (n % 3 == 2) {
      const Mesh mesh = make_random_convex(size, 12, random.next());
      shape = Shape::mesh(mesh);
      points = mesh.vertices;
      round = 0;
    }
    std::vector<Pose> poses;
    for (std::uint64_t depth = random.below(3); depth > 0; --depth) {
      poses.push_back(testing::bent_pose(random, 3 * size));
      shape = Shape::of(Compound{{{shape, poses.back()}}});
    }
    poses.push_back(testing::bent_pose(random, random.below(2) == 0 ? size : 0));
    for (const BodyBoxes kind : {BodyBoxes::turned, BodyBoxes::cubes}) {
      const BroadBox box = body_box(local_bounds(shape), poses.back(), kind);
      ASSERT_NO_FATAL_FAILURE(expect_holds(poses, points, round, box)) << n;
    }
    const auto hull = rounded_hull(shape);
    if (!hull) continue;
    Extremes extremes;
    ASSERT_NO_FATAL_FAILURE(expect_holds(poses, points, round, climbed_box(*hull, poses.back(), extremes)))
        << n;
  }
}

TEST(BodyBox, IsTight) {
  const Mesh mesh = make_box({1, 2, 3});
  const BroadBox turned = body_box(local_bounds(Shape::mesh(mesh)), {}, BodyBoxes::turned);
  const BroadBox cube = body_box(local_bounds(Shape::mesh(mesh)), {}, BodyBoxes::cubes);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(turned.high[i], i + 1, 1e-5);
    EXPECT_NEAR(cube.high[i], std::sqrt(14.0), 1e-4);
  }
}

TEST(BodyBox, OfEveryKind) {
  const Shape shapes[] = {
      Shape::of(Sphere{2}),
      Shape::of(Box{{1, 2, 3}}),
      Shape::of(Capsule{1, 2}),
      Shape::of(Cylinder{1, 2}),
      Shape::of(Cone{1, 2}),
      Shape::of(Ellipsoid{{1, 2, 3}}),
      Shape::of(Convex{{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}}),
      Shape::of(Deformable{make_box({1, 1, 1})}),
      Shape::of(Compound{
          {{Shape::of(Sphere{1}), {Eigen::Matrix3d::Identity(), {3, 0, 0}}}, {Shape::of(Sphere{1}), {}}}}),
  };
  const double heights[] = {2, 3, 3, 2, 2, 3, 3, 1, 1};
  for (std::size_t i = 0; i < std::size(shapes); ++i) {
    const BroadBox box = body_box(local_bounds(shapes[i]), {}, BodyBoxes::turned);
    // Round pieces of a compound are given room for as many poses as there may be.
    const double room = 1e-5 + (i + 1 == std::size(shapes) ? 1.01 * stretch(most_poses) : 0);
    EXPECT_NEAR(box.high[2], heights[i], room) << kind_name(shapes[i].kind());
    EXPECT_GE(box.high[2], heights[i]);
    const BroadBox cube = body_box(local_bounds(shapes[i]), {}, BodyBoxes::cubes);
    for (int k = 0; k < 3; ++k) {
      EXPECT_LE(cube.low[k], box.low[k] + 1e-5);
      EXPECT_GE(cube.high[k], box.high[k] - 1e-5);
    }
  }
  EXPECT_TRUE(body_box(local_bounds(Shape::mesh({})), {}, BodyBoxes::turned).empty());
  EXPECT_TRUE(body_box(local_bounds(Shape::of(Compound{})), {}, BodyBoxes::turned).empty());
}

}  // namespace
}  // namespace graze
