// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/uniform_grid.h"

namespace graze {

void UniformGrid::look_for(std::span<const Slot> slots, const BroadFrame& frame) {
  for (const Slot slot : slots) {
    if (!grid_.holds(slot)) continue;
    counters_.pairs_looked_at += grid_.for_each_overlap(slot, frame.boxes.data(), [&](Slot other) {
      // Of two bodies that changed, one finds the other.
      if (store_.changed(other) && other < slot) return;
      if (!both_fixed(frame, slot, other)) store_.add(slot, other);
    });
  }
}

void UniformGrid::find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  counters_ = {};
  store_.begin(frame);
  grid_.grow(frame.boxes.size());
  for (const Slot slot : frame.removed) grid_.remove(slot);
  for (const Slot slot : frame.added) grid_.place(slot, frame.boxes[slot]);
  for (const Slot slot : frame.moved) grid_.place(slot, frame.boxes[slot]);
  if (4 * (frame.added.size() + frame.moved.size()) > grid_.size()) {
    store_.drop_all();
    counters_.pairs_looked_at = grid_.for_each_pair(frame.boxes.data(), [&](Slot a, Slot b) {
      if (!both_fixed(frame, a, b)) store_.add(a, b);
    });
  } else {
    look_for(frame.added, frame);
    look_for(frame.moved, frame);
  }
  store_.finish(frame, pairs);
}

}  // namespace graze
