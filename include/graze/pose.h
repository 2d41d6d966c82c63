// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace graze {

/// A rigid motion: the point p becomes R·p + t. `X_AB` maps B's coordinates into A's.
///
/// Queries take R literally, to the last bit, even where rounding has left it a little off orthonormal.
struct Pose {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Eigen::Vector3d t = Eigen::Vector3d::Zero();

  Pose() = default;
  Pose(const Eigen::Matrix3d& rotation, const Eigen::Vector3d& translation) : R(rotation), t(translation) {}
  Pose(const Eigen::Isometry3d& X) : R(X.linear()), t(X.translation()) {}  // NOLINT: a conversion is meant

  operator Eigen::Isometry3d() const {  // NOLINT: a conversion is meant
    Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
    X.linear() = R;
    X.translation() = t;
    return X;
  }

  Eigen::Vector3d operator*(const Eigen::Vector3d& p) const { return R * p + t; }
  Pose operator*(const Pose& other) const { return {R * other.R, R * other.t + t}; }
  Pose inverse() const { return {R.transpose(), -(R.transpose() * t)}; }

  bool operator==(const Pose& other) const { return R == other.R && t == other.t; }
};

/// Throws Error unless X is finite, has no entry of RᵀR off the identity by more than 1e-6, and is no
/// reflection.
void validate(const Pose& X);

}  // namespace graze
