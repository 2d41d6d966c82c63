// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>
#include <gtest/gtest.h>

#include "convex/lin_canny.h"
#include "convex/separating_plane.h"
#include "oracle/test_scale.h"
#include "polytope_pairs.h"

namespace graze {
namespace {

class Meet : public testing::TestWithParam<PairKind> {};

TEST_P(Meet, EqualsRationalArithmetic) {
  Draw draw(100 + static_cast<std::uint64_t>(GetParam()));
  Counters counters;
  int meet = 0;
  const int cases = oracle::scaled_count(4000);
  for (int i = 0; i < cases; ++i) {
    const PolytopePair pair = polytope_pair(GetParam(), draw);
    const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
    const ConvexBody body_a = body_of(a), body_b = body_of(b);
    const bool expected = truth(pair);
    ASSERT_EQ(convex_meet({body_a, pair.X_WA, body_b, pair.X_WB}, nullptr, counters), expected) << i;
    ASSERT_EQ(convex_meet({body_b, pair.X_WB, body_a, pair.X_WA}, nullptr, counters), expected) << i;
    ASSERT_EQ(hulls_meet_exactly(body_a.points(&pair.X_WA), body_b.points(&pair.X_WB)), expected) << i;
    meet += expected ? 1 : 0;
  }
  const double rate = static_cast<double>(meet) / cases;
  RecordProperty("rate", std::to_string(rate));
  RecordProperty("exact", std::to_string(counters.exact_fallbacks));
  EXPECT_GT(rate, 0.3);
  EXPECT_LT(rate, 0.7);
}

std::string pair_kind_name(const testing::TestParamInfo<PairKind>& kind) {
  constexpr std::array names = {"random", "verge", "lattice", "flat", "together"};
  return names[static_cast<std::size_t>(kind.param)];
}
INSTANTIATE_TEST_SUITE_P(Pairs, Meet, testing::ValuesIn(pair_kinds), pair_kind_name);

TEST(MeetRange, TinyAndHugeSizesAreDecided) {
  Draw draw(7);
  for (int i = 0; i < oracle::scaled_count(500); ++i) {
    PolytopePair pair = polytope_pair(PairKind::lattice, draw);
    const int e = draw.pick(std::array{-1000, -400, -200, 200, 400, 900});
    for (Eigen::Vector3d& p : pair.points_a) p = oracle::scaled(p, {e, e, e});
    for (Eigen::Vector3d& p : pair.points_b) p = oracle::scaled(p, {e, e, e});
    pair.X_WB.t = oracle::scaled(pair.X_WB.t, {e, e, e});
    const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
    const ConvexBody body_a = body_of(a), body_b = body_of(b);
    Counters counters;
    ASSERT_EQ(convex_meet({body_a, pair.X_WA, body_b, pair.X_WB}, nullptr, counters), truth(pair)) << i;
  }
}

/// The walk along edges must not end among vertices that look equally far.
TEST(MeetTwins, WhatIsInsideIsFound) {
  Draw draw(8);
  const Polytope cube = hull(make_box({0.02, 0.02, 0.02}).vertices);
  const ConvexBody b = body_of(cube);
  Counters counters;
  for (int i = 0; i < oracle::scaled_count(40); ++i) {
    const Polytope ball = hull(with_twins(point_set(PointSet::sphere, draw.small(80, 300), draw), draw));
    const ConvexBody a = body_of(ball);
    for (int k = 0; k < 200; ++k) {
      const Pose X_WB(Eigen::Matrix3d::Identity(), 0.5 * in_ball(draw));
      GjkMemory gjk;
      SeparatingPlaneMemory plane;
      LinCannyMemory walk;
      ASSERT_TRUE(convex_meet({a, {}, b, X_WB}, nullptr, counters)) << i << ", " << k;
      ASSERT_TRUE(convex_meet({b, X_WB, a, {}}, &gjk, counters)) << i << ", " << k;
      ASSERT_TRUE(separating_plane_meet({a, {}, b, X_WB}, plane, counters)) << i << ", " << k;
      ASSERT_TRUE(lin_canny_meet({a, {}, b, X_WB}, walk, counters)) << i << ", " << k;
    }
  }
}

}  // namespace
}  // namespace graze
