// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/split.h"

#include <algorithm>
#include <array>
#include <bit>

#include "math/parallel.h"

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

/// Twice the middle, in fact.
Float4 middle(const SplitItem& item) {
  return item.box.low + item.box.high;
}

struct Part {
  FloatBox box, middles;
  void include(const SplitItem& item) {
    box.include(item.box);
    middles.include(middle(item));
  }
};

class BinnedSplitter {
 public:
  BinnedSplitter(std::vector<SplitItem>& items, const SplitConfig& config) : items_(items), config_(config) {}

  std::vector<SplitNode> run() {
    Part all;
    for (const SplitItem& item : items_) all.include(item);
    const auto count = static_cast<std::uint32_t>(items_.size());
    std::vector<SplitNode> nodes;
    nodes.reserve(count / 2 + 1);
    nodes.push_back({all.box, 0, count});
    if (config_.threads <= 1) {
      split(nodes, 0, all.middles, 0, nullptr);
      return nodes;
    }
    std::vector<Job> jobs;
    split(nodes, 0, all.middles, count / (8 * static_cast<std::uint32_t>(config_.threads)) + 1, &jobs);
    parallel_for(config_.threads, jobs.size(), [&](std::size_t i, int) {
      jobs[i].nodes.push_back(nodes[jobs[i].node]);
      split(jobs[i].nodes, 0, jobs[i].middles, 0, nullptr);
    });
    for (const Job& job : jobs) append(nodes, job);
    return nodes;
  }

 private:
  /// A part small enough to be left to some thread.
  struct Job {
    std::uint32_t node;
    FloatBox middles;
    std::vector<SplitNode> nodes;
  };

  /// Hangs a job's nodes, the first of which is there already, below its node.
  static void append(std::vector<SplitNode>& nodes, const Job& job) {
    const auto offset = static_cast<std::uint32_t>(nodes.size() - 1);
    const auto placed = [&](SplitNode node) {
      if (node.left != 0) node.left += offset;
      return node;
    };
    nodes[job.node] = placed(job.nodes[0]);
    for (std::size_t i = 1; i < job.nodes.size(); ++i) nodes.push_back(placed(job.nodes[i]));
  }

  void split(std::vector<SplitNode>& nodes, std::uint32_t node, const FloatBox& middles,
             std::uint32_t job_size, std::vector<Job>* jobs) {
    const std::uint32_t first = nodes[node].first, count = nodes[node].count;
    if (count <= config_.max_leaf) return;
    if (count <= job_size) {
      jobs->push_back({node, middles, {}});
      return;
    }
    Part left, right;
    const std::uint32_t middle_item = part(first, count, middles, left, right);
    const auto child = static_cast<std::uint32_t>(nodes.size());
    nodes[node].left = child;
    nodes.push_back({left.box, first, middle_item - first});
    nodes.push_back({right.box, middle_item, first + count - middle_item});
    split(nodes, child, left.middles, job_size, jobs);
    split(nodes, child + 1, right.middles, job_size, jobs);
  }

  /// Reorders the items; returns where the right side begins.
  std::uint32_t part(std::uint32_t first, std::uint32_t count, const FloatBox& middles, Part& left,
                     Part& right) {
    // Small parts are cut as well by few bins, and bins cost as much as items.
    const int bins = std::clamp(static_cast<int>(count / 4), 4, std::min(config_.bins, max_bins));
    const Float4 extent = middles.high - middles.low;
    const Float4 to_bin =
        (extent > 1e-30F).select(static_cast<float>(bins) * 0.9999F / extent, Float4::Zero());
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
};

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

  /// Ten bits with two zeros before each.
  static std::uint32_t spread(std::uint32_t x) {
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
  }

  void sort_items() {
    Part all;
    for (const SplitItem& item : items_) all.include(item);
    const Float4 extent = all.middles.high - all.middles.low;
    const Float4 to_grid = (extent > 1e-30F).select(1023.0F / extent, Float4::Zero());
    std::vector<Key> keys(items_.size()), sorted(items_.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
      const auto cell = ((middle(items_[i]) - all.middles.low) * to_grid).cast<int>().eval();
      const auto bits = [&](int k) { return spread(static_cast<std::uint32_t>(cell[k])); };
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
      for (std::uint32_t i = first; i < end; ++i) nodes[node].box.include(items_[i].box);
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

std::vector<SplitNode> split_boxes(std::vector<SplitItem>& items, const SplitConfig& config) {
  if (config.splitter == Splitter::linear) return LinearSplitter(items, config).run();
  return BinnedSplitter(items, config).run();
}

}  // namespace graze
