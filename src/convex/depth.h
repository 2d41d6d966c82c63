// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/gjk.h"

namespace graze {

/// How deep two cores that meet reach into each other: moving B by depth·normal parts them, and no shorter move does.
/// Radii are left aside: they add to the depth. Touching cores have depth 0 and some normal.
struct Depth {
  double depth = 0;
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();  ///< a unit vector in world directions, from A to B
  double error = 0;                                   ///< depth may be too large by this
};

/// Both cores must have vertices and polytopes.
Depth depth_of_polytopes(const ConvexPair& pair);

/// Any cores. The error is below `smooth_tolerance` times the bodies' size, as a rule, and told in any case.
Depth depth_of_smooth(const ConvexPair& pair);

/// The one that fits.
Depth depth_of(const ConvexPair& pair);

/// Along the unit vector n: the farthest that A reaches less the nearest that B does. An upper bound on the depth.
class Overlap {
 public:
  explicit Overlap(const ConvexPair& pair) : pair_(pair), t_(pair.X_WA.t - pair.X_WB.t) {}

  double along(const Eigen::Vector3d& n) { return n.dot(point(n)); }
  /// The point of A - B farthest along n, the origin at B's.
  Eigen::Vector3d point(const Eigen::Vector3d& n);

 private:
  const ConvexPair& pair_;
  Eigen::Vector3d t_;
  VertexPair last_;
};

}  // namespace graze
