// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/pose.h>

#include <algorithm>
#include <cmath>

#include "math/message.h"
#include "math/slack.h"

namespace graze {

void validate(const Pose& X) {
  constexpr double tolerance = pose_tolerance;
  // The common case at once, without branches and with comparisons that NaN fails: other queries take little longer than this.
  const Eigen::Vector3d x = X.R.col(0), y = X.R.col(1), z = X.R.col(2);
  const auto small = [](double value) { return std::abs(value) <= tolerance; };
  const bool rigid = small(x.dot(x) - 1) & small(y.dot(y) - 1) & small(z.dot(z) - 1) & small(x.dot(y)) &
                     small(y.dot(z)) & small(z.dot(x)) & (X.R.determinant() > 0);
  const bool finite = (X.t - X.t).sum() == 0;
  if (rigid && finite) return;

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
