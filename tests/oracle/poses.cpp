// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/poses.h"

#include <cmath>

namespace graze::oracle {

Eigen::Matrix3d random_rotation(Draw& draw) {
  Eigen::Vector4d q;
  do {
    q = {draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1)};
  } while (q.squaredNorm() > 1 || q.squaredNorm() < 0.01);
  q.normalize();
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
}

Eigen::Matrix3d axis_rotation(int axis, Draw& draw) {
  const double angle = draw.uniform(-3.2, 3.2);
  const int i = (axis + 1) % 3;
  const int j = (axis + 2) % 3;
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  R(i, i) = R(j, j) = std::cos(angle);
  R(j, i) = std::sin(angle);
  R(i, j) = -R(j, i);
  return R;
}

Eigen::Matrix<std::int64_t, 3, 3> quarter_turn(Draw& draw) {
  const int axis = draw.small(0, 2);
  const bool odd = draw.coin();
  Eigen::Matrix<std::int64_t, 3, 3> R = Eigen::Matrix<std::int64_t, 3, 3>::Zero();
  R(0, axis) = draw.coin() ? 1 : -1;
  R(1, (axis + (odd ? 2 : 1)) % 3) = draw.coin() ? 1 : -1;
  R.row(2) = R.row(0).cross(R.row(1));  // right-handed
  return R;
}

Eigen::Matrix<std::int64_t, 3, 3> short_rotation(Draw& draw) {
  const Eigen::Matrix3d R = random_rotation(draw);
  return (R * std::ldexp(1.0, short_bits)).array().round().matrix().cast<std::int64_t>();
}

}  // namespace graze::oracle
