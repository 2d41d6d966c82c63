// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Exact signs of orient3d, orient2d and coordinate comparisons among a few posed points, in two stages.
//
//   1. A semi-static filter in double: the determinant is compared with a bound on its error, made from the largest
//      difference of coordinates M and the error ε of the rounded poses. Decides nearly everything.
//   2. Integers: along each axis all coordinates are brought to a common power of two, which changes no sign; then
//      differences, products and sums are exact. A posed coordinate is Σ R·p + t: three products of 106 bits and a summand.
//      Machine integers where the coordinates are short (short_points.h), else integers of many limbs (fixed_point.h).
//
// Notation: u = 2^-53. Points are known as p̂ with |p̂ - p| ≤ ε in each coordinate, differences are computed as
// d̂ with |d̂| ≤ M, so |d̂ - d| ≤ η = 2ε + uM.
//
// orient3d: six products of three differences each.
//   From the differences: 6((M+η)³ - M³) ≤ 18M²η(1 + 2^-18) where η ≤ 2^-19·M, which is checked.
//   From the evaluation:  each product passes two multiplications and three additions, so ≤ 6M³·5u(1 + 10u).
//   Together less than M²(48.1·u·M + 36.1·ε); used: M²(56·u·M + 40·ε), whose slack covers its own rounding.
// orient2d: two products of two differences each, each passing one multiplication and one addition.
//   From the differences: 2((M+η)² - M²) ≤ 4Mη(1 + 2^-19). From the evaluation: ≤ 2M²·2u(1 + 4u).
//   Together less than M(8.1·u·M + 8.1·ε); used: M(12·u·M + 10·ε).
// Underflow adds at most a few 2^-1074·max(1, M), far below the bounds while M is in the range that is checked; there,
// nothing overflows either. NaN and infinite determinants are not beyond any bound, so they go on to the integers.
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "exact/fixed_point.h"
#include "exact/predicates.h"
#include "exact/short_points.h"
#include "math/slack.h"

namespace graze::exact {

using graze::unit_roundoff;

/// X·p rounded, and how far that may be from the truth in each coordinate.
struct Approximation {
  Eigen::Vector3d p;
  double error;
};
inline Approximation approximate(const Eigen::Vector3d& v, const Pose& X) {
  const Eigen::Matrix3d& R = X.R;
  const Eigen::Vector3d& t = X.t;
  Approximation result;
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    const double x = R(i, 0) * v[0], y = R(i, 1) * v[1], z = R(i, 2) * v[2];
    result.p[i] = ((x + y) + z) + t[i];
    largest = std::max(largest, ((std::abs(x) + std::abs(y)) + std::abs(z)) + std::abs(t[i]));
  }
  result.error = image_rounding(largest);
  return result;
}
inline Approximation approximate(const Point& point) {
  if (point.X == nullptr) return {point.p, 0};
  Approximation result = approximate(point.p, *point.X);
  for (const PoseChain* outer = point.outer; outer != nullptr; outer = outer->outer) {
    const double before = row_sum * result.error;
    result = approximate(result.p, *outer->X);
    result.error += before;
  }
  return result;
}

/// The bounds above, for a given M and ε: the sign of a determinant beyond it is certain. Infinite where
/// nothing is.
inline double orient3d_bound(double M, double error) {
  if (!(M > 0x1p-300 && M < 0x1p300 && error <= 0x1p-21 * M)) return INFINITY;
  return M * M * (56 * unit_roundoff * M + 40 * error);
}
inline double orient2d_bound(double M, double error) {
  if (!(M > 0x1p-450 && M < 0x1p450 && error <= 0x1p-21 * M)) return INFINITY;
  return M * (12 * unit_roundoff * M + 10 * error);
}

/// Signs among N points, named by their number. Exact coordinates, of so many limbs, are made when they are first needed.
template <int N, int Limbs = limbs_of_coordinate>
class Signs {
 public:
  using Fixed = FixedPoints<N, Limbs>;

  explicit Signs(const std::array<Point, N>& points) : points_(points) {
    for (int i = 0; i < N; ++i) {
      const Approximation a = approximate(points[i]);
      p_[i] = a.p;
      error_ = std::max(error_, a.error);
      chained_ |= points[i].outer != nullptr;
    }
  }

  int orient3d(int a, int b, int c, int d) {
    const Eigen::Vector3d ab = p_[b] - p_[a], ac = p_[c] - p_[a], ad = p_[d] - p_[a];
    const double M = std::max({ab.cwiseAbs().maxCoeff(), ac.cwiseAbs().maxCoeff(), ad.cwiseAbs().maxCoeff()});
    const double bound = orient3d_bound(M, error_);
    const double det = ab.cross(ac).dot(ad);
    if (det > bound) return 1;
    if (det < -bound) return -1;
    if (is_short()) return short_->orient3d(a, b, c, d);
    return fixed().orient3d(a, b, c, d);
  }

  int orient2d(int a, int b, int c, int axis) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double bi = p_[b][i] - p_[a][i], bj = p_[b][j] - p_[a][j];
    const double ci = p_[c][i] - p_[a][i], cj = p_[c][j] - p_[a][j];
    const double M = std::max({std::abs(bi), std::abs(bj), std::abs(ci), std::abs(cj)});
    const double bound = orient2d_bound(M, error_);
    const double det = bi * cj - bj * ci;
    if (det > bound) return 1;
    if (det < -bound) return -1;
    if (is_short()) return short_->orient2d(a, b, c, axis);
    return fixed().orient2d(a, b, c, axis);
  }

  int compare(int a, int b, int axis) {
    const double x = p_[a][axis], y = p_[b][axis];
    if (error_ == 0) return (x > y) - (x < y);
    const double difference = x - y;
    const double bound = 2.1 * error_ + 2 * unit_roundoff * std::abs(difference);
    if (difference > bound) return 1;
    if (difference < -bound) return -1;
    if (is_short()) return short_->compare(a, b, axis);
    return fixed().compare(a, b, axis);
  }

 private:
  bool is_short() {
    if (chained_) return false;
    if (!short_) short_.emplace(points_);
    return short_->fit();
  }
  const Fixed& fixed() {
    if (!fixed_) fixed_.emplace(points_);
    return *fixed_;
  }

  std::array<Point, N> points_;
  std::array<Eigen::Vector3d, N> p_;
  double error_ = 0;
  bool chained_ = false;  // some point is under several poses
  std::optional<ShortPoints<N>> short_;
  std::optional<Fixed> fixed_;
};

}  // namespace graze::exact
