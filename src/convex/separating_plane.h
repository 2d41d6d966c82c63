// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/gjk.h"

namespace graze {

/// What is remembered of a pair: along the normal of the last plane that parted it, in A's frame; zero if there is none.
struct SeparatingPlaneMemory {
  Eigen::Vector3d normal_A = Eigen::Vector3d::Zero();
  GjkMemory gjk;
};

/// Do the polytopes share a point? Exact.
bool separating_plane_meet(const ConvexPair& pair, SeparatingPlaneMemory& memory, Counters& counters);

/// Does some plane across v, in world directions from B to A, part the polytopes, whatever rounding and the poses' error
/// do? v need not be a unit vector.
bool is_parted_across(const ConvexPair& pair, const Eigen::Vector3d& v);

}  // namespace graze
