// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bodies with radii: spheres, capsules and triangles within a distance, against rational arithmetic. Smooth bodies against what
// is known of them.
#include <gtest/gtest.h>

#include "math/slack.h"
#include "oracle/test_scale.h"
#include "polytope_pairs.h"
#include "support/bent_pose.h"

namespace graze {
namespace {

using oracle::IntegerPoint;
using Vector3d = Eigen::Vector3d;

IntegerPoint minus(const IntegerPoint& a, const IntegerPoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
mpz_class dot(const IntegerPoint& a, const IntegerPoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The point of the triangle's plane, the edge's line or the point itself nearest to the origin: its square, if it lies in the
/// closed triangle or edge. By the equations of the normal: Gram's matrix G, G·λ = -g.
std::optional<mpq_class> square_of_nearest(std::span<const IntegerPoint> s) {
  if (s.size() == 1) return mpq_class(dot(s[0], s[0]));
  const IntegerPoint e = minus(s[1], s[0]);
  const mpz_class ee = dot(e, e), ge = dot(s[0], e);
  if (s.size() == 2) {
    if (ee == 0 || -ge < 0 || -ge > ee) return std::nullopt;
    mpq_class result = mpq_class(dot(s[0], s[0])) - mpq_class(ge * ge, ee);
    return result;
  }
  const IntegerPoint f = minus(s[2], s[0]);
  const mpz_class ff = dot(f, f), ef = dot(e, f), gf = dot(s[0], f);
  const mpz_class whole = ee * ff - ef * ef;
  if (whole == 0) return std::nullopt;
  const mpz_class x = -(ge * ff - gf * ef), y = -(gf * ee - ge * ef);
  if (x < 0 || y < 0 || x + y > whole) return std::nullopt;
  return mpq_class(dot(s[0], s[0])) + mpq_class(x * ge + y * gf, whole);
}

struct RoundBody {
  Points core;
  double radius = 0;
  std::vector<Pose> poses;  ///< innermost first
};

/// A chain of poses, and its rounded product.
class Chain {
 public:
  explicit Chain(const std::vector<Pose>& poses) : links_(poses.size()) {
    for (std::size_t i = poses.size(); i-- > 0;) {
      links_[i] = {&poses[i], i + 1 < poses.size() ? &links_[i + 1] : nullptr};
      rounded_ = rounded_ * poses[i];
    }
  }
  const PoseChain* exact() const { return &links_[0]; }
  const Pose& rounded() const { return rounded_; }

 private:
  std::vector<PoseChain> links_;
  Pose rounded_;
};

bool truth(const RoundBody& a, const RoundBody& b) {
  const Chain chain_a(a.poses), chain_b(b.poses);
  std::vector<exact::Point> points = {{Vector3d(a.radius, b.radius, 0), nullptr, nullptr}};
  for (const Vector3d& p : a.core) points.push_back({p, chain_a.exact()->X, chain_a.exact()->outer});
  for (const Vector3d& p : b.core) points.push_back({p, chain_b.exact()->X, chain_b.exact()->outer});
  const std::vector<IntegerPoint> integers = oracle::to_integers(points);
  const auto of_a = std::span(integers).subspan(1, a.core.size()),
             of_b = std::span(integers).subspan(1 + a.core.size());
  if (oracle::hulls_of_many_meet(of_a, of_b)) return true;
  std::vector<IntegerPoint> w;
  for (const IntegerPoint& p : of_a) {
    for (const IntegerPoint& q : of_b) w.push_back(minus(p, q));
  }
  std::optional<mpq_class> least;
  const auto consider = [&](const std::vector<IntegerPoint>& simplex) {
    const std::optional<mpq_class> square = square_of_nearest(simplex);
    if (square && (!least || *square < *least)) least = square;
  };
  for (std::size_t i = 0; i < w.size(); ++i) {
    consider({w[i]});
    for (std::size_t j = 0; j < i; ++j) {
      consider({w[i], w[j]});
      for (std::size_t k = 0; k < j; ++k) consider({w[i], w[j], w[k]});
    }
  }
  const mpz_class r = integers[0][0] + integers[0][1];
  return *least <= mpq_class(r * r);
}

bool answer(const RoundBody& a, const RoundBody& b, Counters& counters, bool exactly) {
  const Polytope hull_a = hull(a.core), hull_b = hull(b.core);
  ConvexBody body_a = body_of(hull_a), body_b = body_of(hull_b);
  body_a.radius = a.radius;
  body_b.radius = b.radius;
  const Chain chain_a(a.poses), chain_b(b.poses);
  ConvexPair pair = {body_a, chain_a.rounded(), body_b, chain_b.rounded()};
  pair.exact_a = chain_a.exact();
  pair.exact_b = chain_b.exact();
  // Far more than the products' error for the sizes here.
  if (a.poses.size() + b.poses.size() > 2) pair.pose_error = 1e-9 * (body_a.reach + body_b.reach + 1e3);
  return exactly ? convex_meet_exactly(pair) : convex_meet(pair, nullptr, counters);
}

enum class RoundKind { lattice, verge, chained, beside_large };

class Rounded : public ::testing::TestWithParam<RoundKind> {};

RoundBody round_body(RoundKind kind, Draw& draw) {
  RoundBody body;
  const int count = draw.small(1, 3);
  for (int i = 0; i < count; ++i) {
    if (kind == RoundKind::lattice) {
      body.core.emplace_back(draw.small(-2, 2), draw.small(-2, 2), draw.small(-2, 2));
    } else {
      body.core.emplace_back(2 * in_ball(draw));
    }
  }
  body.radius = kind == RoundKind::lattice ? 0.5 * draw.small(0, 5) : draw.uniform(0, 1);
  body.poses = {Pose()};
  if (kind == RoundKind::lattice) {
    body.poses[0].t = Vector3d(draw.small(-2, 2), draw.small(-2, 2), draw.small(-2, 2));
  } else {
    body.poses[0] = testing::bent_pose(draw, 2);
  }
  if (kind == RoundKind::chained) {
    for (int i = draw.small(1, 3); i > 0; --i) body.poses.push_back(testing::bent_pose(draw, 1));
  }
  return body;
}

/// Sets a's radius so that the bodies touch but for rounding, and some units in the last place.
void bring_to_touch(RoundBody& a, const RoundBody& b, Draw& draw) {
  const Polytope hull_a = hull(a.core), hull_b = hull(b.core);
  const ConvexBody body_a = body_of(hull_a), body_b = body_of(hull_b);
  const Chain chain_a(a.poses), chain_b(b.poses);
  GjkResult result;
  gjk({body_a, chain_a.rounded(), body_b, chain_b.rounded()}, GjkGoal::distance, nullptr, result);
  double radius = result.upper - b.radius;
  if (!(radius > 0)) return;
  for (int k = draw.small(-3, 3); k != 0; k += k > 0 ? -1 : 1)
    radius = std::nextafter(radius, k > 0 ? INFINITY : 0.0);
  a.radius = radius;
}

TEST_P(Rounded, EqualsRationalArithmetic) {
  Draw draw(810 + static_cast<std::uint64_t>(GetParam()));
  Counters counters;
  int meet = 0;
  const int cases = oracle::scaled_count(GetParam() == RoundKind::lattice ? 3000 : 1000);
  for (int i = 0; i < cases; ++i) {
    RoundBody a = round_body(GetParam(), draw), b = round_body(GetParam(), draw);
    if (GetParam() == RoundKind::beside_large) {
      const double large = std::ldexp(1.0, draw.small(10, 120));
      for (Vector3d& p : b.core) p *= large;
      b.poses[0].t *= large;
      // Where b is, or near that.
      a.poses[0].t = b.poses[0] * b.core[0];
    }
    if (GetParam() != RoundKind::lattice && !draw.one_in(4)) bring_to_touch(a, b, draw);
    const bool expected = truth(a, b);
    ASSERT_EQ(answer(a, b, counters, false), expected) << i;
    ASSERT_EQ(answer(b, a, counters, false), expected) << i;
    ASSERT_EQ(answer(a, b, counters, true), expected) << i;
    meet += expected ? 1 : 0;
  }
  const double rate = static_cast<double>(meet) / cases;
  RecordProperty("rate", std::to_string(rate));
  RecordProperty("exact", std::to_string(counters.exact_fallbacks));
  EXPECT_GT(rate, 0.3);
  EXPECT_LT(rate, 0.7);
  EXPECT_GT(counters.exact_fallbacks, static_cast<std::uint64_t>(cases) / 200) << "the cases are too easy";
}

std::string round_kind_name(const ::testing::TestParamInfo<RoundKind>& kind) {
  constexpr std::array names = {"lattice", "verge", "chained", "beside_large"};
  return names[static_cast<std::size_t>(kind.param)];
}
INSTANTIATE_TEST_SUITE_P(Pairs, Rounded,
                         ::testing::Values(RoundKind::lattice, RoundKind::verge, RoundKind::chained,
                                           RoundKind::beside_large),
                         round_kind_name);

/// A plane, a point and a smooth body beside it, at all sizes of the plane: how far the body reaches along the plane's normal n is
/// known, |half·(Rᵀn)| for an ellipsoid.
TEST(RoundedSmooth, BesideAPlaneOfAnySize) {
  Draw draw(830);
  Counters counters;
  int meet = 0, cases = oracle::scaled_count(2000);
  for (int i = 0; i < cases; ++i) {
    const Vector3d half(draw.uniform(0.1, 1), draw.uniform(0.1, 1), draw.uniform(0.1, 1));
    const double r = half[0], h = half[2];
    const int kind = draw.small(0, 2);
    const auto shape = kind == 0   ? ConvexShape::of(Ellipsoid{half})
                       : kind == 1 ? ConvexShape::of(Cylinder{r, h})
                                   : ConvexShape::of(Cone{r, h});
    const double large = std::ldexp(1.0, draw.small(-3, 100));
    const Triangle wall = {Vector3d(0, -large, -large), Vector3d(0, large, -large), Vector3d(0, 0, large)};
    const TriangleBody face(wall);
    const Eigen::Matrix3d R = oracle::random_rotation(draw);
    const Vector3d n = -R.row(0).transpose();  // towards the wall, in the body's frame
    const double across = std::hypot(n[0], n[1]);
    const double reach = kind == 0   ? half.cwiseProduct(n).norm()
                         : kind == 1 ? r * across + h * std::abs(n[2])
                                     : std::max(h * n[2], r * across - h * n[2]);
    const double gap = draw.pick(std::array{1e-3, 1e-9, 1e-11, -1e-11, -1e-9, -1e-3});
    // The point that touches must be in the triangle.
    if (large < 8) continue;
    const Pose X(R, {reach + gap, 0, 0});
    const ConvexPair pair = {shape->body(), X, face.body(), Pose()},
                     exchanged = {face.body(), Pose(), shape->body(), X};
    ASSERT_EQ(convex_meet(pair, nullptr, counters), gap < 0)
        << i << ": " << kind << ", " << gap << ", " << large;
    ASSERT_EQ(convex_meet(exchanged, nullptr, counters), gap < 0) << i;
    ASSERT_EQ(convex_meet_exactly(pair), gap < 0) << i;
    meet += gap < 0 ? 1 : 0;
  }
  EXPECT_GT(meet, 0.3 * cases);
  EXPECT_LT(meet, 0.7 * cases);
}

bool is_sharp(const ConvexBody& body) {
  return body.core == ConvexBody::Core::cylinder || body.core == ConvexBody::Core::cone;
}

/// Two smooth bodies, with gjk's bounds of their distance for the truth.
TEST(RoundedSmooth, TwoOfThemNearlyTouching) {
  Draw draw(831);
  Counters counters;
  for (int i = 0; i < oracle::scaled_count(1000); ++i) {
    const auto any = [&] {
      const Vector3d half(draw.uniform(0.1, 1), draw.uniform(0.1, 1), draw.uniform(0.1, 1));
      const int kind = draw.small(0, 3);
      return kind == 0   ? ConvexShape::of(Ellipsoid{half})
             : kind == 1 ? ConvexShape::of(Cylinder{half[0], half[1]})
             : kind == 2 ? ConvexShape::of(Cone{half[0], half[1]})
                         : ConvexShape::of(Sphere{half[0]});
    };
    const auto a = any(), b = any();
    const Pose X_WA(oracle::random_rotation(draw), Vector3d::Zero());
    Pose X_WB(oracle::random_rotation(draw), 5 * in_ball(draw).normalized());
    GjkResult result;
    gjk({a->body(), X_WA, b->body(), X_WB}, GjkGoal::distance, nullptr, result);
    if (!(result.upper - result.lower < 1e-12)) continue;
    // Sharp ones would pass by each other if they were moved farther.
    const bool sharp = is_sharp(a->body()) || is_sharp(b->body());
    const double size = draw.pick(std::array{1e-3, 1e-9, 1e-11}), gap = !sharp && draw.coin() ? -size : size;
    // Moving b towards a along the way between the nearest points shortens just that.
    X_WB.t += result.v * (1 - (gap + a->body().radius + b->body().radius) / result.upper);
    const ConvexPair pair = {a->body(), X_WA, b->body(), X_WB};
    ASSERT_EQ(convex_meet(pair, nullptr, counters), gap < 0) << i << ": " << gap;
    ASSERT_EQ(convex_meet_exactly(pair), gap < 0) << i << ": " << gap;
  }
}

}  // namespace
}  // namespace graze
