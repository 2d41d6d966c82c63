// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Distances are proven, not compared: the points given show that it is no more, a plane across the normal that it is
// no less. Both are evaluated in long double. Depths of small polytopes are compared with all directions that can be
// a facet's.
#include "convex/distance.h"

#include <gtest/gtest.h>

#include "oracle/test_scale.h"
#include "polytope_pairs.h"

namespace graze {
namespace {

using Vector = Eigen::Matrix<long double, 3, 1>;

std::vector<Vector> world(const Points& points, const Pose& X) {
  std::vector<Vector> result;
  for (const Eigen::Vector3d& p : points) {
    result.push_back(X.R.cast<long double>() * p.cast<long double>() + X.t.cast<long double>());
  }
  return result;
}

/// How far the set reaches along n.
long double reach(const std::vector<Vector>& points, const Vector& n) {
  long double most = -INFINITY;
  for (const Vector& p : points) most = std::max(most, p.dot(n));
  return most;
}

/// How far a point is outside of a polytope at least: from planes, and of flat ones from lines and corners.
double outside(const Polytope& p, const Eigen::Vector3d& local) {
  if (p.dimension == 0) return (local - p.vertices[0]).norm();
  if (p.dimension == 1) {
    const Eigen::Vector3d along = p.vertices[1] - p.vertices[0], to = local - p.vertices[0];
    return (to - std::clamp(to.dot(along) / along.squaredNorm(), 0.0, 1.0) * along).norm();
  }
  double most = 0;
  for (const auto& face : p.faces) most = std::max(most, face.normal.dot(local) - face.offset);
  if (p.dimension == 3) return most;
  const auto corners = p.corners_of(p.faces[0]);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Eigen::Vector3d &from = p.vertices[corners[k]], &to = p.vertices[corners[(k + 1) % corners.size()]];
    most = std::max(most, (to - from).normalized().cross(p.faces[0].normal).dot(local - from));
  }
  return most;
}

void expect_plane(const PolytopePair& pair, const Distance& d, double tolerance) {
  const std::vector<Vector> a = world(pair.points_a, pair.X_WA), b = world(pair.points_b, pair.X_WB);
  const Vector n = d.normal.cast<long double>();
  ASSERT_NEAR(d.normal.norm(), 1, 1e-12);
  const auto apart = static_cast<double>(-reach(b, -n) - reach(a, n));
  ASSERT_NEAR(apart, d.distance, tolerance);
  ASSERT_LE(std::abs(apart - d.distance), d.error + 1e-15);
}

void expect_points(const PolytopePair& pair, const Distance& d, double tolerance) {
  const Eigen::Vector3d gap = d.point_b - d.point_a;
  ASSERT_LT((gap - d.distance * d.normal).norm(), tolerance);
  ASSERT_LT(outside(hull(pair.points_a), pair.X_WA.inverse() * d.point_a), tolerance);
  ASSERT_LT(outside(hull(pair.points_b), pair.X_WB.inverse() * d.point_b), tolerance);
}

void expect_proven(const PolytopePair& pair, const Distance& d, double tolerance) {
  ASSERT_NO_FATAL_FAILURE(expect_plane(pair, d, tolerance));
  expect_points(pair, d, tolerance);
}

TEST(ConvexDistance, IsProvenByItsPointsAndNormal) {
  Draw draw(200);
  Counters counters;
  int apart = 0, random = 0;
  const int cases = oracle::scaled_count(4000);
  for (int i = 0; i < cases; ++i) {
    const PairKind kind = pair_kinds[static_cast<std::size_t>(i) % pair_kinds.size()];
    const PolytopePair pair = polytope_pair(kind, draw, kind == PairKind::random ? 12 : 24);
    const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
    const ConvexBody body_a = body_of(a), body_b = body_of(b);
    const Distance d = convex_distance({body_a, pair.X_WA, body_b, pair.X_WB}, true, nullptr, counters);
    expect_proven(pair, d, 1e-11);
    if (HasFatalFailure()) FAIL() << i;
    if (std::abs(d.distance) > 1e-12) {
      ASSERT_EQ(d.distance < 0, truth(pair)) << i;
    }
    if (kind != PairKind::random) continue;
    ++random;
    apart += d.distance > 0 ? 1 : 0;
  }
  EXPECT_GT(apart, 0.3 * random);
  EXPECT_LT(apart, 0.7 * random);
  RecordProperty("exact", std::to_string(counters.exact_fallbacks));
}

/// Polytopes large enough that support points come from cells of directions, or from walks along edges.
TEST(ConvexDistance, OfManyVertices) {
  Draw draw(202);
  Counters counters;
  for (int i = 0; i < oracle::scaled_count(60); ++i) {
    const auto points = [&] {
      return point_set(draw.pick(std::array{PointSet::sphere, PointSet::ball, PointSet::prism}),
                       draw.small(80, 300), draw);
    };
    PolytopePair plain = {points(), points(), random_pose(draw, 1), random_pose(draw, 1)};
    PolytopePair pair = plain;
    if (draw.coin()) pair.points_a = with_twins(pair.points_a, draw);
    if (draw.coin()) pair.points_b = with_twins(pair.points_b, draw);
    const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
    const ConvexBody body_a = body_of(a), body_b = body_of(b);
    for (int k = 0; k < 10; ++k) {
      pair.X_WB.t = pair.X_WA.t + draw.uniform(2.5, 5) * in_ball(draw).normalized();
      plain.X_WB = pair.X_WB;
      const Distance d = convex_distance({body_a, pair.X_WA, body_b, pair.X_WB}, false, nullptr, counters);
      expect_plane(pair, d, 1e-11);
      expect_points(plain, d, 1e-11);  // the faces between twins have no normals to speak of
      if (HasFatalFailure()) FAIL() << i << ", " << k;
    }
  }
}

/// The least overlap among all products of two differences of points: every facet's normal is one of them.
double least_overlap(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  std::vector<Vector> sides;
  for (const auto* set : {&a, &b}) {
    for (std::size_t i = 0; i < set->size(); ++i) {
      for (std::size_t j = i + 1; j < set->size(); ++j) sides.push_back((*set)[j] - (*set)[i]);
    }
  }
  long double least = INFINITY;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (std::size_t j = i + 1; j < sides.size(); ++j) {
      Vector n = sides[i].cross(sides[j]);
      const long double length = n.norm();
      if (!(length > 1e-9L * sides[i].norm() * sides[j].norm()) || !(length > 0)) continue;
      n /= length;
      least = std::min({least, reach(a, n) + reach(b, -n), reach(a, -n) + reach(b, n)});
    }
  }
  return static_cast<double>(least);
}

