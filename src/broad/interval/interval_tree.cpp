// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/interval/interval_tree.h"

#include <stdexcept>

#include "broad/axis_spread.h"
#include "broad/float_ends.h"

namespace graze {

void IntervalTree::follow(const BroadFrame& frame) {
  bodies_.grow(frame.boxes.size());
  for (const Slot slot : frame.removed) bodies_.erase(slot);
  for (const auto list : {frame.added, frame.moved}) {
    for (const Slot slot : list) {
      if (!frame.boxes[slot].empty()) {
        bodies_.insert(slot);
      } else {
        bodies_.erase(slot);
      }
    }
  }
}

/// Collects the bodies that changed, and those that may overlap one of them.
void IntervalTree::gather(const BroadFrame& frame) {
  taking_part_.clear();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  BroadBox around = {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const auto list : {frame.added, frame.moved}) {
    for (const Slot slot : list) {
      if (!bodies_.contains(slot)) continue;
      taking_part_.push_back(slot);
      for (std::size_t k = 0; k < 3; ++k) {
        around.low[k] = std::min(around.low[k], frame.boxes[slot].low[k]);
        around.high[k] = std::max(around.high[k], frame.boxes[slot].high[k]);
      }
    }
  }
  changed_ = taking_part_.size();
  if (changed_ == 0 || changed_ == bodies_.size()) return;
  for (const Slot slot : bodies_) {
    if (!store_.changed(slot) && overlap_at_once(around, frame.boxes[slot])) taking_part_.push_back(slot);
  }
}

/// Chooses the axes, sorts the ends along both, and gives every body its interval of ranks.
void IntervalTree::lay_out(const BroadFrame& frame) {
  AxisSpread spread;
  for (const Slot slot : taking_part_) spread.include(frame.boxes[slot]);
  const auto [along, across, last] = spread.order();
  const std::size_t n = taking_part_.size();
  const auto key = [](float x, std::size_t whose) { return std::uint64_t{ordered_bits(x)} << 32 | whose; };
  lows_.resize(n);
  for (std::size_t i = 0; i < n; ++i) lows_[i] = key(frame.boxes[taking_part_[i]].low[along], i);
  sorter_.sort(lows_);
  highs_.resize(n);
  ends_.resize(2 * n);
  swept_.resize(n);
  intervals_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto i = static_cast<std::uint32_t>(lows_[k]);
    const Slot slot = taking_part_[i];
    const BroadBox& box = frame.boxes[slot];
    swept_[k] = {box.low[last],
                 box.high[last],
                 static_cast<std::uint32_t>(lows_[k] >> 32),
                 slot,
                 frame.mobilities[slot] == Mobility::fixed,
                 i < changed_};
    highs_[k] = key(box.high[along], k);
    // Low ends come before high ones, so that boxes that touch overlap.
    ends_[k] = key(box.low[across], k);
    ends_[n + k] = key(box.high[across], n + k);
  }
  sorter_.sort(highs_);
  sorter_.sort(ends_);
  // The rank of a low end is the number of those before it; that of a high end, of the last low end not behind it.
  std::uint32_t rank = 0;
  for (const std::uint64_t sorted : ends_) {
    const auto end = static_cast<std::uint32_t>(sorted);
    if (end < n) {
      intervals_[end].low = rank++;
    } else {
      intervals_[end - n].high = rank - 1;
    }
  }
  const auto ranks = static_cast<std::uint32_t>(n);
  changed_set_.reset(intervals_, ranks);
  if (changed_ < n) resting_set_.reset(intervals_, ranks);
}

void IntervalTree::sweep() {
  const auto n = static_cast<std::uint32_t>(swept_.size());
  std::size_t left = 0;
  const auto leave_until = [&](std::uint32_t line) {
    for (; left < highs_.size() && highs_[left] >> 32 < line; ++left) {
      const auto i = static_cast<std::uint32_t>(highs_[left]);
      (swept_[i].changed ? changed_set_ : resting_set_).remove(i);
    }
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    const Swept mine = swept_[i];
    leave_until(mine.from);  // boxes that end here touch, and stay
    const auto compare = [&](std::uint32_t j) {
      const Swept& other = swept_[j];
      ++counters_.pairs_looked_at;
      if (mine.low <= other.high && other.low <= mine.high && !(mine.fixed && other.fixed)) {
        store_.add(mine.slot, other.slot);
      }
    };
    changed_set_.for_each_overlap(intervals_[i], compare);
    if (mine.changed && changed_ < n) resting_set_.for_each_overlap(intervals_[i], compare);
    (mine.changed ? changed_set_ : resting_set_).insert(i);
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
  return store_.memory() + bodies_.memory() + taking_part_.capacity() * sizeof(Slot) +
         swept_.capacity() * sizeof(Swept) +
         (lows_.capacity() + highs_.capacity() + ends_.capacity()) * sizeof(std::uint64_t) +
         intervals_.capacity() * sizeof(IntervalSet::Interval) + changed_set_.memory() +
         resting_set_.memory() + sorter_.memory();
}

void IntervalTree::validate(const BroadFrame& frame) const {
  for (const Slot slot : bodies_) {
    if (frame.boxes[slot].empty()) throw std::logic_error("an empty box takes part");
  }
  if (changed_ == 0) return;
  // Those that the line has not left at the end of the sweep.
  std::size_t changed = 0, resting = 0;
  for (const std::uint64_t high : highs_) {
    if (high >> 32 < swept_.back().from) continue;
    ++(swept_[static_cast<std::uint32_t>(high)].changed ? changed : resting);
  }
  changed_set_.validate(changed);
  if (changed_ < swept_.size()) resting_set_.validate(resting);
}

}  // namespace graze
