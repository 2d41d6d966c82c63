// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "elementary/lattice.h"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle/case_text.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using oracle::Draw;
using oracle::PairCase;

TEST(LatticeUnit, IsTheLargestPowerOfTwoThatDividesAll) {
  const auto unit = [](std::initializer_list<Vector3d> points) {
    return lattice_unit(std::vector<Vector3d>(points));
  };
  EXPECT_EQ(unit({{1, 2, 4}}), 1);
  EXPECT_EQ(unit({{8, 0, -24}}), 8);
  EXPECT_EQ(unit({{0.75, 3, 0}, {0, 0, 5}}), 0.25);
  EXPECT_EQ(unit({{0.3, 0.7, 0.1}}), 0x1p-55);
  EXPECT_EQ(unit({{1, 0x1p-58, 0}}), 0x1p-58);
  EXPECT_EQ(unit({{1, 0x1p-59, 0}}), 0) << "more bits than integers of 64 bits have room for";
  EXPECT_EQ(unit({{0, 0, 0}}), 0);
  EXPECT_EQ(unit({}), 0);
  EXPECT_EQ(unit({{0x1p-1074, 0, 0}}), 0);
  EXPECT_EQ(unit({{0x1p1000, 0, 0}}), 0);
}

/// A point with coordinates of 0 … most units.
Vector3d point(Draw& draw, int most, double unit) {
  return unit * Vector3d(draw.small(0, most), draw.small(0, most), draw.small(0, most));
}

/// Two triangles on a lattice so coarse that most of them touch, or one of fine steps; degenerate ones among them.
PairCase lattice_pair(Draw& draw, int most, double unit, double far) {
  PairCase c;
  for (Vector3d& p : c.a) p = point(draw, most, unit);
  for (Vector3d& p : c.b) p = point(draw, most, unit);
  if (draw.coin()) {  // in a common plane across an axis
    const int axis = draw.small(0, 2);
    for (Vector3d& p : c.a) p[axis] = unit;
    for (Vector3d& p : c.b) p[axis] = unit;
  }
  const auto offset = [&] { return far * unit * Vector3d(draw.small(-9, 9), draw.small(-9, 9), draw.small(-9, 9)); };
  const Vector3d t_a = offset(), t_b = t_a + unit * Vector3d(draw.small(-1, 1), 0, 0), moved = offset();
  c.X_a = Pose(Eigen::Matrix3d::Identity(), t_a);
  c.X_b = Pose(Eigen::Matrix3d::Identity(), t_b + moved);
  for (Vector3d& p : c.b) p -= moved;
  return c;
}

double unit_of(const PairCase& c) {
  std::vector<Vector3d> points(c.a.begin(), c.a.end());
  points.insert(points.end(), c.b.begin(), c.b.end());
  return lattice_unit(points);
}

double reach_of(const PairCase& c) {
  double reach = 0;
  for (int i = 0; i < 3; ++i)
    reach = std::max({reach, c.a[i].lpNorm<Eigen::Infinity>(), c.b[i].lpNorm<Eigen::Infinity>()});
  return reach;
}

TEST(Lattice, IsTheAnswerOfRealArithmetic) {
  Draw draw(71);
  oracle::Tally meeting;
  int by_doubles = 0, by_integers = 0;
  for (int i = oracle::scaled_count(60000); i > 0; --i) {
    const int most = draw.pick(std::array{2, 3, 5, 40, 65536, 2000000000});
    const double unit = std::ldexp(1.0, draw.pick(std::array{-299, -54, -3, 0, 7, 260}));
    const PairCase c = lattice_pair(draw, most, unit, draw.pick(std::array{0.0, 1.0, 1e6, 1e14}));
    const Lattice lattice(unit_of(c), reach_of(c), c.X_a->t, c.X_b->t);
    const bool expected = oracle::triangles_meet(c.posed_a(), c.posed_b());
    const Verdict small = lattice.small_triangles_meet(c.a, c.b), any = lattice.triangles_meet(c.a, c.b);
    const Verdict wrong = expected ? Verdict::apart : Verdict::meet;
    ASSERT_NE(small, wrong) << to_text(c);
    ASSERT_NE(any, wrong) << to_text(c);
    by_doubles += small != Verdict::unsure;
    by_integers += any != Verdict::unsure;
    meeting.add(expected);
  }
  EXPECT_GT(meeting.rate(), 0.3);
  EXPECT_LT(meeting.rate(), 0.7);
  EXPECT_GT(by_doubles, 0.4 * meeting.cases());
  EXPECT_GT(by_integers, 0.9 * meeting.cases());
}

// One step further, and a sum of products is no longer exact.
TEST(Lattice, LargeTrianglesAreLeftToIntegers) {
  const Triangle a = {Vector3d(0, 0, 0), Vector3d(65536, 0, 0), Vector3d(0, 65536, 0)};
  const Triangle b = {Vector3d(1, 1, -1), Vector3d(1, 1, 1), Vector3d(2, 2, 0)};
  EXPECT_EQ(Lattice(1, 65536, {0, 0, 0}, {0, 0, 0}).small_triangles_meet(a, b), Verdict::meet);
  const Triangle larger = {Vector3d(0, 0, 0), Vector3d(65537, 0, 0), Vector3d(0, 65536, 0)};
  const Lattice lattice(1, 65537, {0, 0, 0}, {0, 0, 0});
  EXPECT_EQ(lattice.small_triangles_meet(larger, b), Verdict::unsure);
  EXPECT_EQ(lattice.triangles_meet(larger, b), Verdict::meet);
  EXPECT_EQ(Lattice().triangles_meet(a, b), Verdict::unsure);
}

}  // namespace
}  // namespace graze
