// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The error of a rounded product. Let the outer placement be (Q̂ + D, ŝ + d) with |D| ≤ ρ and |d| ≤ θ in each entry, and let
// (R, t) be the local pose, exact. Entries of R are at most 1 + τ, the absolute values of a row sum to less than s = row_sum, and
// the same holds for Q̂ (math/slack.h). u = 2^-53.
//   Q·R - fl(Q̂·R) = D·R + rounding.  |D·R| ≤ s·ρ in each entry; an entry is computed to within image_rounding(1).
//   Sum: s·ρ + image_rounding(1).
//   Q·t + s - fl(Q̂·t + ŝ) = D·t + d + rounding.  |D·t| ≤ 3ρ|t|, with |t| the largest entry; the four terms sum to at
//   most s·|t| + |ŝ|, and round by image_rounding of that.
#include "math/placement.h"

#include <cassert>

#include "math/slack.h"

namespace graze {

Placement::Placement(const Placement& outer, const Pose& local, const Pose& rounded)
    : exact{&local, &outer.exact}, X(&rounded), poses(outer.poses + 1) {
  assert(poses <= most_poses);
  const double t = local.t.cwiseAbs().maxCoeff(), s = outer.X->t.cwiseAbs().maxCoeff();
  rotation_error = row_sum * outer.rotation_error + image_rounding(1);
  translation_error =
      3.1 * outer.rotation_error * t + 1.01 * outer.translation_error + image_rounding(row_sum * t + s);
}

}  // namespace graze
