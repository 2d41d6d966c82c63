// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/grid/uniform_grid.h"

#include "broad/pair_search.h"

namespace graze {

void UniformGrid::find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  counters_ = {};
  store_.begin(frame);
  grid_.grow(frame.boxes.size());
  for (const Slot slot : frame.removed) grid_.remove(slot);
  for (const Slot slot : frame.added) grid_.place(slot, frame.boxes[slot]);
  for (const Slot slot : frame.moved) grid_.place(slot, frame.boxes[slot]);
  search_pairs(grid_, frame, store_, counters_);
  store_.finish(frame, pairs);
}

}  // namespace graze
