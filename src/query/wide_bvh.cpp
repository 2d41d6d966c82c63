// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/methods.h"

namespace graze {

void find_wide_bvh(const MeshQuery& query, Findings& findings) {
  find_pairs(query.pair, query.shape_a.mesh->wide_bvh(), query.shape_b.mesh->wide_bvh(), query.scratch.stack,
             query.counters, findings);
}

}  // namespace graze
