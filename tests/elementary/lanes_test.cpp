// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Filters may be unsure but never wrong: every certain verdict must be that of real arithmetic on the true
// points, though they only see rounded ones.
#include <gtest/gtest.h>

#include <cstdio>
#include <vector>

#include "elementary/approximate.h"
#include "elementary/blocks.h"
#include "elementary/edge_face.h"
#include "elementary/triangle_box.h"
#include "elementary/triangle_triangle.h"
#include "oracle/case_text.h"
#include "oracle/nudge.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using oracle::BoxCase;
using oracle::Bucket;
using oracle::Draw;
using oracle::PairCase;

/// Counts lanes that the filter left open.
class Unsure {
 public:
  void add(bool unsure) { tally_.add(unsure); }
  /// Rare where nothing is special, or the filter would be of no use. Elsewhere only reported.
  void expect_rare(Bucket bucket, const char* what, double limit = 1e-3) const {
    if (bucket == Bucket::random) {
      std::printf("unsure lanes, %s: %.2g\n", what, tally_.rate());
      EXPECT_LT(tally_.rate(), limit + 4 * std::sqrt(limit / tally_.cases()));  // few cases say little
    }
  }

 private:
  oracle::Tally tally_;
};

void expect_lane(const Verdicts& verdicts, int lane, bool truth, const std::string& text) {
  const auto bit = static_cast<std::uint8_t>(1 << lane);
  ASSERT_NE(verdicts.meet & verdicts.apart & bit, bit) << "both at once, lane " << lane << "\n" << text;
  ASSERT_TRUE(truth || (verdicts.meet & bit) == 0) << "says meet, lane " << lane << "\n" << text;
  ASSERT_TRUE(!truth || (verdicts.apart & bit) == 0) << "says apart, lane " << lane << "\n" << text;
}

/// exact/signs.h's bound in float, for points that are as far off as their rounding and what they came with.
TEST(LaneBound, IsWhatIsDerived) {
  constexpr double u = 0x1p-24;
  const auto bound = [](double reach, double point_error, double block_error) {
    return static_cast<double>(InBlock<3>::lane_bound(reach, point_error, block_error));
  };
  for (const double reach : {1.0, 3.0, 1e3, 1e6}) {
    for (const double error : {0.0, u, 1e-5}) {
      const double M = 2 * reach, needed = M * M * (48.1 * u * M + 36.1 * (u * reach + error));
      EXPECT_GE(bound(reach, error, 0), needed);
      EXPECT_GE(bound(reach, 0, error), needed);
      EXPECT_LE(bound(reach, error, error), 1.3 * needed);
    }
    EXPECT_EQ(bound(reach, 0, 0x1p-14 * reach), INFINITY);
  }
  EXPECT_EQ(bound(0x1p20, 0, 0), INFINITY);
  EXPECT_EQ(bound(1, 0, INFINITY), INFINITY);
  EXPECT_EQ(bound(std::nan(""), 0, 0), INFINITY);
}

TEST(LaneBound, NothingIsCertainWhereItIsInfinite) {
  Draw draw(87);
  const auto in_cube = [&](double size) {
    return Eigen::Vector3d(draw.uniform(-size, size), draw.uniform(-size, size), draw.uniform(-size, size));
  };
  for (const double size : {0x1p22, 1e10, 1e15, 1e30, 1e38, 1e100}) {
    for (int i = 0; i < 100; ++i) {
      const Triangle near = {in_cube(1), in_cube(1), in_cube(1)};
      const Triangle far = {in_cube(size), in_cube(size), Eigen::Vector3d(size, size, size)};
      const TriangleBlock block({&near, 1}, 0);
      EXPECT_EQ(triangle_against_8(far, 0, block).unsure(), 0xff) << size;
      EXPECT_EQ(edge_against_8({far[0], far[2]}, 0, block).unsure(), 0xff) << size;
    }
  }
}

/// One first triangle and up to eight second ones: a case's own, near relatives of it, and those of other
/// cases.
struct LaneCase {
  std::vector<PairCase> lanes;  ///< all with the same a
  Image<3> a;
  std::vector<Triangle> b;
  double b_error = 0;

