// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/mesh_pair.h"
#include "tree/wide_bvh.h"

namespace graze {

/// Brings a wide tree to where the vertices of its mesh are now; the faces must be those that it was built
/// for. Which face is in which leaf stays, all bounds are made anew. The tree is the same whatever the
/// threads. Returns what a query is predicted to cost: the areas of all boxes, in units of that of the whole.
double refit(WideBvh& tree, const Mesh& mesh, const MeshBounds& bounds, int threads);

/// The same for the faces alone that may reach into a box in the mesh's coordinates: all others are as if
/// they were not there. False if there are none. `sides` is scratch. A later `refit` finds everything again.
bool refit_within(WideBvh& tree, const Mesh& mesh, const MeshBounds& bounds, const AxisBox& box,
                  std::vector<std::uint8_t>& sides);

}  // namespace graze
