// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "elementary/lattice.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>

#include "elementary/lattice_block.h"
#include "math/instruction_sets.h"
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

/// Where two bodies are; points of the second are moved back by `moved`, so that the bodies stay close.
struct Translations {
  Vector3d a, b, moved;

  Translations(Draw& draw, double unit, double far) {
    const auto offset = [&]() -> Vector3d {
      return far * unit * Vector3d(draw.small(-9, 9), draw.small(-9, 9), draw.small(-9, 9));
    };
    a = offset();
    moved = offset();
    b = a + unit * Vector3d(draw.small(-1, 1), 0, 0);
    if (draw.one_in(3)) b[draw.small(0, 2)] += 1e-6 * unit;  // many bits along one axis
  }
};

/// Two triangles on a lattice so coarse that most of them touch, or one of fine steps; degenerate ones among them.
PairCase lattice_pair(Draw& draw, int most, double unit, const Translations& t) {
  PairCase c;
  for (Vector3d& p : c.a) p = point(draw, most, unit);
  for (Vector3d& p : c.b) p = point(draw, most, unit);
  if (draw.coin()) {  // in a common plane across an axis
    const int axis = draw.small(0, 2);
    for (Vector3d& p : c.a) p[axis] = unit;
    for (Vector3d& p : c.b) p[axis] = unit;
  }
  c.X_a = Pose(Eigen::Matrix3d::Identity(), t.a);
  c.X_b = Pose(Eigen::Matrix3d::Identity(), t.b + t.moved);
  for (Vector3d& p : c.b) p -= t.moved;
  return c;
}

std::vector<Vector3d> points_of(const PairCase& c) {
  std::vector<Vector3d> points(c.a.begin(), c.a.end());
  points.insert(points.end(), c.b.begin(), c.b.end());
  return points;
}
Eigen::Array3d units_of(const PairCase& c) {
  return lattice_units(points_of(c));
}

double reach_of(const PairCase& c) {
  double reach = 0;
  for (const Vector3d& p : points_of(c)) reach = std::max(reach, p.lpNorm<Eigen::Infinity>());
  return reach;
}

