// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "exact/predicates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "oracle/case_text.h"
#include "oracle/nudge.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze::exact {
namespace {

using oracle::Bucket;
using oracle::PairCase;

// 20 buckets of 50000 cases and two of 100000: above a million for each predicate.
class Predicates : public oracle::BucketTest {
 protected:
  int cases() const { return oracle::scaled_count(is_random() ? 100000 : 50000); }

  /// N of the six points, in any order; now and then the same one twice.
  template <std::size_t N>
  static std::array<Point, N> some_points(const PairCase& c, oracle::Draw& draw) {
    std::array<std::size_t, 6> order{0, 1, 2, 3, 4, 5};
    for (std::size_t i = 0; i < N; ++i) {
      std::swap(order[i], order[static_cast<std::size_t>(draw.integer(static_cast<std::int64_t>(i), 5))]);
    }
    if (draw.one_in(50)) {
      order[1] = order[0];
    }
    std::array<Point, N> points;
    for (std::size_t i = 0; i < N; ++i) {
      points[i] = c.point(order[i]);
    }
    return points;
  }

  template <std::size_t N>
  static std::string text(const PairCase& c, const std::array<Point, N>& points) {
    std::string lines = to_text(c);
    lines += "# of the points";
    for (const Point& q : points) {
      for (std::size_t i = 0; i < 6; ++i) {
        if (c.point(i).p == q.p && c.point(i).X == q.X) {
          lines += ' ';
          lines += static_cast<char>('0' + i);
          break;
        }
      }
    }
    lines += '\n';
    return lines;
  }
};

TEST_P(Predicates, Orient3d) {
  oracle::Draw draw = this->draw(3);
  oracle::Tally positive;
  for (int i = cases(); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    // Mostly the plane of one triangle and a point of the other, as the tests of triangles ask.
    auto p = some_points<4>(c, draw);
    if (!draw.one_in(4)) {
      p = {c.point(0), c.point(1), c.point(2), c.point(3 + static_cast<std::size_t>(draw.small(0, 2)))};
    }
    const int expected = oracle::orient3d(p[0], p[1], p[2], p[3]);
    ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), expected) << text(c, p);
    positive.add(expected > 0);
    ASSERT_EQ(orient3d(p[1], p[0], p[2], p[3]), -expected) << text(c, p);
    ASSERT_EQ(orient3d(p[1], p[2], p[0], p[3]), expected) << text(c, p);
    ASSERT_EQ(orient3d(p[0], p[1], p[3], p[2]), -expected) << text(c, p);
  }
  positive.expect_representative(GetParam());
}

TEST_P(Predicates, Orient2d) {
  oracle::Draw draw = this->draw(2);
  oracle::Tally positive;
  for (int i = cases(); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    const auto p = some_points<3>(c, draw);
    const int axis = draw.small(0, 2);
    const int expected = oracle::orient2d(p[0], p[1], p[2], axis);
    ASSERT_EQ(orient2d(p[0], p[1], p[2], axis), expected) << text(c, p) << "axis " << axis;
    positive.add(expected > 0);
    ASSERT_EQ(orient2d(p[1], p[0], p[2], axis), -expected) << text(c, p) << "axis " << axis;
    ASSERT_EQ(orient2d(p[2], p[0], p[1], axis), expected) << text(c, p) << "axis " << axis;
  }
  positive.expect_representative(GetParam());
}

TEST_P(Predicates, Compare) {
  oracle::Draw draw = this->draw(1);
  oracle::Tally positive;
  for (int i = cases(); i > 0; --i) {
    const PairCase c = oracle::pair_case(GetParam(), draw);
    const auto p = some_points<2>(c, draw);
    const int axis = draw.small(0, 2);
    const int expected = oracle::compare(p[0], p[1], axis);
    ASSERT_EQ(compare(p[0], p[1], axis), expected) << text(c, p) << "axis " << axis;
    positive.add(expected > 0);
    ASSERT_EQ(compare(p[1], p[0], axis), -expected) << text(c, p) << "axis " << axis;
  }
  positive.expect_representative(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Exact, Predicates, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

/// A sign that is 0 must stay 0, and a nudge by one ulp must show; the buckets reach this only by chance.
TEST(PredicatesAtZero, OneUlpOffAPlaneShows) {
  oracle::Draw draw(7);
  for (int i = 0; i < 10000; ++i) {
    // Four points of the plane z = x + y, then one of them raised.
    std::array<Point, 4> p;
    for (Point& q : p) {
      const double x = draw.integer(-(1 << 26), 1 << 26);
      const double y = draw.integer(-(1 << 26), 1 << 26);
      q.p = {x, y, x + y};
    }
    ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), 0);
    const int turn = orient2d(p[0], p[1], p[2], 2);
    p[3].p[2] = std::nextafter(p[3].p[2], INFINITY);
    ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), turn);
    p[3].p[2] = std::nextafter(std::nextafter(p[3].p[2], -INFINITY), -INFINITY);
    ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), -turn);
  }
}

