// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace graze {

struct Polytope;

/// For each cell of directions, the vertices of a polytope that may be the farthest along one of them: most often one
/// to four, whatever the number of vertices.
struct DirectionCells {
  struct Cell {
    std::uint32_t first;
    std::uint32_t
        count;  ///< candidates from `first` on: one, or fours; 0: too many, climb from the vertex `first`
  };
  std::vector<Cell> cells;  ///< by direction_cell; none of polytopes that are small, or huge in size
  std::vector<std::uint32_t> candidates;  ///< ascending within a cell, the last repeated to make fours

  static constexpr std::size_t most_candidates = 8;
};

/// Neighbours must be known.
DirectionCells direction_cells_of(const Polytope& polytope);

/// From how many vertices on there are cells. At 64, looking at all in lanes takes as long.
inline constexpr std::size_t cells_from = 65;

/// Directions are sorted into the squares of a cube's six sides, so many along an edge.
inline constexpr int direction_squares = 16;

inline std::size_t direction_cell(double x, double y, double z) {
  const double ax = std::abs(x), ay = std::abs(y), az = std::abs(z);
  double major = x, s = y, t = z;
  int side = 0;
  if (ay > ax && ay >= az) {
    major = y;
    s = z;
    t = x;
    side = 2;
  } else if (az > ax) {
    major = z;
    s = x;
    t = y;
    side = 4;
  }
  const double scale = 0.5 * direction_squares / std::abs(major);
  const auto square = [&](double c) {
    // Not a number for a direction of zero: any cell will do.
    const double at = c * scale + 0.5 * direction_squares;
    return at > 0 ? std::min(static_cast<int>(std::min(at, 1e3)), direction_squares - 1) : 0;
  };
  return static_cast<std::size_t>(
      ((side + (major < 0 ? 1 : 0)) * direction_squares + square(s)) * direction_squares + square(t));
}

}  // namespace graze
