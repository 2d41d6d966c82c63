// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/pose.h>

#include <algorithm>
#include <cmath>

#include "math/message.h"

namespace graze {

void validate(const Pose& X) {
  constexpr double tolerance = 1e-6;
  // The common case at once, with comparisons that NaN fails: a query of convex bodies takes little longer than this.
  const Eigen::Vector3d x = X.R.col(0), y = X.R.col(1), z = X.R.col(2);
  const double lengths = std::max({std::abs(x.dot(x) - 1), std::abs(y.dot(y) - 1), std::abs(z.dot(z) - 1)});
  const double angles = std::max({std::abs(x.dot(y)), std::abs(y.dot(z)), std::abs(z.dot(x))});
  if (lengths <= tolerance && angles <= tolerance && x.cross(y).dot(z) > 0 && X.t.allFinite()) return;

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

}  // namespace graze
