// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/predictive/motion_fit.h"

#include <gtest/gtest.h>

#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

Eigen::Vector3d draw(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

TEST(MotionFit, KnowsNothingAtFirst) {
  MotionFit fit;
  EXPECT_LT(fit.motion(1, 1).end, fit.motion(1, 1).begin);
  fit.add(1, {1, 2, 3});
  EXPECT_LT(fit.motion(1, 1).end, fit.motion(1, 1).begin);
  fit.add(2, {1, 2, 3});
  const Motion motion = fit.motion(1, 0.5);
  EXPECT_EQ(motion.begin, 2);
  EXPECT_EQ(motion.end, 2.5);
  EXPECT_TRUE(keeps_to(motion, 2.5, motion.s));
  EXPECT_FALSE(keeps_to(motion, 2.6, motion.s));
}

TEST(MotionFit, ForgetsWhenTimeTurnsBack) {
  MotionFit fit;
  for (const double time : {1.0, 2.0, 3.0}) fit.add(time, {time, 0, 0});
  EXPECT_EQ(fit.size(), 3U);
  fit.add(3, {0, 0, 0});
  EXPECT_EQ(fit.size(), 1U);
}

TEST(MotionFit, FindsAPathOfSecondDegree) {
  Random random(1);
  for (int i = 0; i < oracle::scaled_count(1000); ++i) {
    const Eigen::Vector3d s = draw(random, 100), v = draw(random, 1), a = draw(random, 1);
    MotionFit fit;
    double time = random.uniform(0, 1000);
    const double begin = time;
    const std::uint64_t samples = 3 + random.below(10);
    for (std::uint64_t k = 0; k < samples; ++k) {
      time += random.uniform(0.01, 0.1);
      const double m = time - begin;
      fit.add(time, s + m * (v + m * a / 2));
    }
    const Motion motion = fit.motion(1, 1);
    const double m = time - begin;
    ASSERT_LT((motion.s - (s + m * (v + m * a / 2))).norm(), 1e-9);
    ASSERT_LT((motion.v - (v + m * a)).norm(), 1e-6);
    ASSERT_LT((motion.a - a).norm(), 1e-4);
    for (const double later : {0.1, 0.5, 1.0}) {
      const double then = m + later;
      ASSERT_TRUE(keeps_to(motion, time + later, s + then * (v + then * a / 2)));
    }
  }
}

TEST(MotionFit, AllowsForTheNoiseThatItSaw) {
  Random random(2);
  int kept = 0, cases = 0;
  for (int i = 0; i < oracle::scaled_count(1000); ++i) {
    const Eigen::Vector3d v = draw(random, 1), a = draw(random, 0.1);
    MotionFit fit;
    for (int k = 0; k < 8; ++k) {
      const double m = 0.01 * k;
      fit.add(m, m * (v + m * a / 2) + draw(random, 1e-3));
    }
    const Motion motion = fit.motion(1, 0.1);
    ASSERT_TRUE((motion.d.array() >= 0).all());
    for (int k = 8; k < 12; ++k, ++cases) {
      const double m = 0.01 * k;
      kept += keeps_to(motion, m, m * (v + m * a / 2) + draw(random, 1e-3)) ? 1 : 0;
    }
    // And not for everything: five times the noise of a millimetre, a centimetre ahead.
    ASSERT_FALSE(keeps_to(motion, 0.07, motion.s + Eigen::Vector3d(0.02, 0, 0)));
  }
  EXPECT_GT(kept, 0.95 * cases);
}

}  // namespace
}  // namespace graze
