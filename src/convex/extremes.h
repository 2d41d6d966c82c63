// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>

#include "convex/polytope.h"

namespace graze {

/// Vertices of a turned polytope: along each axis of the frame that it is turned in, one that lies lowest and one that lies
/// highest.
struct Extremes {
  std::array<std::uint32_t, 3> lowest = {}, highest = {};
};

/// Climbs to them from those given, whichever they are, from neighbour to neighbour as long as one is higher
/// (cohen-icollide): a step or two where the body has turned a little since. R and the vertices are taken literally and
/// compared exactly, so that whom no neighbour exceeds nobody does.
void climb_to_extremes(const Polytope& polytope, const Eigen::Matrix3d& R, Extremes& extremes);

}  // namespace graze