  LaneCase(PairCase (*make)(Bucket, Draw&), Bucket bucket, Draw& draw) {
    const PairCase first = make(bucket, draw);
    const int count = draw.one_in(4) ? draw.small(1, block_lanes) : block_lanes;
    const bool relatives = bucket != Bucket::random && bucket != Bucket::posed_random && draw.coin();
    for (int i = 0; i < count; ++i) {
      PairCase lane = first;
      if (i > 0 && relatives) {
        oracle::nudge(lane.b[static_cast<std::size_t>(draw.small(0, 2))][draw.small(0, 2)], draw);
      } else if (i > 0) {
        lane = make(bucket, draw);
        lane.a = first.a;
        lane.X_a = first.X_a;
      }
      lanes.push_back(lane);
    }
    a = approximate(first.a, lanes[0].posed_a().X);
    for (const PairCase& lane : lanes) {
      const Image<3> image = approximate(lane.b, lane.posed_b().X);
      b.push_back(image.p);
      b_error = std::max(b_error, image.error);
    }
  }
  const PairCase& lane(int i) const { return lanes[std::min(static_cast<std::size_t>(i), lanes.size() - 1)]; }
  bool finite() const {
    bool all = std::isfinite(a.error) && std::isfinite(b_error);
    for (const Triangle& t : b) {
      all = all && t[0].allFinite() && t[1].allFinite() && t[2].allFinite();
    }
    return all;
  }
};

class Lanes : public oracle::BucketTest {};

// 22 buckets of 6000 blocks of about seven triangles.
TEST_P(Lanes, TriangleAgainst8) {
  Draw draw = this->draw(83);
  Unsure unsure;
  for (int i = oracle::scaled_count(6000); i > 0; --i) {
    const LaneCase c(oracle::pair_case, GetParam(), draw);
    if (!c.finite()) {
      continue;
    }
    const Verdicts verdicts = triangle_against_8(c.a.p, c.a.error, TriangleBlock(c.b, c.b_error));
    for (int lane = 0; lane < block_lanes; ++lane) {
      const PairCase& truth = c.lane(lane);
      ASSERT_NO_FATAL_FAILURE(expect_lane(
          verdicts, lane, oracle::triangles_meet(truth.posed_a(), truth.posed_b()), to_text(truth)));
      unsure.add((verdicts.unsure() >> lane) & 1);
    }
  }
  // Up to nine signs in float with one bound for the whole block: measured 4e-3. The double filter takes
  // those on.
  unsure.expect_rare(GetParam(), "triangles", 1e-2);
}

TEST_P(Lanes, EdgeAgainst8) {
  Draw draw = this->draw(82);
  Unsure unsure;
  for (int i = oracle::scaled_count(6000); i > 0; --i) {
    const LaneCase c(oracle::edge_case, GetParam(), draw);
    if (!c.finite()) {
      continue;
    }
    const Verdicts verdicts = edge_against_8({c.a.p[0], c.a.p[1]}, c.a.error, TriangleBlock(c.b, c.b_error));
    for (int lane = 0; lane < block_lanes; ++lane) {
      const PairCase& truth = c.lane(lane);
      ASSERT_NO_FATAL_FAILURE(expect_lane(
          verdicts, lane, oracle::edge_meets_face(truth.edge(0), truth.posed_b()), to_text(truth)));
      unsure.add((verdicts.unsure() >> lane) & 1);
    }
  }
  unsure.expect_rare(GetParam(), "edges");
}

