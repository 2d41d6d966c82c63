// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Along each axis every coordinate, and every difference of coordinates, is a multiple of a unit g, an own one for each axis. A
// sign of an orientation does not change if coordinates along an axis are divided by its unit.
//
// Doubles: if no difference among the six corners is larger than 2^16·g, a 2×2 minor of these is at most 2^33·g·g', a product of it
// with a third difference 2^49·g·g'·g", a sum of three 2^51 of these. All of them, and all intermediate results, are multiples of
// these products by less than 2^53: doubles hold them exactly. So is the sum of a coordinate and the shift, if it is less than
// 2^53·g.
//
// Integers: as exact::ShortPoints asks.
#include "elementary/lattice.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>

#include "elementary/closed_sets.h"
#include "exact/short_points.h"

namespace graze {
namespace {

using Eigen::Vector3d;

constexpr int most_bits = 100;  // of a coordinate in units: more are never of use

/// The exponents of the bits of x ≠ 0 that are set.
struct Bits {
  int lowest;
  int highest;  ///< an upper bound

  explicit Bits(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const int exponent = std::max(static_cast<int>(bits >> 52 & 0x7ff), 1);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const bool denormal = (bits >> 52 & 0x7ff) == 0;
    lowest = std::countr_zero(denormal ? fraction : fraction | std::uint64_t{1} << 52) + exponent - 1075;
    highest = exponent - 1023;
  }
};

/// Signs among six points whose differences are as above, by plain double arithmetic.
class LatticeSigns {
 public:
  LatticeSigns(const Triangle& a, const Triangle& b) : p_{a[0], a[1], a[2], b[0], b[1], b[2]} {}

  int orient3d(int a, int b, int c, int d) const {
    return sign((p_[b] - p_[a]).cross(p_[c] - p_[a]).dot(p_[d] - p_[a]));
  }
  int orient2d(int a, int b, int c, int axis) const {
    constexpr std::array<int, 5> next = {0, 1, 2, 0, 1};
    const int i = next[axis + 1], j = next[axis + 2];
    return sign((p_[b][i] - p_[a][i]) * (p_[c][j] - p_[a][j]) -
                (p_[b][j] - p_[a][j]) * (p_[c][i] - p_[a][i]));
  }
  int compare(int a, int b, int axis) const { return sign(p_[a][axis] - p_[b][axis]); }
  std::array<int, 3> sides(const std::array<int, 3>& t, const std::array<int, 3>& points) const {
    const Vector3d n = (p_[t[1]] - p_[t[0]]).cross(p_[t[2]] - p_[t[0]]);
    return {sign(n.dot(p_[points[0]] - p_[t[0]])), sign(n.dot(p_[points[1]] - p_[t[0]])),
            sign(n.dot(p_[points[2]] - p_[t[0]]))};
  }

 private:
  static int sign(double x) { return (x > 0) - (x < 0); }
  std::array<Vector3d, 6> p_;
};

bool share_a_corner(const Triangle& a, const Triangle& b) {
  bool shared = false;
  for (const Vector3d& p : a) {
    for (const Vector3d& q : b) shared |= (p[0] == q[0]) & (p[1] == q[1]) & (p[2] == q[2]);
  }
  return shared;
}

template <class Signs>
Verdict verdict_of(const Signs& signs) {
  return ClosedSets(signs).triangles_meet({0, 1, 2}, {3, 4, 5}) ? Verdict::meet : Verdict::apart;
}

}  // namespace

Eigen::Array3d lattice_units(std::span<const Vector3d> points) {
  Eigen::Array3d units;
  for (int axis = 0; axis < 3; ++axis) {
    int lowest = INT_MAX, highest = INT_MIN;
    for (const Vector3d& p : points) {
      if (p[axis] == 0) continue;
      const Bits bits(p[axis]);
      lowest = std::min(lowest, bits.lowest);
      highest = std::max(highest, bits.highest);
      if (highest - lowest >= most_bits) break;
    }
    if (lowest > highest) {  // all are zero
      units[axis] = INFINITY;
      continue;
    }
    // Products of three differences must neither underflow nor overflow.
    const bool useful = highest - lowest < most_bits && lowest >= -300 && lowest <= 300;
    units[axis] = useful ? std::ldexp(1.0, lowest) : 0;
  }
  return units;
}

// The error of a rounded difference is a double, and computed by these operations (knuth1997, 4.2.2).
bool is_exact_difference(const Vector3d& a, const Vector3d& b) {
  const Vector3d d = a - b, part = d - a;
  const Vector3d error = (a - (d - part)) - (b + part);
  return error == Vector3d::Zero();
}

Lattice::Lattice(const Eigen::Array3d& given, double reach, const Vector3d& t_a, const Vector3d& t_b) {
  const std::array<Vector3d, 2> shifts = {t_a, t_b};
  const Eigen::Array3d units = given.min(lattice_units(shifts)).min(0x1p300);
  // No coordinate after shifting, and no difference of two, is larger.
  const Eigen::Array3d moved = 2 * reach + t_a.array().abs() + t_b.array().abs();
  if (!(units > 0).all()) return;
  shift_ = t_b - t_a;
  exact_shift_ = is_exact_difference(t_b, t_a) && (moved < 0x1p300).all();
  const Eigen::Array3d largest = moved / units;
  way_ = Integers::way_of({largest[0], largest[1], largest[2]});
  if (way_ == Integers::Way::none) return;
  to_units_ = 1 / units;
  for (int i = 0; i < 3; ++i) steps_[i] = in_units(t_b[i], i) - in_units(t_a[i], i);
  most_ = 0x1p16 * units;
  doubles_ = (largest < 0x1p53).all();
}

exact::Int128 Lattice::in_units(double x, int axis) const {
  const double units = x * to_units_[axis];
  if (way_ == Integers::Way::wide) return static_cast<std::int64_t>(units);  // one instruction
  return static_cast<exact::Int128>(units);
}

Verdict Lattice::small_triangles_meet(const Triangle& a, const Triangle& in_b) const {
  if (!doubles_) return Verdict::unsure;
  const Triangle b = {in_b[0] + shift_, in_b[1] + shift_, in_b[2] + shift_};
  const Vector3d low_a = a[0].cwiseMin(a[1]).cwiseMin(a[2]), high_a = a[0].cwiseMax(a[1]).cwiseMax(a[2]);
  const Vector3d low_b = b[0].cwiseMin(b[1]).cwiseMin(b[2]), high_b = b[0].cwiseMax(b[1]).cwiseMax(b[2]);
  if ((low_a - high_b).cwiseMax(low_b - high_a).maxCoeff() > 0) return Verdict::apart;
  if (share_a_corner(a, b)) return Verdict::meet;
  if (!is_small({low_a.cwiseMin(low_b), high_a.cwiseMax(high_b)})) return Verdict::unsure;
  return verdict_of(LatticeSigns(a, b));
}

Verdict Lattice::triangles_meet(const Triangle& a, const Triangle& b) const {
  if (way_ == Integers::Way::none) return Verdict::unsure;
  Integers::Differences points;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      points[i][k] = in_units(a[i][k], k);
      points[3 + i][k] = in_units(b[i][k], k) + steps_[k];
    }
  }
  for (int k = 0; k < 3; ++k) {
    const auto [low_a, high_a] = std::minmax({points[0][k], points[1][k], points[2][k]});
    const auto [low_b, high_b] = std::minmax({points[3][k], points[4][k], points[5][k]});
    if (low_a > high_b || low_b > high_a) return Verdict::apart;
  }
  return verdict_of(Integers(points, way_));
}

}  // namespace graze
