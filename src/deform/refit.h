// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "deform/refit_plan.h"
#include "mesh/mesh_pair.h"
#include "tree/wide/wide_bvh.h"

namespace graze {

/// Computes all bounds of a wide tree from the current vertices of its mesh. The faces must be those that tree and
/// plan were made for; which face is in which leaf does not change. The result is the same for any number of threads.
/// Returns what a query is predicted to cost: the areas of all boxes, in units of that of the whole. A body that has
/// shrunk to a point costs 0: no tree is better than another.
double refit(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, const MeshBounds& bounds, int threads);

/// The same for the leaves that may reach into a box in the mesh's coordinates; all others are marked as not there.
/// False if no leaf is left. `blocks` are the boxes of the vertices' blocks (deform/vertices.h), or empty; `sides` is
/// scratch. A later `refit` brings all leaves back.
bool refit_within(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, const MeshBounds& bounds,
                  std::span<const AxisBox> blocks, const AxisBox& box, std::vector<std::uint8_t>& sides);

}  // namespace graze
