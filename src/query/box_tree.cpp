// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/methods.h"

namespace graze {

void find_box_tree(const MeshQuery& query, Findings& findings) {
  const MeshIndex &a = *query.shape_a.mesh, &b = *query.shape_b.mesh;
  find_pairs(query.pair, {a.box_tree(), a.adjacency()}, {b.box_tree(), b.adjacency()},
             query.scratch.box_stack, query.counters, findings);
}

}  // namespace graze
