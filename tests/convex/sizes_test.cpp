// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every pair of kinds at every size, about one centre, inside each other, at and beyond the distance at which they touch.
#include <graze/distance.h>
#include <gtest/gtest.h>

#include "oracle/poses.h"
#include "point_sets.h"

namespace graze {
namespace {

using Eigen::Vector3d;

constexpr std::array sizes = {1e-300, 1e-200, 1e-160, 1e-91, 1e-45, 1e-10, 0.3,
                              1.0,    1e7,    1e45,   1e91,  1e160, 1e200, 1e300};
constexpr std::array convex_methods = {Method::automatic, Method::gjk, Method::lin_canny,
                                       Method::separating_plane};

struct Solid {
  std::string name;
  Shape shape;
  double inner;  ///< the ball of this radius about the origin is inside
  double outer;  ///< and the one of this radius holds all
  /// How far it reaches along x, if a plane across x touches it where y = z = 0, and exactly; else 0.
  double along_x;
};

std::vector<Solid> solids(double s) {
  std::vector<Vector3d> octahedron, tetrahedron = {{s, s, s}, {s, -s, -s}, {-s, s, -s}, {-s, -s, s}};
  for (int axis = 0; axis < 3; ++axis) {
    octahedron.emplace_back(s * Vector3d::Unit(axis));
    octahedron.emplace_back(-s * Vector3d::Unit(axis));
  }
  return {{"sphere", Shape::of(Sphere{s}), s, s, s},
          {"box", Shape::of(Box{{s, 0.75 * s, 0.5 * s}}), 0.5 * s, 1.35 * s, s},
          {"capsule", Shape::of(Capsule{0.5 * s, s}), 0.5 * s, 1.5 * s, 0.5 * s},
          {"cylinder", Shape::of(Cylinder{s, 0.5 * s}), 0.5 * s, 1.12 * s, s},
          {"cone", Shape::of(Cone{s, s}), 0.44 * s, 1.42 * s, 0},
          {"ellipsoid", Shape::of(Ellipsoid{{s, 0.75 * s, 0.5 * s}}), 0.5 * s, s, s},
          {"octahedron", Shape::of(Convex{octahedron}), 0.57 * s, s, s},
          {"tetrahedron", Shape::of(Convex{tetrahedron}), 0.57 * s, 1.74 * s, 0}};
}

/// The question in both orders, by all methods, without a cache and with one.
void expect_collides(const Solid& a, const Pose& X_WA, const Solid& b, const Pose& X_WB, bool expected) {
  PairCache cache;
  for (const Method method : convex_methods) {
    ASSERT_EQ(collides(a.shape, X_WA, b.shape, X_WB, {.method = method}), expected);
    ASSERT_EQ(collides(b.shape, X_WB, a.shape, X_WA, {.method = method}), expected);
    for (int again = 0; again < 2; ++again)
      ASSERT_EQ(collides(a.shape, X_WA, b.shape, X_WB, {.method = method, .cache = &cache}), expected);
  }
  const Distance d = distance(a.shape, X_WA, b.shape, X_WB);
  const double size = a.outer + b.outer;
  ASSERT_EQ(d.distance <= 0, expected) << d.distance;
  ASSERT_LE(d.distance,
            d.error + std::max((X_WA.t - X_WB.t).stableNorm() - a.inner - b.inner, -a.inner - b.inner));
  ASSERT_GE(d.distance, -d.error - size);
  ASSERT_TRUE(d.normal.allFinite() && d.point_a.allFinite() && d.point_b.allFinite());
}

Pose at(const Vector3d& t, const Eigen::Matrix3d& R = Eigen::Matrix3d::Identity()) {
  return {R, t};
}

TEST(Sizes, AboutOneCentreAllCollide) {
  Draw draw(610);
  for (const double size_a : sizes) {
    for (const double size_b : {1.0, 0.1 * size_a, size_a, draw.pick(sizes)}) {
      for (const Solid& a : solids(size_a)) {
        for (const Solid& b : solids(size_b)) {
          const Eigen::Matrix3d R = oracle::random_rotation(draw);
          // At one place, the same way round and turned; and a part of the inner balls' size off.
          expect_collides(a, at({0, 0, 0}), b, at({0, 0, 0}), true);
          if (!HasFatalFailure()) expect_collides(a, at({0, 0, 0}), b, at({0, 0, 0}, R), true);
          const Vector3d off = draw.uniform(0, 0.99) * std::max(a.inner, b.inner) * R.col(0);
          if (!HasFatalFailure()) expect_collides(a, at(off, R), b, at({0, 0, 0}), true);
          if (HasFatalFailure()) FAIL() << a.name << " " << size_a << ", " << b.name << " " << size_b;
        }
      }
    }
  }
}

TEST(Sizes, FromTouchingOnTheyAreApart) {
  Draw draw(611);
  for (const double size_a : sizes) {
    for (const double ratio : {1.0, 0.3, 1e-7}) {
      for (const Solid& a : solids(size_a)) {
        for (const Solid& b : solids(ratio * size_a)) {
          const double touch = a.along_x + b.along_x, size = a.outer + b.outer;
          const Vector3d beyond = 1.01 * size * oracle::random_rotation(draw).col(0);
          expect_collides(a, at({0, 0, 0}), b, at(beyond, oracle::random_rotation(draw)), false);
          if (a.along_x > 0 && b.along_x > 0) {
            if (!HasFatalFailure())
              expect_collides(a, at({touch - 2e-9 * size, 0, 0}), b, at({0, 0, 0}), true);
            if (!HasFatalFailure())
              expect_collides(a, at({touch + 2e-9 * size, 0, 0}), b, at({0, 0, 0}), false);
          }
          if (HasFatalFailure()) FAIL() << a.name << " " << size_a << ", " << b.name << " " << ratio;
        }
      }
    }
  }
}

/// Cubes and octahedra touch exactly, in a face or in a vertex.
TEST(Sizes, TouchingPolytopesCollide) {
  for (const double size : sizes) {
    const std::vector<Solid> all = solids(size);
    for (const Solid& a : {all[1], all[6]}) {
      for (const Solid& b : {all[1], all[6]}) {
        for (const Method method : convex_methods) {
          const QueryOptions options{.method = method};
          const double touch = 2 * size, more = std::nextafter(touch, INFINITY);
          EXPECT_TRUE(collides(a.shape, at({touch, 0, 0}), b.shape, at({0, 0, 0}), options)) << size;
          EXPECT_FALSE(collides(a.shape, at({more, 0, 0}), b.shape, at({0, 0, 0}), options)) << size;
        }
      }
    }
  }
}

/// What is remembered of a pair must not outlive the size of its motion.
TEST(Sizes, CachesFollowMotionsOfAllSizes) {
  Draw draw(612);
  for (const Solid& a : solids(1e-200)) {
    for (const Solid& b : solids(1e-200)) {
      PairCache cache;
      const Vector3d way = oracle::random_rotation(draw).col(0);
      for (const double s : {1e300, 1e10, 1e-190, 3e-200, 0.5e-200, 0.0, 1e-210, 1e-300, 4e-200, 1.0, 0.0}) {
        for (const Method method : convex_methods) {
          const bool expected = s < 1e-200 * 0.8;
          EXPECT_EQ(
              collides(a.shape, at(s * way), b.shape, at({0, 0, 0}), {.method = method, .cache = &cache}),
              expected)
              << a.name << ", " << b.name << ", " << s;
        }
      }
    }
  }
}

}  // namespace
}  // namespace graze
