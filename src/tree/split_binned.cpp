// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The binned builder (see split.h). Its inner loops take a box at a time as eight floats. They do not branch on the side that
// an item goes to, since half of these branches would be mispredicted, but select by masks.
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "math/four.h"
#include "math/parallel.h"
#include "mesh/sizes.h"
#include "tree/split.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/split_binned.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef GRAZE_TREE_SPLIT_BINNED
#define GRAZE_TREE_SPLIT_BINNED
namespace graze {
namespace {

constexpr int max_bins = 32;

/// A part of the items, and the bounds of twice their middles: low x, y, z, -, -high x, y, z, -.
struct alignas(32) Part {
  float box[8];
  float middles[8];
};

/// Where a part was cut, and what lies on the two sides.
struct Sides {
  std::uint32_t right_begins;
  Part left, right;
};

FloatBox box_of(const Part& part) {
  return {{part.box[0], part.box[1], part.box[2], 0}, {-part.box[4], -part.box[5], -part.box[6], 0}};
}

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

// The compilers' own vectors, as in math/four.h: eight lanes on every target.
using Eight = float __attribute__((vector_size(32)));
using Indices = std::int32_t __attribute__((vector_size(16)));
/// GCC's subscript goes through memory, its shuffle does not; Clang has no such shuffle.
inline std::int32_t lane(Indices v, std::int32_t i) {
#if defined(__clang__)
  return v[i];
#else
  return __builtin_shuffle(v, Indices{i, i, i, i})[0];
#endif
}
using Mask = std::int32_t __attribute__((vector_size(32)));

HWY_INLINE void load(const float (&from)[8], Eight& x) {
  std::memcpy(&x, from, sizeof x);
}
HWY_INLINE void store(const Eight& x, float (&to)[8]) {
  std::memcpy(to, &x, sizeof x);
}
HWY_INLINE void shrink(Eight& x, const Eight& y) {
  x = y < x ? y : x;
}
HWY_INLINE void set_empty(Eight& x) {
  x = Eight{INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
}
HWY_INLINE Four lower(const Eight& x) {
  return __builtin_shufflevector(x, x, 0, 1, 2, 3);
}
HWY_INLINE Four upper(const Eight& x) {
  return __builtin_shufflevector(x, x, 4, 5, 6, 7);
}
/// Twice the middle of a box.
HWY_INLINE Four middle(const Eight& item) {
  return lower(item) - upper(item);
}
HWY_INLINE float half_area(const Eight& box) {
  const Four d = lower(box) + upper(box);  // -extent
  const Four products = d * __builtin_shufflevector(d, d, 1, 2, 0, 3);
  return products[0] + products[1] + products[2];
}

struct Bins {
  Eight box[3][max_bins];
  std::uint32_t count[3][max_bins];
};

struct Cut {
  int axis = -1;  // none
  int bin = 0;    // the first one on the right
  float cost = INFINITY;
};

HWY_INLINE Cut best_cut(const Bins& bins, int count) {
  Cut best;
  for (int k = 0; k < 3; ++k) {
    std::array<float, max_bins> right_cost;
    Eight box;
    set_empty(box);
    std::uint32_t items = 0;
    for (int i = count - 1; i > 0; --i) {
      items += bins.count[k][i];
      shrink(box, bins.box[k][i]);
      right_cost[i] = items == 0 ? INFINITY : static_cast<float>(items) * half_area(box);
    }
    set_empty(box);
    items = 0;
    for (int i = 1; i < count; ++i) {
      items += bins.count[k][i - 1];
      shrink(box, bins.box[k][i - 1]);
      if (items == 0) continue;
      const float cost = static_cast<float>(items) * half_area(box) + right_cost[i];
      if (cost < best.cost) best = {k, i, cost};
    }
  }
  return best;
}

/// Cuts `count` items at the best place; in half, as they are, with no bins. `scratch` is as large.
void part_lanes(SplitItem* items, std::uint32_t count, SplitItem* scratch, const Part& whole, int most_bins,
                Sides& sides) {
  // Small parts are cut as well by few bins, and bins cost as much as items.
  const int bin_count = std::clamp(static_cast<int>(count / 4), 4, std::clamp(most_bins, 4, max_bins));
  Eight bounds;
  load(whole.middles, bounds);
  const Four low = lower(bounds);
  Four to_bin{};
  for (int k = 0; k < 3; ++k) {
    const float extent = -upper(bounds)[k] - low[k];
    to_bin[k] = extent > least_extent ? static_cast<float>(bin_count) * 0.9999F / extent : 0;
  }
  const auto bin_of = [&](const Eight& item) HWY_ATTR {
    return __builtin_convertvector((middle(item) - low) * to_bin, Indices);
  };

  Bins bins;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < bin_count; ++i) {
      set_empty(bins.box[k][i]);
      bins.count[k][i] = 0;
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    Eight item;
    load(items[i].v, item);
    const Indices bin = bin_of(item);
    for (int k = 0; k < 3; ++k) {
      shrink(bins.box[k][bin[k]], item);
      ++bins.count[k][bin[k]];
    }
  }
  const Cut cut = most_bins > 0 ? best_cut(bins, bin_count) : Cut();

  Eight boxes[2], middles[2], nothing;
  for (int side = 0; side < 2; ++side) {
    set_empty(boxes[side]);
    set_empty(middles[side]);
  }
  set_empty(nothing);
  const int axis = std::max(cut.axis, 0);
  // Where there is no cut, all middles coincide, or no bins were wanted: the list is cut in half.
  const std::uint32_t half = cut.axis < 0 ? count / 2 : 0;
  std::uint32_t left = 0, right = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    Eight item;
    load(items[i].v, item);
    const bool goes_right = cut.axis < 0 ? i >= half : lane(bin_of(item), axis) >= cut.bin;
    const Four m = middle(item);
    const Eight both = __builtin_shufflevector(m, -m, 0, 1, 2, 3, 4, 5, 6, 7);
    const std::int32_t all = goes_right ? -1 : 0;
    const Mask to_right = {all, all, all, all, all, all, all, all};
    shrink(middles[0], to_right ? nothing : both);
    shrink(middles[1], to_right ? both : nothing);
    shrink(boxes[0], to_right ? nothing : item);
    shrink(boxes[1], to_right ? item : nothing);
    store(item, items[left].v);
    store(item, scratch[right].v);
    left += goes_right ? 0 : 1;
    right += goes_right ? 1 : 0;
  }
  std::memcpy(static_cast<void*>(items + left), scratch, right * sizeof(SplitItem));
  sides.right_begins = left;
  store(boxes[0], sides.left.box);
  store(boxes[1], sides.right.box);
  store(middles[0], sides.left.middles);
  store(middles[1], sides.right.middles);
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(part_lanes);

class BinnedSplitter {
 public:
  BinnedSplitter(std::vector<SplitItem>& items, const SplitConfig& config)
      : items_(items), scratch_(items.size()), config_(config) {}

