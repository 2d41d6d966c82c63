// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Posed points as integers: along each axis, every coordinate times one power of two common to all points.
#pragma once

#include <array>
#include <bit>
#include <climits>
#include <type_traits>

#include "exact/integer.h"
#include "exact/predicates.h"

namespace graze::exact {

/// ±m·2^e with m odd, or m = 0.
struct Dyadic {
  std::uint64_t m = 0;
  int e = 0;
  bool negative = false;

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
  Terms(const Point& point, int axis) {
    if (point.X == nullptr) {
      push(Dyadic(point.p[axis]), Dyadic(1));
      return;
    }
    for (int j = 0; j < 3; ++j) push(Dyadic(point.X->R(axis, j)), Dyadic(point.p[j]));
    push(Dyadic(point.X->t[axis]), Dyadic(1));
  }
  const Term* begin() const { return terms_.data(); }
  const Term* end() const { return terms_.data() + size_; }

 private:
  void push(const Dyadic& x, const Dyadic& y) {
    if (x.m == 0 || y.m == 0) return;
    terms_[size_++] = {static_cast<Uint128>(x.m) * y.m, x.e + y.e, x.negative != y.negative};
  }
  std::array<Term, 4> terms_;
  int size_ = 0;
};

template <int N>
class FixedPoints {
 public:
  explicit FixedPoints(const std::array<Point, N>& points) {
    for (int axis = 0; axis < 3; ++axis) {
      int lowest = INT_MAX;
      for (const Point& p : points) {
        for (const Term& t : Terms(p, axis)) lowest = std::min(lowest, t.e);
      }
      for (int i = 0; i < N; ++i) {
        for (const Term& t : Terms(points[i], axis)) coordinates_[i][axis].add(t.m, t.negative, t.e - lowest);
      }
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
  // A summand is at most 2^106·2^(2·971) and at least 2^(2·-1074): 4196 bits, two more for the sum of four,
  // one limb of room for the shift.
  using Coordinate = Integer<68>;

  std::array<Integer<69>, 3> minus(int a, int b) const {
    return {difference(a, b, 0), difference(a, b, 1), difference(a, b, 2)};
  }

  std::array<std::array<Coordinate, 3>, N> coordinates_;
};

}  // namespace graze::exact
