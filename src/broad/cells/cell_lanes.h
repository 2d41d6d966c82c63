// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "broad/cells/cell_store.h"

namespace graze {

/// For each of these slots the cells of the grid that hold the low and the high corner of its box. Where they differ,
/// the box reaches into several cells or is empty.
void find_root_cells(const RootGrid& grid, std::span<const BroadBox> boxes, std::span<const Slot> slots,
                     std::uint32_t* of_low, std::uint32_t* of_high);

struct CellRange {
  CellTree::Leaf leaf = 0;
  std::uint32_t first = 0;  ///< of its bodies that have changed
  std::uint32_t count = 0;
};

/// A body that has changed, in the layout that is loaded into lanes.
struct CellItem {
  BroadBox box;
  std::uint32_t body = 0;
  std::uint32_t unused = 0;
};

/// What one thread needs and finds; aligned so that threads do not write to the same cache lines.
struct alignas(128) CellFinder {
  std::vector<CellItem> items;  ///< of one leaf
  std::vector<SlotPair> pairs;
  std::vector<SlotPair> spare;
  std::uint64_t looked_at = 0;
};

/// In each of these leaves, all overlapping pairs of its bodies that have changed (words as in CellBody), among
/// themselves and with those at rest there. Appends to finder.pairs, unsorted.
void find_in_cells(std::span<const CellRange> cells, std::span<const std::uint32_t> bodies,
                   std::span<const BroadBox> boxes, const CellStore& store, CellFinder& finder);

}  // namespace graze
