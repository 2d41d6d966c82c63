// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The errors of distances and depths are true: rational arithmetic is within them, for poses that are bent as far as they
// may be, for hulls whose points are nearly collinear or coplanar, and for all sizes.
#include <graze/distance.h>
#include <gtest/gtest.h>

#include "oracle/measure.h"
#include "oracle/test_scale.h"
#include "polytope_pairs.h"

namespace graze {
namespace {

/// A rotation whose columns are off orthonormal as far as `validate` lets them be.
Eigen::Matrix3d bent_rotation(Draw& draw) {
  for (;;) {
    Eigen::Matrix3d bend;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) bend(i, j) = draw.pick(std::array{-1.0, 0.0, 1.0}) * 4.99e-7;
    }
    const Eigen::Matrix3d R = oracle::random_rotation(draw) * (Eigen::Matrix3d::Identity() + bend);
    if ((R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-6) return R;
  }
}

/// The squares of the distance and of the depth of two hulls, in the unit of the world.
struct Truth {
  mpq_class distance, depth;

  explicit Truth(const PolytopePair& pair) {
    std::vector<exact::Point> points = {{Eigen::Vector3d::UnitX()}};
    for (const Eigen::Vector3d& p : pair.points_a) points.push_back({p, &pair.X_WA});
    for (const Eigen::Vector3d& p : pair.points_b) points.push_back({p, &pair.X_WB});
    const std::vector<oracle::IntegerPoint> integers = oracle::to_integers(points);
    const auto all = std::span(integers).subspan(1);
    const auto a = all.first(pair.points_a.size()), b = all.subspan(pair.points_a.size());
    const mpq_class unit = mpq_class(integers[0][0]) * integers[0][0];
    distance = oracle::squared_distance(a, b) / unit;
    if (distance == 0) depth = oracle::squared_depth(a, b) / unit;
  }

