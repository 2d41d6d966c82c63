// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "deform/face_octree.h"
#include "deform/octree_update.h"
#include "elementary/blocks.h"
#include "math/parallel.h"
#include "math/sort_pairs.h"
#include "mesh/mesh_pair.h"
#include "query/shape.h"

namespace graze {

/// Faces eight at a time, and the box of each eight.
struct FaceBlock {
  TriangleBlock lanes;
  AxisBox box;
  std::array<std::uint32_t, block_lanes> faces;
  int size;
};

struct Scratch::Impl {
  std::vector<Eigen::Vector3d> b_vertices_A;
  std::vector<FaceBlock> blocks;
  std::vector<std::uint64_t> stack;
  std::vector<BoxPairEntry> box_stack;
  ParallelPairSort<FacePair> sort;
  std::vector<std::uint8_t> sides;
  FaceOctreeScratch octree;
  OctreeUpdateScratch octree_update;
  std::vector<OctreeBody> octree_bodies;
  std::vector<BodyFacePair> body_pairs;
  Workers workers;

  std::size_t bytes() const;
};

/// A shape's mesh. Throws Error for a pose that is not rigid or a shape that is no mesh.
const MeshIndex& mesh_of(const Shape& shape, const Pose& X);

/// The meshes of two shapes, which must have them, as a pair.
MeshPair mesh_pair(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB);

/// Two meshes as an octree's bodies, in A's frame, where A's vertices are as they are.
std::array<OctreeBody, 2> octree_bodies(const MeshPair& pair);
/// Neither in size nor in place so extreme that an octree could not say anything.
bool usable(const OctreeBody& body);

/// A query on its way to a method.
struct MeshQuery {
  const Shape::Impl& shape_a;
  const Shape::Impl& shape_b;
  MeshPair pair;
  Scratch::Impl& scratch;
  Counters& counters;
  int threads;

  /// B's vertices in A's frame, in scratch.
  const std::vector<Eigen::Vector3d>& b_vertices_A() const;
};

/// What every pair of kinds is given to: the options, and memory and counters of the caller or its own.
class PairQuery {
 public:
  explicit PairQuery(const QueryOptions& given)
      : options(given),
        counters(given.counters != nullptr ? *given.counters : own_counters_),
        cache(given.cache) {}

  const QueryOptions& options;
  Counters& counters;
  PairCache* cache;  ///< of this pair; none for the pieces of a compound
  Scratch::Impl& scratch() {
    if (options.scratch != nullptr) return options.scratch->impl();
    if (!own_scratch_) own_scratch_.emplace();
    return own_scratch_->impl();
  }

 private:
  Counters own_counters_;
  std::optional<Scratch> own_scratch_;
};

// Pairs of kinds. Poses need not be as rigid as those of a query: they may be products of such.
void find_any(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, PairQuery& query,
              Findings& findings);
void find_meshes(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, PairQuery& query,
                 Findings& findings);
void find_convex(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, PairQuery& query,
                 Findings& findings);
/// Faces of a mesh that meet a convex body; `mesh_first` tells which of a face pair is which.
void find_convex_mesh(const Shape& convex, const Pose& X_WC, const Shape& mesh, const Pose& X_WM,
                      bool mesh_first, PairQuery& query, Findings& findings);
void find_compound(const Shape& compound, const Pose& X_WC, const Shape& other, const Pose& X_WO,
                   bool compound_first, PairQuery& query, Findings& findings);

/// `collides` of two convex bodies, which takes little longer than what surrounds it would.
bool convex_collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                     const QueryOptions& options);

// By the wide trees, with the options' cache.
std::optional<FacePair> cached_first_face_pair(const Shape& a, const Pose& X_WA, const Shape& b,
                                               const Pose& X_WB, const QueryOptions& options);
bool cached_collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                     const QueryOptions& options);

// The methods. A pair of faces may be reported more than once, and in any order.
void find_automatic(const MeshQuery& query, Findings& findings);
void find_naive(const MeshQuery& query, Findings& findings);
void find_simple(const MeshQuery& query, Findings& findings);
void find_wide_bvh(const MeshQuery& query, Findings& findings);
void find_dop_tree(const MeshQuery& query, Findings& findings);
void find_obb_tree(const MeshQuery& query, Findings& findings);
void find_box_tree(const MeshQuery& query, Findings& findings);
void find_face_octree(const MeshQuery& query, Findings& findings);
void find_octree_update(const MeshQuery& query, Findings& findings);

}  // namespace graze
