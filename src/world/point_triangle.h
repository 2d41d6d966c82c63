// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "elementary/triangle.h"

namespace graze {

inline double squared_distance_from_segment(const Eigen::Vector3d& p, const Eigen::Vector3d& a,
                                            const Eigen::Vector3d& b) {
  const Eigen::Vector3d along = b - a;
  const double length = along.squaredNorm();
  const double s = length > 0 ? std::clamp((p - a).dot(along) / length, 0.0, 1.0) : 0.0;
  return (p - (a + s * along)).squaredNorm();
}

/// Of a point from a closed triangle, which may be degenerate: the least of the distances from its edges and, where
/// the point lies above its inside, from its plane. Rounded.
inline double squared_distance(const Eigen::Vector3d& p, const Triangle& t) {
  double least =
      std::min({squared_distance_from_segment(p, t[0], t[1]), squared_distance_from_segment(p, t[1], t[2]),
                squared_distance_from_segment(p, t[2], t[0])});
  const Eigen::Vector3d n = (t[1] - t[0]).cross(t[2] - t[0]);
  bool inside = n.squaredNorm() > 0;
  for (int i = 0; i < 3 && inside; ++i) {
    const Eigen::Vector3d &a = t[i], &b = t[(i + 1) % 3];
    inside = n.cross(b - a).dot(p - a) >= 0;
  }
  if (inside) {
    const double height = n.dot(p - t[0]);
    least = std::min(least, height * height / n.squaredNorm());
  }
  return least;
}

}  // namespace graze
