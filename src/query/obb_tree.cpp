// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/methods.h"

namespace graze {

void find_obb_tree(const MeshQuery& query, Findings& findings) {
  find_pairs(query.pair, query.shape_a.mesh->obb_tree(), query.shape_b.mesh->obb_tree(), query.scratch.stack,
             query.counters, findings);
}

}  // namespace graze
