// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/broad_phase.h"

namespace graze {

/// Every box against every box, and nothing kept but who is there: the oracle of the others.
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
