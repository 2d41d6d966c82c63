// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Posed points as integers: along each axis, every coordinate times one power of two common to all points.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <climits>
#include <type_traits>

#include "exact/integer.h"
#include "exact/predicates.h"
#include "math/slack.h"

namespace graze::exact {

/// ±m·2^e with m odd, or m = 0.
struct Dyadic {
  std::uint64_t m = 0;
  int e = 0;
  bool negative = false;

  Dyadic() = default;
  explicit Dyadic(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto exponent = static_cast<int>((bits >> 52) & 0x7ff);
    m = bits & 0xfffffffffffffULL;
    if (exponent != 0) m |= 0x10000000000000ULL;
    if (m == 0) return;
    const int zeros = std::countr_zero(m);
    m >>= zeros;
    e = std::max(exponent, 1) - 1075 + zeros;
    negative = (bits >> 63) != 0;
  }
};

/// A summand of a posed coordinate: a product of two doubles, or a double.
struct Term {
  Uint128 m = 0;
  int e = 0;
  bool negative = false;
};

/// The summands of coordinate `axis` of a point.
class Terms {
 public:
  Terms() = default;
  Terms(const Point& point, int axis) {
    if (point.X == nullptr) {
      push(point.p[axis]);
      return;
    }
    for (int j = 0; j < 3; ++j) {
      if (point.X->R(axis, j) != 0 && point.p[j] != 0) push(Dyadic(point.X->R(axis, j)), Dyadic(point.p[j]));
    }
    push(point.X->t[axis]);
  }
  const Term* begin() const { return terms_.data(); }
  const Term* end() const { return terms_.data() + size_; }

 private:
  void push(const Dyadic& x, const Dyadic& y) {
    terms_[size_++] = {static_cast<Uint128>(x.m) * y.m, x.e + y.e, x.negative != y.negative};
  }
  void push(double x) {
    const Dyadic d(x);
    if (d.m != 0) terms_[size_++] = {d.m, d.e, d.negative};
  }
  std::array<Term, 4> terms_;
  int size_ = 0;
};

// Limbs that hold every coordinate, whatever the doubles.
//
// Under one pose, a summand is at most 2^106·2^(2·971) and at least 2^(2·-1074): 4196 bits, two more for the sum of four, one
// limb of room for the shift.
//
// Under n poses, a coordinate is a multiple of 2^(-1074·(n + 1)). The point and all translations but the last are turned by
// rotations, whose products have rows that sum to at most row_sum (math/slack.h); so it is less than 2^1024·(1 + 1.75·n). With
// n = 17 that is 2^1024·31, and these are 20,356 bits, six more for the bound, and two limbs of room for the shift.
inline constexpr int limbs_of_coordinate = 68;
inline constexpr int limbs_of_chained_coordinate = 322;
static_assert(64 * (limbs_of_chained_coordinate - 2) >= 1074 * (most_poses + 1) + 1024 + 6);

/// A point under any number of poses: each coordinate is an integer times 2^e.
template <int Limbs>
struct ChainedPoint {
  using Coordinates = std::array<Integer<Limbs>, 3>;
  Coordinates x;
  int e = 0;

  explicit ChainedPoint(const Point& point) : ChainedPoint(point, lowest_exponent(point.p)) {}

  /// Every coordinate of point.p is a multiple of 2^start. Points with the same start and poses have the same e.
  ChainedPoint(const Point& point, int start) : e(start) {
    for (int i = 0; i < 3; ++i) {
      const Dyadic p(point.p[i]);
      if (p.m != 0) x[i].add(p.m, p.negative, p.e - e);
    }
    if (point.X != nullptr) map(*point.X);
    for (const PoseChain* outer = point.outer; outer != nullptr; outer = outer->outer) map(*outer->X);
  }

 private:
  static int lowest_exponent(const Eigen::Vector3d& p) {
    const int e = lowest(std::array{Dyadic(p[0]), Dyadic(p[1]), Dyadic(p[2])}, INT_MAX);
    return e == INT_MAX ? 0 : e;
  }

  template <std::size_t N>
  static int lowest(const std::array<Dyadic, N>& numbers, int e) {
    for (const Dyadic& number : numbers) {
      if (number.m != 0) e = std::min(e, number.e);
    }
    return e;
  }

