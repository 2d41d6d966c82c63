// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "mesh/mesh_pair.h"
#include "tree/wide_bvh.h"

namespace graze {

/// Brings a wide tree to where the vertices of its mesh are now; the faces must be those that it was built for. Which face
/// is in which leaf stays, all bounds are made anew. The tree is the same whatever the threads.
/// Returns what a query is predicted to cost: the areas of all boxes, in units of that of the whole.
double refit(WideBvh& tree, const Mesh& mesh, const MeshBounds& bounds, int threads);

}  // namespace graze
