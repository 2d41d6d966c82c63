// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>

#include "math/orthonormal.h"
#include "math/random.h"
#include "math/slack.h"

namespace graze::testing {

/// A pose that is off rigid in all ways, often as far as is allowed; t has coordinates up to `size`, some of them 0.
inline Pose bent_pose(Random& random, double size) {
  constexpr double off = 0.49 * pose_tolerance;
  Pose X;
  do {
    const Eigen::Vector3d axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    const double angle = random.below(4) == 0 ? 0 : random.uniform(-4, 4);
    X.R = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
    Eigen::Matrix3d bend = Eigen::Matrix3d::Identity();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) bend(i, j) += off * (static_cast<double>(random.below(3)) - 1);
    }
    X.R *= bend;
  } while (measured_off_orthonormal(X.R) > pose_tolerance);
  for (int i = 0; i < 3; ++i) X.t[i] = random.below(3) == 0 ? 0 : size * random.uniform(-1, 1);
  return X;
}

}  // namespace graze::testing
