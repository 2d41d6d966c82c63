// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The default: the wide tree. The tree of a body that has deformed must be refitted first. For all pairs of faces with
// one other body, only the part in that body's box is refitted (deform/deforming_tree.h says who waits for whom).
#include "query/methods.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {
namespace {

/// Holds what a mesh uses, seen through X; the mesh's own box without it.
AxisBox box_through(const MeshBounds& bounds, const RelativePose* X) {
  if (X == nullptr) return bounds.box;
  const Eigen::Vector3d centre = *X * (0.5 * bounds.box.low + 0.5 * bounds.box.high);
  const Eigen::Vector3d half = X->R.cwiseAbs() * (0.5 * bounds.box.high - 0.5 * bounds.box.low);
  // The middle and the half extents are off by no more than a point is; and their sum is rounded.
  const double error = 4 * X->point_error(bounds.reach);
  return {centre - half - Eigen::Vector3d::Constant(error), centre + half + Eigen::Vector3d::Constant(error)};
}

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
  const WideBvh& tree() const { return whole_ != nullptr ? *whole_ : part_->tree(); }

 private:
  const MeshIndex& mesh_;
  const WideBvh* whole_ = nullptr;
  std::optional<DeformingTree::Part> part_;
};

/// By the wide trees, refitted where they have to be. False if another query has a part of a tree.
bool find_refitted(const MeshQuery& query, const AxisBox& b_in_a, const AxisBox& a_in_b, Findings& findings) {
  QueryTree tree_a(*query.shape_a.mesh), tree_b(*query.shape_b.mesh);
  if (!tree_a.take() || !tree_b.take()) return false;
  if (!tree_a.refit(b_in_a, query.scratch.sides) || !tree_b.refit(a_in_b, query.scratch.sides)) return true;
  const WideBvhPair trees(query.pair, tree_a.tree(), tree_b.tree());
  find_pairs(trees, query.scratch.workers, query.threads, query.scratch.stack, query.counters, findings);
  return true;
}

}  // namespace

void find_automatic(const MeshQuery& query, Findings& findings) {
  const MeshIndex &a = *query.shape_a.mesh, &b = *query.shape_b.mesh;
  const bool deforming = a.deforming() != nullptr || b.deforming() != nullptr;
  // Which pair is found first depends on the order in which the tree is walked. It must not depend on what other
  // threads ask meanwhile, so a witness is always looked for in the whole tree.
  if (!deforming || findings.wants_first_only() || &a == &b) return find_wide_bvh(query, findings);

  const bool same_frame = query.pair.b.X == nullptr;
  const RelativePose X_BA = query.pair.X_BA();
  const AxisBox b_in_a = box_through(b.bounds(), same_frame ? nullptr : &query.pair.X_AB),
                a_in_b = box_through(a.bounds(), same_frame ? nullptr : &X_BA);
  if (!b_in_a.low.allFinite() || !b_in_a.high.allFinite() || !a_in_b.low.allFinite() ||
      !a_in_b.high.allFinite())
    return find_wide_bvh(query, findings);
  if (!a.bounds().box.overlaps(b_in_a) || !b.bounds().box.overlaps(a_in_b)) return;
  // Waiting for the other query would cost more than the octree, which needs no tree.
  if (!find_refitted(query, b_in_a, a_in_b, findings)) find_face_octree(query, findings);
}

}  // namespace graze
