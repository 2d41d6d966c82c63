// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A binary tree over boxes by the binned surface-area heuristic (wald2007): the skeleton that other trees are
// made from.
//
//   1. The middles of the boxes at hand fall into bins along each axis; the cut between bins that minimises
//   the sum over both sides of
//      count·area wins.
//   2. Boxes are parted in place; bounds of both sides are gathered on the way.
//   Stops at `max_leaf`. Where all middles coincide, the list is cut in half. O(n log n), two passes a level.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace graze {

/// Four floats, one of them unused, so that a box is two vector registers.
using Float4 = Eigen::Array4f;

struct FloatBox {
  Float4 low = Float4::Constant(INFINITY);
  Float4 high = Float4::Constant(-INFINITY);

  void include(const Float4& p) {
    low = low.min(p);
    high = high.max(p);
  }
  void include(const FloatBox& b) {
    low = low.min(b.low);
    high = high.max(b.high);
  }
  float half_area() const {
    const Float4 d = high - low;
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
  }
};

struct SplitItem {
  FloatBox box;
  std::uint32_t id;
};

struct SplitNode {
  FloatBox box;
  std::uint32_t first, count;  ///< of the items, which are in the tree's order afterwards
  std::uint32_t left = 0;      ///< the right child follows the left one; 0: a leaf
};

struct SplitConfig {
  std::uint32_t max_leaf = 8;
  int bins = 16;  ///< an axis, for large parts; at most 32
};

/// The root is node 0; `items` must not be empty.
std::vector<SplitNode> split_boxes(std::vector<SplitItem>& items, const SplitConfig& config);

}  // namespace graze
