// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A path in the frame of a wide tree, in float.
//
// Notation: v = 2^-24, and that of tree_path.h. In float, p adds 1.02v, d·length 2.04v, and raising entries of d to at
// least 2^-30 another 0.14v: together less than 3.3v. The slab test takes (c - p ± (h + margin))/d; each of its terms
// passes at most five roundings, and they sum to at most 3.05/d: off by less than 16v/d, as if the margin were 16v
// smaller. So with margin = μ₁ + 20v a child's computed interval of r holds the true one.
#pragma once

#include "math/slack.h"
#include "tree/tree_path.h"
#include "tree/wide/wide_bvh.h"

namespace graze {

class WidePath : public TreePath {
 public:
  float inverse[3], abs_inverse[3];
  float near_p[3], far_p[3];  ///< p/d, moved outward by the margin

  WidePath(const WideBvh& tree, const LocalPath& path) : TreePath(tree.frame(), path) {
    if (use != Use::passes) return;
    const auto margin = static_cast<float>((error + 20 * float_roundoff) * 1.0001);
    for (int i = 0; i < 3; ++i) {
      constexpr float least = 0x1p-30F;
      float along = static_cast<float>(d[i]);
      if (std::abs(along) < least) along = std::signbit(along) ? -least : least;
      inverse[i] = 1 / along;
      abs_inverse[i] = std::abs(inverse[i]);
      near_p[i] = static_cast<float>(p[i]) * inverse[i] + margin * abs_inverse[i];
      far_p[i] = static_cast<float>(p[i]) * inverse[i] - margin * abs_inverse[i];
    }
  }
};

}  // namespace graze
