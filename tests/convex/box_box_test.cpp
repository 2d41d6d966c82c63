// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/box_box.h"

#include <gtest/gtest.h>

#include "oracle/test_scale.h"
#include "polytope_pairs.h"

namespace graze {
namespace {

TEST(BoxBox, IsCertainOnlyOfWhatIsTrue) {
  Draw draw(500);
  int meet = 0, sure = 0;
  const int cases = oracle::scaled_count(4000);
  for (int i = 0; i < cases; ++i) {
    const Eigen::Vector3d half_a(draw.uniform(0.1, 1), draw.uniform(0.1, 1), draw.uniform(0.1, 1));
    const Eigen::Vector3d half_b(draw.uniform(0.1, 1), draw.uniform(0.1, 1), draw.uniform(0.1, 1));
    const auto a = ConvexShape::of(Box{half_a}), b = ConvexShape::of(Box{half_b});
    PolytopePair pair;
    pair.points_a = corners_of(a->body());
    pair.points_b = corners_of(b->body());
    pair.X_WA = random_pose(draw, 1);
    pair.X_WB = random_pose(draw, 1);
    if (i % 4 == 1) pair.X_WA.R.setIdentity();
    if (i % 4 == 1) pair.X_WB.R = oracle::quarter_turn(draw).cast<double>();
    if (i % 4 == 2)
      pair.X_WA.R = oracle::short_rotation(draw).cast<double>() * std::ldexp(1.0, -oracle::short_bits);
    if (i % 2 == 1) bring_to_touch(pair, draw.pick(std::array{1e-5, 1e-7, 1e-12, 0.0, -1e-12, -1e-6}));
    const bool expected = truth(pair);
    const ConvexPair bodies = {a->body(), pair.X_WA, b->body(), pair.X_WB};
    const Verdict verdict = boxes_meet_filter(bodies);
    if (verdict != Verdict::unsure) {
      ++sure;
      ASSERT_EQ(verdict == Verdict::meet, expected) << i;
    }
    Counters counters;
    ASSERT_EQ(convex_meet(bodies, nullptr, counters), expected) << i;
    meet += expected ? 1 : 0;
  }
  EXPECT_GT(sure, 0.5 * cases);
  EXPECT_GT(meet, 0.3 * cases);
  EXPECT_LT(meet, 0.7 * cases);
}

}  // namespace
}  // namespace graze
