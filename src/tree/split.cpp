// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/split.h"

#include <algorithm>
#include <array>

namespace graze {
namespace {

constexpr int max_bins = 32;

struct Bin {
  FloatBox box;
  std::uint32_t count = 0;
};

struct Cut {
  int axis = -1;  // none
  int bin = 0;    // the first one on the right
  float cost = INFINITY;
};

class Splitter {
 public:
  Splitter(std::vector<SplitItem>& items, const SplitConfig& config) : items_(items), config_(config) {}

  std::vector<SplitNode> run() {
    Part all;
    for (const SplitItem& item : items_) all.include(item);
    nodes_.reserve(items_.size());
    nodes_.push_back({all.box, 0, static_cast<std::uint32_t>(items_.size())});
    split(0, all.middles);
    return std::move(nodes_);
  }

 private:
  struct Part {
    FloatBox box, middles;
    void include(const SplitItem& item) {
      box.include(item.box);
      middles.include(middle(item));
    }
  };

  /// Twice the middle, in fact.
  static Float4 middle(const SplitItem& item) { return item.box.low + item.box.high; }

  void split(std::uint32_t node, const FloatBox& middles) {
    const std::uint32_t first = nodes_[node].first, count = nodes_[node].count;
    if (count <= config_.max_leaf) return;
    Part left, right;
    const std::uint32_t middle_item = part(first, count, middles, left, right);
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].left = child;
    nodes_.push_back({left.box, first, middle_item - first});
    nodes_.push_back({right.box, middle_item, first + count - middle_item});
    split(child, left.middles);
    split(child + 1, right.middles);
  }

  /// Reorders the items; returns where the right side begins.
  std::uint32_t part(std::uint32_t first, std::uint32_t count, const FloatBox& middles, Part& left,
                     Part& right) {
    // Small parts are cut as well by few bins, and bins cost as much as items.
    const int bins = std::clamp(static_cast<int>(count / 4), 4, std::min(config_.bins, max_bins));
    const Float4 extent = middles.high - middles.low;
    const Float4 to_bin = (extent > 0).select(static_cast<float>(bins) * 0.9999F / extent, Float4::Zero());
    const auto bin_of = [&](const SplitItem& item) {
      return ((middle(item) - middles.low) * to_bin).cast<int>().eval();
    };
    std::array<Bin, 3 * max_bins> table;
    for (int k = 0; k < 3; ++k) std::fill_n(table.begin() + k * max_bins, bins, Bin{});
    for (std::uint32_t i = first; i < first + count; ++i) {
      const auto bin = bin_of(items_[i]);
      for (int k = 0; k < 3; ++k) {
        Bin& to = table[k * max_bins + bin[k]];
        to.box.include(items_[i].box);
        ++to.count;
      }
    }
    const Cut cut = best_cut(table, bins);
    std::uint32_t low = first, high = first + count;
    if (cut.axis < 0) {
      const std::uint32_t half = first + count / 2;
      for (; low < half; ++low) left.include(items_[low]);
      for (std::uint32_t i = half; i < high; ++i) right.include(items_[i]);
      return half;
    }
    while (low < high) {
      if (bin_of(items_[low])[cut.axis] < cut.bin) {
        left.include(items_[low++]);
      } else {
        std::swap(items_[low], items_[--high]);
        right.include(items_[high]);
      }
    }
    return low;
  }

  static Cut best_cut(const std::array<Bin, 3 * max_bins>& table, int bins) {
    Cut best;
    for (int k = 0; k < 3; ++k) {
      const Bin* from = table.data() + k * max_bins;
      std::array<float, max_bins> right_cost;
      Bin right, left;
      for (int i = bins - 1; i > 0; --i) {
        right.count += from[i].count;
        right.box.include(from[i].box);
        right_cost[i] = right.count == 0 ? INFINITY : static_cast<float>(right.count) * right.box.half_area();
      }
      for (int i = 1; i < bins; ++i) {
        left.count += from[i - 1].count;
        left.box.include(from[i - 1].box);
        if (left.count == 0) continue;
        const float cost = static_cast<float>(left.count) * left.box.half_area() + right_cost[i];
        if (cost < best.cost) best = {k, i, cost};
      }
    }
    return best;
  }

  std::vector<SplitItem>& items_;
  SplitConfig config_;
  std::vector<SplitNode> nodes_;
};

}  // namespace

std::vector<SplitNode> split_boxes(std::vector<SplitItem>& items, const SplitConfig& config) {
  return Splitter(items, config).run();
}

}  // namespace graze
