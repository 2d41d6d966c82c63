// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The two-dimensional alternative of I-COLLIDE (cohen-icollide, section 4.3).
//
//   1. Boxes are projected onto the plane of the two axes along which their centres lie farthest apart.
//   2. A line sweeps the plane along the wider of the two. A rectangle that it enters is looked for in an interval tree
//      over the other axis, and put into it; one that it leaves is taken out.
//   3. What overlaps in the plane is compared in the third dimension.
//
// We add: only pairs with a body that changed are looked for; the others are kept from the last frame. There are two
// trees, one of bodies that changed and one of the others. A body that did not change is compared with the first tree
// only, and is left out before sorting if it misses the box around all bodies that changed.
//
// Cost: O(n log n + k) for the n bodies that take part, where k counts overlaps in the plane. Sorting is by radix.
#pragma once

#include "broad/interval/float_sort.h"
#include "broad/interval/interval_set.h"
#include "broad/pair_store.h"
#include "broad/slot_set.h"

namespace graze {

class IntervalTree final : public BroadPhase {
 public:
  void find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) override;
  std::size_t memory() const override;
  void validate(const BroadFrame& frame) const;

 private:
  /// What a sweep needs of a body, in the order of the low ends along it.
  struct Swept {
    float low, high;     // in the third dimension
    std::uint32_t from;  // where it begins along the sweep, in ordered bits
    Slot slot;
    bool fixed, changed;
  };

  void follow(const BroadFrame& frame);
  void gather(const BroadFrame& frame);
  void lay_out(const BroadFrame& frame);
  void sweep();

  PairStore store_;
  SlotSet bodies_;  // whose boxes are not empty
  std::vector<Slot> taking_part_;
  std::size_t changed_ = 0;  // of those that take part: they come first
  std::vector<Swept> swept_;
  std::vector<std::uint64_t> lows_, highs_;  // ends along the sweep: ordered bits, and whose
  std::vector<std::uint64_t> ends_;          // along the other axis
  std::vector<IntervalSet::Interval> intervals_;
  IntervalSet changed_set_, resting_set_;
  HighBitsSorter sorter_;
};

}  // namespace graze
