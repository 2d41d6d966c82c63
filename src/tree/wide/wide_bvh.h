// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A tree of eight-wide nodes for rigid triangle soups: the default engine.
//
// A child is bounded by an axis-aligned box and by a slab across the mean direction of its faces' normals: the slab tells
// apart surfaces that are close and parallel. Both are kept in float in the tree's own frame, q = (p - origin)·scale, in which
// the mesh reaches from -1 to 1, and rounded outward. Leaves hold up to eight triangles lane by lane, relative to their box's
// centre.
#pragma once

#include <graze/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/mesh_pair.h"
#include "tree/split.h"
#include "tree/tree_frame.h"

namespace graze {

struct WideBvhConfig {
  int max_leaf_faces = 8;  ///< at most 8
  int bins = 16;           ///< of the surface-area heuristic, an axis; at most 32
  Splitter splitter = Splitter::binned;
  int threads = 1;  ///< the tree is the same
};

class WideBvh {
 public:
  static constexpr int width = 8;
  static constexpr std::uint32_t leaf_flag = 0x80000000u;
  static constexpr float not_there = -1e30F;  ///< half extents of a child that is not there

  /// A point x is inside child i if |x - c| ≤ h along each axis and |n·(x - c) - s| ≤ w.
  struct alignas(64) Node {
    float c[3][width];
    float h
        [3]
        [width];  ///< h[0] is negative for a child that is not there. No other number of such a child means anything.
    float n[3][width];
    float s[width];
    float w[width];
    std::uint32_t child[width];  ///< a node's number, or leaf_flag | a leaf's
  };

  struct Leaf {
    std::uint32_t first;  ///< of its triangles
    std::uint32_t count;
  };

  /// Names a child: node·8 + lane. Slot 0 is that of the whole tree.
  using Slot = std::uint32_t;

  WideBvh(const Mesh& mesh, const MeshBounds& bounds, const WideBvhConfig& config = {});

  const TreeFrame& frame() const { return frame_; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Leaf> leaves() const { return leaves_; }
  std::span<const std::uint32_t> faces() const { return faces_; }
  int depth() const { return depth_; }

  /// Coordinate `axis` of corner `corner` of a leaf's triangles, one after the other. Eight floats may be read.
  const float* lanes(const Leaf& leaf, int corner, int axis) const {
    return corners_.data() + 9 * std::size_t{leaf.first} + (3 * corner + axis) * leaf.count;
  }

  /// The slot `levels` above a slot, or that of the whole tree.
  Slot above(Slot slot, int levels) const {
    for (; levels > 0 && slot >= width; --levels) slot = slot_of_node_[slot / width];
    return slot;
  }

  std::size_t bytes() const;

  /// Throws Error unless every face is in one leaf and inside all boxes and slabs above it.
  void validate(const Mesh& mesh) const;

 private:
  friend class WideBvhBuilder;
  friend class WideRefit;

  TreeFrame frame_;
  int depth_ = 0;
  std::vector<Node> nodes_;
  std::vector<Slot> slot_of_node_;  // where a node hangs in the one above it
  std::vector<Leaf> leaves_;
  std::vector<std::uint32_t> faces_;
  std::vector<float> corners_;
};

}  // namespace graze
