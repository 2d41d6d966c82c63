// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The default: the wide tree. Where a body has a new form, its tree has to be refitted first; if all pairs of
// faces with one other body are wanted, only the part of it that lies in that body's box is.
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

void find_automatic(const MeshQuery& query, Findings& findings) {
  const MeshIndex &a = *query.shape_a.mesh, &b = *query.shape_b.mesh;
  const bool deforming = a.deforming() != nullptr || b.deforming() != nullptr;
  // A witness depends on the order in which a tree is walked, and so must not depend on what else is asked
  // meanwhile.
  if (!deforming || findings.wants_first_only() || &a == &b) return find_wide_bvh(query, findings);

  const bool same_frame = query.pair.b.X == nullptr;
  const RelativePose X_BA = query.pair.X_BA();
  const AxisBox b_in_a = box_through(b.bounds(), same_frame ? nullptr : &query.pair.X_AB),
                a_in_b = box_through(a.bounds(), same_frame ? nullptr : &X_BA);
  if (!b_in_a.low.allFinite() || !b_in_a.high.allFinite() || !a_in_b.low.allFinite() ||
      !a_in_b.high.allFinite())
    return find_wide_bvh(query, findings);
  if (!a.bounds().box.overlaps(b_in_a) || !b.bounds().box.overlaps(a_in_b)) return;
  QueryTree tree_a(a), tree_b(b);
  if (!tree_a.refit(b_in_a, query.scratch.sides) || !tree_b.refit(a_in_b, query.scratch.sides)) return;
  const WideBvhPair trees(query.pair, tree_a.tree(), tree_b.tree());
  find_pairs(trees, query.scratch.workers, query.threads, query.scratch.stack, query.counters, findings);
}

}  // namespace graze