TEST_P(Lanes, TriangleAgainst8Boxes) {
  Draw draw = this->draw(88);
  Unsure unsure;
  for (int i = oracle::scaled_count(6000); i > 0; --i) {
    const BoxCase first = oracle::box_case(GetParam(), draw);
    const Image<3> image = approximate(first.t, first.posed().X);
    std::array<AxisBox, block_lanes> boxes;
    BoxBlock block;
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      boxes[lane] = first.box;
      if (lane > 0 && draw.coin()) {
        boxes[lane] = oracle::box_case(GetParam(), draw).box;
      } else if (lane > 0 && !is_random()) {
        const int axis = draw.small(0, 2);
        oracle::nudge(draw.coin() ? boxes[lane].low[axis] : boxes[lane].high[axis],
                      draw);  // may become empty
      }
      for (int k = 0; k < 3; ++k) {
        block.low[k][lane] = boxes[lane].low[k];
        block.high[k][lane] = boxes[lane].high[k];
      }
    }
    const Verdicts verdicts = triangle_against_8_boxes(image.p, image.error, block);
    for (int lane = 0; lane < block_lanes; ++lane) {
      BoxCase truth = first;
      truth.box = boxes[static_cast<std::size_t>(lane)];
      ASSERT_NO_FATAL_FAILURE(
          expect_lane(verdicts, lane, oracle::triangle_meets_box(truth.posed(), truth.box), to_text(truth)));
      unsure.add((verdicts.unsure() >> lane) & 1);
    }
  }
  unsure.expect_rare(GetParam(), "boxes");
}

TEST_P(Lanes, ScalarFilters) {
  Draw draw = this->draw(81);
  Unsure unsure_pairs, unsure_edges, unsure_boxes;
  const auto expect = [](Verdict verdict, bool truth, const auto& c) {
    ASSERT_TRUE(verdict == Verdict::unsure || (verdict == Verdict::meet) == truth) << to_text(c);
  };
  for (int i = oracle::scaled_count(10000); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    const Image<3> a = approximate(c.a, c.posed_a().X);
    const Image<3> b = approximate(c.b, c.posed_b().X);
    const double error = std::max(a.error, b.error);
    const Verdict pair = triangles_meet_filter(a.p, b.p, error);
    const Verdict edge = edge_meets_face_filter({a.p[0], a.p[1]}, b.p, error);
    ASSERT_NO_FATAL_FAILURE(expect(pair, oracle::triangles_meet(c.posed_a(), c.posed_b()), c));
    ASSERT_NO_FATAL_FAILURE(expect(edge, oracle::edge_meets_face(c.edge(0), c.posed_b()), c));
    unsure_pairs.add(pair == Verdict::unsure);
    unsure_edges.add(edge == Verdict::unsure);

    const BoxCase d = oracle::box_case(GetParam(), draw);
    const Image<3> t = approximate(d.t, d.posed().X);
    const Verdict box = triangle_meets_box_filter(t.p, t.error, d.box);
    ASSERT_NO_FATAL_FAILURE(expect(box, oracle::triangle_meets_box(d.posed(), d.box), d));
    unsure_boxes.add(box == Verdict::unsure);
  }
  unsure_pairs.expect_rare(GetParam(), "one pair in double");
  unsure_edges.expect_rare(GetParam(), "one edge in double");
  unsure_boxes.expect_rare(GetParam(), "one box in double");
}

/// Cases without a pose, whose coordinates are known less well than they could be.
TEST_P(Lanes, NoVerdictGoesBeyondTheErrorOfItsInput) {
  Draw draw = this->draw(84);
  for (int i = oracle::scaled_count(8000); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    if (c.X_a || c.X_b || std::max(oracle::largest(c.a), oracle::largest(c.b)) > 1e300) {
      continue;
    }
    const bool truth = oracle::triangles_meet({c.a}, {c.b});
    const bool edge_truth = oracle::edge_meets_face(c.edge(0), {c.b});
    const double error = std::ldexp(std::max(oracle::largest(c.a), oracle::largest(c.b)), -draw.small(3, 42));
    const double a_error = draw.coin() ? error : 0;
    const double b_error = draw.coin() ? error : 0;
    const Triangle a = oracle::off_by(a_error, c.a, draw);
    const Triangle b = oracle::off_by(b_error, c.b, draw);

    const Verdict verdict = triangles_meet_filter(a, b, std::max(a_error, b_error));
    ASSERT_TRUE(verdict == Verdict::unsure || (verdict == Verdict::meet) == truth) << to_text(c);
    const Verdict edge_verdict = edge_meets_face_filter({a[0], a[1]}, b, std::max(a_error, b_error));
    ASSERT_TRUE(edge_verdict == Verdict::unsure || (edge_verdict == Verdict::meet) == edge_truth)
        << to_text(c);
    const TriangleBlock block({&b, 1}, b_error);
    const Verdicts verdicts = triangle_against_8(a, a_error, block);
    const Verdicts edge_verdicts = edge_against_8({a[0], a[1]}, a_error, block);
    for (int lane = 0; lane < block_lanes; ++lane) {
      ASSERT_NO_FATAL_FAILURE(expect_lane(verdicts, lane, truth, to_text(c)));
      ASSERT_NO_FATAL_FAILURE(expect_lane(edge_verdicts, lane, edge_truth, to_text(c)));
    }
  }
}

