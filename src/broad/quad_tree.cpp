// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/quad_tree.h"

#include "broad/axis_spread.h"

namespace graze {

void QuadTree::place(std::span<const Slot> slots, const BroadFrame& frame) {
  for (const Slot slot : slots) {
    if (holds_something(frame.boxes[slot])) {
      tree_.place(slot, frame.boxes[slot]);
    } else {
      tree_.remove(slot);
    }
  }
}

void QuadTree::reconsider_axes(const BroadFrame& frame) {
  changes_ = 0;
  AxisSpread spread;
  for (const Slot slot : tree_.bodies()) spread.include(frame.boxes[slot]);
  const LooseQuadTree::Axes now = tree_.axes();
  const std::size_t other = 3 - now[0] - now[1];
  const std::size_t narrow = spread.variance(now[0]) < spread.variance(now[1]) ? now[0] : now[1];
  // Half the spread, at least, for the work of building a tree.
  if (!(spread.variance(narrow) < spread.variance(other) / 4)) return;
  again_.assign(tree_.bodies().begin(), tree_.bodies().end());
  tree_.reset({other, 3 - narrow - other});
  place(again_, frame);
}

void QuadTree::look_for(std::span<const Slot> slots, const BroadFrame& frame) {
  for (const Slot slot : slots) {
    if (!tree_.holds(slot)) continue;
    counters_.pairs_looked_at += tree_.for_each_overlap(slot, frame.boxes.data(), [&](Slot other) {
      // Of two bodies that changed, one finds the other.
      if (store_.changed(other) && other < slot) return;
      if (!both_fixed(frame, slot, other)) store_.add(slot, other);
    });
  }
}

void QuadTree::find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  counters_ = {};
  store_.begin(frame);
  tree_.grow(frame.boxes.size());
  for (const Slot slot : frame.removed) tree_.remove(slot);
  place(frame.added, frame);
  place(frame.moved, frame);
  changes_ += frame.moved.size() + 8 * frame.added.size();
  if (changes_ >= 8 * tree_.bodies().size()) reconsider_axes(frame);
  if (4 * (frame.added.size() + frame.moved.size()) > tree_.bodies().size()) {
    store_.drop_all();
    counters_.pairs_looked_at = tree_.for_each_pair(frame.boxes.data(), [&](Slot a, Slot b) {
      if (!both_fixed(frame, a, b)) store_.add(a, b);
    });
  } else {
    look_for(frame.added, frame);
    look_for(frame.moved, frame);
  }
  store_.finish(frame, pairs);
}

}  // namespace graze
