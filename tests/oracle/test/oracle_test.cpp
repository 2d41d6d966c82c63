// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Who checks the checker: a second oracle that works otherwise, known answers, and that the cases are what
// they claim.
#include "oracle/oracle.h"

#include <gtest/gtest.h>

#include <sstream>

#include "oracle/case_text.h"
#include "oracle/cases.h"
#include "oracle/separating_axis.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze::oracle {
namespace {

std::vector<IntegerPoint> integers(const PairCase& c) {
  std::vector<exact::Point> points;
  for (std::size_t i = 0; i < 6; ++i) {
    points.push_back(c.point(i));
  }
  return to_integers(points);
}

/// The triangle's three points, then the box's eight corners.
std::vector<IntegerPoint> integers(const BoxCase& c) {
  std::vector<exact::Point> points;
  for (const Eigen::Vector3d& p : c.t) {
    points.push_back({p, c.posed().X});
  }
  for (int corner = 0; corner < 8; ++corner) {
    Eigen::Vector3d p;
    for (int k = 0; k < 3; ++k) {
      p[k] = (corner >> k) % 2 == 0 ? c.box.low[k] : c.box.high[k];
    }
    points.push_back({p});
  }
  return to_integers(points);
}

class EveryBucket : public BucketTest {
 protected:
  Draw draw_ = draw(0x0dac1e);
};

TEST_P(EveryBucket, TriangleTriangleAgreesWithSeparatingAxes) {
  const int cases = scaled_count(2000);
  Tally meeting;
  for (int i = 0; i < cases; ++i) {
    const PairCase c = pair_case(GetParam(), draw_);
    const auto p = integers(c);
    const bool meet = triangles_meet(c.posed_a(), c.posed_b());
    ASSERT_EQ(meet, hulls_meet_by_axes(std::span(p).first(3), std::span(p).last(3))) << to_text(c);
    meeting.add(meet);
  }
  meeting.expect_representative(GetParam());
}

TEST_P(EveryBucket, EdgeFaceAgreesWithSeparatingAxes) {
  const int cases = scaled_count(2000);
  Tally meeting;
  for (int i = 0; i < cases; ++i) {
    const PairCase c = edge_case(GetParam(), draw_);
    const auto p = integers(c);
    const bool meet = edge_meets_face(c.edge(0), c.posed_b());
    ASSERT_EQ(meet, hulls_meet_by_axes(std::span(p).first(2), std::span(p).last(3))) << to_text(c);
    meeting.add(meet);
  }
  meeting.expect_representative(GetParam());
}

TEST_P(EveryBucket, TriangleBoxAgreesWithSeparatingAxes) {
  const int cases = scaled_count(1000);
  Tally meeting;
  for (int i = 0; i < cases; ++i) {
    const BoxCase c = box_case(GetParam(), draw_);
    const auto p = integers(c);
    const bool meet = triangle_meets_box(c.posed(), c.box);
    ASSERT_EQ(meet, hulls_meet_by_axes(std::span(p).first(3), std::span(p).last(8))) << to_text(c);
    meeting.add(meet);
  }
  meeting.expect_representative(GetParam());
}

TEST_P(EveryBucket, CasesReadBackToTheLastBit) {
  for (int i = 0; i < 100; ++i) {
    const PairCase pair = pair_case(GetParam(), draw_);
    const BoxCase box = box_case(GetParam(), draw_);
    std::istringstream text("# both\n" + to_text(pair) + "\n" + to_text(box));
    const auto read = read_cases(text);
    ASSERT_EQ(read.size(), 2u);
    EXPECT_EQ(std::get<PairCase>(read[0]).a, pair.a);
    EXPECT_EQ(std::get<PairCase>(read[0]).b, pair.b);
    EXPECT_EQ(std::get<PairCase>(read[0]).X_a, pair.X_a);
    EXPECT_EQ(std::get<PairCase>(read[0]).X_b, pair.X_b);
    EXPECT_EQ(std::get<BoxCase>(read[1]).t, box.t);
    EXPECT_EQ(std::get<BoxCase>(read[1]).X, box.X);
    EXPECT_EQ(std::get<BoxCase>(read[1]).box.low, box.box.low);
    EXPECT_EQ(std::get<BoxCase>(read[1]).box.high, box.box.high);
  }
}

TEST_P(EveryBucket, CasesAreFinite) {
  for (int i = 0; i < 1000; ++i) {
    const PairCase pair = pair_case(GetParam(), draw_);
    const BoxCase box = box_case(GetParam(), draw_);
    for (std::size_t k = 0; k < 3; ++k) {
      ASSERT_TRUE(pair.a[k].allFinite() && pair.b[k].allFinite()) << to_text(pair);
      ASSERT_TRUE(box.t[k].allFinite()) << to_text(box);
    }
    for (const auto& X : {pair.X_a, pair.X_b, box.X}) {
      if (X && X->t.cwiseAbs().maxCoeff() < 1e300) {
        ASSERT_NO_THROW(validate(*X));
      }
    }
    ASSERT_TRUE((box.box.low.array() <= box.box.high.array()).all()) << to_text(box);
  }
}

INSTANTIATE_TEST_SUITE_P(Oracle, EveryBucket, testing::ValuesIn(all_buckets), bucket_name);

TEST(KnownAnswers, OrientationFollowsTheRightHand) {
  const exact::Point o{{0, 0, 0}};
  const exact::Point x{{1, 0, 0}};
  const exact::Point y{{0, 1, 0}};
  const exact::Point z{{0, 0, 1}};
  EXPECT_EQ(oracle::orient3d(o, x, y, z), 1);
  EXPECT_EQ(oracle::orient3d(o, y, x, z), -1);
  EXPECT_EQ(oracle::orient3d(o, x, y, x), 0);
  EXPECT_EQ(oracle::orient2d(o, x, y, 2), 1);
  EXPECT_EQ(oracle::orient2d(o, y, z, 0), 1);
  EXPECT_EQ(oracle::orient2d(o, z, x, 1), 1);
  EXPECT_EQ(oracle::orient2d(o, x, y, 0), 0);
  EXPECT_EQ(oracle::compare(x, o, 0), 1);
  EXPECT_EQ(oracle::compare(o, x, 0), -1);
  EXPECT_EQ(oracle::compare(o, x, 1), 0);
}

TEST(KnownAnswers, PosesAreTakenToTheLastBit) {
  Pose X;
  X.R(0, 0) = 1 + 0x1p-52;
  X.t = {0x1p-200, 0, 0};
  const Eigen::Vector3d p(1 + 0x1p-52, 0, 0);
  // (1 + u)² + 2^-200 is above the double 1 + 2u by u² + 2^-200.
  const exact::Point posed{p, &X};
  EXPECT_EQ(oracle::compare(posed, {{1 + 0x1p-51, 0, 0}}, 0), 1);
  X.t[0] = -0x1p-104;
  EXPECT_EQ(oracle::compare(posed, {{1 + 0x1p-51, 0, 0}}, 0), 0);
  X.t[0] = std::nextafter(-0x1p-104, -1.0);
  EXPECT_EQ(oracle::compare(posed, {{1 + 0x1p-51, 0, 0}}, 0), -1);
}

TEST(KnownAnswers, TrianglesThatTouchMeet) {
  const PosedTriangle floor{{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}};
  const auto meets = [&](const Triangle& t) { return triangles_meet(floor, {t}); };
  EXPECT_TRUE(meets({{{1, 1, 0}, {1, 1, 3}, {2, 1, 3}}}));
  EXPECT_FALSE(meets({{{1, 1, 0x1p-1074}, {1, 1, 3}, {2, 1, 3}}}));
  EXPECT_TRUE(meets({{{2, 2, 0}, {3, 3, 0}, {3, 4, 0}}}));
  EXPECT_FALSE(meets({{{2, 2 + 0x1p-51, 0}, {3, 3, 0}, {3, 4, 0}}}));
  EXPECT_TRUE(meets({{{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}}));
  EXPECT_TRUE(meets({{{1, 1, 1}, {1, 1, -1}, {1, 1, 0}}}));
  EXPECT_FALSE(meets({{{3, 3, 1}, {3, 3, -1}, {3, 3, 0}}}));
  EXPECT_TRUE(meets({{{-8, -8, 0}, {20, -8, 0}, {-8, 20, 0}}}));
}

TEST(KnownAnswers, AnEmptyBoxMeetsNothing) {
  AxisBox box;
  box.low = {1, 0, 0};
  box.high = {0, 1, 1};
  EXPECT_FALSE(triangle_meets_box({{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}}}, box));
}

}  // namespace
}  // namespace graze::oracle
