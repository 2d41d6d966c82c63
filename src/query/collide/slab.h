// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// An empty slab between two bodies: how far apart they are at least, where a plane separates them.
#pragma once

#include <optional>

#include "query/collide/backoff.h"
#include "query/shape/shape.h"

namespace graze {

struct SlabMemory {
  Eigen::Vector3d n = Eigen::Vector3d::Zero();  ///< from A to B, in the world; zero: none yet
  Patience misses;
  Backoff backoff;
};

/// A lower bound on the distance of two meshes, above zero; none if no slab is found, or if a search is not due.
std::optional<double> find_slab(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                                SlabMemory& memory);

}  // namespace graze
