// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/pose.h>

#include <algorithm>
#include <cmath>

#include "math/message.h"
#include "math/slack.h"

namespace graze {
namespace {

/// True for all rotations but those within a few parts of the tolerance: quickly, since short queries take little longer than
/// this. The sum of squares bounds each of the six; NaN and infinities fail all comparisons.
bool is_clearly_valid(const Pose& X) {
  const double a = X.R(0, 0), b = X.R(1, 0), c = X.R(2, 0);
  const double d = X.R(0, 1), e = X.R(1, 1), f = X.R(2, 1);
  const double g = X.R(0, 2), h = X.R(1, 2), i = X.R(2, 2);
  const double xx = a * a + b * b + c * c - 1, yy = d * d + e * e + f * f - 1, zz = g * g + h * h + i * i - 1;
  const double xy = a * d + b * e + c * f, yz = d * g + e * h + f * i, zx = g * a + h * b + i * c;
  const double squares = (xx * xx + yy * yy) + (zz * zz + xy * xy) + (yz * yz + zx * zx);
  const double determinant = (b * f - c * e) * g + (c * d - a * f) * h + (a * e - b * d) * i;
  const double infinite = (X.t[0] - X.t[0]) + (X.t[1] - X.t[1]) + (X.t[2] - X.t[2]);  // NaN, else 0
  return (squares <= 0.99 * pose_tolerance * pose_tolerance) & (determinant > infinite);
}

/// The whole criterion. Kept apart, so that the quick one needs no memory of its own.
[[gnu::noinline]] void validate_closely(const Pose& X) {
  constexpr double tolerance = pose_tolerance;
  if (!X.R.allFinite() || !X.t.allFinite()) {
    throw Error(message("pose has an entry that is not finite: R = [", X.R.row(0), "; ", X.R.row(1), "; ",
                        X.R.row(2), "], t = [", X.t.transpose(), "]"));
  }
  const Eigen::Matrix3d off = X.R.transpose() * X.R - Eigen::Matrix3d::Identity();
  const double worst = off.cwiseAbs().maxCoeff();
  if (!(worst <= tolerance)) {  // so that an overflow to infinity or NaN fails too
    throw Error(message("pose is not rigid: RᵀR is off the identity by ", worst, " (at most ", tolerance,
                        " is allowed), R = [", X.R.row(0), "; ", X.R.row(1), "; ", X.R.row(2), "]"));
  }
  if (X.R.determinant() < 0) {
    throw Error(message("pose is a reflection: det R = ", X.R.determinant(), ", R = [", X.R.row(0), "; ",
                        X.R.row(1), "; ", X.R.row(2), "]"));
  }
}

}  // namespace

void validate(const Pose& X) {
  if (!is_clearly_valid(X)) validate_closely(X);
}

}  // namespace graze
