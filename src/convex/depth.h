// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/gjk.h"

namespace graze {

/// How deep two cores reach into each other: how far B must be moved at least to part them. Radii are left aside: they
/// add to the depth. The depth lies between `lower` and `upper`, each of which is off by less than PairSize::support_rounding and
/// by what the poses are off.
struct Depth {
  /// How far A - B reaches along the normal: moving B by upper·normal parts the cores. Negative: they are apart already,
  /// by as much at least.
  double upper = 0;
  double lower = 0;  ///< no move shorter than this parts them; 0 if the cores are not certain to meet
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();  ///< a unit vector in world directions, from A to B
  /// The points of A and B that touch once B has been moved, in the frames of the bodies, where they are known.
  bool has_points = false;
  Eigen::Vector3d p_A = Eigen::Vector3d::Zero(), p_B = Eigen::Vector3d::Zero();
};

/// `gjk` may hold what a search with the goal `depth` ended with: a tetrahedron that is certain to hold the origin is a start. The
/// bounds are a few roundings apart where both cores have vertices. For smooth cores they are apart by less than
/// `smooth_tolerance` times the bodies' size as a rule, and by more where much of the boundary of A - B is equally far, as for balls about one centre.
Depth depth_of(const ConvexPair& pair, const GjkResult* gjk, Counters& counters);

}  // namespace graze
