// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "elementary/blocks.h"
#include "math/slack.h"
#include "tree/tree_frame.h"

namespace graze {

/// A leaf of tree X in the frame of a leaf of tree Y, whose origin is its centre: x ↦ k·R·x + offset, in float.
///
/// With v = 2^-24, X's leaf of reach b in Y's units and Y's leaf of reach a: storing the corners is off by v(b + a), rounding
/// k·R and the offset to float by v(b + |o|), the evaluation by 4v(b + |o|), and the offset in double by much less than
/// map.error. A BoxMap also raises small entries of R, which moves a point by less than 2^-38·b.
struct LeafMap {
  float offset[3];
  double
      error;  ///< of a coordinate of a mapped corner, and of one of Y's. Infinite or NaN where nothing can be said.
  float bound;  ///< a sign among corners of both leaves is certain beyond it (elementary/blocks.h)

  /// No corner of X's leaf is farther from the leaf's centre along an axis than `reach_x`, and none of Y's than `reach_y`.
  [[gnu::always_inline]] LeafMap(const TreeFrameMap& map, const float (&centre_x)[3], float reach_x,
                                 const float (&centre_y)[3], float reach_y) {
    double offset_size = 0;
    for (int i = 0; i < 3; ++i) {
      // In double: the leaves are close to each other, so that what is left is small.
      const double turned = map.R(i, 0) * static_cast<double>(centre_x[0]) +
                            map.R(i, 1) * static_cast<double>(centre_x[1]) +
                            map.R(i, 2) * static_cast<double>(centre_x[2]);
      const double o = map.k * turned + map.t[i] - static_cast<double>(centre_y[i]);
      offset[i] = static_cast<float>(o);
      offset_size = std::max(offset_size, std::abs(o));
    }
    const double a = static_cast<double>(reach_y), b = map.k * row_sum * static_cast<double>(reach_x);
    // Where k·R may overflow in float, corners are mapped to infinity, on whatever side: nothing can be said. Below, corners are within
    // 2^102 of the offset, so that an offset beyond all floats is beyond Y's leaf too.
    error = map.k < 0x1p100 ? float_roundoff * (7 * b + a + 6 * offset_size) + 2 * map.error : INFINITY;
    bound = lane_sign_bound(std::max(a, b + offset_size), error);
  }
};

}  // namespace graze
