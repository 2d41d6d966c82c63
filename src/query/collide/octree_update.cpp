// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/brute_force.h"
#include "query/collide/kernels.h"
#include "query/collide/octree_bodies.h"

namespace graze {

void collide_octree_update(const PosedPair& posed, QueryContext& context, Findings& findings) {
  const MeshPair pair = posed.meshes();
  const std::array<OctreeBody, 2> bodies = octree_bodies(pair);
  if (!usable(bodies[0]) || !usable(bodies[1]))
    return find_pairs_brute_force(pair, context.counters, findings);
  Scratch::Impl& scratch = context.scratch();
  std::vector<BodyFacePair>& found = scratch.body_pairs;
  found.clear();
  scratch.of_body_pairs.start(context.limits);
  find_by_update(bodies, posed.mesh_a().black_nodes(), posed.mesh_b().black_nodes(),
                 findings.wants_first_only(), scratch.octree_update, context.counters, context.limits, found,
                 scratch.of_body_pairs);
  for (const BodyFacePair& p : found) {
    if (findings.add({p.face_a, p.face_b})) break;
  }
}

}  // namespace graze
