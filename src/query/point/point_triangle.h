// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "elementary/triangle.h"

namespace graze {

/// The square of the distance from the origin to a closed triangle, which may be degenerate: the least of the squares
/// to its edges and, where the origin lies above its inside, to its plane. Rounded. Coordinates must be neither so
/// large nor so small that fourth powers of the largest one overflow or underflow.
inline double squared_distance_from_origin(const Triangle& t) {
  const auto to_edge = [](const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    const Eigen::Vector3d along = b - a;
    const double length = along.squaredNorm();
    const double s = length > 0 ? std::clamp(-a.dot(along) / length, 0.0, 1.0) : 0.0;
    return (a + s * along).squaredNorm();
  };
  double least = std::min({to_edge(t[0], t[1]), to_edge(t[1], t[2]), to_edge(t[2], t[0])});
  const Eigen::Vector3d n = (t[1] - t[0]).cross(t[2] - t[0]);
  bool inside = n.squaredNorm() > 0;
  for (int i = 0; i < 3 && inside; ++i) {
    const Eigen::Vector3d &a = t[i], &b = t[(i + 1) % 3];
    inside = n.cross(b - a).dot(a) <= 0;
  }
  if (inside) {
    const double height = n.dot(t[0]);
    least = std::min(least, height * height / n.squaredNorm());
  }
  return least;
}

/// The distance of a point from a closed triangle, rounded. Infinite where a coordinate is, or where doubles overflow.
inline double distance(const Eigen::Vector3d& p, const Triangle& t) {
  double largest = p.cwiseAbs().maxCoeff();
  for (const Eigen::Vector3d& corner : t) largest = std::max(largest, corner.cwiseAbs().maxCoeff());
  // The powers of two bring the difference that counts to about one, whatever its size; they round nothing.
  const double half = largest > 0x1p1000 ? 0.5 : 1;
  Triangle d;
  double size = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    d[i] = half * t[i] - half * p;
    size = std::max(size, d[i].cwiseAbs().maxCoeff());
  }
  if (size == 0) return 0;
  if (!(size < std::numeric_limits<double>::infinity())) return std::numeric_limits<double>::infinity();
  const double scale = std::ldexp(1.0, -std::clamp(std::ilogb(size), -1000, 1000));
  for (Eigen::Vector3d& corner : d) corner *= scale;
  return std::sqrt(squared_distance_from_origin(d)) / scale / half;
}

}  // namespace graze