  std::vector<SplitNode> run() {
    static_assert(2 * most_faces < (std::uint64_t{1} << 32), "nodes are numbered with 32 bits");
    const auto count = static_cast<std::uint32_t>(items_.size());
    const Part all = whole();
    std::vector<SplitNode> nodes;
    nodes.reserve(count / 2 + 1);
    nodes.push_back({box_of(all), 0, count});
    if (config_.threads <= 1) {
      split(nodes, 0, all, 1, 0, nullptr);
      return nodes;
    }
    std::vector<Job> jobs;
    split(nodes, 0, all, 1, count / (8 * static_cast<std::uint32_t>(config_.threads)) + 1, &jobs);
    parallel_for(config_.threads, jobs.size(), [&](std::size_t i, int) {
      jobs[i].nodes.push_back(nodes[jobs[i].node]);
      split(jobs[i].nodes, 0, jobs[i].part, jobs[i].depth, 0, nullptr);
    });
    for (const Job& job : jobs) append(nodes, job);
    return nodes;
  }

 private:
  /// A part small enough to be left to some thread.
  struct Job {
    std::uint32_t node;
    Part part;
    int depth;
    std::vector<SplitNode> nodes;
  };

  Part whole() const {
    Part all;
    std::fill_n(all.box, 8, INFINITY);
    std::fill_n(all.middles, 8, INFINITY);
    for (const SplitItem& item : items_) {
      for (int k = 0; k < 8; ++k) all.box[k] = std::min(all.box[k], item.v[k]);
      for (int k = 0; k < 4; ++k) {
        const float m = item.v[k] - item.v[4 + k];
        all.middles[k] = std::min(all.middles[k], m);
        all.middles[4 + k] = std::min(all.middles[4 + k], -m);
      }
    }
    return all;
  }

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

  void split(std::vector<SplitNode>& nodes, std::uint32_t node, const Part& part, int depth,
             std::uint32_t job_size, std::vector<Job>* jobs) {
    const std::uint32_t first = nodes[node].first, count = nodes[node].count;
    if (count <= config_.max_leaf) return;
    if (count <= job_size) {
      jobs->push_back({node, part, depth, {}});
      return;
    }
    Sides sides;
    const bool halve = depth > halving_depth_;
    if (halve) order_halves(items_.data() + first, count, part);
    HWY_DYNAMIC_DISPATCH(part_lanes)
    (items_.data() + first, count, scratch_.data() + first, part, halve ? 0 : config_.bins, sides);
    const auto child = static_cast<std::uint32_t>(nodes.size());
    nodes[node].left = child;
    nodes.push_back({box_of(sides.left), first, sides.right_begins});
    nodes.push_back({box_of(sides.right), first + sides.right_begins, count - sides.right_begins});
    split(nodes, child, sides.left, depth + 1, job_size, jobs);
    split(nodes, child + 1, sides.right, depth + 1, job_size, jobs);
  }

  /// Along the axis along which their middles are spread most, no item of the first half is beyond one of the second.
  static void order_halves(SplitItem* items, std::uint32_t count, const Part& part) {
    int axis = 0;
    const auto spread = [&](int k) { return -part.middles[4 + k] - part.middles[k]; };
    for (const int k : {1, 2}) axis = spread(k) > spread(axis) ? k : axis;
    const auto key = [axis](const SplitItem& item) {
      return std::pair(item.v[axis] - item.v[4 + axis], item.id());
    };
    std::nth_element(items, items + count / 2, items + count,
                     [&](const SplitItem& x, const SplitItem& y) { return key(x) < key(y); });
  }

  std::vector<SplitItem>& items_;
  std::vector<SplitItem> scratch_;
  SplitConfig config_;
  int halving_depth_ = halving_depth(items_.size());
};

}  // namespace

std::vector<SplitNode> split_binned(std::vector<SplitItem>& items, const SplitConfig& config) {
  return BinnedSplitter(items, config).run();
}

}  // namespace graze
#endif