/// Points of a line and of a plane, rounded to all the bits of a double: plain arithmetic would often be wrong.
TEST(PredicatesAtZero, RoundingsOffALineAndAPlaneShow) {
  oracle::Draw draw(8);
  const auto in_cube = [&] {
    return Eigen::Vector3d(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1));
  };
  int wrong_plainly = 0, cases = oracle::scaled_count(20000);
  for (int i = 0; i < cases; ++i) {
    const Eigen::Vector3d a = in_cube(), b = in_cube(), c = in_cube();
    const double s = draw.uniform(-1, 2), t = draw.uniform(-1, 2);
    const Eigen::Vector3d on_line = a + s * (b - a), on_plane = on_line + t * (c - a);
    for (int axis = 0; axis < 3; ++axis) {
      const int expected = oracle::orient2d({a}, {b}, {on_line}, axis);
      ASSERT_EQ(orient2d({a}, {b}, {on_line}, axis), expected);
      const double plain = (b - a).cross(on_line - a)[axis];
      wrong_plainly += (plain > 0) - (plain < 0) != expected;
    }
    ASSERT_EQ(orient3d({a}, {b}, {c}, {on_plane}), oracle::orient3d({a}, {b}, {c}, {on_plane}));
  }
  EXPECT_GT(wrong_plainly, cases / 20);
}

TEST(PredicatesAtZero, TheLeastDoubleIsNotZero) {
  constexpr double least = 0x1p-1074;
  const Point o{{0, 0, 0}};
  EXPECT_EQ(compare({{least, 0, 0}}, o, 0), 1);
  EXPECT_EQ(compare({{-least, 0, 0}}, o, 0), -1);
  EXPECT_EQ(orient2d(o, {{least, 0, 0}}, {{0, least, 0}}, 2), 1);
  EXPECT_EQ(orient3d(o, {{least, 0, 0}}, {{0, least, 0}}, {{0, 0, -least}}), -1);
}

TEST(PredicatesAtInfinity, TheGreatestDoublesDoNotOverflow) {
  constexpr double greatest = std::numeric_limits<double>::max();
  const Point low{{-greatest, -greatest, -greatest}};
  const Point x{{greatest, -greatest, -greatest}};
  const Point y{{-greatest, greatest, -greatest}};
  const Point z{{-greatest, -greatest, greatest}};
  EXPECT_EQ(compare(x, low, 0), 1);
  EXPECT_EQ(orient2d(low, x, y, 2), 1);
  EXPECT_EQ(orient3d(low, x, y, z), 1);
  EXPECT_EQ(orient3d(low, y, x, z), -1);
  EXPECT_EQ(orient3d(low, y, y, z), 0);
}

/// Differences overflow, and the determinant in double is infinite with the wrong sign: no bound may let it
/// pass.
TEST(PredicatesAtInfinity, AnInfiniteDeterminantIsNoSign) {
  constexpr double greatest = std::numeric_limits<double>::max();
  const Point a{{-greatest, 0, 0}};
  const Point b{{greatest, -1, 0}};
  const Point c{{0, -1e-300, 1e-300}};
  const Point d{{-greatest, 1, 1}};
  EXPECT_EQ(orient2d(a, b, c, 2), 1);
  EXPECT_EQ(orient2d(a, c, b, 2), -1);
  EXPECT_EQ(orient3d(a, b, c, d), 1);
  EXPECT_EQ(orient3d(a, c, b, d), -1);
}

}  // namespace
}  // namespace graze::exact
