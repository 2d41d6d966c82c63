// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Triangles whose coordinates are so short that double arithmetic on them is exact: stacked parts, parts on a grid, meshes that
// share vertices. What touches is decided as fast as what does not.
#pragma once

#include "elementary/triangle.h"

namespace graze {

/// Do the triangles, exactly as given, share a point? Unsure where their coordinates are too long for this.
Verdict short_triangles_meet(const Triangle& a, const Triangle& b);

/// v + t, if that is exact in each coordinate; false if not.
inline bool add_exactly(const Eigen::Vector3d& v, const Eigen::Vector3d& t, Eigen::Vector3d& sum) {
  // The error of a rounded sum is a double (knuth1997, 4.2.2), and computed by these operations.
  sum = v + t;
  const Eigen::Vector3d part = sum - v;
  const Eigen::Vector3d error = (v - (sum - part)) + (t - part);
  return error[0] == 0 && error[1] == 0 && error[2] == 0;  // false for NaN
}

}  // namespace graze
