// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Posed points as machine integers, where they are short enough: parts in exact contact usually have coordinates of few bits,
// or lie close to each other. Signs take a few nanoseconds then, where integers of many limbs take some hundred.
//
// Along each axis all summands are brought to a common power of two, as in fixed_point.h. They fit if together they span at most
// 120 bits, so that a coordinate, a sum of four, is less than 2^122. Points are kept as differences from point 0, which must be
// less than 2^60; so differences of two points are less than 2^61.
//   orient2d: two products of less than 2^122 each.
//   orient3d: a 2×2 minor is x = xh·2^64 + xl, |x| < 2^123, |xh| < 2^59, 0 ≤ xl < 2^64. Times a difference: xh·d < 2^120 and
//   xl·d < 2^125. Sums of three of these fit 128 bits.
#pragma once

#include <array>
#include <cstdint>

#include "exact/fixed_point.h"

namespace graze::exact {

__extension__ using Int128 = __int128;

template <int N>
class ShortPoints {
 public:
  using Difference = std::array<std::int64_t, 3>;
  using Differences = std::array<Difference, N>;

  explicit ShortPoints(const std::array<Point, N>& points) {
    for (int axis = 0; axis < 3 && fit_; ++axis) fit_ = take(points, axis);
  }
  /// Of points that were brought to a common unit elsewhere: differences from some point, of less than 2^60.
  explicit ShortPoints(const Differences& differences) : d_(differences) {}

  /// False: the points are too long, and nothing else may be asked.
  bool fit() const { return fit_; }

  int orient3d(int a, int b, int c, int d) const {
    const Difference ab = minus(b, a), ac = minus(c, a);
    return side({minor(ab, ac, 0), minor(ab, ac, 1), minor(ab, ac, 2)}, minus(d, a));
  }
  /// On which side of the plane of t each of the points lies.
  std::array<int, 3> sides(const std::array<int, 3>& t, const std::array<int, 3>& points) const {
    const auto ab = minus(t[1], t[0]), ac = minus(t[2], t[0]);
    std::array<Int128, 3> n;
    for (int i = 0; i < 3; ++i) n[i] = minor(ab, ac, i);
    return {side(n, minus(points[0], t[0])), side(n, minus(points[1], t[0])),
            side(n, minus(points[2], t[0]))};
  }
  int orient2d(int a, int b, int c, int axis) const {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const auto ab = minus(b, a), ac = minus(c, a);
    return sign(Int128{ab[i]} * ac[j] - Int128{ab[j]} * ac[i]);
  }
  int compare(int a, int b, int axis) const { return sign(d_[a][axis] - d_[b][axis]); }

 private:
  /// Component i of a×b.
  static Int128 minor(const Difference& a, const Difference& b, int i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    return Int128{a[j]} * b[k] - Int128{a[k]} * b[j];
  }
  /// The sign of n·d.
  static int side(const std::array<Int128, 3>& n, const Difference& d) {
    Int128 high = 0, low = 0;
    for (int i = 0; i < 3; ++i) {
      high += Int128{static_cast<std::int64_t>(n[i] >> 64)} * d[i];
      low += Int128{static_cast<std::uint64_t>(n[i])} * d[i];
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
      const Int128 difference = sums[i] - sums[0];
      constexpr Int128 bound = Int128{1} << 60;
      if (difference >= bound || difference <= -bound) return false;
      d_[i][axis] = static_cast<std::int64_t>(difference);
    }
    return true;
  }

  static int bit_width(Uint128 m) {
    const auto high = static_cast<std::uint64_t>(m >> 64);
    return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                     : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(m)));
  }

  bool fit_ = true;
  Differences d_;
};

}  // namespace graze::exact
