// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <limits>

namespace graze {

/// A closed axis-aligned box; empty when some low > high, as it is at first.
struct AxisBox {
  Eigen::Vector3d low = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Vector3d high = Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity());

  /// NaN makes a box that is not empty.
  bool is_empty() const { return (low.array() > high.array()).any(); }

  void include(const Eigen::Vector3d& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  void include(const AxisBox& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
  bool contains(const Eigen::Vector3d& p) const {
    return (low.array() <= p.array()).all() && (p.array() <= high.array()).all();
  }
  bool overlaps(const AxisBox& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
};

/// What both hold.
inline AxisBox common(const AxisBox& a, const AxisBox& b) {
  return {a.low.cwiseMax(b.low), a.high.cwiseMin(b.high)};
}

}  // namespace graze
