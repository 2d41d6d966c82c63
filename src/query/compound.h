// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include "math/axis_box.h"

namespace graze {

/// A binary tree of boxes over the pieces of a compound, in its frame.
class CompoundTree {
 public:
  static constexpr std::uint32_t inner = 0xffffffffu;

  /// Depth first: the left child of an inner node follows it.
  struct Node {
    AxisBox box;
    std::uint32_t piece = inner;  ///< of a leaf
    std::uint32_t right = 0;      ///< of an inner node
  };

  explicit CompoundTree(const Compound& compound);

  /// Fits the boxes to pieces that lie elsewhere, in as many steps as there are nodes.
  void refit(const Compound& compound);

  const std::vector<Node>& nodes() const { return nodes_; }
  AxisBox box() const { return nodes_.empty() ? AxisBox() : nodes_[0].box; }

  /// Throws Error unless every piece is in one leaf and inside all boxes above it.
  void validate(const Compound& compound) const;

 private:
  std::vector<Node> nodes_;
};

}  // namespace graze
