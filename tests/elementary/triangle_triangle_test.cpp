// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "elementary/triangle_triangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/case_text.h"
#include "oracle/nudge.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using oracle::Bucket;
using oracle::PairCase;

class TriangleTriangle : public oracle::BucketTest {};

// 20 buckets of 50000 cases and two of 100000: above a million.
TEST_P(TriangleTriangle, IsTheAnswerOfRealArithmetic) {
  oracle::Draw draw = this->draw(33);
  oracle::Tally meeting;
  for (int i = oracle::scaled_count(is_random() ? 100000 : 50000); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    const bool expected = oracle::triangles_meet(c.posed_a(), c.posed_b());
    ASSERT_EQ(triangles_meet(c.posed_a(), c.posed_b()), expected) << to_text(c);
    ASSERT_EQ(triangles_meet(c.posed_b(), c.posed_a()), expected) << "swapped: " << to_text(c);
    if (i % 4 == 0) {  // the last stage by itself, where the filter would have answered before it
      ASSERT_EQ(triangles_meet_exact(c.posed_a(), c.posed_b()), expected) << to_text(c);
    }
    meeting.add(expected);
  }
  meeting.expect_representative(GetParam());
}

TEST_P(TriangleTriangle, DoesNotDependOnTheOrderOfVertices) {
  oracle::Draw draw = this->draw(34);
  for (int i = oracle::scaled_count(2000); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    const bool expected = triangles_meet(c.posed_a(), c.posed_b());
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      std::array<std::size_t, 3> other{0, 1, 2};
      do {
        PairCase d = c;
        d.a = {c.a[order[0]], c.a[order[1]], c.a[order[2]]};
        d.b = {c.b[other[0]], c.b[other[1]], c.b[other[2]]};
        ASSERT_EQ(triangles_meet(d.posed_a(), d.posed_b()), expected) << to_text(d);
      } while (std::next_permutation(other.begin(), other.end()));
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST_P(TriangleTriangle, DoesNotDependOnThePowerOfTwoOfTheUnit) {
  oracle::Draw draw = this->draw(35);
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    const int k = draw.small(-300, 300);
    PairCase d = c;
    bool exact = true;
    for (Triangle* t : {&d.a, &d.b}) {
      for (Eigen::Vector3d& p : *t) {
        exact = exact && oracle::change_unit(p, k);
      }
    }
    for (std::optional<Pose>* X : {&d.X_a, &d.X_b}) {
      exact = exact && (!*X || oracle::change_unit((*X)->t, k));
    }
    if (exact) {
      const bool expected = triangles_meet(c.posed_a(), c.posed_b());
      ASSERT_EQ(triangles_meet(d.posed_a(), d.posed_b()), expected) << to_text(d);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Elementary, TriangleTriangle, testing::ValuesIn(oracle::all_buckets),
                         oracle::bucket_name);

}  // namespace
}  // namespace graze
