// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include "convex/body.h"
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

  const Mesh& mesh() const { return mesh_; }
  const MeshBounds& bounds() const { return bounds_; }
  const Adjacency& adjacency() const {
    return adjacency_.get([&] { return graze::adjacency(mesh_.faces, mesh_.vertices.size()); });
  }
  const WideBvh& wide_bvh() const {
    return wide_bvh_.get([&] { return WideBvh(mesh_, bounds_); });
  }
  const DopTree& dop_tree() const {
    return dop_tree_.get([&] { return DopTree(mesh_, bounds_); });
  }
  const ObbTree& obb_tree() const {
    return obb_tree_.get([&] { return ObbTree(mesh_, bounds_); });
  }
  const BoxTree& box_tree() const {
    return box_tree_.get([&] { return BoxTree(mesh_, adjacency(), bounds_); });
  }

 private:
  const Mesh& mesh_;
  MeshBounds bounds_;
  Lazy<Adjacency> adjacency_;
  Lazy<WideBvh> wide_bvh_;
  Lazy<DopTree> dop_tree_;
  Lazy<ObbTree> obb_tree_;
  Lazy<BoxTree> box_tree_;
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
