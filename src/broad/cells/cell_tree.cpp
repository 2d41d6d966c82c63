// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/cells/cell_tree.h"

#include <cmath>
#include <limits>

namespace graze {
namespace {

// Measured on 10³ to 10⁵ moving boxes at densities of 1 and 10 %: 28 to 40 are within 5 % of each other.
constexpr double boxes_a_cell = 32;
// Cells narrower than this many boxes would mostly hold copies.
constexpr double extents_a_cell = 2;
constexpr double most_cells = 1 << 20;

/// Sums and differences of coordinates that are clamped to this do not overflow.
constexpr float far = 0x1p126F;
float near_enough(float x) {
  return std::clamp(x, -far, far);
}
/// The most cells along a unit of length: their number a unit is then finite in float, however short the grid is.
constexpr double most_cells_a_unit = 0x1p126;
constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

void BoxSurvey::add(const BroadBox& box) {
  for (int i = 0; i < 3; ++i) {
    const float low = near_enough(box.low[i]), high = near_enough(box.high[i]);
    const float centre = 0.5F * low + 0.5F * high;
    low_[i] = count_ == 0 ? centre : std::min(low_[i], centre);
    high_[i] = count_ == 0 ? centre : std::max(high_[i], centre);
    extent_[i] += static_cast<double>(high - low);
  }
  ++count_;
}

/// Cells as near to cubes as the boxes' extents allow, `boxes_a_cell` in each if boxes lay evenly. False: one cell
/// is best.
bool CellTree::plan(const BoxSurvey& survey, Grid& grid) const {
  double cells = std::min(static_cast<double>(survey.count()) / boxes_a_cell, most_cells);
  double length[3], most[3];
  bool open[3];
  for (int i = 0; i < 3; ++i) {
    grid.low[i] = survey.count() == 0 ? 0 : survey.low(i);
    grid.high[i] = survey.count() == 0 ? 0 : survey.high(i);
    grid.count[i] = 1;
    length[i] = static_cast<double>(grid.high[i]) - static_cast<double>(grid.low[i]);
    most[i] = length[i] > 0 ? std::floor(std::min(length[i] / (extents_a_cell * survey.mean_extent(i)),
                                                  length[i] * most_cells_a_unit))
                            : 1;
    open[i] = most[i] >= 2;
  }
  // The axes are settled one by one, those first that allow the fewest cells: what they cannot take, others do.
  for (int left = open[0] + open[1] + open[2]; left > 0 && cells >= 2; --left) {
    double volume = 1;
    for (int i = 0; i < 3; ++i) volume *= open[i] ? length[i] : 1;
    const double edge = std::pow(volume / cells, 1.0 / left);
    const auto possible = [&](int i) { return std::min(most[i], length[i] / edge); };
    int axis = -1;
    for (int i = 0; i < 3; ++i) {
      if (open[i] && (axis < 0 || possible(i) < possible(axis))) axis = i;
    }
    const double wanted = std::clamp(std::round(length[axis] / edge), 1.0, std::min(most[axis], 65536.0));
    grid.count[axis] = static_cast<std::uint32_t>(wanted);
    cells /= wanted;
    open[axis] = false;
  }
  for (int i = 0; i < 3; ++i) {
    grid.last[i] = static_cast<float>(grid.count[i] - 1);
    grid.cells_per_unit[i] = grid.count[i] > 1 ? static_cast<float>(grid.count[i] / length[i]) : 0;
  }
  grid.strides[0] = 1;
  grid.strides[1] = static_cast<float>(grid.count[0]);
  grid.strides[2] = static_cast<float>(grid.count[0] * grid.count[1]);
  return grid.count[0] * grid.count[1] * grid.count[2] > 1;
}

BroadBox LeafRegion::clipped(const BroadBox& box) const {
  BroadBox result;
  for (int i = 0; i < 3; ++i) {
    result.low[i] = std::max(box.low[i], low[i]);
    // The region is rounded: a box that just reaches into the leaf may miss it.
    result.high[i] = std::max(std::min(box.high[i], high[i]), result.low[i]);
  }
  return result;
}

LeafRegion CellTree::region_of_cell(const Grid& grid, std::uint32_t cell, const LeafRegion& whole) {
  LeafRegion region = whole;
  ++region.depth;
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t at = cell % grid.count[i];
    cell /= grid.count[i];
    const double low = grid.low[i], width = (static_cast<double>(grid.high[i]) - low) / grid.count[i];
    if (at > 0) region.low[i] = static_cast<float>(low + width * at);
    if (at + 1 < grid.count[i]) region.high[i] = static_cast<float>(low + width * (at + 1));
  }
  return region;
}

void CellTree::build(const BoxSurvey& survey) {
  grids_.clear();
  children_.clear();
  place_.clear();
  regions_.clear();
  Grid root = {};
  plan(survey, root);
  root.first_child = 0;
  grids_.push_back(root);
  const std::uint32_t cells = root.count[0] * root.count[1] * root.count[2];
  const LeafRegion everywhere = {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
  for (std::uint32_t i = 0; i < cells; ++i) {
    children_.push_back(i);
    place_.push_back(i);
    regions_.push_back(region_of_cell(root, i, everywhere));
  }
}

bool CellTree::divide(Leaf leaf, const BoxSurvey& clipped_boxes) {
  Grid grid = {};
  const LeafRegion whole = regions_[leaf];
  if (whole.depth >= deepest || !plan(clipped_boxes, grid)) return false;
  grid.first_child = static_cast<std::uint32_t>(children_.size());
  children_[place_[leaf]] = static_cast<std::uint32_t>(grids_.size()) | is_grid;
  grids_.push_back(grid);
  const std::uint32_t cells = grid.count[0] * grid.count[1] * grid.count[2];
  for (std::uint32_t i = 0; i < cells; ++i) {
    const Leaf child = i == 0 ? leaf : leaf_count();
    if (i > 0) {
      place_.emplace_back();
      regions_.emplace_back();
    }
    place_[child] = static_cast<std::uint32_t>(children_.size());
    regions_[child] = region_of_cell(grid, i, whole);
    children_.push_back(child);
  }
  return true;
}

RootGrid CellTree::root_grid() const {
  const Grid& grid = grids_.front();
  RootGrid root;
  for (int i = 0; i < 3; ++i) {
    root.low[i] = grid.low[i];
    root.high[i] = grid.high[i];
    root.cells_per_unit[i] = grid.cells_per_unit[i];
    root.last[i] = grid.last[i];
    root.strides[i] = grid.strides[i];
  }
  return root;
}

std::size_t CellTree::memory() const {
  return grids_.capacity() * sizeof(Grid) + (children_.capacity() + place_.capacity()) * sizeof(Leaf) +
         regions_.capacity() * sizeof(LeafRegion);
}

}  // namespace graze
