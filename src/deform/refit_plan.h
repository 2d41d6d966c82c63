// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

#include "tree/wide/wide_bvh.h"

namespace graze {

/// What refitting a wide tree wants to know of its faces, which stay while vertices move. Made once a tree.
class RefitPlan {
 public:
  /// The vertices that the faces of a leaf use, each once: 6 faces that hang together have 8 and not 18.
  struct Leaf {
    std::uint32_t first;                     ///< in vertices()
    std::uint8_t count;                      ///< 8, 12, 16, 20 or 24; the last one is repeated up to that
    std::uint8_t corner[3][WideBvh::width];  ///< of each face, among these; past the last face, a point
    std::uint8_t diagonal[2][2];  ///< from one to another: the longest, and the one that spans most with it
  };
  static constexpr int most_vertices = 3 * WideBvh::width;

  RefitPlan(const WideBvh& tree, const Mesh& mesh);

  std::span<const Leaf> leaves() const { return leaves_; }
  /// Of all leaves, one after the other, each by where its numbers start in the mesh, three times its own number; and
  /// then some, so that one may look ahead.
  const std::uint32_t* vertices() const { return vertices_.data(); }
  static constexpr std::size_t ahead = 96;

  /// The blocks of vertices (deform/vertices.h) that what is below a node uses; few nodes have a list.
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
