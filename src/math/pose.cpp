// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/pose.h>

#include "math/message.h"
#include "math/orthonormal.h"
#include "math/pose_check.h"
#include "math/slack.h"

namespace graze {
namespace {

std::string rotation_text(const Pose& X) {
  return message("R = [", X.R.row(0), "; ", X.R.row(1), "; ", X.R.row(2), "]");
}

}  // namespace

// The sum of squares bounds each of the six; NaN and infinities fail all comparisons.
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

std::string complaint_about(const Pose& X) {
  if (!X.R.allFinite() || !X.t.allFinite()) {
    return message(" has an entry that is not finite: ", rotation_text(X), ", t = [", X.t, "]");
  }
  const double off = measured_off_orthonormal(X.R);
  if (!(off <= pose_tolerance)) {  // so that an overflow to infinity or NaN fails too
    return message(" is not rigid: RᵀR is off the identity by ", off, " (at most ", pose_tolerance,
                   " is allowed), ", rotation_text(X));
  }
  if (X.R.determinant() < 0)
    return message(" is a reflection: det R = ", X.R.determinant(), ", ", rotation_text(X));
  return {};
}

void validate(const Pose& X) {
  validate_pose(X, "pose");
}

}  // namespace graze
