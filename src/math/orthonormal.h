// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

namespace graze {

/// The largest entry of |RᵀR - I|, as computed. For a product of valid rotations it is off by less than gram_rounding
/// (math/slack.h); infinite or NaN for entries so large that squares overflow.
template <class Derived>
double measured_off_orthonormal(const Eigen::MatrixBase<Derived>& R) {
  return (R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
}

}  // namespace graze
