// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Sweep and prune (cohen-icollide, sections 4 and 5.1).
//
//   1. Along each axis a list of the boxes' endpoints, sorted in the last frame. They get their new coordinates.
//   2. Insertion sort. A low end that goes below a high end begins an overlap of the two boxes along this axis, a
//      high end that goes below a low end ends one; other swaps mean nothing.
//   3. Where the last of the three overlaps begins, the pair becomes active; where any ends, it no longer is.
//
// We deviate by the pair's state: the paper keeps three flags for each of n² pairs. Only active pairs are kept here, in
// a hash table. When an overlap begins, the flags of the other two axes are read off the boxes instead, which are up to
// date already. If more than a few bodies are added, or if bodies have moved so far that insertion sort would take many
// more swaps than that, the lists are sorted anew and all pairs are found by one sweep along one axis.
//
// Cost: linear in bodies and swaps. Along each axis all n boxes are projected, so that swaps grow faster than n where
// bodies fill space: like n^(5/3) at a given density and speed.
#include "broad/sweep/sweep_and_prune.h"

#include <algorithm>

#include "broad/float_ends.h"
#include "math/sort_pairs.h"

namespace graze {
namespace {

// The ends of an empty box: above and below all floats, so that it overlaps nothing.
constexpr std::uint64_t above_all = 0xffffffffU;
constexpr std::uint64_t below_all = 0;

}  // namespace

SweepAndPrune::Endpoint SweepAndPrune::low_end(const BroadBox& box, int axis, Slot slot) {
  return ((box.empty() ? above_all : std::uint64_t{ordered_bits(box.low[axis])}) << 32) | slot;
}

SweepAndPrune::Endpoint SweepAndPrune::high_end(const BroadBox& box, int axis, Slot slot) {
  return ((box.empty() ? below_all : std::uint64_t{ordered_bits(box.high[axis])}) << 32) | is_high | slot;
}

void SweepAndPrune::find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  counters_ = {};
  if (pair_counts_.size() < frame.boxes.size()) pair_counts_.resize(frame.boxes.size());
  if (!frame.removed.empty()) remove(frame.removed, frame.boxes.size());
  append(frame);
  constexpr std::size_t few = 8;  // added bodies that are sorted in by insertion
  if (frame.added.size() > few) {
    sort_anew(frame);
  } else if (!frame.added.empty() || !frame.moved.empty()) {
    if (!repair(frame, 0) || !repair(frame, 1) || !repair(frame, 2)) sort_anew(frame);
  }
  pairs.assign(overlapping_.pairs().begin(), overlapping_.pairs().end());
  sort_pairs(pairs, spare_);
}

void SweepAndPrune::remove(std::span<const Slot> removed, std::size_t slots) {
  if (gone_.size() < slots) gone_.resize(slots);
  for (const Slot slot : removed) gone_[slot] = 1;
  for (std::vector<Endpoint>& list : lists_) {
    std::erase_if(list, [&](Endpoint e) { return gone_[slot_of(e)] != 0; });
  }
  overlapping_.erase_if([&](SlotPair p) {
    if (gone_[p.a] == 0 && gone_[p.b] == 0) return false;
    --pair_counts_[p.a];
    --pair_counts_[p.b];
    return true;
  });
  for (const Slot slot : removed) gone_[slot] = 0;
}

void SweepAndPrune::append(const BroadFrame& frame) {
  for (int axis = 0; axis < 3; ++axis) {
    for (const Slot slot : frame.added) {
      lists_[axis].push_back(low_end(frame.boxes[slot], axis, slot));
      lists_[axis].push_back(high_end(frame.boxes[slot], axis, slot));
    }
  }
}

