// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include <memory>

#include "convex/body.h"
#include "deform/deforming_tree.h"
#include "deform/octree_update.h"
#include "math/lazy.h"
#include "mesh/adjacency.h"
#include "mesh/inside_grid.h"
#include "mesh/mesh_pair.h"
#include "query/shape/compound_tree.h"
#include "tree/box/box_tree.h"
#include "tree/dop/dop_tree.h"
#include "tree/obb/obb_tree.h"
#include "tree/wide/reach_map.h"
#include "tree/wide/wide_bvh.h"

namespace graze {

/// A mesh with what queries need to know of it. Trees are built when a method first asks for them.
class MeshIndex {
 public:
  explicit MeshIndex(const Mesh& mesh) : mesh_(mesh), bounds_(mesh) {}
  /// Of a deforming body's next frame: a tree of the earlier one will do when refitted.
  MeshIndex(const Mesh& mesh, const MeshBounds& bounds, std::unique_ptr<DeformingTree> tree, int threads)
      : mesh_(mesh), bounds_(bounds), deforming_(std::move(tree)), threads_(threads) {}

  const Mesh& mesh() const { return mesh_; }
  const MeshBounds& bounds() const { return bounds_; }
  const Adjacency& adjacency() const {
    return adjacency_.get([&] { return graze::adjacency(mesh_.faces, mesh_.vertices.size()); });
  }
  const InsideGrid& inside_grid() const {
    return inside_grid_.get([&] { return InsideGrid(mesh_, bounds_); });
  }
  bool has_inside_grid() const { return inside_grid_.is_made(); }
  const WideBvh& wide_bvh() const {
    if (deforming_) return deforming_->whole(mesh_, bounds_, threads_);
    return wide_bvh_.get([&] { return WideBvh(mesh_, bounds_); });
  }
  const ReachMap& reach_map() const {
    return reach_map_.get([&] { return ReachMap(wide_bvh()); });
  }
  bool has_reach_map() const { return reach_map_.is_made(); }
  /// The tree for the next frame: this one's, which is then gone, or a new one.
  std::unique_ptr<DeformingTree> take_tree() {
    return deforming_ ? std::move(deforming_) : std::make_unique<DeformingTree>();
  }
  /// Of a deforming body, else none.
  DeformingTree* deforming() const { return deforming_.get(); }
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
  Lazy<InsideGrid> inside_grid_;
  Lazy<WideBvh> wide_bvh_;
  Lazy<ReachMap> reach_map_;
  std::unique_ptr<DeformingTree> deforming_;
  int threads_ = 1;
  Lazy<DopTree> dop_tree_;
  Lazy<ObbTree> obb_tree_;
  Lazy<BoxTree> box_tree_;
  Lazy<BlackNodes> black_nodes_;
};

/// Kinds that the same kernels serve.
enum class Family : std::uint8_t {
  rigid,      ///< mesh
  deforming,  ///< deformable
  polytope,   ///< convex, box, sphere and capsule of radius 0
  round,      ///< sphere and capsule, cylinder, cone, ellipsoid
  compound,
};
inline constexpr int family_count = 5;

struct Shape::Impl {
  explicit Impl(ShapeKind k);
  /// A compound with the pieces of another, in its order.
  Impl(Compound compound, const CompoundTree& tree);

  ShapeKind kind;
  Family family = Family::compound;
  BodyBounds bounds;                          ///< in the body's frame
  std::optional<MeshIndex> mesh;              ///< of a mesh or deformable body
  std::shared_ptr<const ConvexShape> convex;  ///< of a convex or round body
  std::optional<CompoundTree> compound;

  /// Of all there is, in the body's frame, rounded outward; empty for a body without points.
  AxisBox box() const;

  /// Derives `bounds` from the mesh, hull or pieces. A deforming body has new ones each frame.
  void update_bounds();
};

}  // namespace graze
