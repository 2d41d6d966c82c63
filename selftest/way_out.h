// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>

#include "oracle/exact_points.h"

namespace graze::selftest {

/// A move that parts two hulls: by `length` along n, in units of |n|.
struct WayOut {
  mpz_class length, n_square;

  /// Is the move shorter than x, in the unit of the points?
  bool is_shorter_than(const mpq_class& x) const { return x > 0 && length * length < x * x * n_square; }
};

/// A short one, exactly. That none is shorter is not certain: some directions are tried, and some near the best of these and near
/// the one given, all rounded. Each is a bound of the depth, whatever the number of points.
WayOut short_way_out(std::span<const oracle::IntegerPoint> a, std::span<const oracle::IntegerPoint> b,
                     const Eigen::Vector3d& near);

}  // namespace graze::selftest
