// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include "convex/body.h"
#include "deform/deforming_tree.h"
#include "deform/octree_update.h"
#include "mesh/adjacency.h"
#include "mesh/mesh_pair.h"
#include "query/compound.h"
#include "query/lazy.h"
#include "tree/box_tree.h"
#include "tree/dop_tree.h"
#include "tree/obb_tree.h"
#include "tree/wide_bvh.h"

namespace graze {

/// A mesh with what queries need to know of it. Trees are built when a method first asks for them.
class MeshIndex {
 public:
  explicit MeshIndex(const Mesh& mesh) : mesh_(mesh), bounds_(mesh) {}
  /// Of a deforming body, with a tree of an earlier frame, if there is one, that will do when refitted.
  MeshIndex(const Mesh& mesh, const MeshBounds& bounds, DeformingTree tree, int threads)
      : mesh_(mesh), bounds_(bounds), deforms_(true), earlier_(std::move(tree)), threads_(threads) {}

  const Mesh& mesh() const { return mesh_; }
  const MeshBounds& bounds() const { return bounds_; }
  const Adjacency& adjacency() const {
    return adjacency_.get([&] { return graze::adjacency(mesh_.faces, mesh_.vertices.size()); });
  }
  const WideBvh& wide_bvh() const {
    if (!deforms_) return wide_bvh_.get([&] { return WideBvh(mesh_, bounds_); });
    return deforming_
        .get([&] {
          DeformingTree tree = std::move(earlier_);
          tree.update(mesh_, bounds_, threads_);
          return tree;
        })
        .tree();
  }
  /// The vertices are those of one frame among many.
  bool deforms() const { return deforms_; }
  std::size_t tree_builds() const {
    return deforming_.exists() ? deforming_.value().builds() : earlier_.builds();
  }

  /// The tree of a deforming body, for its next frame. Nobody else may know this index.
  DeformingTree take_tree() { return deforming_.exists() ? deforming_.take() : std::move(earlier_); }

  const DopTree& dop_tree() const {
    return dop_tree_.get([&] { return DopTree(mesh_, bounds_); });
  }
  const ObbTree& obb_tree() const {
    return obb_tree_.get([&] { return ObbTree(mesh_, bounds_); });
  }
  const BoxTree& box_tree() const {
    return box_tree_.get([&] { return BoxTree(mesh_, adjacency(), bounds_); });
  }
  const BlackNodes& black_nodes() const {
    return black_nodes_.get([&] { return BlackNodes(mesh_, bounds_); });
  }

 private:
  const Mesh& mesh_;
  MeshBounds bounds_;
  Lazy<Adjacency> adjacency_;
  Lazy<WideBvh> wide_bvh_;
  bool deforms_ = false;
  mutable DeformingTree earlier_;  // handed on to the one below at its first use, once
  Lazy<DeformingTree> deforming_;
  int threads_ = 1;
  Lazy<DopTree> dop_tree_;
  Lazy<ObbTree> obb_tree_;
  Lazy<BoxTree> box_tree_;
  Lazy<BlackNodes> black_nodes_;
};

struct Shape::Impl {
  explicit Impl(ShapeKind k);
  /// A compound with the pieces of another, in its order.
  Impl(Compound compound, const CompoundTree& tree);

  ShapeKind kind;
  std::optional<MeshIndex> mesh;              ///< of a mesh or deformable body
  std::shared_ptr<const ConvexShape> convex;  ///< of a convex or round body
  std::optional<CompoundTree> compound;

  /// Of all there is, in the body's frame, rounded outward; empty for a body without points.
  AxisBox bounds() const;
};

}  // namespace graze
