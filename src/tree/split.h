// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A binary tree over boxes, from which other trees are made. There are two ways to make it:
//
// Binned, by the surface-area heuristic (wald2007). The middles of the boxes fall into bins along each axis; the cut between
// bins that minimises the sum of count·area over both sides wins. O(n log n), two passes a level.
//
// Linear (lauterbach2009). Boxes are sorted along a space-filling curve (Morton's); parts are cut where the highest bit
// changes. O(n).
//
// Both stop at `max_leaf` boxes, and cut a list whose middles all coincide in half. Depth is bounded: see halving_depth. With
// threads, parts below a size are made as jobs of their own.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze {

/// Four floats, one of them unused, so that a box is two vector registers.
using Float4 = Eigen::Array4f;

struct FloatBox {
  Float4 low = Float4::Constant(INFINITY);
  Float4 high = Float4::Constant(-INFINITY);

  FloatBox() = default;
  FloatBox(const Float4& l, const Float4& h) : low(l), high(h) {}

  void include(const Float4& p) {
    low = low.min(p);
    high = high.max(p);
  }
  void include(const FloatBox& b) {
    low = low.min(b.low);
    high = high.max(b.high);
  }
  float extent(int axis) const { return high[axis] - low[axis]; }
  float half_area() const {
    const Float4 d = high - low;
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
  }
};

/// A box and a number, as eight floats: low x, y, z and the number's lower half, -high x, y, z and its upper half. Because
/// high is negated, joining two boxes is a single minimum.
class alignas(32) SplitItem {
 public:
  SplitItem() = default;
  SplitItem(const FloatBox& box, std::uint32_t id) {
    for (int k = 0; k < 3; ++k) {
      v[k] = box.low[k];
      v[4 + k] = -box.high[k];
    }
    v[3] = static_cast<float>(id & 0xffffu);
    v[7] = static_cast<float>(id >> 16);
  }
  std::uint32_t id() const {
    return static_cast<std::uint32_t>(v[3]) | static_cast<std::uint32_t>(v[7]) << 16;
  }
  FloatBox box() const { return {{v[0], v[1], v[2], 0}, {-v[4], -v[5], -v[6], 0}}; }

  float v[8];
};

/// Along an axis where the boxes' middles spread less than this, in the tree's frame, they are taken to coincide, so that 1/extent is
/// a float. A heuristic: how good the tree is.
inline constexpr float least_extent = 1e-30F;

struct SplitNode {
  FloatBox box;
  std::uint32_t first, count;  ///< of the items, which are in the tree's order afterwards
  std::uint32_t left = 0;      ///< the right child follows the left one; 0: a leaf
};

enum class Splitter {
  binned,  ///< best queries
  linear,  ///< built several times faster, for meshes that are asked only a few times
};

struct SplitConfig {
  std::uint32_t max_leaf = 8;
  int bins = 16;  ///< an axis, for large parts; at most 32
  Splitter splitter = Splitter::binned;
  int threads = 1;  ///< the tree is the same
};

/// Below this depth top-down builders halve their lists, so that recursion and stacks are bounded whatever the items are. A
/// tree built by a heuristic over items that are spread over space is hardly ever deeper than one and a half times the
/// logarithm of their number.
inline int halving_depth(std::size_t items) {
  return 2 * static_cast<int>(std::bit_width(items)) + 8;
}
/// No tree over so many items is deeper. The linear splitter cuts at each of 30 bits at most, and halves then.
inline int most_depth(std::size_t items) {
  return std::max(halving_depth(items), 31) + static_cast<int>(std::bit_width(items)) + 1;
}

/// The root is node 0; `items` must not be empty.
std::vector<SplitNode> split_boxes(std::vector<SplitItem>& items, const SplitConfig& config);

std::vector<SplitNode> split_binned(std::vector<SplitItem>& items, const SplitConfig& config);
std::vector<SplitNode> split_linear(std::vector<SplitItem>& items, const SplitConfig& config);

}  // namespace graze
