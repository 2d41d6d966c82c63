// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A hashed uniform grid of many resolutions: one of the rivals of vogiannou2008, who took it from ODE.
//
//   1. Bodies that changed are placed anew in the grids (see BoxGrid).
//   2. If they are few, each looks through its cells, and pairs of unchanged bodies are kept from the last frame. If
//      they are many, all pairs are found again cell by cell.
//
// Cost: O(changed bodies + bodies that share a cell with them + pairs). Bodies that rest cost nothing.
#pragma once

#include "broad/grid/box_grid.h"

namespace graze {

class UniformGrid final : public BroadPhase {
 public:
  void find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) override;
  std::size_t memory() const override { return grid_.memory() + store_.memory(); }
  void validate(const BroadFrame& frame) const { grid_.validate(frame.boxes.data()); }

 private:
  BoxGrid grid_{BoxGrid::Room::four};
  PairStore store_;
};

}  // namespace graze
