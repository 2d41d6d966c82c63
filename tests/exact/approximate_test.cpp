// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "exact/signs.h"
#include "oracle/case_text.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze::exact {
namespace {

class Approximate : public oracle::BucketTest {};

/// Every filter builds on this bound. p̂ ± error is said without a rounding, as a translation.
TEST_P(Approximate, TheTruthIsWithinTheErrorOfTheApproximation) {
  oracle::Draw draw = this->draw(50);
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    const oracle::PairCase c = oracle::pair_case(GetParam(), draw);
    const Point p = c.point(static_cast<std::size_t>(draw.small(0, 5)));
    const Approximation a = approximate(p);
    if (!std::isfinite(a.error) || !a.p.allFinite()) {
      ASSERT_FALSE(std::isfinite(a.error)) << to_text(c);  // an overflow must never look certain
      continue;
    }
    const Pose up(Eigen::Matrix3d::Identity(), Eigen::Vector3d::Constant(a.error));
    const Pose down(Eigen::Matrix3d::Identity(), Eigen::Vector3d::Constant(-a.error));
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_LE(oracle::compare(p, {a.p, &up}, axis), 0) << to_text(c);
      ASSERT_GE(oracle::compare(p, {a.p, &down}, axis), 0) << to_text(c);
    }
  }
}

/// What exact/signs.h derives, and not much more; nothing is certain out of range.
TEST(SignBounds, AreThoseDerived) {
  constexpr double u = unit_roundoff;
  for (const double M : {0x1p-299, 1e-3, 1.0, 1e80, 0x1p299}) {
    for (const double error : {0.0, 0x1p-60 * M, 0x1p-40 * M, 0x1p-21 * M}) {
      const double bound3 = orient3d_bound(M, error), bound2 = orient2d_bound(M, error);
      EXPECT_GE(bound3 / M / M, 48.1 * u * M + 36.1 * error);
      EXPECT_LE(bound3 / M / M, 1.3 * (48.1 * u * M + 36.1 * error));
      EXPECT_GE(bound2 / M, 8.1 * u * M + 8.1 * error);
      EXPECT_LE(bound2 / M, 1.5 * (8.1 * u * M + 8.1 * error));
    }
    EXPECT_EQ(orient3d_bound(M, 0x1p-20 * M), INFINITY);
    EXPECT_EQ(orient2d_bound(M, 0x1p-20 * M), INFINITY);
  }
  for (const double M : {0.0, 0x1p-301, 0x1p301, HUGE_VAL, std::nan("")})
    EXPECT_EQ(orient3d_bound(M, 0), INFINITY);
  for (const double M : {0.0, 0x1p-451, 0x1p451, HUGE_VAL, std::nan("")})
    EXPECT_EQ(orient2d_bound(M, 0), INFINITY);
}

INSTANTIATE_TEST_SUITE_P(Exact, Approximate, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

}  // namespace
}  // namespace graze::exact
