// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/tree_frame.h"

#include <algorithm>
#include <cmath>

#include "math/slack.h"

namespace graze {

TreeFrame::TreeFrame(const MeshBounds& bounds) {
  if ((bounds.box.low.array() > bounds.box.high.array()).any()) return;
  origin = 0.5 * bounds.box.low + 0.5 * bounds.box.high;
  const double reach = (bounds.box.high - origin).cwiseMax(origin - bounds.box.low).maxCoeff();
  int exponent = 0;
  if (reach > 0) std::frexp(reach, &exponent);
  // 2^1022 is as large as a scale may be whose inverse is a normal number.
  scale = std::ldexp(1.0, -std::clamp(exponent, -1022, 1024));
}

TreeFrameMap::TreeFrameMap(const TreeFrame& y, const TreeFrame& x, const RelativePose& X_YX,
                           double point_error)
    : R(X_YX.R), k(y.scale / x.scale), t((X_YX * x.origin - y.origin) * y.scale) {
  // The origin goes through the pose, too; a coordinate of it is off by no more than any other point's.
  // Scaled one by one: their sum may overflow.
  const double magnitude = row_sum * (x.origin.cwiseAbs().maxCoeff() * y.scale) +
                           X_YX.t.cwiseAbs().maxCoeff() * y.scale + y.origin.cwiseAbs().maxCoeff() * y.scale;
  error = point_error * y.scale + 8 * unit_roundoff * (magnitude + row_sum * k);
}

TreeFrameMap map_to_larger(const MeshPair& pair, const TreeFrame& a, const TreeFrame& b) {
  if (!is_larger(b, a)) return {a, b, pair.X_AB, pair.error};
  const RelativePose X_BA = pair.X_BA();
  return {b, a, X_BA, X_BA.point_error(pair.a.bounds.reach)};
}

}  // namespace graze