  /// Is the signed distance within `error` of `value`?
  bool is_near(const mpq_class& value, double error) const {
    const mpq_class low = value - error, high = value + error;
    const mpq_class square = distance > 0 ? distance : mpq_class(-depth);  // as signed as the distance is
    const auto signed_square = [](const mpq_class& x) { return mpq_class(x * abs(x)); };
    return signed_square(low) <= square && square <= signed_square(high);
  }
};

void expect_true_error(const PolytopePair& pair, double radius, double largest_error) {
  const Shape a = radius > 0 ? Shape::of(Capsule{radius, 0.5}) : Shape::of(Convex{pair.points_a});
  const Shape b = Shape::of(Convex{pair.points_b});
  const Truth truth(pair);
  for (const Method method : {Method::gjk, Method::lin_canny}) {
    const Distance d = distance(a, pair.X_WA, b, pair.X_WB, {.method = method});
    ASSERT_TRUE(truth.is_near(mpq_class(d.distance) + radius, d.error)) << d.distance << " ± " << d.error;
    ASSERT_LT(d.error, largest_error);
    ASSERT_NEAR(d.normal.norm(), 1, 1e-12);
    const Distance turned = distance(b, pair.X_WB, a, pair.X_WA, {.method = method});
    ASSERT_TRUE(truth.is_near(mpq_class(turned.distance) + radius, turned.error));
  }
}

TEST(DistanceError, IsTrueForBentPoses) {
  Draw draw(600);
  int apart = 0;
  const int cases = oracle::scaled_count(300);
  for (int i = 0; i < cases; ++i) {
    PolytopePair pair = polytope_pair(i % 3 == 0 ? PairKind::flat : PairKind::random, draw, 7);
    pair.X_WA.R = bent_rotation(draw);
    pair.X_WB.R = bent_rotation(draw);
    const double radius = i % 4 == 3 ? 0.1 : 0;
    if (radius > 0) pair.points_a = {{0, 0, -0.5}, {0, 0, 0.5}};
    expect_true_error(pair, radius, 1e-12);
    if (HasFatalFailure()) FAIL() << i;
    apart += truth(pair) ? 0 : 1;
  }
  EXPECT_GT(apart, 0.3 * cases);
  EXPECT_LT(apart, 0.7 * cases);
}

/// Points on few lines and planes, but for rounding.
Points degenerate_points(Draw& draw) {
  const Eigen::Matrix3d R = oracle::random_rotation(draw);
  const int n = draw.small(4, 8), levels = draw.small(1, 3);
  const double thickness = draw.pick(std::array{1.0, 1e-3, 1e-8, 1e-12, 1e-15, 0.0});
  Points points;
  for (int i = 0; i < n; ++i) {
    const auto grid = [&](int k) { return static_cast<double>(draw.integer(-k, k)) / k; };
    points.emplace_back(
        R * Eigen::Vector3d(grid(levels), grid(levels) * (draw.coin() ? 1 : thickness), grid(1) * thickness));
  }
  if (draw.one_in(4)) points.resize(points.size() / 2);
  return draw.one_in(3) && points.size() < 5 ? with_twins(points, draw) : points;
}

TEST(DistanceError, IsTrueForNearlyFlatHulls) {
  Draw draw(601);
  int deep = 0;
  const int cases = oracle::scaled_count(600);
  for (int i = 0; i < cases; ++i) {
    PolytopePair pair;
    pair.points_a = degenerate_points(draw);
    pair.points_b = draw.one_in(3) ? pair.points_a : degenerate_points(draw);
    if (draw.coin()) pair.X_WB.t = draw.pick(std::array{1.0, 0.1, 1e-9, 1e-15}) * in_ball(draw);
    if (draw.coin()) pair.X_WB.R = oracle::random_rotation(draw);
    expect_true_error(pair, 0, 1e-12);
    if (HasFatalFailure()) FAIL() << i;
    deep += truth(pair) ? 1 : 0;
  }
  EXPECT_GT(deep, 0.3 * cases);
}

TEST(DistanceError, IsTrueForAllSizes) {
  Draw draw(602);
  for (int i = 0; i < oracle::scaled_count(300); ++i) {
    PolytopePair pair = polytope_pair(PairKind::random, draw, 6);
    const int e = draw.pick(std::array{-1000, -700, -400, -150, 150, 400, 700, 1000});
    for (Points* points : {&pair.points_a, &pair.points_b}) {
      for (Eigen::Vector3d& p : *points) p = oracle::scaled(p, {e, e, e});
    }
    pair.X_WA.t = oracle::scaled(pair.X_WA.t, {e, e, e});
    pair.X_WB.t = oracle::scaled(pair.X_WB.t, {e, e, e});
    expect_true_error(pair, 0, std::ldexp(1e-12, e));
    if (HasFatalFailure()) FAIL() << i << ", size 2^" << e;
  }
}

/// Bodies that are the points at most `radius` from the hull of some points.
enum class Kind { box, hull, sphere, capsule };
constexpr std::array kind_names = {"Box", "Hull", "Sphere", "Capsule"};

struct RoundedHull {
  Shape shape;
  Points core;
  double radius = 0;
};

RoundedHull random_body(Kind kind, Draw& draw) {
  const auto length = [&] { return draw.pick(std::array{1.0, 0.3, 1e-3}) * draw.uniform(0.5, 1.5); };
  switch (kind) {
    case Kind::box: {
      const Eigen::Vector3d half(length(), length(), length());
      Points corners;
      for (int i = 0; i < 8; ++i)
        corners.emplace_back((i & 1 ? 1 : -1) * half[0], (i & 2 ? 1 : -1) * half[1],
                             (i & 4 ? 1 : -1) * half[2]);
      return {Shape::of(Box{half}), corners};
    }
    case Kind::hull: {
      Points points(static_cast<std::size_t>(draw.small(4, 7)));
      for (Eigen::Vector3d& p : points) p = in_ball(draw);
      return {Shape::of(Convex{points}), points};
    }
    case Kind::sphere: {
      const double radius = length();
      return {Shape::of(Sphere{radius}), {Eigen::Vector3d::Zero()}, radius};
    }
    case Kind::capsule: {
      const double radius = length(), half = length();
      return {Shape::of(Capsule{radius, half}), {{0, 0, -half}, {0, 0, half}}, radius};
    }
  }
  throw std::logic_error("no such kind");
}

class DistanceErrorOf : public ::testing::TestWithParam<std::tuple<Kind, Kind>> {};

// Poses are bent, or merely rounded.
TEST_P(DistanceErrorOf, IsTrue) {
  Draw draw(603);
  const int cases = oracle::scaled_count(100);
  int apart = 0;
  for (int i = 0; i < cases; ++i) {
    const RoundedHull a = random_body(std::get<0>(GetParam()), draw),
                      b = random_body(std::get<1>(GetParam()), draw);
    PolytopePair pair{a.core, b.core, {}, {}};
    pair.X_WA.R = draw.coin() ? bent_rotation(draw) : oracle::random_rotation(draw);
    pair.X_WB.R = draw.coin() ? bent_rotation(draw) : oracle::random_rotation(draw);
    pair.X_WB.t = draw.pick(std::array{2.0, 1.0, 0.1}) * in_ball(draw);
    const Truth truth(pair);
    const Distance d = distance(a.shape, pair.X_WA, b.shape, pair.X_WB);
    ASSERT_TRUE(truth.is_near(mpq_class(d.distance) + a.radius + b.radius, d.error))
        << i << ": " << d.distance << " ± " << d.error;
    ASSERT_LT(d.error, 1e-12) << i;
    apart += d.distance > 0 ? 1 : 0;
  }
  EXPECT_GT(apart, 0.1 * cases);
  EXPECT_LT(apart, 0.9 * cases);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, DistanceErrorOf,
    ::testing::Combine(::testing::Values(Kind::box, Kind::hull, Kind::sphere, Kind::capsule),
                       ::testing::Values(Kind::box, Kind::hull, Kind::sphere, Kind::capsule)),
    [](const auto& of) {
      return std::string(kind_names[static_cast<std::size_t>(std::get<0>(of.param))]) +
             kind_names[static_cast<std::size_t>(std::get<1>(of.param))];
    });

}  // namespace
}  // namespace graze
