// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Let g be the unit. Every coordinate, and every difference of coordinates, is a multiple of g.
//
// Doubles: if no difference among the six corners is larger than 2^16·g, a 2×2 minor of these is at most 2^33·g², a product of it
// with a third difference 2^49·g³, a sum of three 2^51·g³. All of them, and all intermediate results, are multiples of g, g² or g³
// by less than 2^53: doubles hold them exactly. So is the sum of a coordinate and the shift, if it is less than 2^53·g.
//
// Integers: differences are less than 2^60·g, as exact::ShortPoints asks.
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

constexpr int most_bits = 59;  // of a coordinate in units

/// The exponent of the lowest bit of x that is set; x ≠ 0.
int lowest_bit(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent == 0) return std::countr_zero(fraction) - 1074;
  return std::countr_zero(fraction | std::uint64_t{1} << 52) + exponent - 1075;
}

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

double lattice_unit(std::span<const Vector3d> points) {
  int lowest = INT_MAX;
  double reach = 0;
  for (const Vector3d& p : points) {
    for (const double x : p) {
      if (x == 0) continue;
      lowest = std::min(lowest, lowest_bit(x));
      reach = std::max(reach, std::abs(x));
    }
    if (reach != 0 && std::ilogb(reach) - lowest >= most_bits) return 0;
  }
  // Cubes of differences must neither underflow nor overflow.
  if (lowest < -300 || lowest > 300) return 0;
  return std::ldexp(1.0, lowest);
}

Lattice::Lattice(double unit, double reach, const Vector3d& t_a, const Vector3d& t_b) {
  for (const Vector3d& t : {t_a, t_b}) {
    if (t == Vector3d::Zero()) continue;
    unit = std::min(unit, lattice_unit({&t, 1}));
  }
  const double moved = 2 * reach + t_a.lpNorm<Eigen::Infinity>() + t_b.lpNorm<Eigen::Infinity>();
  if (!(unit > 0 && moved < std::ldexp(unit, most_bits))) return;
  unit_ = unit;
  shift_ = t_b - t_a;
  for (int i = 0; i < 3; ++i) {
    steps_[i] = static_cast<std::int64_t>(t_b[i] / unit) - static_cast<std::int64_t>(t_a[i] / unit);
  }
  if (moved < 0x1p53 * unit) most_ = 0x1p16 * unit;
}

Verdict Lattice::small_triangles_meet(const Triangle& a, const Triangle& in_b) const {
  if (most_ == 0) return Verdict::unsure;
  const Triangle b = {in_b[0] + shift_, in_b[1] + shift_, in_b[2] + shift_};
  const Vector3d low_a = a[0].cwiseMin(a[1]).cwiseMin(a[2]), high_a = a[0].cwiseMax(a[1]).cwiseMax(a[2]);
  const Vector3d low_b = b[0].cwiseMin(b[1]).cwiseMin(b[2]), high_b = b[0].cwiseMax(b[1]).cwiseMax(b[2]);
  if ((low_a - high_b).cwiseMax(low_b - high_a).maxCoeff() > 0) return Verdict::apart;
  if (share_a_corner(a, b)) return Verdict::meet;
  if ((high_a.cwiseMax(high_b) - low_a.cwiseMin(low_b)).maxCoeff() > most_) return Verdict::unsure;
  return verdict_of(LatticeSigns(a, b));
}

Verdict Lattice::triangles_meet(const Triangle& a, const Triangle& b) const {
  if (unit_ == 0) return Verdict::unsure;
  const double units = 1 / unit_;
  exact::ShortPoints<6>::Differences points;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      points[i][k] = static_cast<std::int64_t>(a[i][k] * units);
      points[3 + i][k] = static_cast<std::int64_t>(b[i][k] * units) + steps_[k];
    }
  }
  for (int k = 0; k < 3; ++k) {
    const auto [low_a, high_a] = std::minmax({points[0][k], points[1][k], points[2][k]});
    const auto [low_b, high_b] = std::minmax({points[3][k], points[4][k], points[5][k]});
    if (low_a > high_b || low_b > high_a) return Verdict::apart;
  }
  return verdict_of(exact::ShortPoints<6>(points));
}

}  // namespace graze
