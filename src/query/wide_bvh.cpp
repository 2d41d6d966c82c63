// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/methods.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {

void find_wide_bvh(const MeshQuery& query, Findings& findings) {
  const WideBvhPair trees(query.pair, query.shape_a.mesh->wide_bvh(), query.shape_b.mesh->wide_bvh());
  find_pairs(trees, query.scratch.workers, query.threads, query.scratch.stack, query.counters, findings);
}

}  // namespace graze