  void map(const Pose& X) {
    std::array<std::array<Dyadic, 3>, 3> R;
    std::array<Dyadic, 3> t = {Dyadic(X.t[0]), Dyadic(X.t[1]), Dyadic(X.t[2])};
    int lowest_R = INT_MAX;
    for (int i = 0; i < 3; ++i) {
      R[i] = {Dyadic(X.R(i, 0)), Dyadic(X.R(i, 1)), Dyadic(X.R(i, 2))};
      lowest_R = lowest(R[i], lowest_R);
    }
    const int next = lowest(t, e + lowest_R);
    Coordinates image;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        if (R[i][j].m != 0) image[i].add(x[j].times(R[i][j].m, R[i][j].negative, e + R[i][j].e - next));
      }
      if (t[i].m != 0) image[i].add(t[i].m, t[i].negative, t[i].e - next);
    }
    x = image;
    e = next;
  }
};

/// N points, with coordinates of up to so many limbs. Points under several poses need those of a chained coordinate.
template <int N, int Limbs = limbs_of_coordinate>
class FixedPoints {
 public:
  explicit FixedPoints(const std::array<Point, N>& points) {
    if constexpr (Limbs == limbs_of_coordinate) {
      take_posed(points);
    } else {
      take_chained(points);
    }
  }

  // The numbers whose signs are asked for, times a power of two of the axes involved: the ratio of two
  // volumes among these points, of two areas along one axis or of two differences along one axis is the true
  // one.

  /// (b-a)×(c-a)·(d-a).
  auto volume(int a, int b, int c, int d) const {
    const auto ab = minus(b, a), ac = minus(c, a), ad = minus(d, a);
    const auto x = ab[1] * ac[2] - ab[2] * ac[1];
    const auto y = ab[2] * ac[0] - ab[0] * ac[2];
    const auto z = ab[0] * ac[1] - ab[1] * ac[0];
    const auto sum = x * ad[0] + y * ad[1];
    return sum + std::decay_t<decltype(sum)>(z * ad[2]);
  }

  /// Component `axis` of (b-a)×(c-a).
  auto area(int a, int b, int c, int axis) const {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    return difference(b, a, i) * difference(c, a, j) - difference(b, a, j) * difference(c, a, i);
  }

  /// Coordinate `axis` of a-b.
  auto difference(int a, int b, int axis) const { return coordinates_[a][axis] - coordinates_[b][axis]; }

  int orient3d(int a, int b, int c, int d) const { return volume(a, b, c, d).sign(); }
  int orient2d(int a, int b, int c, int axis) const { return area(a, b, c, axis).sign(); }
  int compare(int a, int b, int axis) const { return difference(a, b, axis).sign(); }

 private:
  using Coordinate = Integer<Limbs>;

  void take_posed(const std::array<Point, N>& points) {
    for (int axis = 0; axis < 3; ++axis) {
      int lowest = INT_MAX;
      for (const Point& p : points) {
        assert(p.outer == nullptr);
        for (const Term& t : Terms(p, axis)) lowest = std::min(lowest, t.e);
      }
      for (int i = 0; i < N; ++i) {
        for (const Term& t : Terms(points[i], axis)) coordinates_[i][axis].add(t.m, t.negative, t.e - lowest);
      }
    }
  }

  void take_chained(const std::array<Point, N>& points) {
    std::array<int, N> e = {};
    int lowest = INT_MAX;
    for (int i = 0; i < N; ++i) {
      const ChainedPoint<Limbs> p(points[i]);
      coordinates_[i] = p.x;
      e[i] = p.e;
      lowest = std::min(lowest, p.e);
    }
    for (int i = 0; i < N; ++i) {
      for (Coordinate& x : coordinates_[i]) x = x.times(1, false, e[i] - lowest);
    }
  }

  std::array<Integer<Limbs + 1>, 3> minus(int a, int b) const {
    return {difference(a, b, 0), difference(a, b, 1), difference(a, b, 2)};
  }

  std::array<std::array<Coordinate, 3>, N> coordinates_;
};

}  // namespace graze::exact
