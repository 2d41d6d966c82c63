// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "broad/cell_store.h"

namespace graze {

/// A body that has changed, in one of the leaves that it reaches into.
struct CellItem {
  BroadBox box;
  std::uint32_t body = 0;
  std::uint32_t unused = 0;  ///< two to a cache line
};

struct CellRange {
  CellTree::Leaf leaf = 0;
  std::uint32_t first = 0;  ///< of its items
  std::uint32_t count = 0;
};

/// What one thread needs and finds; aligned so that threads do not write to the same cache lines.
struct alignas(128) CellFinder {
  std::vector<SlotPair> pairs;
  std::vector<SlotPair> spare;
  std::uint64_t looked_at = 0;
};

/// In each of these leaves, all overlapping pairs of its items among themselves and with the bodies at rest there.
/// Appends to finder.pairs, unsorted. Memory for seven more items must follow the last.
void find_in_cells(std::span<const CellRange> cells, std::span<const CellItem> items, const CellStore& store,
                   CellFinder& finder);

}  // namespace graze
