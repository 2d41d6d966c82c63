// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/interval_tree.h"

#include <stdexcept>

#include "broad/axis_spread.h"

namespace graze {

void IntervalTree::follow(const BroadFrame& frame) {
  bodies_.grow(frame.boxes.size());
  for (const Slot slot : frame.removed) bodies_.erase(slot);
  for (const auto list : {frame.added, frame.moved}) {
    for (const Slot slot : list) {
      if (holds_something(frame.boxes[slot])) {
        bodies_.insert(slot);
      } else {
        bodies_.erase(slot);
      }
    }
  }
}

/// Who takes part: those that changed, and those that might meet one.
void IntervalTree::gather(const BroadFrame& frame) {
  swept_.clear();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  BroadBox around = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const auto list : {frame.added, frame.moved}) {
    for (const Slot slot : list) {
      if (!bodies_.contains(slot)) continue;
      swept_.push_back(slot);
      for (std::size_t k = 0; k < 3; ++k) {
        around.low[k] = std::min(around.low[k], frame.boxes[slot].low[k]);
        around.high[k] = std::max(around.high[k], frame.boxes[slot].high[k]);
      }
    }
  }
  changed_ = swept_.size();
  if (changed_ == 0 || changed_ == bodies_.size()) return;
  for (const Slot slot : bodies_) {
    if (!store_.changed(slot) && overlap_at_once(around, frame.boxes[slot])) swept_.push_back(slot);
  }
}

/// Chooses the axes, sorts the ends along both, and gives every body its interval of ranks.
void IntervalTree::lay_out(const BroadFrame& frame) {
  AxisSpread spread;
  for (const Slot slot : swept_) spread.include(frame.boxes[slot]);
  const auto [along, across, last] = spread.order();
  const std::size_t n = swept_.size();
  events_.resize(2 * n);
  ends_.resize(2 * n);
  rest_.resize(n);
  intervals_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const BroadBox& box = frame.boxes[swept_[i]];
    // Low ends come before high ones, so that boxes that touch overlap.
    const auto key = [](float x, std::size_t end) { return std::uint64_t{ordered_bits(x)} << 32 | end; };
    events_[i] = key(box.low[along], i);
    events_[n + i] = key(box.high[along], n + i);
    ends_[i] = key(box.low[across], i);
    ends_[n + i] = key(box.high[across], n + i);
    rest_[i] = {box.low[last], box.high[last], swept_[i], frame.mobilities[swept_[i]] == Mobility::fixed};
  }
  sorter_.sort(events_);
  sorter_.sort(ends_);
  for (std::uint32_t rank = 0; rank < 2 * n; ++rank) {
    const auto end = static_cast<std::uint32_t>(ends_[rank]);
    if (end < n) {
      intervals_[end].low = rank;
    } else {
      intervals_[end - n].high = rank;
    }
  }
  const std::span<const IntervalSet::Interval> all = intervals_;
  const auto ranks = static_cast<std::uint32_t>(2 * n);
  changed_set_.reset(all.first(changed_), ranks);
  resting_set_.reset(all.subspan(changed_), ranks);
}

void IntervalTree::sweep() {
  const auto n = static_cast<std::uint32_t>(swept_.size());
  const auto changed = static_cast<std::uint32_t>(changed_);
  for (const std::uint64_t event : events_) {
    const auto end = static_cast<std::uint32_t>(event);
    const std::uint32_t i = end < n ? end : end - n;
    IntervalSet& own = i < changed ? changed_set_ : resting_set_;
    const std::uint32_t place = i < changed ? i : i - changed;
    if (end >= n) {
      own.remove(place);
      continue;
    }
    const Rest mine = rest_[i];
    const auto compare = [&](const Rest& other) {
      ++counters_.pairs_looked_at;
      if (mine.low <= other.high && other.low <= mine.high && !(mine.fixed && other.fixed)) {
        store_.add(mine.slot, other.slot);
      }
    };
    changed_set_.for_each_overlap(intervals_[i], [&](std::uint32_t j) { compare(rest_[j]); });
    if (i < changed && changed < n) {
      resting_set_.for_each_overlap(intervals_[i], [&](std::uint32_t j) { compare(rest_[changed + j]); });
    }
    own.insert(place);
  }
}

void IntervalTree::find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  counters_ = {};
  store_.begin(frame);
  follow(frame);
  gather(frame);
  if (changed_ > 0) {
    lay_out(frame);
    sweep();
  }
  store_.finish(frame, pairs);
}

std::size_t IntervalTree::memory() const {
  return store_.memory() + bodies_.memory() + swept_.capacity() * sizeof(Slot) +
         rest_.capacity() * sizeof(Rest) + (events_.capacity() + ends_.capacity()) * sizeof(std::uint64_t) +
         intervals_.capacity() * sizeof(IntervalSet::Interval) + changed_set_.memory() +
         resting_set_.memory() + sorter_.memory();
}

void IntervalTree::validate(const BroadFrame& frame) const {
  for (const Slot slot : bodies_) {
    if (!holds_something(frame.boxes[slot])) throw std::logic_error("an empty box takes part");
  }
  // The line has left everybody.
  if (changed_ == 0) return;
  changed_set_.validate(0);
  resting_set_.validate(0);
}

}  // namespace graze
