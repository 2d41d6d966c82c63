// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/broad_phase.h"

namespace graze {

/// BroadBox::overlaps without branches, which would be mispredicted where the boxes are near each other.
inline bool overlap_at_once(const BroadBox& a, const BroadBox& b) {
  return (static_cast<int>(a.low[0] <= b.high[0]) & static_cast<int>(b.low[0] <= a.high[0]) &
          static_cast<int>(a.low[1] <= b.high[1]) & static_cast<int>(b.low[1] <= a.high[1]) &
          static_cast<int>(a.low[2] <= b.high[2]) & static_cast<int>(b.low[2] <= a.high[2])) != 0;
}

/// Sorts pairs: by counting first slots, and the few pairs of each by comparison. O(pairs + slots), or by
/// comparison alone where there are few pairs.
class PairSorter {
 public:
  void sort(std::vector<SlotPair>& pairs, std::size_t slots);
  std::size_t memory() const {
    return starts_.capacity() * sizeof(std::uint32_t) + sorted_.capacity() * sizeof(SlotPair);
  }

 private:
  std::vector<std::uint32_t> starts_;
  std::vector<SlotPair> sorted_;
};

/// The overlapping pairs, kept from frame to frame: those of two bodies that have not changed stay as they are, and
/// a broad phase only looks for the others.
class PairStore {
 public:
  /// Drops the pairs of all bodies that the frame names, and marks those that still exist as changed.
  void begin(const BroadFrame& frame);
  /// Drops all pairs, for a frame that finds them all again.
  void drop_all() { kept_.clear(); }

  /// Since the last frame; also those that were added.
  bool changed(Slot slot) const { return changed_[slot] != 0; }

  /// In any order, but each pair once.
  void add(Slot a, Slot b) { found_.push_back(a < b ? SlotPair{a, b} : SlotPair{b, a}); }

  /// Merges the pairs found with the pairs kept, sorted, and copies them to `pairs`.
  void finish(const BroadFrame& frame, std::vector<SlotPair>& pairs);

  std::size_t memory() const {
    return changed_.capacity() +
           (kept_.capacity() + found_.capacity() + merged_.capacity()) * sizeof(SlotPair) + sorter_.memory();
  }

 private:
  std::vector<std::uint8_t> changed_;  // by slot; all 0 between frames
  std::vector<SlotPair> kept_, found_, merged_;
  PairSorter sorter_;
};

}  // namespace graze
