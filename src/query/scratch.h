// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include "deform/face_octree.h"
#include "deform/octree_update.h"
#include "elementary/blocks.h"
#include "math/parallel.h"
#include "math/sort_pairs.h"
#include "tree/box/box_tree.h"
#include "tree/wide/wide_bvh_pair.h"

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
  std::vector<std::uint64_t> stack;  ///< of casts and of binary trees
  WideScratch wide;
  std::vector<BoxPairEntry> box_stack;
  std::vector<std::uint32_t> piece_stack;  ///< of compounds, one nested compound's part above the other's
  ParallelPairSort<FacePair> sort;
  std::vector<std::uint8_t> sides;
  FaceOctreeScratch octree;
  OctreeUpdateScratch octree_update;
  std::vector<OctreeBody> octree_bodies;
  std::vector<std::uint32_t> extreme_bodies;  ///< that an octree does not take
  std::vector<BodyFacePair> body_pairs;
  ListShare of_octree_bodies, of_extreme_bodies, of_body_pairs;
  Workers workers;

  std::size_t bytes() const;
};

}  // namespace graze
