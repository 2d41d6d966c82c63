// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/quad/quad_tree.h"

#include "broad/axis_spread.h"
#include "broad/pair_search.h"

namespace graze {

void QuadTree::place(std::span<const Slot> slots, const BroadFrame& frame) {
  for (const Slot slot : slots) {
    if (!frame.boxes[slot].empty()) {
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
  // Building a tree pays only if the other axis has at least twice the spread.
  if (!(spread.variance(narrow) < spread.variance(other) / 4)) return;
  again_.assign(tree_.bodies().begin(), tree_.bodies().end());
  tree_.reset({other, 3 - narrow - other});
  place(again_, frame);
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
  search_pairs(tree_, frame, store_, counters_);
  store_.finish(frame, pairs);
}

}  // namespace graze
