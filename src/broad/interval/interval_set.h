// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// An interval tree (edelsbrunner1983, preparata-shamos1985) for intervals that are all known before any is inserted.
//
//   1. Ends are ranks, and no two intervals begin at the same. The skeleton is the binary tree over ranks: a node at
//      level l stands for those that agree but for their l low bits, and splits them by bit l-1.
//   2. An interval belongs to the highest node that splits it: where its ends first differ.
//   3. A node keeps its intervals in two heaps, by low end and by high end. A point left of the node's split is in
//      those intervals whose low end is not to the right of it: they are at the top of the first heap. On the right it
//      is the reverse.
//   4. An interval overlaps [low, high] if it contains low or begins after it. The former are found in the nodes above
//      low, the latter from a hierarchical bitmap of the ranks at which intervals begin.
//
// We deviate in the second half of 4, for which the books link the active nodes, and by using heaps for the books'
// sorted lists, because reports need no order. An interval of one rank is in no node, because no other interval begins
// there.
//
// Cost: insertion and removal O(log n), overlaps O(log n + k). 24 bytes an interval and 20 to 40 a rank.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace graze {

class IntervalSet {
 public:
  struct Interval {
    std::uint32_t low, high;  // low <= high
  };

  /// Forgets everything. `intervals` stay the caller's, and are not in the set yet; ranks are below `ranks`.
  void reset(std::span<const Interval> intervals, std::uint32_t ranks);

  void insert(std::uint32_t i);
  void remove(std::uint32_t i);

  /// visit(i) for each interval in the set that shares a rank with `with`, one of those given to `reset` and not in the
  /// set.
  template <class Visit>
  void for_each_overlap(Interval with, const Visit& visit) const;

  std::size_t memory() const;
  /// Throws std::logic_error unless heaps and bits say the same of `inside` intervals.
  void validate(std::size_t inside) const;

 private:
  /// In a heap by low end the key is that end; by high end, its complement: the least is on top of both.
  struct Keyed {
    std::uint32_t key, interval;
  };
  enum Side { by_low, by_high };
  static constexpr std::uint32_t no_key =
      ~std::uint32_t{0};  // above all others: the complement of a high end, which is not 0

  struct Node {
    std::uint32_t top[2] = {no_key, no_key};  // the least keys of both heaps, so that most heaps are not read
    std::uint32_t start = 0, count = 0;       // of both heaps
  };

  std::uint32_t node_at(std::uint32_t rank, int level) const {
    return (1U << (bits_ - level)) | (rank >> level);
  }
  std::uint32_t node_of(Interval x) const { return node_at(x.low, std::bit_width(x.low ^ x.high)); }
  void heap_insert(Side side, const Node& node, Keyed item);
  void heap_remove(Side side, const Node& node, std::uint32_t position);
  void note_tops(Node& node) const;
  void put(Side side, std::uint32_t start, std::uint32_t position, Keyed item) {
    heaps_[side][start + position] = item;
    positions_[side][item.interval] = position;
  }

  template <class Visit>
  static void report(const Keyed* heap, std::uint32_t count, std::uint32_t i, std::uint32_t bound,
                     const Visit& visit) {
    if (i >= count || heap[i].key > bound) return;
    visit(heap[i].interval);
    report(heap, count, 2 * i + 1, bound, visit);
    report(heap, count, 2 * i + 2, bound, visit);
  }

  void set_begin(std::uint32_t rank);
  void clear_begin(std::uint32_t rank);
  /// The first rank from `rank` on at which an interval of the set begins; at least `ranks` if there is none.
  std::uint32_t next_begin(std::uint32_t rank) const;

  std::span<const Interval> intervals_;
  int bits_ = 0;              // of ranks
  std::uint32_t levels_ = 0;  // that intervals belong to: bit l-1
  std::vector<Node> nodes_;
  std::vector<Keyed> heaps_[2];
  std::vector<std::uint32_t> positions_[2];            // by interval, in its heap
  std::vector<std::uint32_t> begins_at_;               // by rank: the interval
  std::vector<std::vector<std::uint64_t>> beginning_;  // bits by rank, then bits by word, …
};

template <class Visit>
void IntervalSet::for_each_overlap(Interval with, const Visit& visit) const {
  // First collect, without branches, the levels whose nodes have something to report; then report.
  std::uint32_t speaking = 0;
  for (std::uint32_t levels = levels_; levels != 0; levels &= levels - 1) {
    const int level = std::countr_zero(levels) + 1;
    const std::uint32_t side = with.low >> (level - 1) & 1;
    speaking |=
        static_cast<std::uint32_t>(nodes_[node_at(with.low, level)].top[side] <= (with.low ^ (0 - side)))
        << (level - 1);
  }
  for (; speaking != 0; speaking &= speaking - 1) {
    const int level = std::countr_zero(speaking) + 1;
    const std::uint32_t side = with.low >> (level - 1) & 1;
    const Node& node = nodes_[node_at(with.low, level)];
    report(heaps_[side].data() + node.start, node.count, 0, with.low ^ (0 - side), visit);
  }
  for (std::uint32_t at = next_begin(with.low + 1); at <= with.high; at = next_begin(at + 1))
    visit(begins_at_[at]);
}

}  // namespace graze
