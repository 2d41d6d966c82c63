// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/sweep/pair_table.h"

namespace graze {

/// Three sorted lists of endpoints, repaired from frame to frame. See sweep_and_prune.cpp.
class SweepAndPrune : public BroadPhase {
 public:
  void find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) override;
  std::size_t memory() const override;

 private:
  /// From the high bits on: the coordinate, such that it compares like the float; whether it is a high end, so that
  /// of equal ones the low ends come first and boxes that touch overlap; the slot.
  using Endpoint = std::uint64_t;
  static constexpr Endpoint is_high = Endpoint{1} << 31;
  static Slot slot_of(Endpoint e) { return static_cast<Slot>(e & (is_high - 1)); }
  static Endpoint low_end(const BroadBox& box, int axis, Slot slot);
  static Endpoint high_end(const BroadBox& box, int axis, Slot slot);

  void remove(std::span<const Slot> removed, std::size_t slots);
  void append(const BroadFrame& frame);
  /// Sorts by insertion. False: that would take too many swaps; the lists and the table are to be made anew.
  bool repair(const BroadFrame& frame, int axis);
  void part(Slot a, Slot b);
  void sort_anew(const BroadFrame& frame);
  int sparsest_axis(const BroadFrame& frame) const;
  void look_at(const BroadFrame& frame, Slot a, Slot b);

  std::vector<Endpoint> lists_[3];
  PairTable overlapping_;
  std::uint64_t looked_at_by_sweep_ = 0;    ///< pairs of boxes, when all was last sorted anew
  std::vector<std::uint32_t> pair_counts_;  ///< by slot: of how many pairs it is one
  std::vector<Slot> crossed_;               ///< by one endpoint
  std::vector<std::uint8_t> gone_;          ///< by slot, while bodies are removed
  std::vector<Slot> open_;                  ///< while all is sorted anew
  std::vector<SlotPair> spare_;
};

}  // namespace graze
