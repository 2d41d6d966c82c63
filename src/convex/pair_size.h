// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "convex/gjk.h"

namespace graze {

/// How large a pair of cores is, and in which unit kernels compute with it. Products of four coordinates must stay in the
/// range of double, so the coordinates of very small and of very large pairs are multiplied by a power of two. That
/// rounds nothing but what is 2^-1000 times smaller than the pair.
class PairSize {
 public:
  explicit PairSize(const ConvexPair& pair)
      : t(pair.X_WA.t - pair.X_WB.t), size((pair.a.reach + pair.b.reach) + std::sqrt(t.squaredNorm())) {
    if (!(size > 1e-40 && size < 1e40)) rescale(pair);
  }

  bool is_scaled() const { return scale != 1; }

  double scale = 1;   ///< the power of two; all below is multiplied by it
  Eigen::Vector3d t;  ///< from B's origin to A's
  double size;  ///< no point of A - B, and no point of either core from its origin, is farther than this

 private:
  void rescale(const ConvexPair& pair);
};

}  // namespace graze
