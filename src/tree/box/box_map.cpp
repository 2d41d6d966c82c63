// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/box/box_map.h"

#include <cmath>

namespace graze {

BoxMap::BoxMap(const BoxTree& y, const BoxTree& x, const Eigen::Matrix3d& rotation,
               const Eigen::Vector3d& translation, double point_error) {
  constexpr double v = 0x1p-24;
  const double ratio = y.scale() / x.scale();
  R = ratio * rotation;
  T = (rotation * x.origin() + translation - y.origin()) * y.scale();
  // The origin goes through the pose, too; a coordinate of it is off by no more than any other point's.
  const double magnitude = (x.origin().cwiseAbs().maxCoeff() * 1.75 + translation.cwiseAbs().maxCoeff() +
                            y.origin().cwiseAbs().maxCoeff()) *
                           y.scale();
  error = point_error * y.scale() + 8 * 0x1p-53 * (magnitude + 1.75 * ratio);

  const double S = 2 + T.cwiseAbs().maxCoeff() + 1.75 * ratio;
  const double rho = 1.74 * (static_cast<double>(y.slack()) + ratio * static_cast<double>(x.slack()));
  const double sum = 1.0001 * (rho + 2 * error + 16 * v * S);
  // Planes lie at most S/ratio·2^40 along an edge; floats reach to 2^127.
  usable = sum < S / 16 && S < 0x1p80 && S < 0x1p80 * ratio && ratio > 0x1p-80;
  if (!usable) return;
  margin = static_cast<float>(sum);
  const auto smallest = static_cast<float>(ratio * 0x1p-40);
  for (int j = 0; j < 3; ++j) {
    t[j] = static_cast<float>(T[j]);
    for (int i = 0; i < 3; ++i) {
      r[j][i] = static_cast<float>(R(j, i));
      if (!(std::abs(r[j][i]) >= smallest)) r[j][i] = std::copysign(smallest, r[j][i]);
      inverse[j][i] = static_cast<float>(1 / static_cast<double>(r[j][i]));
      widening[j][i] = margin * std::abs(inverse[j][i]);
    }
  }
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      for (int lane = 0; lane < 4; ++lane) {
        cut_weight[k][j][lane] = r[j][lane < 2 ? last : next];
        cut_inverse[k][j][lane] = inverse[j][lane < 2 ? next : last];
      }
    }
  }
}

}  // namespace graze
