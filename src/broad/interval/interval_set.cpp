// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/interval/interval_set.h"

#include <algorithm>
#include <stdexcept>

namespace graze {

void IntervalSet::reset(std::span<const Interval> intervals, std::uint32_t ranks) {
  intervals_ = intervals;
  bits_ = std::max(1, static_cast<int>(std::bit_width(ranks)));
  const std::size_t nodes = std::size_t{1} << bits_;
  nodes_.assign(nodes, {});
  levels_ = 0;
  for (const Interval& x : intervals) {
    if (x.low == x.high) continue;
    ++nodes_[node_of(x)].start;
    levels_ |= 1U << (std::bit_width(x.low ^ x.high) - 1);
  }
  std::uint32_t sum = 0;
  for (Node& node : nodes_) {
    const std::uint32_t room = node.start;
    node.start = sum;
    sum += room;
  }
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

void IntervalSet::heap_insert(Side side, const Node& node, Keyed item) {
  std::uint32_t i = node.count;
  while (i > 0) {
    const std::uint32_t parent = (i - 1) / 2;
    const Keyed above = heaps_[side][node.start + parent];
    if (above.key < item.key) break;
    put(side, node.start, i, above);
    i = parent;
  }
  put(side, node.start, i, item);
}

void IntervalSet::heap_remove(Side side, const Node& node, std::uint32_t position) {
  const std::uint32_t count = node.count - 1;
  const Keyed last = heaps_[side][node.start + count];
  if (position == count) return;
  std::uint32_t i = position;
  for (; i > 0; i = (i - 1) / 2) {
    const Keyed above = heaps_[side][node.start + (i - 1) / 2];
    if (above.key < last.key) break;
    put(side, node.start, i, above);
  }
  for (;;) {
    std::uint32_t child = 2 * i + 1;
    if (child >= count) break;
    const Keyed* below = &heaps_[side][node.start + child];
    if (child + 1 < count && below[1].key < below[0].key) ++child, ++below;
    if (last.key < below->key) break;
    put(side, node.start, i, *below);
    i = child;
  }
  put(side, node.start, i, last);
}

void IntervalSet::note_tops(Node& node) const {
  for (const Side side : {by_low, by_high})
    node.top[side] = node.count > 0 ? heaps_[side][node.start].key : no_key;
}

void IntervalSet::insert(std::uint32_t i) {
  const Interval x = intervals_[i];
  begins_at_[x.low] = i;
  set_begin(x.low);
  if (x.low == x.high) return;
  Node& node = nodes_[node_of(x)];
  heap_insert(by_low, node, {x.low, i});
  heap_insert(by_high, node, {~x.high, i});
  ++node.count;
  note_tops(node);
}

void IntervalSet::remove(std::uint32_t i) {
  const Interval x = intervals_[i];
  clear_begin(x.low);
  if (x.low == x.high) return;
  Node& node = nodes_[node_of(x)];
  heap_remove(by_low, node, positions_[by_low][i]);
  heap_remove(by_high, node, positions_[by_high][i]);
  --node.count;
  note_tops(node);
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
  // Go up to the first level with a bit at or after the rank …
  for (;; ++depth) {
    if (depth == beginning_.size() || rank / 64 >= beginning_[depth].size()) return beyond;
    const std::uint64_t rest = beginning_[depth][rank / 64] >> (rank % 64);
    if (rest != 0) {
      rank += static_cast<std::uint32_t>(std::countr_zero(rest));
      break;
    }
    rank = rank / 64 + 1;
  }
  // … and down to the rank that this bit stands for.
  for (; depth > 0; --depth) {
    rank = rank * 64 + static_cast<std::uint32_t>(std::countr_zero(beginning_[depth - 1][rank]));
  }
  return rank;
}

std::size_t IntervalSet::memory() const {
  std::size_t bytes = nodes_.capacity() * sizeof(Node) + begins_at_.capacity() * sizeof(std::uint32_t) +
                      beginning_.capacity() * sizeof(std::vector<std::uint64_t>);
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
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    found += node.count;
    for (const Side side : {by_low, by_high}) {
      const Keyed* heap = heaps_[side].data() + node.start;
      require(node.top[side] == (node.count > 0 ? heap[0].key : no_key), "a top is wrong");
      for (std::uint32_t i = 0; i < node.count; ++i) {
        require(i == 0 || heap[(i - 1) / 2].key <= heap[i].key, "a heap is out of order");
        require(positions_[side][heap[i].interval] == i, "an interval is not where it believes to be");
        require(node_of(intervals_[heap[i].interval]) == n, "an interval is in another's node");
      }
    }
  }
  std::size_t begins = 0;
  for (std::uint32_t at = next_begin(0); at < begins_at_.size(); at = next_begin(at + 1)) {
    const Interval x = intervals_[begins_at_[at]];
    require(x.low == at, "an interval begins elsewhere");
    ++begins;
    found += x.low == x.high ? 1 : 0;
  }
  require(begins == inside, "a begin is lost");
  require(found == inside, "intervals are lost");
}

}  // namespace graze