bool SweepAndPrune::repair(const BroadFrame& frame, int axis) {
  std::vector<Endpoint>& list = lists_[axis];
  const std::uint64_t most_swaps = 16 * looked_at_by_sweep_ + 64 * list.size();
  if (crossed_.size() < list.size()) crossed_.resize(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Slot slot = slot_of(list[i]);
    const BroadBox& box = frame.boxes[slot];
    const Endpoint e = (list[i] & is_high) != 0 ? high_end(box, axis, slot) : low_end(box, axis, slot);
    // Crossed ends of the other kind are first collected without a branch, which would be mispredicted, and then
    // processed.
    std::size_t crossed = 0;
    std::size_t j = i;
    for (; j > 0 && list[j - 1] > e; --j) {
      const Endpoint other = list[j - 1];
      crossed_[crossed] = slot_of(other);
      crossed += ((other ^ e) & is_high) >> 31;
      list[j] = other;
    }
    list[j] = e;
    counters_.swaps += i - j;
    if (counters_.swaps > most_swaps) return false;
    const bool begins = (e & is_high) == 0;  // a low end below high ends
    for (std::size_t k = 0; k < crossed; ++k) {
      if (begins) {
        look_at(frame, slot, crossed_[k]);
      } else {
        part(slot, crossed_[k]);
      }
    }
  }
  return true;
}

void SweepAndPrune::part(Slot a, Slot b) {
  if (pair_counts_[a] == 0 || pair_counts_[b] == 0) return;  // most: no lookup in the table
  if (overlapping_.erase({std::min(a, b), std::max(a, b)})) {
    --pair_counts_[a];
    --pair_counts_[b];
  }
}

void SweepAndPrune::look_at(const BroadFrame& frame, Slot a, Slot b) {
  ++counters_.pairs_looked_at;
  const BroadBox &box_a = frame.boxes[a], &box_b = frame.boxes[b];
  if (!box_a.overlaps(box_b) || a == b || box_a.empty() || box_b.empty()) return;
  if (both_fixed(frame, a, b)) return;
  if (overlapping_.insert({std::min(a, b), std::max(a, b)})) {
    ++pair_counts_[a];
    ++pair_counts_[b];
  }
}

void SweepAndPrune::sort_anew(const BroadFrame& frame) {
  for (int axis = 0; axis < 3; ++axis) {
    for (Endpoint& e : lists_[axis]) {
      const Slot slot = slot_of(e);
      const BroadBox& box = frame.boxes[slot];
      e = (e & is_high) != 0 ? high_end(box, axis, slot) : low_end(box, axis, slot);
    }
    std::sort(lists_[axis].begin(), lists_[axis].end());
  }
  const std::uint64_t looked_at_before = counters_.pairs_looked_at;
  overlapping_.clear();
  std::fill(pair_counts_.begin(), pair_counts_.end(), 0);
  open_.clear();
  for (const Endpoint e : lists_[sparsest_axis(frame)]) {
    const Slot slot = slot_of(e);
    if (frame.boxes[slot].empty()) continue;
    if ((e & is_high) != 0) {
      *std::find(open_.begin(), open_.end(), slot) = open_.back();
      open_.pop_back();
      continue;
    }
    for (const Slot other : open_) look_at(frame, slot, other);
    open_.push_back(slot);
  }
  looked_at_by_sweep_ = counters_.pairs_looked_at - looked_at_before;
}

/// The axis along which the sum of the boxes' extents is the least share of the range that they are spread over.
int SweepAndPrune::sparsest_axis(const BroadFrame& frame) const {
  int best = 0;
  double least = 0;
  for (int axis = 0; axis < 3; ++axis) {
    double covered = 0, low = 1e30, high = -1e30;
    for (const Endpoint e : lists_[axis]) {
      const BroadBox& box = frame.boxes[slot_of(e)];
      if (box.empty()) continue;
      const double from = std::clamp(box.low[axis], -1e30F, 1e30F),
                   to = std::clamp(box.high[axis], -1e30F, 1e30F);
      covered += to - from;
      low = std::min(low, from);
      high = std::max(high, to);
    }
    const double share = high > low ? covered / (high - low) : 1e300;
    if (axis == 0 || share < least) {
      least = share;
      best = axis;
    }
  }
  return best;
}

std::size_t SweepAndPrune::memory() const {
  std::size_t bytes = overlapping_.memory() + gone_.capacity() +
                      (open_.capacity() + crossed_.capacity() + pair_counts_.capacity()) * sizeof(Slot) +
                      spare_.capacity() * sizeof(SlotPair);
  for (const auto& list : lists_) bytes += list.capacity() * sizeof(Endpoint);
  return bytes;
}

}  // namespace graze
