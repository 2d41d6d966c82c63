// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "elementary/triangle_box.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "oracle/case_text.h"
#include "oracle/nudge.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using oracle::BoxCase;
using oracle::Bucket;

class TriangleBox : public oracle::BucketTest {};

// 20 buckets of 50000 cases and two of 100000: above a million.
TEST_P(TriangleBox, IsTheAnswerOfRealArithmetic) {
  oracle::Draw draw = this->draw(38);
  oracle::Tally meeting;
  for (int i = oracle::scaled_count(is_random() ? 100000 : 50000); i > 0; --i) {
    const BoxCase c = oracle::box_case(GetParam(), draw);
    const bool expected = oracle::triangle_meets_box(c.posed(), c.box);
    ASSERT_EQ(triangle_meets_box(c.posed(), c.box), expected) << to_text(c);
    if (i % 4 == 0) {  // the last stage by itself, where the filter would have answered before it
      ASSERT_EQ(triangle_meets_box_exact(c.posed(), c.box), expected) << to_text(c);
    }
    meeting.add(expected);
  }
  meeting.expect_representative(GetParam());
}

TEST_P(TriangleBox, DoesNotDependOnTheOrderOfVertices) {
  oracle::Draw draw = this->draw(39);
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    const BoxCase c = oracle::box_case(GetParam(), draw);
    const bool expected = triangle_meets_box(c.posed(), c.box);
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      BoxCase d = c;
      d.t = {c.t[order[0]], c.t[order[1]], c.t[order[2]]};
      ASSERT_EQ(triangle_meets_box(d.posed(), d.box), expected) << to_text(d);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

/// x → y → z → x, which no axis of the implementation may notice.
TEST_P(TriangleBox, DoesNotDependOnTheNamesOfTheAxes) {
  oracle::Draw draw = this->draw(40);
  const auto turned = [](const Eigen::Vector3d& p) { return Eigen::Vector3d(p[2], p[0], p[1]); };
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    BoxCase c = oracle::box_case(GetParam(), draw);
    const bool expected = triangle_meets_box(c.posed(), c.box);
    if (c.X) {
      for (int k = 0; k < 3; ++k) {
        c.X->R.col(k) = turned(c.X->R.col(k));
      }
      c.X->t = turned(c.X->t);
    } else {
      std::transform(c.t.begin(), c.t.end(), c.t.begin(), turned);
    }
    c.box.low = turned(c.box.low);
    c.box.high = turned(c.box.high);
    ASSERT_EQ(triangle_meets_box(c.posed(), c.box), expected) << to_text(c);
  }
}

TEST_P(TriangleBox, DoesNotDependOnThePowerOfTwoOfTheUnit) {
  oracle::Draw draw = this->draw(41);
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    const BoxCase c = oracle::box_case(GetParam(), draw);
    const int k = draw.small(-300, 300);
    BoxCase d = c;
    bool exact = oracle::change_unit(d.box.low, k) && oracle::change_unit(d.box.high, k);
    for (Eigen::Vector3d& p : d.t) {
      exact = exact && oracle::change_unit(p, k);
    }
    exact = exact && (!d.X || oracle::change_unit(d.X->t, k));
    if (exact) {
      ASSERT_EQ(triangle_meets_box(d.posed(), d.box), triangle_meets_box(c.posed(), c.box)) << to_text(d);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Elementary, TriangleBox, testing::ValuesIn(oracle::all_buckets),
                         oracle::bucket_name);

TEST(TriangleBoxEmpty, NothingMeetsAnEmptyBox) {
  AxisBox box;
  box.low = {1, 0, 0};
  box.high = {0, 1, 1};
  const PosedTriangle t = {{{{-9, 0, 0}, {9, 0, 0}, {0, 9, 0}}}};
  for (const AxisBox& empty : {box, AxisBox()}) {
    EXPECT_FALSE(triangle_meets_box(t, empty));
    EXPECT_FALSE(triangle_meets_box_exact(t, empty));
    EXPECT_EQ(triangle_meets_box_filter(t.p, 0, empty), Verdict::apart);
  }
}

}  // namespace
}  // namespace graze
