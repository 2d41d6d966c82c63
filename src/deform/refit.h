// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "deform/refit_plan.h"
#include "mesh/mesh_pair.h"
#include "tree/wide/wide_bvh.h"

namespace graze {

/// Brings a wide tree to where the vertices of its mesh are now; the faces must be those that it, and the plan,
/// were made for. Which face is in which leaf stays, all bounds are made anew. The tree is the same whatever the
/// threads. Returns what a query is predicted to cost: the areas of all boxes, in units of that of the whole.
double refit(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, const MeshBounds& bounds, int threads);

/// The same for what may reach into a box in the mesh's coordinates: all other leaves are as if they were not
/// there. False if there are none left. `blocks` are the boxes of the vertices' blocks (deform/vertices.h), or
/// nothing; `sides` is scratch. A later `refit` finds everything again.
bool refit_within(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, const MeshBounds& bounds,
                  std::span<const AxisBox> blocks, const AxisBox& box, std::vector<std::uint8_t>& sides);

}  // namespace graze
