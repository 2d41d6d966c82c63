// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/pair_size.h"

namespace graze {

void PairSize::rescale(const ConvexPair& pair) {
  constexpr int most = 1000;  // the power of two and its inverse must be normal numbers
  // The difference itself may exceed the range, but then both halves of it are far from underflow.
  const bool fits = t.allFinite();
  const double apart =
      fits ? t.cwiseAbs().maxCoeff() : (0.5 * pair.X_WA.t - 0.5 * pair.X_WB.t).cwiseAbs().maxCoeff();
  const double largest = std::max({pair.a.reach, pair.b.reach, apart});
  if (!(largest > 0)) {  // two points at one place
    size = smooth = 0;
    return;
  }
  scale = std::ldexp(1.0, std::clamp(-std::ilogb(largest), -most, most));
  t = fits ? Eigen::Vector3d(scale * t) : Eigen::Vector3d(scale * pair.X_WA.t - scale * pair.X_WB.t);
  // Twice, since a reach that exceeds the range is cut to it (see ConvexBody).
  size = 2 * ((scale * pair.a.reach + scale * pair.b.reach) + t.norm());
  smooth = 2 * (scale * smooth_reach(pair.a) + scale * smooth_reach(pair.b));
}

}  // namespace graze
