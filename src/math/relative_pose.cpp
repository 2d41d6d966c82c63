// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The bounds. u = 2^-53. The singular values of a product of valid rotations are within 1e-4 of 1 (math/slack.h), so its
// rows and columns are at most 1.0001 long, and multiplying by it or by its inverse lets a coordinate grow by `row_sum` at most.
//
// R̂ is any approximation of R_A⁻¹R_B. Its error is read off its residual E = R_B - R_A·R̂, since R_A⁻¹R_B - R̂ = R_A⁻¹E. A
// computed entry of E is off by at most γ₄(|R_B| + Σ|R_A||R̂|) < 9u. Where R_A and R_B are known only to within ρ_A and ρ_B in
// each entry, E is off by another ρ_B + row_sum·ρ_A. For the translation the right-hand side t_B - t_A is itself rounded, and
// known to within θ_A + θ_B; R_A·t̂ is known to within 3·ρ_A·|t̂|.
#include "math/relative_pose.h"

#include <cmath>

#include "math/orthonormal.h"
#include "math/slack.h"

namespace graze {
namespace {

constexpr double u = unit_roundoff;

}  // namespace

RelativePose::RelativePose(const Placement& A, const Placement& B) {
  const Pose &X_WA = *A.X, &X_WB = *B.X;
  const Eigen::Matrix3d transposed = X_WA.R.transpose();
  const bool exact = A.poses == 1 && B.poses == 1;
  if (X_WA.R == X_WB.R && exact) {
    R.setIdentity();
    rotation_error = 0;
  } else {
    R = transposed * X_WB.R;
    Eigen::Matrix3d residual = X_WB.R - X_WA.R * R;
    // Each correction squares what R_A is off orthonormal, less than 1e-4: three reach the last bit.
    for (int i = 0; i < 3 && residual.cwiseAbs().maxCoeff() > 8 * u; ++i) {
      R += transposed * residual;
      residual = X_WB.R - X_WA.R * R;
    }
    rotation_error =
        row_sum * (residual.cwiseAbs().maxCoeff() + 10 * u + B.rotation_error + row_sum * A.rotation_error);
  }

  const Eigen::Vector3d offset = X_WB.t - X_WA.t;
  const double size = offset.cwiseAbs().maxCoeff();
  t = transposed * offset;
  Eigen::Vector3d residual = offset - X_WA.R * t;
  for (int i = 0; i < 3 && residual.cwiseAbs().maxCoeff() > 8 * u * size; ++i) {
    t += transposed * residual;
    residual = offset - X_WA.R * t;
  }
  const double length = t.cwiseAbs().maxCoeff();
  if (size == 0 && exact) {
    translation_error = 0;
    return;
  }
  translation_error =
      row_sum * (residual.cwiseAbs().maxCoeff() + 6 * u * size + 8 * u * length + A.translation_error +
                 B.translation_error + 3.1 * A.rotation_error * length) +
      underflow;
}

double RelativePose::off_orthonormal() const {
  // With R·Rᵀ = I + F, RᵀR = I + R⁻¹FR, no entry of which is larger than the norm of F, at most 3 max|F|.
  return 3.01 * (measured_off_orthonormal(R.transpose()) + gram_rounding);
}

// Any Q near Rᵀ will do: what it is worth is read off its residual. With M the true map of which R is off by D, M·Q = I + F,
// where no entry of F is larger than max|I - R·Q| + row_sum·max|D|, and M⁻¹ - Q = -M⁻¹F.
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
  X.rotation_error = row_sum * (residual.cwiseAbs().maxCoeff() + 8 * u + row_sum * rotation_error);
  X.t = -(X.R * t);
  const double size = t.cwiseAbs().maxCoeff();
  X.translation_error = 3 * X.rotation_error * size + row_sum * translation_error + 8 * u * size + underflow;
  if (!X.t.allFinite()) X.translation_error = INFINITY;
  return X;
}

double RelativePose::point_error(double reach) const {
  if (rotation_error == 0 && translation_error == 0) return 0;  // the identity, in fact
  // Infinite where an image, or a sum on the way to it, may overflow.
  const double error = 3 * rotation_error * reach + translation_error +
                       image_rounding(row_sum * reach + t.cwiseAbs().maxCoeff()) + underflow;
  return std::isfinite(error) ? error : INFINITY;
}

}  // namespace graze
