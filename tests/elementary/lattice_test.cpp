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

TEST(LatticeUnits, AreTheLargestPowersOfTwoThatDivideAll) {
  const auto units = [](std::initializer_list<Vector3d> points) {
    return Vector3d(lattice_units(std::vector<Vector3d>(points)));
  };
  EXPECT_EQ(units({{1, 2, 4}}), Vector3d(1, 2, 4));
  EXPECT_EQ(units({{8, 0.5, -24}, {4, 0, 0}}), Vector3d(4, 0.5, 8));
  EXPECT_EQ(units({{0.75, 3, 0}, {0, 0, 5}}), Vector3d(0.25, 1, 1));
  EXPECT_EQ(units({{0.3, 0.7, 0.1}}), Vector3d(0x1p-54, 0x1p-52, 0x1p-55));
  EXPECT_EQ(units({{1, 1, 1}, {0x1p-99, 0x1p-100, -0x1p-200}}), Vector3d(0x1p-99, 0, 0)) << "too many bits";
  EXPECT_EQ(units({{0, 1, 1}})[0], INFINITY);
  EXPECT_EQ(units({})[0], INFINITY);
  EXPECT_EQ(units({{0x1p-1074, 0x1p1000, 0x1p-1030}}), Vector3d(0, 0, 0)) << "cubes leave the range";
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
  const auto offset = [&]() -> Vector3d {
    return far * unit * Vector3d(draw.small(-9, 9), draw.small(-9, 9), draw.small(-9, 9));
  };
  const Vector3d t_a = offset(), moved = offset();
  Vector3d t_b = t_a + unit * Vector3d(draw.small(-1, 1), 0, 0);
  if (draw.one_in(3)) t_b[draw.small(0, 2)] += 1e-6 * unit;  // many bits along one axis
  c.X_a = Pose(Eigen::Matrix3d::Identity(), t_a);
  c.X_b = Pose(Eigen::Matrix3d::Identity(), t_b + moved);
  for (Vector3d& p : c.b) p -= moved;
  return c;
}

Eigen::Array3d units_of(const PairCase& c) {
  std::vector<Vector3d> points(c.a.begin(), c.a.end());
  points.insert(points.end(), c.b.begin(), c.b.end());
  return lattice_units(points);
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
    const Lattice lattice(units_of(c), reach_of(c), c.X_a->t, c.X_b->t);
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
  const Eigen::Array3d units(1, 1, 1);
  EXPECT_EQ(Lattice(units, 65536, {0, 0, 0}, {0, 0, 0}).small_triangles_meet(a, b), Verdict::meet);
  const Triangle larger = {Vector3d(0, 0, 0), Vector3d(65537, 0, 0), Vector3d(0, 65536, 0)};
  const Lattice lattice(units, 65537, {0, 0, 0}, {0, 0, 0});
  EXPECT_EQ(lattice.small_triangles_meet(larger, b), Verdict::unsure);
  EXPECT_EQ(lattice.triangles_meet(larger, b), Verdict::meet);
  EXPECT_EQ(Lattice().triangles_meet(a, b), Verdict::unsure);
}

// A coordinate that is denormal beside large ones: the triangles are 5e-324·√3 apart.
TEST(Lattice, NoCoordinateIsLost) {
  for (const auto& [K, d] :
       {std::pair(0x1p20, 5e-324), std::pair(0x1p60, 0x1p-1060), std::pair(0x1p300, 0x1p-800)}) {
    PairCase c;
    c.a = {Vector3d(d, d, d), Vector3d(K, K, K), Vector3d(K, K, 0)};
    c.b = {Vector3d(K, 0, -K), Vector3d(-K, K, 0), Vector3d(0, -K, K)};
    const Lattice lattice(units_of(c), K, {0, 0, 0}, {0, 0, 0});
    EXPECT_NE(lattice.small_triangles_meet(c.a, c.b), Verdict::meet);
    EXPECT_NE(lattice.triangles_meet(c.a, c.b), Verdict::meet);
    EXPECT_FALSE(oracle::triangles_meet(c.posed_a(), c.posed_b()));
  }
}

}  // namespace
}  // namespace graze
