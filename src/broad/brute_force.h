// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/broad_phase.h"

namespace graze {

/// Every box against every box. Nothing is kept between frames but the slots in use. The oracle of the other kinds.
class BruteForce : public BroadPhase {
 public:
  void find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) override;
  std::size_t memory() const override;

 private:
  void update_slots(const BroadFrame& frame);

  std::vector<Slot> slots_;  ///< in use, sorted
  std::vector<Slot> spare_;
};

}  // namespace graze
