// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Two meshes by trees that are built once.
#include "query/collide/kernels.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {

void collide_wide_bvh(const PosedPair& pair, QueryContext& context, Findings& findings) {
  const MeshPair meshes = pair.meshes();
  const WideBvhPair trees(meshes, pair.mesh_a().wide_bvh(), pair.mesh_b().wide_bvh());
  Scratch::Impl& scratch = context.scratch();
  find_pairs(trees, scratch.workers, context.threads, scratch.wide, context.counters, findings);
}

void collide_dop_tree(const PosedPair& pair, QueryContext& context, Findings& findings) {
  find_pairs(pair.meshes(), pair.mesh_a().dop_tree(), pair.mesh_b().dop_tree(), context.scratch().stack,
             context.counters, findings);
}

void collide_obb_tree(const PosedPair& pair, QueryContext& context, Findings& findings) {
  find_pairs(pair.meshes(), pair.mesh_a().obb_tree(), pair.mesh_b().obb_tree(), context.scratch().stack,
             context.counters, findings);
}

void collide_box_tree(const PosedPair& pair, QueryContext& context, Findings& findings) {
  const MeshIndex &a = pair.mesh_a(), &b = pair.mesh_b();
  find_pairs(pair.meshes(), {a.box_tree(), a.adjacency()}, {b.box_tree(), b.adjacency()},
             context.scratch().box_stack, context.counters, findings);
}

}  // namespace graze
