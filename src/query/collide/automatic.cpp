// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The default: the wide tree. Where a body has a new form, its tree has to be refitted first; if all pairs of
// faces with one other body are wanted, only the part of it that lies in that body's box is.
#include "math/posed_box.h"
#include "query/collide/kernels.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {
namespace {

/// One body's tree for this query: a part, or the whole.
struct QueryTree {
  DeformingTree::Part part;
  const MeshIndex& mesh;

  explicit QueryTree(const MeshIndex& index) : mesh(index) {
    if (mesh.deforming() != nullptr) part = mesh.deforming()->part();
  }
  const WideBvh& tree() const { return part ? part.tree() : mesh.wide_bvh(); }
  /// False if nothing of the body is in the box.
  bool refit(const AxisBox& box, std::vector<std::uint8_t>& sides) {
    return !part || part.refit(mesh.mesh(), mesh.bounds(), box, sides);
  }
};

}  // namespace

void collide_automatic(const PosedPair& pair, QueryContext& context, Findings& findings) {
  const MeshIndex &a = pair.mesh_a(), &b = pair.mesh_b();
  const bool deforming = a.deforming() != nullptr || b.deforming() != nullptr;
  // A witness depends on the order in which a tree is walked, and so must not depend on what else is asked meanwhile.
  if (!deforming || findings.wants_first_only() || &a == &b || !context.allows(Shortcut::refit_part))
    return collide_wide_bvh(pair, context, findings);

  const MeshPair meshes = pair.meshes();
  const bool same_frame = meshes.b.X == nullptr;
  const AxisBox b_in_a = same_frame ? b.bounds().box : image_of(b.bounds().box, meshes.X_AB),
                a_in_b = same_frame ? a.bounds().box : image_of(a.bounds().box, meshes.X_BA());
  if (!b_in_a.low.allFinite() || !b_in_a.high.allFinite() || !a_in_b.low.allFinite() ||
      !a_in_b.high.allFinite())
    return collide_wide_bvh(pair, context, findings);
  ++context.counters[Shortcut::refit_part];
  if (!a.bounds().box.overlaps(b_in_a) || !b.bounds().box.overlaps(a_in_b)) return;
  Scratch::Impl& scratch = context.scratch();
  QueryTree tree_a(a), tree_b(b);
  if (!tree_a.refit(b_in_a, scratch.sides) || !tree_b.refit(a_in_b, scratch.sides)) return;
  const WideBvhPair trees(meshes, tree_a.tree(), tree_b.tree());
  find_pairs(trees, scratch.workers, context.threads, scratch.stack, context.counters, findings);
}

}  // namespace graze
