// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/axis_box.h"
#include "math/relative_pose.h"
#include "math/slack.h"

namespace graze {

/// Holds the exact image of every point of the box under the pose as given. Infinite where the image overflows.
///
/// The image is that of the centre, give or take |R|·half. Each coordinate of both is a sum of at most four products of
/// numbers up to |R|·(|centre| + half) + |t|.
inline AxisBox image_of(const AxisBox& box, const Pose& X) {
  if (box.is_empty()) return {};
  const Eigen::Vector3d centre = 0.5 * box.low + 0.5 * box.high;
  const Eigen::Vector3d half = (box.high - centre).cwiseMax(centre - box.low);
  const Eigen::Matrix3d size = X.R.cwiseAbs();
  const Eigen::Vector3d image = X * centre, reach = size * half;
  const Eigen::Vector3d total = size * (centre.cwiseAbs() + half) + X.t.cwiseAbs();
  AxisBox result;
  for (int i = 0; i < 3; ++i) {
    const double slack = rounding(total[i]);
    result.low[i] = image[i] - reach[i] - slack;
    result.high[i] = image[i] + reach[i] + slack;
  }
  // Infinity minus infinity is NaN, of which nothing is known.
  if (!(result.low - result.low).isZero(0) || !(result.high - result.high).isZero(0)) {
    result.low.setConstant(-std::numeric_limits<double>::infinity());
    result.high.setConstant(std::numeric_limits<double>::infinity());
  }
  return result;
}

/// The same under a relative pose, which is known with an error.
inline AxisBox image_of(const AxisBox& box, const RelativePose& X) {
  if (box.is_empty()) return {};
  AxisBox image = image_of(box, Pose(X.R, X.t));
  const double error = X.point_error(box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff());
  image.low.array() -= error;
  image.high.array() += error;
  return image;
}

}  // namespace graze
