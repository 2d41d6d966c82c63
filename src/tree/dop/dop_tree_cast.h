// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh_cast.h"
#include "tree/dop/dop_tree.h"

namespace graze {

// Offers the faces of a DOP-tree that a path or box may touch to a collector, near ones first where that
// matters. `stack` is scratch.
void cast_path(const DopTree& tree, const MeshCast& cast, std::vector<std::uint64_t>& stack,
               Counters& counters, TouchedFaces& touched);
void cast_path(const DopTree& tree, const MeshCast& cast, std::vector<std::uint64_t>& stack,
               Counters& counters, FirstTouched& first);
void cast_box(const DopTree& tree, const MeshBoxQuery& query, std::vector<std::uint64_t>& stack,
              Counters& counters, FacesInBox& in_box);

}  // namespace graze
