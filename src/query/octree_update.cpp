// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/methods.h"

namespace graze {

void find_octree_update(const MeshQuery& query, Findings& findings) {
  // An octree that is made once is of no use to a body that deforms.
  for (const Shape::Impl* shape : {&query.shape_a, &query.shape_b}) {
    if (std::holds_alternative<Deformable>(shape->kind)) return find_automatic(query, findings);
  }
  const std::array<OctreeBody, 2> bodies = octree_bodies(query.pair);
  if (!usable(bodies[0]) || !usable(bodies[1]))
    return find_pairs_blindly(query.pair, query.counters, findings);
  std::vector<BodyFacePair>& found = query.scratch.body_pairs;
  found.clear();
  find_by_update(bodies, query.shape_a.mesh->black_nodes(), query.shape_b.mesh->black_nodes(),
                 findings.wants_first_only(), query.scratch.octree_update, query.counters, found);
  for (const BodyFacePair& p : found) {
    if (findings.add({p.face_a, p.face_b})) return;
  }
}

}  // namespace graze
