// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "broad/broad_phase.h"

namespace graze {

/// How far the centres of boxes lie apart along each axis: the variance, of those that are finite.
class AxisSpread {
 public:
  void include(const BroadBox& box) {
    std::array<double, 3> centre;
    bool finite = true;
    for (std::size_t k = 0; k < 3; ++k) {
      centre[k] = 0.5 * (static_cast<double>(box.low[k]) + box.high[k]);
      finite = finite && std::isfinite(centre[k]);
    }
    if (!finite) return;
    ++boxes_;
    for (std::size_t k = 0; k < 3; ++k) {
      sum_[k] += centre[k];
      squares_[k] += centre[k] * centre[k];
    }
  }

  double variance(std::size_t axis) const {
    if (boxes_ <= 0) return 0;
    const double mean = sum_[axis] / boxes_;
    return std::max(0.0, squares_[axis] / boxes_ - mean * mean);
  }

  /// The axes, the widest first.
  std::array<std::size_t, 3> order() const {
    std::array<std::size_t, 3> axes = {0, 1, 2};
    std::sort(axes.begin(), axes.end(), [this](std::size_t i, std::size_t j) {
      return variance(i) > variance(j) || (variance(i) == variance(j) && i < j);
    });
    return axes;
  }

 private:
  double boxes_ = 0;
  std::array<double, 3> sum_ = {}, squares_ = {};
};

}  // namespace graze
