// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace graze {

/// (cos, sin) of the k-th of m steps round the circle, mirrored from the first eighth of it: quarter turns
/// are exact, and a shape made of these points is as symmetric as its counts allow.
inline Eigen::Vector2d circle_point(std::int64_t k, std::int64_t m) {
  k %= m;
  const std::int64_t quarter = 4 * k / m;
  const std::int64_t rest = 4 * k - quarter * m;  // within the quarter, in units of a quarter step
  const bool past_eighth = 2 * rest > m;
  const double angle =
      static_cast<double>(past_eighth ? m - rest : rest) / static_cast<double>(m) * (std::numbers::pi / 2);
  // At the eighth itself the two are equal, but libm's roundings are not.
  double c = 2 * rest == m ? std::sqrt(0.5) : std::cos(angle);
  double s = 2 * rest == m ? c : std::sin(angle);
  if (past_eighth) std::swap(c, s);
  switch (quarter) {  // 0 - s, not -s: a zero stays positive
    case 0:
      return {c, s};
    case 1:
      return {0 - s, c};
    case 2:
      return {-c, 0 - s};
    default:
      return {s, -c};
  }
}

}  // namespace graze
