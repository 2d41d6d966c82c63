// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// An interval tree (edelsbrunner1983, preparata-shamos1985) for intervals that are known before they come and go.
//
//   1. Endpoints are ranks, all different. The skeleton is the binary tree over them: a node at level l stands for the
//      ranks that agree but for their l low bits, and splits them by bit l-1.
//   2. An interval belongs to the highest node that splits it: where its ends first differ.
//   3. A node keeps its intervals in two heaps, by low and by high end. Who stabs a node's range left of the split meets
//      those whose low end is not to his right, and they are at the top of the first heap; and the reverse.
//   4. What overlaps [low, high] contains low, or begins behind it. The first are found by stabbing the nodes above low,
//      the others from bits that say where intervals begin (with bits over words of bits, so that gaps are skipped).
//
// We deviate in the second half of 4, for which the books thread the active nodes, and in having heaps for the books'
// sorted lists: what is reported needs no order.
//
// Cost: in and out O(log n), overlaps O(log n + k). 16 bytes an interval and twice, and 5 a rank.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace graze {

class IntervalSet {
 public:
  struct Interval {
    std::uint32_t low, high;  // low < high
  };

  /// Forgets everything. `intervals` stay the caller's, and are not in the set yet; ranks are below `ranks`.
  void reset(std::span<const Interval> intervals, std::uint32_t ranks);

  void insert(std::uint32_t i);
  void remove(std::uint32_t i);

  /// visit(i) for each interval in the set that shares a rank with [low, high].
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

  std::uint32_t node_of(Interval x) const {
    const int level = std::bit_width(x.low ^ x.high);
    return (1U << (bits_ - level)) | (x.low >> level);
  }
  void heap_insert(Side side, std::uint32_t node, Keyed item);
  void heap_remove(Side side, std::uint32_t node, std::uint32_t position);
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
  int bits_ = 0;                       // of ranks
  std::vector<std::uint32_t> starts_;  // by node, in heaps_
  std::vector<std::uint32_t> counts_;  // by node
  std::vector<std::uint64_t> active_;  // by node, a bit each
  std::vector<Keyed> heaps_[2];
  std::vector<std::uint32_t> positions_[2];            // by interval, in its heap
  std::vector<std::uint32_t> begins_at_;               // by rank: the interval
  std::vector<std::vector<std::uint64_t>> beginning_;  // bits by rank, then bits by word, …
};

template <class Visit>
void IntervalSet::for_each_overlap(Interval with, const Visit& visit) const {
  for (int level = bits_; level > 0; --level) {
    const std::uint32_t node = (1U << (bits_ - level)) | (with.low >> level);
    if ((active_[node / 64] >> (node % 64) & 1) == 0) continue;
    const bool right = (with.low >> (level - 1) & 1) != 0;
    report(heaps_[right ? by_high : by_low].data() + starts_[node], counts_[node], 0,
           right ? ~with.low : with.low, visit);
  }
  for (std::uint32_t at = next_begin(with.low + 1); at <= with.high; at = next_begin(at + 1))
    visit(begins_at_[at]);
}

}  // namespace graze
