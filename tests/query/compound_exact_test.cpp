// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Pieces of nested compounds against rational arithmetic: R₁(R₂·v + t₂) + t₁ is never rounded.
#include <graze/query.h>
#include <gtest/gtest.h>

#include <cmath>
#include <deque>

#include "oracle/oracle.h"
#include "oracle/poses.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using oracle::Draw;

/// A rotation off orthonormal by nearly as much as is accepted, or a quarter turn, which maps lattices to lattices.
Eigen::Matrix3d rotation(Draw& draw) {
  if (draw.small(0, 1) == 0) return oracle::quarter_turn(draw).cast<double>();
  Eigen::Matrix3d R = oracle::random_rotation(draw);
  return R * (1 + draw.uniform(-4.9e-7, 4.9e-7));
}

/// A triangle and the poses that it is under, innermost first.
struct Chained {
  Triangle triangle;
  std::vector<Pose> poses;

  Shape shape() const {  // under all but the last
    Shape shape = Shape::mesh({{triangle[0], triangle[1], triangle[2]}, {{0, 1, 2}}});
    for (std::size_t i = 0; i + 1 < poses.size(); ++i) shape = Shape::of(Compound{{{shape, poses[i]}}});
    return shape;
  }
  Shape hull() const {
    Shape shape = Shape::of(Convex{{triangle[0], triangle[1], triangle[2]}});
    for (std::size_t i = 0; i + 1 < poses.size(); ++i) shape = Shape::of(Compound{{{shape, poses[i]}}});
    return shape;
  }
};

struct ExactTriangle {
  std::deque<PoseChain> chain;
  PosedTriangle triangle;

  explicit ExactTriangle(const Chained& c) {
    for (std::size_t i = c.poses.size(); i-- > 0;)
      chain.push_front({&c.poses[i], chain.empty() ? nullptr : &chain.front()});
    triangle = {c.triangle, chain.front().X, chain.front().outer};
  }
};

Eigen::Vector3d lattice_point(Draw& draw, double unit) {
  return unit * Eigen::Vector3d(draw.small(-3, 3), draw.small(-3, 3), draw.small(-3, 3));
}

Chained random_chained(Draw& draw, int poses, double unit) {
  Chained result;
  for (Eigen::Vector3d& p : result.triangle) p = lattice_point(draw, unit);
  for (int i = 0; i < poses; ++i) result.poses.emplace_back(rotation(draw), lattice_point(draw, unit));
  return result;
}

/// Moves the outermost pose of b so that a corner or the middle of b comes to lie at a corner or the middle of a, to within
/// rounding.
void bring_close(Chained& b, const Chained& a, Draw& draw) {
  const auto image = [&](const Chained& c) {
    const int corner = draw.small(0, 5);
    const Triangle& t = c.triangle;
    Eigen::Vector3d p =
        corner < 3 ? t[static_cast<std::size_t>(corner)] : Eigen::Vector3d(t[0] / 4 + t[1] / 4 + t[2] / 2);
    for (const Pose& X : c.poses) p = X * p;
    return p;
  };
  const Eigen::Vector3d to = image(a), from = image(b);
  b.poses.back().t += to - from;
}

TEST(CompoundExact, EqualsRationalArithmetic) {
  Draw draw(7);
  int hits = 0, asked = 0;
  for (int i = 0; i < oracle::scaled_count(1500); ++i) {
    const double unit =
        std::ldexp(1.0, std::array{0, 0, -3, 200, -200, -1060, 900}[static_cast<std::size_t>(i % 7)]);
    const Chained a = random_chained(draw, draw.small(1, i % 50 == 0 ? 17 : 4), unit);
    Chained b = random_chained(draw, draw.small(1, 4), unit);
    if (i % 5 != 0) bring_close(b, a, draw);
    const bool truth = oracle::triangles_meet(ExactTriangle(a).triangle, ExactTriangle(b).triangle);
    const Shape shape_a = a.shape(), shape_b = b.shape(), hull_a = a.hull(), hull_b = b.hull();
    for (const Method method :
         {Method::automatic, Method::naive, Method::dop_tree, Method::obb_tree, Method::box_tree,
          Method::simple, Method::face_octree, Method::octree_update}) {
      ASSERT_EQ(collides(shape_a, a.poses.back(), shape_b, b.poses.back(), {.method = method}), truth)
          << i << ": " << method_name(method);
    }
    for (const Method method :
         {Method::automatic, Method::naive, Method::lin_canny, Method::separating_plane}) {
      ASSERT_EQ(collides(hull_a, a.poses.back(), hull_b, b.poses.back(), {.method = method}), truth)
          << i << ": hulls, " << method_name(method);
      ASSERT_EQ(collides(hull_a, a.poses.back(), shape_b, b.poses.back(), {.method = method}), truth)
          << i << ": hull and mesh, " << method_name(method);
    }
    hits += truth ? 1 : 0;
    ++asked;
  }
  EXPECT_GT(hits, 0.3 * asked);
  EXPECT_LT(hits, 0.7 * asked);
}

}  // namespace
}  // namespace graze
