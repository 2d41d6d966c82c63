// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A binary tree over boxes: the skeleton that other trees are made from. Two ways to make it:
//
// Binned, by the surface-area heuristic (wald2007). The middles of the boxes at hand fall into bins along
// each axis; the cut between bins that minimises the sum of count·area over both sides wins. O(n log n), two
// passes a level.
//
// Linear (lauterbach2009). Boxes are sorted along a space-filling curve (Morton's); parts are cut where the
// highest bit changes. O(n).
//
// Both stop at `max_leaf` and cut the list in half where all middles coincide. With threads, parts below a
// size are made as jobs of their own.
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
  float half_area() const {
    const Float4 d = high - low;
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
  }
};

/// A box and a number, as eight floats: low x, y, z and the number's lower half, -high x, y, z and its upper half. With the
/// sign turned, joining boxes is a single minimum.
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

/// The root is node 0; `items` must not be empty.
std::vector<SplitNode> split_boxes(std::vector<SplitItem>& items, const SplitConfig& config);

std::vector<SplitNode> split_binned(std::vector<SplitItem>& items, const SplitConfig& config);
std::vector<SplitNode> split_linear(std::vector<SplitItem>& items, const SplitConfig& config);

}  // namespace graze
