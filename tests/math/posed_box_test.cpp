// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The image of a box holds the exact image of its corners, by rational arithmetic, for all scales and bent poses.
#include "math/posed_box.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "math/random.h"
#include "oracle/test_scale.h"
#include "support/bent_pose.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using testing::bent_pose;

constexpr double infinity = std::numeric_limits<double>::infinity();

double any_scale(Random& random) {
  return random.below(4) == 0 ? 1 : std::pow(10, random.uniform(-320, 305));
}

TEST(PosedBox, HoldsTheExactImageOfEveryCorner) {
  Random random(1);
  int finite = 0;
  const int cases = oracle::scaled_count(20000);
  for (int n = 0; n < cases; ++n) {
    const double place = any_scale(random), size = random.below(2) == 0 ? place : any_scale(random);
    AxisBox box;
    for (int i = 0; i < 3; ++i) {
      box.low[i] = random.below(4) == 0 ? 0 : place * random.uniform(-1, 1);
      box.high[i] = box.low[i] + (random.below(4) == 0 ? 0 : size * random.uniform(0, 1));
    }
    const Pose X = bent_pose(random, random.below(2) == 0 ? place : any_scale(random));
    ASSERT_NO_THROW(validate(X));
    const AxisBox image = image_of(box, X);
    for (int corner = 0; corner < 8; ++corner) {
      const Vector3d p((corner & 1) != 0 ? box.high[0] : box.low[0],
                       (corner & 2) != 0 ? box.high[1] : box.low[1],
                       (corner & 4) != 0 ? box.high[2] : box.low[2]);
      for (int i = 0; i < 3; ++i) {
        if (!std::isfinite(image.low[i])) {
          ASSERT_EQ(image.low[i], -infinity);
          ASSERT_EQ(image.high[i], infinity);
          continue;
        }
        ++finite;
        mpq_class exact = X.t[i];
        for (int j = 0; j < 3; ++j) exact += mpq_class(X.R(i, j)) * mpq_class(p[j]);
        ASSERT_LE(mpq_class(image.low[i]), exact) << n;
        ASSERT_LE(exact, mpq_class(image.high[i])) << n;
      }
    }
  }
  EXPECT_GT(finite, cases * 24 * 0.9);
}

TEST(PosedBox, IsTight) {
  const Pose X = {Eigen::AngleAxisd(M_PI / 6, Vector3d::UnitZ()).toRotationMatrix(), {10, 20, 30}};
  const AxisBox image = image_of({{-1, -2, -3}, {1, 2, 3}}, X);
  const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6);
  const Vector3d half(c + 2 * s, s + 2 * c, 3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(image.low[i], X.t[i] - half[i], 1e-10);
    EXPECT_NEAR(image.high[i], X.t[i] + half[i], 1e-10);
  }
}

TEST(PosedBox, OfEmptyAndInfiniteBoxes) {
  Random random(2);
  const Pose X = bent_pose(random, 1);
  const auto is_empty = [](const AxisBox& box) { return (box.low.array() > box.high.array()).all(); };
  EXPECT_TRUE(is_empty(image_of({}, X)));
  EXPECT_TRUE(is_empty(image_of({{0, 1, 0}, {1, 0, 1}}, X)));
  const AxisBox slab = image_of({{-infinity, 0, 0}, {infinity, 1, 1}}, Pose());
  EXPECT_TRUE(slab.contains({1e300, 0.5, 0.5}));
  const AxisBox all = image_of({Vector3d::Constant(-infinity), Vector3d::Constant(infinity)}, X);
  EXPECT_TRUE(all.contains({1e308, -1e308, 0}));
  const AxisBox beyond = image_of({Vector3d::Constant(-1.7e308), Vector3d::Constant(1.7e308)}, X);
  EXPECT_TRUE(beyond.contains(Vector3d::Constant(1.7e308)));
}

}  // namespace
}  // namespace graze
