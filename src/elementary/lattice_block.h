// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// One triangle against up to eight of the other body, where the bodies differ by a translation that is exact: faces in contact,
// of which a leaf of a tree has many.
#pragma once

#include <algorithm>

#include "elementary/blocks.h"
#include "elementary/lattice.h"

namespace graze {

/// Up to eight triangles of one body, lane by lane in its frame.
struct LatticeBlock {
  alignas(64) double p[3][3][block_lanes] = {};  ///< corner, axis, lane
  BoxBlock boxes = {};
  AxisBox box;  ///< of all

  void set(int lane, const Triangle& t) {
    for (int axis = 0; axis < 3; ++axis) {
      const double x = t[0][axis], y = t[1][axis], z = t[2][axis];
      p[0][axis][lane] = x;
      p[1][axis][lane] = y;
      p[2][axis][lane] = z;
      const double low = std::min(std::min(x, y), z), high = std::max(std::max(x, y), z);
      boxes.low[axis][lane] = low;
      boxes.high[axis][lane] = high;
      box.low[axis] = std::min(box.low[axis], low);
      box.high[axis] = std::max(box.high[axis], high);
    }
  }
  /// Other triangles may follow. What is left in lanes that are not set means nothing.
  void clear() { box = {}; }
};

/// What is certain of those lanes whose bits are set in `lanes`; the bits of others mean nothing. `shift` brings t into the
/// frame of the block: lattice.shift_to_a() or shift_to_b().
Verdicts lattice_triangle_against_8(const Lattice& lattice, const Triangle& t, const Eigen::Vector3d& shift,
                                    const LatticeBlock& block, unsigned lanes);

}  // namespace graze
