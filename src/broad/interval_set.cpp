// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/interval_set.h"

#include <algorithm>
#include <stdexcept>

namespace graze {

void IntervalSet::reset(std::span<const Interval> intervals, std::uint32_t ranks) {
  intervals_ = intervals;
  bits_ = std::max(1, static_cast<int>(std::bit_width(ranks)));
  const std::size_t nodes = std::size_t{1} << bits_;
  starts_.assign(nodes + 1, 0);
  for (const Interval& x : intervals) ++starts_[node_of(x) + 1];
  for (std::size_t i = 0; i < nodes; ++i) starts_[i + 1] += starts_[i];
  counts_.assign(nodes, 0);
  active_.assign(nodes / 64 + 1, 0);
  for (const Side side : {by_low, by_high}) {
    heaps_[side].resize(intervals.size());
    positions_[side].resize(intervals.size());
  }
  begins_at_.resize(nodes);
  std::size_t depth = 0;
  for (std::size_t words = nodes / 64 + 1;; words = words / 64 + 1) {
    if (beginning_.size() == depth) beginning_.emplace_back();
    beginning_[depth++].assign(words, 0);
    if (words == 1) break;
  }
  for (; depth < beginning_.size(); ++depth) beginning_[depth].clear();
}

void IntervalSet::heap_insert(Side side, std::uint32_t node, Keyed item) {
  const std::uint32_t start = starts_[node];
  std::uint32_t i = counts_[node];
  while (i > 0) {
    const std::uint32_t parent = (i - 1) / 2;
    const Keyed above = heaps_[side][start + parent];
    if (above.key < item.key) break;
    put(side, start, i, above);
    i = parent;
  }
  put(side, start, i, item);
}

void IntervalSet::heap_remove(Side side, std::uint32_t node, std::uint32_t position) {
  const std::uint32_t start = starts_[node], count = counts_[node] - 1;
  const Keyed last = heaps_[side][start + count];
  if (position == count) return;
  std::uint32_t i = position;
  for (; i > 0; i = (i - 1) / 2) {
    const Keyed above = heaps_[side][start + (i - 1) / 2];
    if (above.key < last.key) break;
    put(side, start, i, above);
  }
  for (;;) {
    std::uint32_t child = 2 * i + 1;
    if (child >= count) break;
    if (child + 1 < count && heaps_[side][start + child + 1].key < heaps_[side][start + child].key) ++child;
    if (last.key < heaps_[side][start + child].key) break;
    put(side, start, i, heaps_[side][start + child]);
    i = child;
  }
  put(side, start, i, last);
}

void IntervalSet::insert(std::uint32_t i) {
  const Interval x = intervals_[i];
  const std::uint32_t node = node_of(x);
  heap_insert(by_low, node, {x.low, i});
  heap_insert(by_high, node, {~x.high, i});
  ++counts_[node];
  active_[node / 64] |= std::uint64_t{1} << (node % 64);
  begins_at_[x.low] = i;
  set_begin(x.low);
}

void IntervalSet::remove(std::uint32_t i) {
  const Interval x = intervals_[i];
  const std::uint32_t node = node_of(x);
  heap_remove(by_low, node, positions_[by_low][i]);
  heap_remove(by_high, node, positions_[by_high][i]);
  if (--counts_[node] == 0) active_[node / 64] &= ~(std::uint64_t{1} << (node % 64));
  clear_begin(x.low);
}

void IntervalSet::set_begin(std::uint32_t rank) {
  for (std::vector<std::uint64_t>& words : beginning_) {
    if (words.empty()) return;
    const bool known = words[rank / 64] != 0;
    words[rank / 64] |= std::uint64_t{1} << (rank % 64);
    if (known) return;
    rank /= 64;
  }
}

void IntervalSet::clear_begin(std::uint32_t rank) {
  for (std::vector<std::uint64_t>& words : beginning_) {
    if (words.empty()) return;
    words[rank / 64] &= ~(std::uint64_t{1} << (rank % 64));
    if (words[rank / 64] != 0) return;
    rank /= 64;
  }
}

std::uint32_t IntervalSet::next_begin(std::uint32_t rank) const {
  constexpr std::uint32_t beyond = ~std::uint32_t{0};
  std::size_t depth = 0;
  // Up until a word has a bit that is not before the place looked for …
  for (;; ++depth) {
    if (depth == beginning_.size() || rank / 64 >= beginning_[depth].size()) return beyond;
    const std::uint64_t rest = beginning_[depth][rank / 64] >> (rank % 64);
    if (rest != 0) {
      rank += static_cast<std::uint32_t>(std::countr_zero(rest));
      break;
    }
    rank = rank / 64 + 1;
  }
  // … and down again.
  for (; depth > 0; --depth) {
    rank = rank * 64 + static_cast<std::uint32_t>(std::countr_zero(beginning_[depth - 1][rank]));
  }
  return rank;
}

std::size_t IntervalSet::memory() const {
  std::size_t bytes =
      (starts_.capacity() + counts_.capacity() + begins_at_.capacity()) * sizeof(std::uint32_t) +
      active_.capacity() * sizeof(std::uint64_t) + beginning_.capacity() * sizeof(std::vector<std::uint64_t>);
  for (const Side side : {by_low, by_high}) {
    bytes += heaps_[side].capacity() * sizeof(Keyed) + positions_[side].capacity() * sizeof(std::uint32_t);
  }
  for (const auto& words : beginning_) bytes += words.capacity() * sizeof(std::uint64_t);
  return bytes;
}

void IntervalSet::validate(std::size_t inside) const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
  };
  std::size_t found = 0;
  for (std::uint32_t node = 0; node < counts_.size(); ++node) {
    require((active_[node / 64] >> (node % 64) & 1) == (counts_[node] == 0 ? 0U : 1U),
            "a node is not marked");
    found += counts_[node];
    for (const Side side : {by_low, by_high}) {
      const Keyed* heap = heaps_[side].data() + starts_[node];
      for (std::uint32_t i = 0; i < counts_[node]; ++i) {
        require(i == 0 || heap[(i - 1) / 2].key < heap[i].key, "a heap is out of order");
        require(positions_[side][heap[i].interval] == i, "an interval is not where it believes to be");
        require(node_of(intervals_[heap[i].interval]) == node, "an interval is in another's node");
      }
    }
  }
  require(found == inside, "intervals are lost");
  std::size_t begins = 0;
  for (std::uint32_t at = next_begin(0); at < begins_at_.size(); at = next_begin(at + 1)) ++begins;
  require(begins == inside, "a begin is lost");
}

}  // namespace graze
