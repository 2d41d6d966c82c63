// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

#include "tree/wide/wide_bvh.h"

namespace graze {

/// What refitting a wide tree needs to know of its faces, which do not change while vertices move. Made once for a
/// tree.
class RefitPlan {
 public:
  /// The vertices that the faces of a leaf use, each once: 6 faces that hang together have 8 and not 18.
  struct Leaf {
    std::uint32_t first;                     ///< in vertices()
    std::uint8_t count;                      ///< 8, 12, 16, 20 or 24; the last one is repeated up to that
    std::uint8_t corner[3][WideBvh::width];  ///< of each face, among these; past the last face, a point
    /// Two pairs of vertices: the longest diagonal, and the one that spans the largest area with it.
    std::uint8_t diagonal[2][2];
  };
  static constexpr int most_vertices = 3 * WideBvh::width;

  RefitPlan(const WideBvh& tree, const Mesh& mesh);

  std::span<const Leaf> leaves() const { return leaves_; }
  /// The vertices of all leaves, one leaf after the other. A vertex is named by the place of its x among all
  /// coordinates, three times its number. Behind the last one stand `ahead` more, for prefetching.
  const std::uint32_t* vertices() const { return vertices_.data(); }
  static constexpr std::size_t ahead = 96;

  /// The blocks of vertices (deform/vertices.h) that the faces below a node use; empty for most nodes.
  std::span<const std::uint32_t> blocks(std::uint32_t node) const {
    return std::span(blocks_).subspan(first_block_[node], first_block_[node + 1] - first_block_[node]);
  }

  std::size_t bytes() const;

 private:
  void add_leaf(const WideBvh& tree, const Mesh& mesh, const WideBvh::Leaf& leaf);
  void find_blocks(const WideBvh& tree);
  void add_blocks(std::span<const WideBvh::Node> subtree);

  std::vector<Leaf> leaves_;
  std::vector<std::uint32_t> vertices_;
  std::vector<std::uint32_t> blocks_, first_block_;
};

}  // namespace graze
