// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/methods.h"

namespace graze {

void find_dop_tree(const MeshQuery& query, Findings& findings) {
  find_pairs(query.pair, query.shape_a.mesh->dop_tree(), query.shape_b.mesh->dop_tree(), query.scratch.stack,
             query.counters, findings);
}

}  // namespace graze
