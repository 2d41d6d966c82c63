// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

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

INSTANTIATE_TEST_SUITE_P(Exact, Approximate, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

}  // namespace
}  // namespace graze::exact
