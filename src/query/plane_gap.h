// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A slab between two bodies: how far apart they are at least, where a plane tells them apart.
#pragma once

#include "query/shape.h"

namespace graze {

struct PlaneGapMemory {
  Eigen::Vector3d n = Eigen::Vector3d::Zero();  ///< from A to B, in the world; zero: none yet
  int misses = 0;                               ///< until a search seems worth what is to be prepared for it
  int refusals = 0;                             ///< since a slab was last found
  int searches = 0;                             ///< left out since it was last refused
};

/// A lower bound on the bodies' distance, above zero; none if no slab is found, or if there was none the last times.
std::optional<double> find_plane_gap(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b,
                                     const Pose& X_WB, PlaneGapMemory& memory);

}  // namespace graze
