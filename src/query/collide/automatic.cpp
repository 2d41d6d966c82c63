// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The default: the wide tree. The tree of a body that has deformed must be refitted first. For all pairs of faces with
// one other body, only the part in that body's box is refitted (deform/deforming_tree.h says who waits for whom). A face
// clear of that box is in no pair: the box holds the body, with the error of the relative pose (math/posed_box.h).
#include "math/posed_box.h"
#include "query/collide/kernels.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {
namespace {

/// One body's tree as this query reads it: whole, or a part of a tree that is to be refitted.
class QueryTree {
 public:
  /// Waits if the whole is needed and another query has a part: no part may be held.
  explicit QueryTree(const MeshIndex& index) : mesh_(index) {
    if (mesh_.deforming() == nullptr || mesh_.deforming()->wants_whole()) whole_ = &mesh_.wide_bvh();
  }
  /// Takes a part, if the whole is not there. Does not wait; false if another query has it.
  bool take() {
    if (whole_ == nullptr) part_ = mesh_.deforming()->try_part();
    return whole_ != nullptr || part_;
  }
  /// False if nothing of the body is in the box.
  bool refit(const AxisBox& box, std::vector<std::uint8_t>& sides) {
    return whole_ != nullptr || part_->refit(mesh_.mesh(), mesh_.bounds(), box, sides);
  }
  bool is_part() const { return whole_ == nullptr; }
  const WideBvh& tree() const { return whole_ != nullptr ? *whole_ : part_->tree(); }

 private:
  const MeshIndex& mesh_;
  const WideBvh* whole_ = nullptr;
  std::optional<DeformingTree::Part> part_;
};

/// By the wide trees, refitted where they have to be. False if another query has a part of a tree.
bool collide_refitted(const PosedPair& pair, const MeshPair& meshes, const AxisBox& b_in_a,
                      const AxisBox& a_in_b, QueryContext& context, Findings& findings) {
  Scratch::Impl& scratch = context.scratch();
  QueryTree tree_a(pair.mesh_a()), tree_b(pair.mesh_b());
  if (!tree_a.take() || !tree_b.take()) return false;
  if (tree_a.is_part() || tree_b.is_part()) ++context.counters[Shortcut::refit_part];
  if (!tree_a.refit(b_in_a, scratch.sides) || !tree_b.refit(a_in_b, scratch.sides)) return true;
  const WideBvhPair trees(meshes, tree_a.tree(), tree_b.tree());
  find_pairs(trees, scratch.workers, context.threads, scratch.wide, context.counters, findings);
  return true;
}

}  // namespace

void collide_automatic(const PosedPair& pair, QueryContext& context, Findings& findings) {
  const MeshIndex &a = pair.mesh_a(), &b = pair.mesh_b();
  const bool deforming = a.deforming() != nullptr || b.deforming() != nullptr;
  // Which pair is found first depends on the order in which the tree is walked. It must not depend on what other threads ask
  // meanwhile, so a witness is always looked for in the whole tree.
  if (!deforming || findings.wants_first_only() || &a == &b || !context.allows(Shortcut::refit_part))
    return collide_wide_bvh(pair, context, findings);

  const MeshPair meshes = pair.meshes();
  const bool same_frame = meshes.b.X == nullptr;
  const AxisBox b_in_a = same_frame ? b.bounds().box : image_of(b.bounds().box, meshes.X_AB),
                a_in_b = same_frame ? a.bounds().box : image_of(a.bounds().box, meshes.X_BA());
  if (!b_in_a.low.allFinite() || !b_in_a.high.allFinite() || !a_in_b.low.allFinite() ||
      !a_in_b.high.allFinite())
    return collide_wide_bvh(pair, context, findings);
  if (!a.bounds().box.overlaps(b_in_a) || !b.bounds().box.overlaps(a_in_b)) {
    ++context.counters[Shortcut::refit_part];
    return;
  }
  // Waiting for the other query would cost more than the octree, which needs no tree.
  if (!collide_refitted(pair, meshes, b_in_a, a_in_b, context, findings))
    collide_face_octree(pair, context, findings);
}

}  // namespace graze
