// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "broad/broad_phase.h"
#include "math/four.h"

namespace graze {

/// What the plan of a grid over boxes depends on: where they are and how large.
class BoxSurvey {
 public:
  void add(const BroadBox& box);

  std::size_t count() const { return count_; }
  float low(int axis) const { return low_[axis]; }    ///< of the boxes' centres
  float high(int axis) const { return high_[axis]; }  ///< of the boxes' centres
  double mean_extent(int axis) const { return extent_[axis] / static_cast<double>(count_); }

 private:
  std::size_t count_ = 0;
  float low_[3], high_[3];
  double extent_[3] = {};
};

/// The first grid of a CellTree, by axis, for computing many cells at once.
struct RootGrid {
  float low[3], high[3], cells_per_unit[3], last[3], strides[3];
};

/// About the part of space that a leaf stands for; infinite where the leaf is at the border of the first grid. Only
/// used to plan grids: which leaf a box belongs to is decided by CellTree::route alone.
struct LeafRegion {
  float low[3], high[3];
  std::uint32_t depth = 0;  ///< how many grids the leaf lies in

  /// The part of a box inside the region. A survey of unclipped boxes would count the middles and extents of large
  /// boxes outside the leaf; a division planned by it may put all boxes into one cell, again and again.
  BroadBox clipped(const BroadBox& box) const;
};

/// Space in cells: a grid, whose crowded cells are grids again. Boxes that lie outside belong to the cells at the
/// border, so that every box has a cell wherever it goes. A cell that is not divided is a leaf.
class CellTree {
 public:
  using Leaf = std::uint32_t;

  /// Set for a box in a leaf along axis i: its low end lies in an earlier cell.
  static constexpr std::uint32_t before(int axis) { return 1U << (29 + axis); }

  /// Starts anew with a grid for these boxes.
  void build(const BoxSurvey& survey);

  /// Divides a leaf for the boxes in it, given a survey of them, clipped to the leaf's region. Returns false and
  /// changes nothing if the boxes are too large for that or the leaf lies in `deepest` grids already. The leaf's number
  /// goes to one of its cells.
  bool divide(Leaf leaf, const BoxSurvey& clipped_boxes);
  const LeafRegion& region(Leaf leaf) const { return regions_[leaf]; }

  /// The leaf that is all of a cell of the first grid, or none if that is divided.
  static constexpr Leaf no_leaf = ~Leaf{0};
  Leaf root_leaf(std::uint32_t cell) const {
    const std::uint32_t child = children_[cell];
    return (child & is_grid) == 0 ? child : no_leaf;
  }
  RootGrid root_grid() const;

  Leaf leaf_count() const { return static_cast<Leaf>(place_.size()); }
  std::size_t memory() const;

  /// Calls visit(leaf, flags) for every leaf that the box reaches into. If two boxes overlap, there is just one
  /// leaf that both reach into in which no flag is set for both: the one with the low corner of what they share
  /// (dittrich-seeger2000).
  template <class Visit>
  void route(const BroadBox& box, const Visit& visit) const {
    descend(grids_[0], box, 0, visit);
  }

 private:
  /// Along x, y and z, and a fourth number that is zero.
  struct Grid {
    float low[4], high[4], cells_per_unit[4];
    float last[4];     ///< cell
    float strides[4];  ///< from a cell to the next, in children
    std::uint32_t count[3];
    std::uint32_t first_child;
  };
  using FourCells = std::int32_t __attribute__((vector_size(16)));

  /// The cell that a point is in along each axis. Never decreases with a coordinate, which is all that correctness
  /// needs of it.
  static FourCells cells(const Grid& grid, Four p) {
    const Four low = load(grid.low);
    const Four from_low = min(max(p, low), load(grid.high)) - low;
    return __builtin_convertvector(min(from_low * load(grid.cells_per_unit), load(grid.last)), FourCells);
  }
  /// Its number in the grid; exact, since there are fewer than 2^24.
  static std::uint32_t number(const Grid& grid, FourCells cell) {
    Four part = __builtin_convertvector(cell, Four) * load(grid.strides);
    part += __builtin_shufflevector(part, part, 2, 3, 0, 1);
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(part[0] + part[1]));
  }
  static constexpr std::uint32_t is_grid = 1U << 31;  // of a child: its other bits are the grid's number
  // How deep grids are nested at most: a bound on recursion.
  static constexpr std::uint32_t deepest = 64;

  template <class Visit>
  void descend(const Grid& grid, const BroadBox& box, std::uint32_t flags, const Visit& visit) const {
    Four low, high;  // the fourth number is clamped to zero
    std::memcpy(&low, box.low.data(), sizeof low);
    std::memcpy(&high, box.low.data() + 2, sizeof high);
    const FourCells from = cells(grid, low);
    const FourCells to = cells(grid, __builtin_shufflevector(high, high, 1, 2, 3, 0));
    const std::uint32_t first = number(grid, from);
    if (first == number(grid, to)) {  // most boxes
      enter(children_[grid.first_child + first], box, flags, visit);
      return;
    }
    for (std::int32_t z = from[2]; z <= to[2]; ++z) {
      for (std::int32_t y = from[1]; y <= to[1]; ++y) {
        const std::uint32_t row_flags = flags | (y > from[1] ? before(1) : 0) | (z > from[2] ? before(2) : 0);
        const std::uint32_t* row = children_.data() + grid.first_child + number(grid, FourCells{0, y, z, 0});
        for (std::int32_t x = from[0]; x <= to[0]; ++x) {
          enter(row[x], box, row_flags | (x > from[0] ? before(0) : 0), visit);
        }
      }
    }
  }
  template <class Visit>
  void enter(std::uint32_t child, const BroadBox& box, std::uint32_t flags, const Visit& visit) const {
    if ((child & is_grid) == 0) {
      visit(child, flags);
    } else {
      descend(grids_[child & ~is_grid], box, flags, visit);
    }
  }

  bool plan(const BoxSurvey& survey, Grid& grid) const;
  static LeafRegion region_of_cell(const Grid& grid, std::uint32_t cell, const LeafRegion& whole);

  std::vector<Grid> grids_;
  std::vector<std::uint32_t> children_;  ///< a leaf, or a grid's number and is_grid
  std::vector<std::uint32_t> place_;     ///< of each leaf among the children
  std::vector<LeafRegion> regions_;      ///< of each leaf
};

}  // namespace graze
