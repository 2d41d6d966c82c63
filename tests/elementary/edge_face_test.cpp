// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "elementary/edge_face.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "elementary/triangle_triangle.h"
#include "oracle/case_text.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using oracle::Bucket;
using oracle::PairCase;

class EdgeFace : public oracle::BucketTest {};

// 20 buckets of 50000 cases and two of 100000: above a million.
TEST_P(EdgeFace, IsTheAnswerOfRealArithmetic) {
  oracle::Draw draw = this->draw(23);
  oracle::Tally meeting;
  for (int i = oracle::scaled_count(is_random() ? 100000 : 50000); i > 0; --i) {
    const PairCase c = oracle::edge_case(GetParam(), draw);
    const PosedSegment edge = c.edge(0);
    const bool expected = oracle::edge_meets_face(edge, c.posed_b());
    ASSERT_EQ(edge_meets_face(edge, c.posed_b()), expected) << to_text(c);
    ASSERT_EQ(edge_meets_face({{edge.p[1], edge.p[0]}, edge.X}, c.posed_b()), expected)
        << "reversed: " << to_text(c);
    if (i % 4 == 0) {  // the last stage by itself, where the filter would have answered before it
      ASSERT_EQ(edge_meets_face_exact(edge, c.posed_b()), expected) << to_text(c);
    }
    meeting.add(expected);
  }
  meeting.expect_representative(GetParam());
}

TEST_P(EdgeFace, DoesNotDependOnTheOrderOfVertices) {
  oracle::Draw draw = this->draw(24);
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    const PairCase c = oracle::edge_case(GetParam(), draw);
    const bool expected = edge_meets_face(c.edge(0), c.posed_b());
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      PairCase d = c;
      d.b = {c.b[order[0]], c.b[order[1]], c.b[order[2]]};
      ASSERT_EQ(edge_meets_face(d.edge(0), d.posed_b()), expected) << to_text(d);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

/// A triangle with a vertex twice is a segment, so the two tests must say the same.
TEST_P(EdgeFace, IsATriangleThatHasNoArea) {
  oracle::Draw draw = this->draw(25);
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    PairCase c = oracle::edge_case(GetParam(), draw);
    c.a[2] = c.a[0];
    ASSERT_EQ(edge_meets_face(c.edge(0), c.posed_b()), triangles_meet(c.posed_a(), c.posed_b()))
        << to_text(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Elementary, EdgeFace, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

}  // namespace
}  // namespace graze