TEST(Lattice, IsTheAnswerOfRealArithmetic) {
  Draw draw(71);
  oracle::Tally meeting;
  int by_doubles = 0, by_integers = 0;
  for (int i = oracle::scaled_count(60000); i > 0; --i) {
    const int most = draw.pick(std::array{2, 3, 5, 40, 65536, 2000000000});
    const double unit = std::ldexp(1.0, draw.pick(std::array{-299, -54, -3, 0, 7, 260}));
    const Translations moved(draw, unit, draw.pick(std::array{0.0, 1.0, 1e6, 1e14}));
    const PairCase c = lattice_pair(draw, most, unit, moved);
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

LatticeBlock block_of(const std::array<Triangle, 8>& triangles) {
  LatticeBlock block;
  for (int i = 0; i < 8; ++i) block.set(i, triangles[i]);
  return block;
}

/// One triangle against eight: pairs with equal poses, each of which is known to meet or not.
struct EightPairs {
  std::array<PairCase, 8> cases;
  std::array<bool, 8> meet{};
  Lattice lattice;

  EightPairs(Draw& draw, int most, double unit, double far) : of_a_(draw.coin()) {
    const Translations moved(draw, unit, far);
    Eigen::Array3d units = Eigen::Array3d::Constant(INFINITY);
    double reach = 0;
    for (int i = 0; i < 8; ++i) {
      PairCase& c = cases[i];
      c = lattice_pair(draw, most, unit, moved);
      if (of_a_) c.b = cases[0].b;
      if (!of_a_) c.a = cases[0].a;
      meet[i] = oracle::triangles_meet(c.posed_a(), c.posed_b());
      units = units.min(units_of(c));
      reach = std::max(reach, reach_of(c));
    }
    lattice = Lattice(units, reach, cases[0].X_a->t, cases[0].X_b->t);
  }

  Verdicts verdicts(unsigned lanes) const {
    std::array<Triangle, 8> block;
    for (int i = 0; i < 8; ++i) block[i] = of_a_ ? cases[i].a : cases[i].b;
    return lattice_triangle_against_8(lattice, of_a_ ? cases[0].b : cases[0].a,
                                      of_a_ ? lattice.shift_to_a() : lattice.shift_to_b(), block_of(block),
                                      lanes);
  }

 private:
  bool of_a_;  // the eight are triangles of a
};

/// How many of the lanes are certain, none of which may be wrong, on every instruction set.
int certain_lanes(const EightPairs& pairs, unsigned lanes) {
  int certain = 0;
  for_each_instruction_set([&](const char* target) {
    const Verdicts verdicts = pairs.verdicts(lanes);
    certain = 0;
    for (int i = 0; i < 8; ++i) {
      if ((lanes >> i & 1) == 0) continue;
      const bool meet = (verdicts.meet >> i & 1) != 0, apart = (verdicts.apart >> i & 1) != 0;
      EXPECT_FALSE(pairs.meet[i] ? apart : meet) << target << '\n' << to_text(pairs.cases[i]);
      certain += meet || apart;
    }
  });
  return certain;
}

TEST(LatticeBlock, IsTheAnswerOfRealArithmetic) {
  Draw draw(72);
  oracle::Tally meeting;
  int certain = 0, asked = 0;
  for (int i = oracle::scaled_count(20000); i > 0 && !HasFailure(); --i) {
    const int most = draw.pick(std::array{2, 3, 5, 40, 20000, 65536, 2000000000});
    const double unit = std::ldexp(1.0, draw.pick(std::array{-240, -54, -3, 0, 7, 260}));
    const EightPairs pairs(draw, most, unit, draw.pick(std::array{0.0, 1.0, 1e6, 1e14}));
    const unsigned lanes = draw.coin() ? 255 : draw.small(0, 255);
    certain += certain_lanes(pairs, lanes);
    asked += std::popcount(lanes);
    for (const bool meet : pairs.meet) meeting.add(meet);
  }
  EXPECT_GT(meeting.rate(), 0.2);
  EXPECT_LT(meeting.rate(), 0.8);
  EXPECT_GT(certain, 0.7 * asked);
}

TEST(LatticeBlock, CoordinatesThatAreNoMultiplesOfEachOther) {
  Draw draw(73);
  int certain = 0, asked = 0;
  for (int i = oracle::scaled_count(20000); i > 0 && !HasFailure(); --i) {
    const double unit = draw.pick(std::array{0.1, 0.3, 1e-7, 1.0 / 3});
    const EightPairs pairs(draw, draw.pick(std::array{2, 3, 5, 40}), unit,
                           draw.pick(std::array{0.0, 0.0, 1.0, 1e6}));
    certain += certain_lanes(pairs, 255);
    asked += 8;
  }
  EXPECT_GT(certain, 0.4 * asked);
}

/// A square of two triangles across `axis` at `height`, from (x, y) to (x, y) + size.
std::array<Triangle, 2> square(int axis, double height, double x, double y, double size) {
  const auto point = [&](double p, double q) {
    Vector3d v;
    v[axis] = height;
    v[(axis + 1) % 3] = p;
    v[(axis + 2) % 3] = q;
    return v;
  };
  const Vector3d a = point(x, y), b = point(x + size, y), c = point(x + size, y + size),
                 d = point(x, y + size);
  return {Triangle{a, b, c}, Triangle{a, c, d}};
}

// Faces of boxes are decided in lanes, whatever the digits of their coordinates.
TEST(LatticeBlock, AxisParallelFacesAreCertain) {
  Draw draw(74);
  int certain = 0, asked = 0, meeting = 0;
  for (int i = oracle::scaled_count(20000); i > 0 && !HasFailure(); --i) {
    const auto any = [&] {
      const auto s = square(draw.small(0, 2), 0.1 * draw.small(0, 3), 0.1 * draw.small(0, 3),
                            0.1 * draw.small(0, 3), 0.1 * draw.small(1, 3));
      return s[draw.small(0, 1)];
    };
    PairCase c;
    c.a = any();
    c.X_a = Pose();
    c.X_b = Pose(Eigen::Matrix3d::Identity(), 0.1 * Vector3d(draw.small(-1, 1), draw.small(-1, 1), 0));
    std::array<Triangle, 8> block;
    std::vector<Vector3d> points(c.a.begin(), c.a.end());
    for (Triangle& t : block) {
      t = any();
      points.insert(points.end(), t.begin(), t.end());
    }
    const Lattice lattice(lattice_units(points), 1, c.X_a->t, c.X_b->t);
    const Verdicts verdicts =
        lattice_triangle_against_8(lattice, c.a, lattice.shift_to_b(), block_of(block), 255);
    for (int k = 0; k < 8; ++k) {
      c.b = block[k];
      const bool meet = oracle::triangles_meet(c.posed_a(), c.posed_b());
      ASSERT_FALSE((verdicts.apart >> k & 1) != 0 && meet) << to_text(c);
      ASSERT_FALSE((verdicts.meet >> k & 1) != 0 && !meet) << to_text(c);
      meeting += meet;
    }
    certain += std::popcount(static_cast<unsigned>(verdicts.meet | verdicts.apart));
    asked += 8;
  }
  EXPECT_GT(certain, 0.9 * asked);
  EXPECT_GT(meeting, 0.05 * asked);
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
