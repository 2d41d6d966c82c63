// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/box/box_map.h"

#include <cmath>

#include "math/slack.h"

namespace graze {

BoxMap::BoxMap(const BoxTree& y, const BoxTree& x, const RelativePose& X_YX, double point_error)
    : TreeFrameMap(y.frame(), x.frame(), X_YX, point_error) {
  constexpr double v = float_roundoff;
  const double S = 2 + t.cwiseAbs().maxCoeff() + row_sum * k;
  const double rho = row_sum * (static_cast<double>(y.slack()) + k * static_cast<double>(x.slack()));
  const double sum = 1.0001 * (rho + 2 * error + 16 * v * S);
  // Planes lie at most S/k·2^40 along an edge; floats reach to 2^127.
  usable = sum < S / 16 && S < 0x1p80 && S < 0x1p80 * k && k > 0x1p-80;
  if (!usable) return;
  margin = static_cast<float>(sum);
  const auto smallest = static_cast<float>(k * 0x1p-40);
  for (int j = 0; j < 3; ++j) {
    t_float[j] = static_cast<float>(t[j]);
    for (int i = 0; i < 3; ++i) {
      r[j][i] = static_cast<float>(k * R(j, i));
      if (!(std::abs(r[j][i]) >= smallest)) r[j][i] = std::copysign(smallest, r[j][i]);
      inverse[j][i] = static_cast<float>(1 / static_cast<double>(r[j][i]));
      widening[j][i] = margin * std::abs(inverse[j][i]);
    }
  }
  for (int axis = 0; axis < 3; ++axis) {
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      for (int lane = 0; lane < 4; ++lane) {
        cut_weight[axis][j][lane] = r[j][lane < 2 ? last : next];
        cut_inverse[axis][j][lane] = inverse[j][lane < 2 ? next : last];
      }
    }
  }
}

}  // namespace graze
