// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The linearised paths of vogiannou2008, section 3, and when two of them may meet first.
//
//   s(t) path, R(t) deviation, r radius of a body's sphere, e error of the linearisation, P(m) = |s₁-s₂|² - (sum of radii)²
//
//   1. Over a span of time the path is replaced by its chord, s(t₀) + m·u. It is off by at most e = |a|·(t₁-t₀)²/8, in
//      the middle, which is added to the radius. R is convex, so that its chord lies above it.
//   2. P is then of degree two. Its first root is when the spheres may first meet, its second when they part again.
//
// We deviate in three points. Each body is linearised over a span of its own, so that work is done a body and not
// a pair. A concave R is allowed for: its chord lies below it by at most |c|·(t₁-t₀)²/4. And what must not be missed is
// a meeting of boxes: a body that turns inside its sphere has its box inside the cube around the sphere, so that the
// radius is that of the sphere around this cube, √3·r.
//
// Rounding. A tube is what its doubles say in real arithmetic. `holds` says yes only if the box is inside; `meeting`
// names a time before which, in real arithmetic, the tubes share no point. Bounds on both are in the code, u = 2^-53.
#pragma once

#include <optional>

#include "broad/broad_phase.h"

namespace graze {

/// A ball with centre c + w·(t - begin) and radius + growth·(t - begin), for begin <= t <= end.
struct Tube {
  double begin = 0;
  double end = 0;
  double c[3] = {};
  double w[3] = {};
  double radius = 0;
  double growth = 0;  ///< not negative
  double slack =
      0;  ///< no less than the rounding errors of the centre and of the radius, at any time of the span

  double centre(int k, double t) const { return c[k] + w[k] * (t - begin); }
  double radius_at(double t) const { return radius + growth * (t - begin); }
};

/// Of a body that has a motion, from a time of it on, for at most `span`; it holds the box at that time. None if the
/// motion says nothing of that time, or puts the body where the box is not.
std::optional<Tube> tube_of(const Motion& motion, const BroadBox& box, double now, double span);

/// Of a body that stays where it is. None if the box is not finite.
std::optional<Tube> resting_tube(const BroadBox& box);

/// Is the box, at that time, inside the tube?
bool holds(const Tube& tube, const BroadBox& box, double time);

/// Around the tube from a time on.
BroadBox swept_box(const Tube& tube, double from);

/// From `first`, rounded down, to about `last`.
struct Meeting {
  double first, last;
};

/// The first meeting from a time on. `first` is infinite if there is none before either tube ends.
Meeting meeting(const Tube& a, const Tube& b, double now);

}  // namespace graze