TEST_P(Lanes, NoBoxVerdictGoesBeyondTheErrorOfItsInput) {
  Draw draw = this->draw(85);
  for (int i = oracle::scaled_count(8000); i > 0; --i) {
    const BoxCase c = oracle::box_case(GetParam(), draw);
    if (c.X || oracle::largest(c.t) > 1e300) {
      continue;
    }
    const bool truth = oracle::triangle_meets_box({c.t}, c.box);
    const double error = std::ldexp(oracle::largest(c.t), -draw.small(3, 42));
    BoxBlock block;
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      for (int k = 0; k < 3; ++k) {
        block.low[k][lane] = c.box.low[k];
        block.high[k][lane] = c.box.high[k];
      }
    }
    const Triangle t = oracle::off_by(error, c.t, draw);
    const Verdict verdict = triangle_meets_box_filter(t, error, c.box);
    ASSERT_TRUE(verdict == Verdict::unsure || (verdict == Verdict::meet) == truth) << to_text(c);
    const Verdicts verdicts = triangle_against_8_boxes(t, error, block);
    for (int lane = 0; lane < block_lanes; ++lane) {
      ASSERT_NO_FATAL_FAILURE(expect_lane(verdicts, lane, truth, to_text(c)));
    }
  }
}

/// A box that has the point as its corner, or within one of its edges or faces, and is else beyond it in the direction n.
AxisBox box_beyond(const Eigen::Vector3d& p, const Eigen::Vector3d& n, int free_axis) {
  AxisBox box = {p, p};
  for (int k = 0; k < 3; ++k) {
    if (n[k] >= 0 || k == free_axis) box.high[k] += 1;
    if (n[k] < 0 || k == free_axis) box.low[k] -= 1;
  }
  return box;
}

/// Boxes with a corner in a triangle, or an edge across one of its edges, but for roundings to all the bits of a double.
TEST(LanesNearTouching, BoxesBesideATriangle) {
  Draw draw(86);
  const auto in_cube = [&] {
    return Eigen::Vector3d(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1));
  };
  oracle::Tally meeting;
  for (int i = oracle::scaled_count(20000); i > 0; --i) {
    BoxCase c;
    c.t = {in_cube(), in_cube(), in_cube()};
    const Eigen::Vector3d ab = c.t[1] - c.t[0], ac = c.t[2] - c.t[0];
    const double s = draw.uniform(0, 1);
    if (draw.coin()) {
      c.box = box_beyond(c.t[0] + s * ab + draw.uniform(0, 1 - s) * ac, ab.cross(ac), -1);
    } else {
      const int axis = draw.small(0, 2);
      const Eigen::Vector3d along = Eigen::Vector3d::Unit(axis);
      Eigen::Vector3d outward = ab.cross(along);
      if (outward.dot(ac) > 0) outward = -outward;
      c.box = box_beyond(c.t[0] + s * ab, outward, axis);
    }
    const bool truth = oracle::triangle_meets_box(c.posed(), c.box);
    meeting.add(truth);
    ASSERT_EQ(triangle_meets_box(c.posed(), c.box), truth) << to_text(c);
    BoxBlock block;
    for (int k = 0; k < 3; ++k) {
      std::fill_n(block.low[k], block_lanes, c.box.low[k]);
      std::fill_n(block.high[k], block_lanes, c.box.high[k]);
    }
    const Verdicts verdicts = triangle_against_8_boxes(c.t, 0, block);
    for (int lane = 0; lane < block_lanes; ++lane) {
      ASSERT_NO_FATAL_FAILURE(expect_lane(verdicts, lane, truth, to_text(c)));
    }
  }
  meeting.expect_representative(Bucket::random);
}

INSTANTIATE_TEST_SUITE_P(Elementary, Lanes, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

}  // namespace
}  // namespace graze
