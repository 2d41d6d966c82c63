// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/pair_store.h"

namespace graze {

/// Finds the pairs of a frame by a structure that holds its boxes. If few bodies have changed, each of them looks for
/// its own pairs, and pairs of unchanged bodies are kept from the last frame. If many have changed, all pairs are found
/// again.
template <class Structure>
void search_pairs(Structure& placed, const BroadFrame& frame, PairStore& store, BroadCounters& counters) {
  const auto add = [&](Slot a, Slot b) {
    if (!both_fixed(frame, a, b)) store.add(a, b);
  };
  if (4 * (frame.added.size() + frame.moved.size()) > placed.size()) {
    store.drop_all();
    counters.pairs_looked_at = placed.for_each_pair(frame.boxes.data(), add);
    return;
  }
  for (const auto slots : {frame.added, frame.moved}) {
    for (const Slot slot : slots) {
      if (!placed.holds(slot)) continue;
      counters.pairs_looked_at += placed.for_each_overlap(slot, frame.boxes.data(), [&](Slot other) {
        // A pair of two changed bodies is added once, by the lower slot.
        if (!store.changed(other) || slot < other) add(slot, other);
      });
    }
  }
}

}  // namespace graze
