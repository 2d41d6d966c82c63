// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The bounds. u = 2^-53; entries of valid rotations are at most 1 + 1e-6, their rows and columns at most that
// long, and ‖R⁻¹‖∞ ≤ ‖(RᵀR)⁻¹‖∞·‖Rᵀ‖∞ ≤ 1.0001·√3 < 1.74.
//
// R̂ is any approximation of R_A⁻¹R_B; what it is worth is read off its residual E = R_B - R_A·R̂, since
// R_A⁻¹R_B - R̂ = R_A⁻¹E. A computed entry of E is off by at most γ₄(|R_B| + Σ|R_A||R̂|) < 9u. The same for the
// translation, whose right-hand side t_B - t_A is itself rounded.
#include "math/relative_pose.h"

#include <cmath>

namespace graze {
namespace {

constexpr double u = 0x1p-53;
constexpr double inverse_norm = 1.74;

}  // namespace

RelativePose::RelativePose(const Pose& X_WA, const Pose& X_WB) {
  const Eigen::Matrix3d transposed = X_WA.R.transpose();
  if (X_WA.R == X_WB.R) {
    R.setIdentity();
    rotation_error = 0;
  } else {
    R = transposed * X_WB.R;
    Eigen::Matrix3d residual = X_WB.R - X_WA.R * R;
    // Each correction squares what R_A is off orthonormal, at most 1e-6: three reach the last bit.
    for (int i = 0; i < 3 && residual.cwiseAbs().maxCoeff() > 8 * u; ++i) {
      R += transposed * residual;
      residual = X_WB.R - X_WA.R * R;
    }
    rotation_error = inverse_norm * (residual.cwiseAbs().maxCoeff() + 10 * u);
  }

  const Eigen::Vector3d offset = X_WB.t - X_WA.t;
  const double size = offset.cwiseAbs().maxCoeff();
  t = transposed * offset;
  Eigen::Vector3d residual = offset - X_WA.R * t;
  for (int i = 0; i < 3 && residual.cwiseAbs().maxCoeff() > 8 * u * size; ++i) {
    t += transposed * residual;
    residual = offset - X_WA.R * t;
  }
  translation_error =
      size == 0
          ? 0
          : inverse_norm * (residual.cwiseAbs().maxCoeff() + u * (6 * size + 8 * t.cwiseAbs().maxCoeff())) +
                0x1p-1060;
}

double RelativePose::off_orthonormal() const {
  // With R·Rᵀ = I + F, RᵀR = I + R⁻¹FR, no entry of which is larger than the norm of F, at most 3 max|F|.
  return 3.01 * ((R * R.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() + 8 * u);
}

// Any Q near Rᵀ will do: what it is worth is read off its residual. With M the true map of which R is off by D, M·Q = I + F,
// where no entry of F is larger than max|I - R·Q| + 1.75·max|D|, and M⁻¹ - Q = -M⁻¹F.
RelativePose RelativePose::inverse() const {
  RelativePose X;
  if (rotation_error == 0) {  // R is the identity
    X.R = R;
    X.t = -t;
    X.rotation_error = 0;
    X.translation_error = translation_error;
    return X;
  }
  X.R = R.transpose();
  Eigen::Matrix3d residual = Eigen::Matrix3d::Identity() - R * X.R;
  for (int i = 0; i < 2 && residual.cwiseAbs().maxCoeff() > 8 * u; ++i) {
    X.R += X.R * residual;
    residual = Eigen::Matrix3d::Identity() - R * X.R;
  }
  X.rotation_error = inverse_norm * (residual.cwiseAbs().maxCoeff() + 8 * u + 1.75 * rotation_error);
  X.t = -(X.R * t);
  const double size = t.cwiseAbs().maxCoeff();
  X.translation_error = 3 * X.rotation_error * size + 1.75 * translation_error + 8 * u * size + 0x1p-1060;
  return X;
}

double RelativePose::point_error(double reach) const {
  if (rotation_error == 0 && translation_error == 0) return 0;  // the identity, in fact
  const double error = 3 * rotation_error * reach + translation_error +
                       4.2 * u * (1.75 * reach + t.cwiseAbs().maxCoeff()) + 0x1p-1060;
  return std::isfinite(error) ? error : INFINITY;
}

}  // namespace graze
