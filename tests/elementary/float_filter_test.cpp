// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The float filter of one pair may be unsure but never wrong, on whatever instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "elementary/approximate.h"
#include "elementary/triangle_triangle.h"
#include "math/instruction_sets.h"
#include "oracle/case_text.h"
#include "oracle/nudge.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using oracle::Bucket;
using oracle::Draw;
using oracle::PairCase;

/// What the filter sees, and the truth.
struct FilterCase {
  PairCase source;
  Triangle a, b;
  double error;
  bool meet;
};

void expect_never_wrong(const std::vector<FilterCase>& cases) {
  for_each_instruction_set([&](const char* target) {
    for (const FilterCase& c : cases) {
      const Verdict verdict = triangles_meet_float_filter(c.a, c.b, c.error);
      ASSERT_TRUE(verdict == Verdict::unsure || (verdict == Verdict::meet) == c.meet)
          << target << ", error " << c.error << "\n"
          << to_text(c.source);
    }
  });
}

/// Or else the filter is always unsure.
constexpr bool has_lanes = HWY_TARGETS != HWY_SCALAR;

class FloatFilter : public oracle::BucketTest {};

TEST_P(FloatFilter, IsNeverWrong) {
  Draw draw = this->draw(91);
  std::vector<FilterCase> cases;
  for (int i = oracle::scaled_count(is_random() ? 40000 : 10000); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    const bool meet = oracle::triangles_meet(c.posed_a(), c.posed_b());
    const Image<3> a = approximate(c.a, c.posed_a().X), b = approximate(c.b, c.posed_b().X);
    cases.push_back({c, a.p, b.p, std::max(a.error, b.error), meet});
    cases.push_back({c, b.p, a.p, std::max(a.error, b.error), meet});
  }
  expect_never_wrong(cases);

  // Rare where nothing is special, or the filter would be of no use.
  if (GetParam() == Bucket::random && has_lanes) {
    oracle::Tally unsure;
    for (const FilterCase& c : cases)
      unsure.add(triangles_meet_float_filter(c.a, c.b, c.error) == Verdict::unsure);
    std::printf("unsure in float: %.2g\n", unsure.rate());
    EXPECT_LT(unsure.rate(), 2e-3 + 4 * std::sqrt(2e-3 / unsure.cases()));
  }
}

/// Off from the bucket's cases by what a float can just see or just not, and some of them far from the origin.
TEST_P(FloatFilter, IsNeverWrongNearItsBounds) {
  Draw draw = this->draw(92);
  std::vector<FilterCase> cases;
  for (int i = oracle::scaled_count(10000); i > 0; --i) {
    PairCase c = oracle::pair_case(GetParam(), draw);
    const double size = std::max(oracle::largest(c.a), oracle::largest(c.b));
    if (c.X_a || c.X_b || size > 1e300) continue;
    const double step = std::ldexp(size, -draw.small(18, 30));
    c.a = oracle::off_by(step, c.a, draw);
    if (draw.one_in(4)) {
      const Eigen::Vector3d away = std::ldexp(size, draw.small(0, 30)) * Eigen::Vector3d(1, -0.75, 0.5);
      for (Triangle* t : {&c.a, &c.b})
        for (Eigen::Vector3d& p : *t) p += away;
    }
    cases.push_back({c, c.a, c.b, 0, oracle::triangles_meet({c.a}, {c.b})});
  }
  expect_never_wrong(cases);
}

TEST_P(FloatFilter, DoesNotGoBeyondTheErrorOfItsInput) {
  Draw draw = this->draw(93);
  std::vector<FilterCase> cases;
  for (int i = oracle::scaled_count(10000); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    const double size = std::max(oracle::largest(c.a), oracle::largest(c.b));
    if (c.X_a || c.X_b || size > 1e300) continue;
    const double error = std::ldexp(size, -draw.small(3, 42));
    const double error_a = draw.coin() ? error : 0, error_b = draw.coin() ? error : 0;
    cases.push_back({c, oracle::off_by(error_a, c.a, draw), oracle::off_by(error_b, c.b, draw),
                     std::max(error_a, error_b), oracle::triangles_meet({c.a}, {c.b})});
  }
  expect_never_wrong(cases);
}

/// A point near a corner of the cube from -1 to 1, with as many digits as a double has: differences are then as
/// large as the extent of all, and so are the roundings of floats.
Eigen::Vector3d near_corner(Draw& draw) {
  const auto coordinate = [&] { return (draw.coin() ? 1 : -1) * draw.uniform(0.9, 1); };
  return {coordinate(), coordinate(), coordinate()};
}

/// Triangles as large as the cube that touch but for the rounding of doubles: a corner on a face, or edges that
/// cross. No bucket has larger errors of its determinants, so that bounds a fiftieth as large fail here.
TEST(FloatFilterInACube, IsNeverWrong) {
  Draw draw(94);
  std::vector<FilterCase> cases;
  for (int i = oracle::scaled_count(200000); i > 0; --i) {
    PairCase c;
    for (Triangle* t : {&c.a, &c.b})
      for (Eigen::Vector3d& p : *t) p = near_corner(draw);
    const Eigen::Vector3d from = draw.coin() ? c.b[0] : c.b[0] + draw.uniform(0, 1) * (c.b[2] - c.b[0]);
    const Eigen::Vector3d touched = from + draw.uniform(0, 1) * (c.b[1] - from);
    if (draw.coin()) {
      c.a[0] = touched;
    } else {
      c.a[1] = touched + draw.uniform(0.8, 1.2) * (touched - c.a[0]);
    }
    std::rotate(c.a.begin(), c.a.begin() + draw.small(0, 2), c.a.end());
    std::rotate(c.b.begin(), c.b.begin() + draw.small(0, 2), c.b.end());
    const bool meet = oracle::triangles_meet({c.a}, {c.b});
    cases.push_back({c, c.a, c.b, 0, meet});
    cases.push_back({c, c.b, c.a, 0, meet});
  }
  expect_never_wrong(cases);
}

/// Triangles in one plane, of which planes say nothing.
TEST(FloatFilterBoxes, TellWhatIsApart) {
  const Triangle a{Eigen::Vector3d(0, 0, 0), {1, 0, 0}, {0, 1, 0}};
  for (int axis = 0; axis < 2; ++axis) {
    for (const double by : {-1.5, 1.5}) {
      Triangle b = a;
      for (Eigen::Vector3d& p : b) p[axis] += by;
      EXPECT_EQ(triangles_meet_float_filter(a, b, 0), has_lanes ? Verdict::apart : Verdict::unsure);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Elementary, FloatFilter, testing::ValuesIn(oracle::all_buckets),
                         oracle::bucket_name);

}  // namespace
}  // namespace graze
