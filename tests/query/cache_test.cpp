// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include "math/random.h"

namespace graze {
namespace {

Pose turned(double angle, const Eigen::Vector3d& t) {
  return {Eigen::AngleAxisd(angle, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(), t};
}

/// Through contact and out again, in small steps: the answer is the one without cache, and a hit comes with a
/// true witness.
TEST(PairCache, CoherentMotionKeepsEveryAnswer) {
  const Shape a = Shape::mesh(make_torus(0.7, 0.3, 40, 24)), b = Shape::mesh(make_tetraflake(1, 4));
  PairCache cache;
  Counters with, without;
  int hits = 0, steps = 0;
  for (double x = -3; x < 3; x += 0.01, ++steps) {
    const Pose X_WA = turned(0.3 * x, {0.1 * x, 0, 0}), X_WB = turned(2 * x, {x, 0.3, 0.2 * x});
    const bool expected = collides(a, X_WA, b, X_WB, {.counters = &without});
    const auto witness = first_face_pair(a, X_WA, b, X_WB, {.counters = &with, .cache = &cache});
    ASSERT_EQ(witness.has_value(), expected) << "at " << x;
    if (witness) {
      const auto pairs = face_pairs(a, X_WA, b, X_WB);
      ASSERT_TRUE(std::binary_search(pairs.begin(), pairs.end(), *witness)) << "at " << x;
    }
    hits += expected ? 1 : 0;
  }
  EXPECT_GT(hits, steps / 5);
  EXPECT_LT(hits, steps * 4 / 5);
  EXPECT_LT(with.box_tests * 3, without.box_tests) << "the cache saves nothing";
}

/// Jumps of all sizes, and other shapes in the same cache.
TEST(PairCache, NeverOutlivesWhatItIsOf) {
  const Shape shapes[] = {Shape::mesh(make_box({1, 1, 1})), Shape::mesh(make_icosphere(1, 2)),
                          Shape::mesh(make_torus(1, 0.2, 20, 8))};
  Random random(5);
  PairCache cache;
  int hits = 0;
  Pose X_WB;
  for (int i = 0; i < 20000; ++i) {
    const Shape &a = shapes[i / 97 % 3], &b = shapes[i / 31 % 3];
    const double step = std::exp2(random.uniform(-20, 2));
    X_WB = turned(random.uniform(-1, 1) * step, {0, 0, 0}) * X_WB;
    for (int k = 0; k < 3; ++k) X_WB.t[k] = std::clamp(X_WB.t[k] + random.uniform(-1, 1) * step, -1.4, 1.4);
    X_WB.R = Eigen::Quaterniond(X_WB.R).normalized().toRotationMatrix();
    const bool expected = collides(a, {}, b, X_WB);
    ASSERT_EQ(collides(a, {}, b, X_WB, {.cache = &cache}), expected) << i;
    hits += expected ? 1 : 0;
  }
  EXPECT_GT(hits, 4000);
  EXPECT_LT(hits, 16000);
}

/// The certificate must be spent by the motion of either body, by turning as well as by moving.
TEST(PairCache, CertificatesAreSpentByEveryMotion) {
  const Shape bar = Shape::mesh(make_box({1, 0.01, 0.01}));
  const Pose apart(Eigen::Matrix3d::Identity(), {0, 0.5, 0});
  const Pose quarter(Eigen::AngleAxisd(EIGEN_PI / 2, Eigen::Vector3d::UnitZ()).toRotationMatrix(), {0, 0, 0});
  PairCache cache;
  const QueryOptions options{.cache = &cache};
  EXPECT_FALSE(collides(bar, {}, bar, apart, options));
  EXPECT_TRUE(collides(bar, quarter, bar, apart, options)) << "the first body turned";
  EXPECT_FALSE(collides(bar, {}, bar, apart, options));
  EXPECT_TRUE(collides(bar, {}, bar, {}, options)) << "the second body moved";
  EXPECT_FALSE(collides(bar, {}, bar, apart, options));
  for (int i = 0; i < 100; ++i) {  // slowly, so that many small motions add up
    Pose X;
    X.t.y() = 0.5 - 0.005 * i;
    EXPECT_EQ(collides(bar, {}, bar, X, options), collides(bar, {}, bar, X));
  }
}

}  // namespace
}  // namespace graze
