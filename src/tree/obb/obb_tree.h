// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A binary tree of oriented boxes for rigid triangle soups (gottschalk1996): what RAPID is made of.
#pragma once

#include <graze/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/mesh_pair.h"
#include "tree/tree_frame.h"

namespace graze {

class ObbTree {
 public:
  static constexpr std::uint32_t leaf_flag = 0x80000000u;

  /// A point x of the tree's frame is inside if |(x - c)·(column j of R)| ≤ h[j] for each j. R is a rotation,
  /// rounded to float: max|RᵀR - I| ≤ 2^-23. One cache line, in four rows of four floats.
  struct alignas(64) Node {
    struct Row {
      float R[3];
      float c;
    } row[3];
    float h[3];
    std::uint32_t child;  ///< the first of two neighbours, or leaf_flag | a face
  };

  ObbTree(const Mesh& mesh, const MeshBounds& bounds);

  const TreeFrame& frame() const { return frame_; }
  std::span<const Node> nodes() const { return nodes_; }  ///< the first one is the root
  int depth() const { return depth_; }                    ///< nodes on the longest way down
  std::size_t bytes() const;

  /// Throws Error unless every face is in one leaf and inside all boxes above it.
  void validate(const Mesh& mesh) const;

 private:
  friend class ObbTreeBuilder;

  TreeFrame frame_;
  int depth_ = 0;
  std::vector<Node> nodes_;
};

/// Finds pairs of faces that share a point; each pair is reported once. `stack` is scratch.
void find_pairs(const MeshPair& pair, const ObbTree& a, const ObbTree& b, std::vector<std::uint64_t>& stack,
                Counters& counters, Findings& findings);

}  // namespace graze