TEST(ConvexDistance, DepthIsTheLeastOverlap) {
  Draw draw(201);
  int tried = 0;
  for (int i = 0; i < oracle::scaled_count(600); ++i) {
    const PairKind kinds[] = {PairKind::random, PairKind::lattice};
    const PolytopePair pair = polytope_pair(draw.pick(kinds), draw, 8);
    const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
    if (a.dimension < 3 || b.dimension < 3) continue;
    const ConvexBody body_a = body_of(a), body_b = body_of(b);
    Counters counters;
    const Distance d = convex_distance({body_a, pair.X_WA, body_b, pair.X_WB}, true, nullptr, counters);
    if (d.distance >= 0) continue;
    ++tried;
    ASSERT_NEAR(-d.distance, least_overlap(world(pair.points_a, pair.X_WA), world(pair.points_b, pair.X_WB)),
                1e-11)
        << i;
  }
  EXPECT_GT(tried, oracle::scaled_count(100));
}

TEST(ConvexDistance, WarmAndColdAgreeAlongAPath) {
  Draw draw(202);
  const Polytope a = hull(point_set(PointSet::sphere, 300, draw)),
                 b = hull(point_set(PointSet::ball, 60, draw));
  const ConvexBody body_a = body_of(a), body_b = body_of(b);
  GjkMemory memory;
  Counters counters;
  for (int i = 0; i < oracle::scaled_count(2000); ++i) {
    const double s = 0.01 * i;
    const Pose X_WA(Eigen::AngleAxisd(s, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
                    {0, 0, 0});
    const Pose X_WB(Eigen::AngleAxisd(-2 * s, Eigen::Vector3d(3, -1, 1).normalized()).toRotationMatrix(),
                    {2.0 + std::sin(s), std::cos(3 * s), 0});
    const ConvexPair pair = {body_a, X_WA, body_b, X_WB};
    const Distance warm = convex_distance(pair, false, &memory, counters);
    const Distance cold = convex_distance(pair, false, nullptr, counters);
    ASSERT_NEAR(warm.distance, cold.distance, 1e-12) << i;
    ASSERT_EQ(convex_meet(pair, &memory, counters), convex_meet(pair, nullptr, counters)) << i;
  }
}

}  // namespace
}  // namespace graze
