// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// All pairs, one by one: n²/2 comparisons. Kept simple, because the other broad phases are compared with it.
#include "broad/brute_force.h"

#include <algorithm>

namespace graze {

void BruteForce::update_slots(const BroadFrame& frame) {
  spare_.clear();
  std::set_difference(slots_.begin(), slots_.end(), frame.removed.begin(), frame.removed.end(),
                      std::back_inserter(spare_));
  slots_.clear();
  std::set_union(spare_.begin(), spare_.end(), frame.added.begin(), frame.added.end(),
                 std::back_inserter(slots_));
}

void BruteForce::find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  update_slots(frame);
  counters_ = {};
  pairs.clear();
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot a = slots_[i];
    const BroadBox& box = frame.boxes[a];
    if (box.empty()) continue;
    for (std::size_t j = i + 1; j < slots_.size(); ++j) {
      const Slot b = slots_[j];
      if (!box.overlaps(frame.boxes[b]) || frame.boxes[b].empty()) continue;
      if (both_fixed(frame, a, b)) continue;
      pairs.push_back({a, b});
    }
    counters_.pairs_looked_at += slots_.size() - i - 1;
  }
}

std::size_t BruteForce::memory() const {
  return (slots_.capacity() + spare_.capacity()) * sizeof(Slot);
}

}  // namespace graze
