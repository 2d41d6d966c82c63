// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/cells/cell_lanes.h"
#include "broad/cells/cell_store.h"
#include "broad/cells/cell_tree.h"

namespace graze {

/// The default broad phase: a grid of grids. See cells.cpp.
class Cells : public BroadPhase {
 public:
  void find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) override;
  std::size_t memory() const override;

 private:
  using Leaf = CellTree::Leaf;
  // Values of home_ that are not leaves.
  static constexpr Leaf nowhere = ~Leaf{0};  ///< not in use
  static constexpr Leaf empty = nowhere - 1;
  static constexpr Leaf even = nowhere - 2;  ///< changed in a frame with an even number
  static constexpr Leaf odd = nowhere - 3;
  static constexpr Leaf waiting = nowhere - 4;  ///< has not changed, but is treated as moving
  static bool is_leaf(Leaf home) { return home < waiting; }
  static bool is_at_rest(Leaf home) { return home < waiting || home == empty; }

  struct Copy {
    Leaf leaf;
    std::uint32_t body;
  };
  /// A share of the bodies that have changed: what one thread sorts into leaves.
  struct alignas(128) Part {
    std::vector<Copy> copies;
    std::vector<Copy> elsewhere;        ///< of bodies that leave: in other leaves than their home
    std::vector<std::uint32_t> places;  ///< by leaf: how many copies, then where the next one goes
    CellStore::FreeBlocks free_blocks;
  };

  bool take_changes(const BroadFrame& frame);
  void keep_some_moving(std::size_t settled);
  std::vector<Copy>& only_part();
  void take_out_leaving(int threads);
  void settle(const BroadFrame& frame, std::span<const Slot> slots);
  void make_parts(int threads);
  std::span<const std::uint32_t> bodies_in(const CellRange& range) const {
    return std::span(bodies_in_leaves_).subspan(range.first, range.count);
  }
  /// work(part, range) for all ranges, each thread with a part of its own.
  template <class Work>
  void for_each_range(int threads, const Work& work);
  bool tree_is_outdated() const;
  void build_tree(const BroadFrame& frame);

  void sort_into_leaves(const BroadFrame& frame);
  void route_all(const BroadFrame& frame, std::span<const Slot> slots, int threads);
  void route(const BroadFrame& frame, std::span<const Slot> all, Part& part) const;
  void place_in_leaves(int threads);
  void place_by_counting(int threads);
  void place_by_comparing();
  bool divide_crowded(const BroadFrame& frame);
  bool divide(const BroadFrame& frame, const CellRange& range);

  void find(const BroadFrame& frame, int threads);
  void merge(std::vector<SlotPair>& pairs);

  CellTree tree_;
  CellStore store_;                   ///< bodies at rest
  std::vector<Leaf> home_;            ///< of each slot: one leaf that its box is in, or one of the above
  std::vector<std::uint32_t> limit_;  ///< of each leaf: with more bodies, dividing it is tried
  std::size_t bodies_ = 0, bodies_at_build_ = 0, copies_at_build_ = 0, leaves_at_build_ = 0;
  Leaf now_ = even;  ///< the home of bodies that have changed in this frame

  std::vector<Slot> changed_;     ///< in this frame, and those that wait; sorted
  std::vector<Slot> before_;      ///< in the last one
  std::size_t changed_last_ = 0;  ///< of these, without those that wait
  std::vector<Part> parts_;
  std::vector<std::uint32_t> bodies_in_leaves_;  ///< those that have changed, leaf by leaf, as words
  std::vector<CellRange> ranges_;                ///< the leaves that have some
  std::vector<CellFinder> finders_;
  Workers* workers_ = nullptr;          ///< of the frame at hand
  std::vector<SlotPair> last_, spare_;  ///< the pairs of the last frame
};

}  // namespace graze
