// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>

#include "math/morton.h"
#include "tree/split.h"

namespace graze {
namespace {

/// Twice the middle of the box.
Float4 middle(const SplitItem& item) {
  const FloatBox box = item.box();
  return box.low + box.high;
}

class LinearSplitter {
 public:
  LinearSplitter(std::vector<SplitItem>& items, const SplitConfig& config) : items_(items), config_(config) {}

  std::vector<SplitNode> run() {
    sort_items();
    std::vector<SplitNode> nodes;
    nodes.reserve(items_.size() / 2 + 1);
    nodes.push_back({{}, 0, static_cast<std::uint32_t>(items_.size())});
    split(nodes, 0);
    return nodes;
  }

 private:
  struct Key {
    std::uint32_t code, item;
  };

  void sort_items() {
    FloatBox middles;
    for (const SplitItem& item : items_) middles.include(middle(item));
    const Float4 extent = middles.high - middles.low;
    const Float4 to_grid = (extent > least_extent).select(1023.0F / extent, Float4::Zero());
    std::vector<Key> keys(items_.size()), sorted(items_.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
      const auto cell = ((middle(items_[i]) - middles.low) * to_grid).cast<int>().eval();
      const auto bits = [&](int k) { return spread_bits(static_cast<std::uint32_t>(cell[k])); };
      keys[i] = {bits(0) << 2 | bits(1) << 1 | bits(2), i};
    }
    for (const int shift : {0, 10, 20}) {  // by digits of ten bits, lowest first
      std::array<std::uint32_t, 1025> start = {};
      for (const Key& key : keys) ++start[(key.code >> shift & 1023) + 1];
      for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
      for (const Key& key : keys) sorted[start[key.code >> shift & 1023]++] = key;
      keys.swap(sorted);
    }
    std::vector<SplitItem> ordered;
    ordered.reserve(items_.size());
    codes_.reserve(items_.size());
    for (const Key& key : keys) {
      ordered.push_back(items_[key.item]);
      codes_.push_back(key.code);
    }
    items_.swap(ordered);
  }

  void split(std::vector<SplitNode>& nodes, std::uint32_t node) {
    const std::uint32_t first = nodes[node].first, end = first + nodes[node].count;
    if (nodes[node].count <= config_.max_leaf) {
      for (std::uint32_t i = first; i < end; ++i) nodes[node].box.include(items_[i].box());
      return;
    }
    const std::uint32_t differing = codes_[first] ^ codes_[end - 1];
    std::uint32_t cut = first + (end - first) / 2;
    if (differing != 0) {
      const int bit = std::bit_width(differing) - 1;
      const auto unset = [&](std::uint32_t code) { return (code >> bit & 1) == 0; };
      cut = static_cast<std::uint32_t>(
          std::partition_point(codes_.begin() + first, codes_.begin() + end, unset) - codes_.begin());
    }
    const auto child = static_cast<std::uint32_t>(nodes.size());
    nodes[node].left = child;
    nodes.push_back({{}, first, cut - first});
    nodes.push_back({{}, cut, end - cut});
    split(nodes, child);
    split(nodes, child + 1);
    nodes[node].box = nodes[child].box;
    nodes[node].box.include(nodes[child + 1].box);
  }

  std::vector<SplitItem>& items_;
  SplitConfig config_;
  std::vector<std::uint32_t> codes_;
};

}  // namespace

std::vector<SplitNode> split_linear(std::vector<SplitItem>& items, const SplitConfig& config) {
  return LinearSplitter(items, config).run();
}

std::vector<SplitNode> split_boxes(std::vector<SplitItem>& items, const SplitConfig& config) {
  return config.splitter == Splitter::linear ? split_linear(items, config) : split_binned(items, config);
}

}  // namespace graze
