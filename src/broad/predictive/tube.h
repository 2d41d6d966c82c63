// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The linearised paths of vogiannou2008, section 3, and when two of them may meet first.
//
//   s(t) path, R(t) deviation, r radius of a body's sphere, e error of the linearisation, P(m) = |s₁-s₂|² - (sum of
//   radii)²
//
//   1. Over a span of time the path is replaced by its chord, s(t₀) + m·u. It is off by at most e = |a|·(t₁-t₀)²/8, in
//      the middle, which is added to the radius. R is convex, so that its chord lies above it.
//   2. P is then of degree two. Its first root is when the spheres may first meet, its second when they part again.
//
// We deviate in three points. Each body is linearised over a span of its own, so that work is done once a body and not
// once a pair. A concave R is allowed for: its chord lies below it by at most |c|·(t₁-t₀)²/4. And the meeting that must
// not be missed is that of the boxes: the box of a body that turns lies inside the cube around the body's sphere, so
// that the tube's radius is that of the sphere around this cube, √3·r.
//
// Rounding. A tube is what its doubles say in real arithmetic. `holds` says yes only if the box is inside; `meeting`
// names a time before which, in real arithmetic, the tubes share no point. Bounds on both are in the code, u = 2^-53.
#pragma once

#include <optional>

#include "broad/broad_phase.h"
#include "math/four.h"

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

/// The tube of a body with a motion, from `now` on for at most `span`. It holds the box at `now`. None if the motion
/// does not cover that time, if it puts the body where the box is not, or if lengths are too large or too small to be
/// squared.
std::optional<Tube> tube_of(const Motion& motion, const BroadBox& box, double now, double span);

/// The tube of a fixed body. None if the box is not finite.
std::optional<Tube> resting_tube(const BroadBox& box);

/// Is the box, at that time, inside the tube?
bool holds(const Tube& tube, const BroadBox& box, double time);

/// A tube in float, in 64 bytes, for a fast check. It says yes only where that is certain in spite of rounding.
struct TubeWatch {
  float c[4] = {};
  float w[4] = {};
  double begin = 0, end = 0;
  float radius = -1;
  float growth = 0;
  std::uint64_t motion = 0;  ///< set by the user: a hash of the motion that the tube was made from

  TubeWatch() = default;
  explicit TubeWatch(const Tube& tube);
};

/// Is the box, at that time, certainly inside the tube? False for an empty box.
inline bool certainly_holds(const TubeWatch& watch, const BroadBox& box, double time) {
  static_assert(sizeof(BroadBox) == 6 * sizeof(float));
  Four low, back;  // the first four of the six ends, and the last four
  std::memcpy(&low, &box, sizeof low);
  std::memcpy(&back, reinterpret_cast<const char*>(&box) + 2 * sizeof(float), sizeof back);
  const Four high = __builtin_shufflevector(back, back, 1, 2, 3, 3);
  const Four m = four(static_cast<float>(time - watch.begin));
  const Four p = load(watch.c) + load(watch.w) * m;
  const Four far = max(high - p, p - low), extent = high - low;
  const Four squares = far * far;
  const float r = watch.radius + watch.growth * m[0];
  return (static_cast<int>(watch.begin <= time) & static_cast<int>(time <= watch.end) &
          static_cast<int>(r > 0) & static_cast<int>(squares[0] + squares[1] + squares[2] <= r * r) &
          static_cast<int>(extent[0] >= 0) & static_cast<int>(extent[1] >= 0) &
          static_cast<int>(extent[2] >= 0)) != 0;
}

/// A box around the tube from a time to its end.
BroadBox swept_box(const Tube& tube, double from);

/// The time in which two tubes overlap: from `first`, which is rounded down, to about `last`.
struct Meeting {
  double first, last;
};

/// The first meeting from a time on. `first` is infinite if there is none before either tube ends.
Meeting meeting(const Tube& a, const Tube& b, double now);

}  // namespace graze
