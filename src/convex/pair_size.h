// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "convex/gjk.h"
#include "math/slack.h"

namespace graze {

/// How large a pair of cores is, and in which unit kernels compute with it. Products of four coordinates must stay in the
/// range of double, so the coordinates of very small and of very large pairs are multiplied by a power of two. That
/// rounds nothing but what is 2^-1000 times smaller than the pair.
///
/// Rounding. What math/slack.h derives for vertices holds for smooth cores too, but that the support point itself is rounded: it
/// is off its core, and off the farthest along its direction, by less than smooth_rounding of the core's reach.
class PairSize {
 public:
  explicit PairSize(const ConvexPair& pair)
      : t(pair.X_WA.t - pair.X_WB.t),
        size((pair.a.reach + pair.b.reach) + std::sqrt(t.squaredNorm())),
        smooth(smooth_reach(pair.a) + smooth_reach(pair.b)) {
    if (!(size > 1e-40 && size < 1e40)) rescale(pair);
  }

  bool is_scaled() const { return scale != 1; }

  /// What a coordinate of a point of A - B is off.
  double difference_rounding() const { return graze::difference_rounding(size) + smooth_rounding(smooth); }
  /// What the distance of the origin from the plane across v, through the least point of A - B along v, is off; and the length
  /// of a mean of points of A - B.
  double support_rounding() const { return graze::support_rounding(size) + smooth_rounding(smooth); }

  double scale = 1;   ///< the power of two; all below is multiplied by it
  Eigen::Vector3d t;  ///< from B's origin to A's
  double size;    ///< no point of A - B, and no point of either core from its origin, is farther than this
  double smooth;  ///< the sum of the reaches of smooth cores

 private:
  static double smooth_reach(const ConvexBody& body) { return body.count == 0 ? body.reach : 0; }
  void rescale(const ConvexPair& pair);
};

}  // namespace graze
