// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A binary tree of k-DOPs for rigid triangle soups (zachmann-doptree).
//
// Nodes lie one after the other in floats, each with the middles of its k/2 slabs, their half widths, and the
// number of its first child; siblings are neighbours. All is in the tree's frame and rounded outward.
#pragma once

#include <graze/mesh.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "mesh/mesh_pair.h"
#include "tree/dop/dop_orientations.h"
#include "tree/tree_frame.h"

namespace graze {

struct DopTreeConfig {
  int orientations = 18;  ///< k: 6, 8, 14, 18, 24 or 26. More are tighter, larger and slower to test.
};

class DopTree {
 public:
  static constexpr std::uint32_t leaf_flag = 0x80000000u;
  static constexpr std::uint32_t root = 1;  ///< so that siblings, 2i and 2i + 1, share cache lines

  DopTree(const Mesh& mesh, const MeshBounds& bounds, const DopTreeConfig& config = {});

  int orientations() const { return 2 * slabs_; }
  const TreeFrame& frame() const { return frame_; }
  bool empty() const { return nodes_.empty(); }
  int depth() const { return depth_; }  ///< nodes on the longest way down

  const float* middles(std::uint32_t node) const {
    return reinterpret_cast<const float*>(nodes_.data()) + std::size_t{node} * stride_;
  }
  const float* half_widths(std::uint32_t node) const { return middles(node) + slabs_; }

  /// The first of two children, or leaf_flag | a face.
  std::uint32_t child(std::uint32_t node) const {
    return std::bit_cast<std::uint32_t>(middles(node)[2 * slabs_]) ^ number_bits;
  }

  std::size_t bytes() const;

  /// Throws Error unless every face is in one leaf and inside all DOPs above it.
  void validate(const Mesh& mesh) const;

 private:
  template <int slabs>
  friend class DopTreeBuilder;

  /// Turns a number's bits to those of a normal float: lanes that hold it by chance are computed with, and
  /// denormal ones would slow them down.
  static constexpr std::uint32_t number_bits = 0x3f800000u;

  struct alignas(64) Line {
    float x[16];
  };
  float* record(std::uint32_t node) {
    return reinterpret_cast<float*>(nodes_.data()) + std::size_t{node} * stride_;
  }

  TreeFrame frame_;
  int slabs_;
  int stride_;  // floats a node
  int depth_ = 0;
  std::vector<Line> nodes_;
};

/// Finds pairs of faces that share a point; each pair is reported once. Both trees must have the same
/// orientations. `stack` is scratch.
void find_pairs(const MeshPair& pair, const DopTree& a, const DopTree& b, std::vector<std::uint64_t>& stack,
                Counters& counters, Findings& findings);

}  // namespace graze
