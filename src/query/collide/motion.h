// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// How far the points of a body may have moved.
//
// A point c + d of the body, |d| ≤ radius, moves by (R' - R)·d + (R'·c + t' - R·c - t). Write R = Q·P with a rotation Q and a
// symmetric P. The eigenvalues of P are R's singular values, so ‖R - Q‖₂ ≤ s = stretch(1) and ‖R - Q‖_F ≤ √3·s. The difference
// of two rotations has two equal singular values and a zero, so ‖Q' - Q‖₂ = ‖Q' - Q‖_F/√2. Together
//   ‖R' - R‖₂ ≤ 2s + (‖R' - R‖_F + 2√3·s)/√2 < 0.70711·‖R' - R‖_F + 4.5·s,
// where 0.70711 is above 1/√2 by 3e-6, which is for what is rounded.
#pragma once

#include "math/body_bounds.h"
#include "math/slack.h"

namespace graze {

/// No point of a body with these bounds is further from where it was.
inline double largest_motion(const BodyBounds& bounds, const Pose& from, const Pose& to) {
  const double turned = ((to.R - from.R).norm() * 0.70711 + 4.5 * stretch()) * bounds.radius;
  const double moved = length_bound(to * bounds.centre - from * bounds.centre);
  const double size = 2 * bounds.reach + from.t.cwiseAbs().maxCoeff() + to.t.cwiseAbs().maxCoeff();
  return turned + moved + 2 * rounding(size);
}

}  // namespace graze
