// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/placement.h"

namespace graze {

/// B's frame seen from A's: the exact affine map X_WA⁻¹·X_WB, rounded, with bounds on the rounding.
///
/// R of a pose is taken literally, so the inverse is R⁻¹, not Rᵀ. Mapping both bodies by an affine map of
/// positive determinant changes no orientation sign, so queries may work in A's frame as long as they respect
/// the errors here.
struct RelativePose {
  Eigen::Matrix3d R;
  Eigen::Vector3d t;
  double rotation_error;     ///< of each entry of R
  double translation_error;  ///< of each entry of t

  /// All poses must be valid (see `validate`).
  RelativePose(const Placement& X_WA, const Placement& X_WB);

  Eigen::Vector3d operator*(const Eigen::Vector3d& p) const { return R * p + t; }

  struct Inverse;
  /// The same the other way round: A's frame seen from B's.
  Inverse inverse() const;

  /// How far a computed image of a point may be from the true one in each coordinate, for points with no
  /// coordinate larger than `reach`. Infinite where nothing can be said.
  double point_error(double reach) const;

 private:
  RelativePose() = default;
};

struct RelativePose::Inverse {
  RelativePose X;
  double
      off_orthonormal;  ///< no entry of RᵀR or R·Rᵀ, of the pose that was inverted, is further off the identity
};

}  // namespace graze
