// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Which vertices may be the farthest along a direction of a cell?
//
//   1. Climb to the vertex farthest along the cell's middle.
//   2. From there, go to neighbours that may be farthest themselves. A vertex cannot be if one neighbour is farther
//      than it along all four corners of the cell, and so along everything between them.
//
// Those that truly are the farthest somewhere in the cell are connected by edges, since their normal cones cut the
// cell into patches that border on each other; so none of them is missed, and it does not matter that a few more are
// found. Cells are taken a little larger, and "farther" is by more than roundings: what is left out is left out
// for certain, along every direction that `direction_cell` puts here. For the same reason it is enough that the climb
// ends a few roundings below the farthest: from there edges lead up to it, past vertices none of which is left out,
// since a neighbour so much farther would be beyond the farthest.
#include "convex/direction_cells.h"

#include <array>

#include "convex/polytope.h"
#include "convex/support_point.h"

namespace graze {
namespace {

using Vector = Eigen::Vector3d;

/// A cell by its place on the cube.
struct Square {
  int side, i, j;

  /// (0, 0) to (1, 1) are its corners.
  Vector direction(double s, double t) const {
    Vector d;
    d[side / 2] = side % 2 == 0 ? 1 : -1;
    d[(side / 2 + 1) % 3] = 2 * (i + s) / direction_squares - 1;
    d[(side / 2 + 2) % 3] = 2 * (j + t) / direction_squares - 1;
    return d;
  }
};

class CellFinder {
 public:
  explicit CellFinder(const Polytope& p) : p_(p), seen_(p.vertices.size(), 0) {
    result_.cells.resize(6 * direction_squares * direction_squares);
  }

  DirectionCells find() {
    for (int side = 0; side < 6; ++side) {
      for (int i = 0; i < direction_squares; ++i) {
        for (int j = 0; j < direction_squares; ++j) add({side, i, j});
      }
    }
    return std::move(result_);
  }

 private:
  void add(const Square& square) {
    const Vector middle = square.direction(0.5, 0.5);
    at_ = climb_to_farthest(p_, middle, at_);  // from the vertex of the cell before, it is never far
    gather(square);
    DirectionCells::Cell& cell = result_.cells[direction_cell(middle[0], middle[1], middle[2])];
    if (found_.size() > DirectionCells::most_candidates) {
      cell = {at_, 0};
      return;
    }
    std::sort(found_.begin(), found_.end());
    while (found_.size() > 1 && found_.size() % 4 != 0) found_.push_back(found_.back());
    cell = {static_cast<std::uint32_t>(result_.candidates.size()), static_cast<std::uint32_t>(found_.size())};
    result_.candidates.insert(result_.candidates.end(), found_.begin(), found_.end());
  }

  void gather(const Square& square) {
    constexpr double in = -1e-6, out = 1 + 1e-6;
    const std::array<Vector, 4> corners = {square.direction(in, in), square.direction(in, out),
                                           square.direction(out, in), square.direction(out, out)};
    ++round_;
    seen_[at_] = round_;
    found_.assign(1, at_);
    for (std::size_t k = 0; k < found_.size() && found_.size() <= DirectionCells::most_candidates; ++k) {
      for (const std::uint32_t n : p_.neighbours_of(found_[k])) {
        if (seen_[n] == round_) continue;
        seen_[n] = round_;
        if (!is_surpassed(n, corners)) found_.push_back(n);
      }
    }
  }

  bool is_surpassed(std::uint32_t v, const std::array<Vector, 4>& corners) const {
    const double margin = 1e-12 * p_.reach;
    const auto around = p_.neighbours_of(v);
    return std::any_of(around.begin(), around.end(), [&](std::uint32_t n) {
      const Vector e = p_.vertices[n] - p_.vertices[v];
      return std::all_of(corners.begin(), corners.end(), [&](const Vector& c) { return c.dot(e) > margin; });
    });
  }

  const Polytope& p_;
  DirectionCells result_;
  std::uint32_t at_ = 0;  // where the last climb ended
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> seen_;  // in which round
  std::uint32_t round_ = 0;
};

}  // namespace

DirectionCells direction_cells_of(const Polytope& p) {
  constexpr double smallest = 1e-150, largest = 1e150;  // beyond, margins and differences leave the range
  if (p.vertices.size() < cells_from || !(p.reach > smallest && p.reach < largest)) return {};
  return CellFinder(p).find();
}

}  // namespace graze
