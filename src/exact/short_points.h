// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Posed points as machine integers, where they are short enough: parts in exact contact usually have coordinates of few bits,
// or lie close to each other. Signs take a few nanoseconds then, where integers of many limbs take some hundred.
//
// Along each axis all summands are brought to a common power of two, as in fixed_point.h. They fit if together they span at most
// 120 bits, so that a coordinate, a sum of four, is less than 2^122. Points are kept as differences from point 0. Let differences
// of two points be less than 2^b along an axis, with b = b₀, b₁, b₂. There are two ways to compute:
//   Narrow, if b₀ + b₁ + b₂ ≤ 123. An orient2d sums two products, an orient3d six, each less than 2^123.
//   Wide, if b ≤ 61 for each axis. orient2d: two products of less than 2^122 each. orient3d: a 2×2 minor is x = xh·2^64 + xl,
//   |x| < 2^123, |xh| < 2^59, 0 ≤ xl < 2^64. Times a difference: xh·d < 2^120 and xl·d < 2^125. Sums of three of these fit 128 bits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "exact/fixed_point.h"

namespace graze::exact {

__extension__ using Int128 = __int128;

template <int N>
class ShortPoints {
 public:
  using Difference = std::array<Int128, 3>;
  using Differences = std::array<Difference, N>;
  enum class Way : std::uint8_t { none, narrow, wide };  ///< none: they do not fit

  explicit ShortPoints(const std::array<Point, N>& points) {
    for (int axis = 0; axis < 3 && way_ != Way::none; ++axis) {
      if (!take(points, axis)) way_ = Way::none;
    }
    if (way_ != Way::none) way_ = way_of(largest());
  }
  /// Of points that were brought to common units elsewhere: differences from some point, for which `way` is right.
  ShortPoints(const Differences& differences, Way way) : way_(way), d_(differences) {}

  /// False: the points are too long, and nothing else may be asked.
  bool fit() const { return way_ != Way::none; }

  /// How to compute with differences from a point that are at most so large along each axis.
  static Way way_of(const std::array<double, 3>& largest) {
    int bits = 0, most = 0;
    for (const double x : largest) {
      if (!(x < 0x1p120)) return Way::none;
      const int b = std::ilogb(x + 1) + 3;  // of a difference of two differences, and one for rounding
      bits += b;
      most = std::max(most, b);
    }
    return most <= 61 ? Way::wide : bits <= 123 ? Way::narrow : Way::none;
  }

  int orient3d(int a, int b, int c, int d) const {
    const Difference ab = minus(b, a), ac = minus(c, a);
    return side({minor(ab, ac, 0), minor(ab, ac, 1), minor(ab, ac, 2)}, minus(d, a));
  }
  /// On which side of the plane of t each of the points lies.
  std::array<int, 3> sides(const std::array<int, 3>& t, const std::array<int, 3>& points) const {
    const auto ab = minus(t[1], t[0]), ac = minus(t[2], t[0]);
    const Difference n = {minor(ab, ac, 0), minor(ab, ac, 1), minor(ab, ac, 2)};
    return {side(n, minus(points[0], t[0])), side(n, minus(points[1], t[0])),
            side(n, minus(points[2], t[0]))};
  }
  int orient2d(int a, int b, int c, int axis) const {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const auto ab = minus(b, a), ac = minus(c, a);
    return sign(product(ab[i], ac[j]) - product(ab[j], ac[i]));
  }
  int compare(int a, int b, int axis) const { return sign(d_[a][axis] - d_[b][axis]); }

 private:
  std::array<double, 3> largest() const {
    std::array<double, 3> most = {};
    for (const Difference& d : d_) {
      for (int k = 0; k < 3; ++k) most[k] = std::max(most[k], std::abs(static_cast<double>(d[k])));
    }
    return most;
  }

  /// Numbers of less than 61 bits are multiplied by one instruction.
  Int128 product(Int128 x, Int128 y) const {
    if (way_ == Way::wide) return Int128{static_cast<std::int64_t>(x)} * static_cast<std::int64_t>(y);
    return x * y;
  }
  /// Component i of a×b.
  Int128 minor(const Difference& a, const Difference& b, int i) const {
    constexpr std::array<int, 5> next = {0, 1, 2, 0, 1};
    const int j = next[i + 1], k = next[i + 2];
    return product(a[j], b[k]) - product(a[k], b[j]);
  }
  /// The sign of n·d.
  int side(const Difference& n, const Difference& d) const {
    if (way_ == Way::narrow) return sign(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]);
    Int128 high = 0, low = 0;
    for (int i = 0; i < 3; ++i) {
      const auto short_d = static_cast<std::int64_t>(d[i]);
      high += Int128{static_cast<std::int64_t>(n[i] >> 64)} * short_d;
      low += Int128{static_cast<std::uint64_t>(n[i])} * short_d;
    }
    high += low >> 64;
    if (high != 0) return high > 0 ? 1 : -1;
    return static_cast<std::uint64_t>(low) != 0 ? 1 : 0;
  }
  static int sign(Int128 x) { return (x > 0) - (x < 0); }

  Difference minus(int a, int b) const {
    return {d_[a][0] - d_[b][0], d_[a][1] - d_[b][1], d_[a][2] - d_[b][2]};
  }

  bool take(const std::array<Point, N>& points, int axis) {
    std::array<Terms, N> terms;
    int lowest = INT_MAX, highest = INT_MIN;
    for (int i = 0; i < N; ++i) {
      terms[i] = Terms(points[i], axis);
      for (const Term& t : terms[i]) {
        lowest = std::min(lowest, t.e);
        highest = std::max(highest, t.e + bit_width(t.m));
      }
    }
    if (highest != INT_MIN && highest - lowest > 120) return false;
    std::array<Int128, N> sums = {};
    for (int i = 0; i < N; ++i) {
      for (const Term& t : terms[i]) {
        const auto term = static_cast<Int128>(t.m << (t.e - lowest));
        sums[i] += t.negative ? -term : term;
      }
      d_[i][axis] = sums[i] - sums[0];
    }
    return true;
  }

  static int bit_width(Uint128 m) {
    const auto high = static_cast<std::uint64_t>(m >> 64);
    return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                     : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(m)));
  }

  Way way_ = Way::narrow;
  Differences d_;
};

}  // namespace graze::exact
