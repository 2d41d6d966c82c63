// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A quad tree over two of the three axes: one of the rivals of vogiannou2008, who took it from ODE.
//
//   1. Bodies that changed are placed anew in a loose quad tree (see LooseQuadTree).
//   2. If they are few, each looks for its own pairs, and pairs of unchanged bodies are kept from the last frame. If
//      they are many, all pairs are found again node by node.
//   3. The axes are the two along which the centres lie farthest apart. They are looked at after eight changes a body,
//      and exchanged where another pair would be clearly better.
//
// We deviate from ODE, which has a tree of fixed depth over a space that the user must give, and keeps a body that
// crosses a line in the node above it: there, a body that crosses the middle is compared with everything.
//
// Cost: O(changed bodies · depth + bodies in the nodes that they reach + pairs). Bodies that rest cost nothing.
#pragma once

#include "broad/quad/loose_quad_tree.h"

namespace graze {

class QuadTree final : public BroadPhase {
 public:
  void find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) override;
  std::size_t memory() const override {
    return tree_.memory() + store_.memory() + again_.capacity() * sizeof(Slot);
  }
  void validate(const BroadFrame& frame) const { tree_.validate(frame.boxes.data()); }

 private:
  void place(std::span<const Slot> slots, const BroadFrame& frame);
  void reconsider_axes(const BroadFrame& frame);

  LooseQuadTree tree_;
  PairStore store_;
  std::size_t changes_ = 0;  // since the axes were looked at
  std::vector<Slot> again_;  // bodies to be put into a new tree
};

}  // namespace graze
