// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Triangle against triangle after guigue-devillers2003: the corners of each against the plane of the other,
// then two orientations that order the ends of the two intervals on the common line.
//
// We deviate: signs within their error bound (exact/signs.h) make a filter unsure instead of being treated
// as zero, so that it only ever handles general position; everything else is decided by
// elementary/closed_sets.h. There are two filters: lanes of float (triangle_triangle_lanes.h), and doubles for
// the few pairs that are too close, too small or too large for floats, since integers take far longer.
#include "elementary/triangle_triangle.h"

#include <algorithm>
#include <array>

#include "elementary/approximate.h"
#include "elementary/closed_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elementary/triangle_triangle.cpp"
#include <hwy/foreach_target.h>

#include "elementary/triangle_triangle_lanes.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {

Verdict triangle_pair(const Triangle& a, const Triangle& b, double error) {
  return triangles_corner_by_corner(a, b, error);
}

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {

HWY_EXPORT(triangle_pair);

namespace {

using Eigen::Vector3d;

/// Bit i tells that corner i is certainly on the positive, or on the negative, side of a plane.
struct Sides {
  int positive;
  int negative;
  bool all_on_one() const { return (positive == 7) | (negative == 7); }
  bool certain() const { return (positive | negative) == 7; }
};

Sides sides_of_plane(const Triangle& plane, const Triangle& corners, double bound) {
  const Vector3d n = (plane[1] - plane[0]).cross(plane[2] - plane[0]);
  Sides sides = {0, 0};
  for (int i = 0; i < 3; ++i) {
    const double side = n.dot(corners[i] - plane[0]);
    sides.positive |= static_cast<int>(side > bound) << i;
    sides.negative |= static_cast<int>(side < -bound) << i;
  }
  return sides;
}

/// A triangle turned so that `p` is alone on its side of the other's plane; q and r change places on request.
struct Turned {
  const Vector3d& p;
  const Vector3d& q;
  const Vector3d& r;

  Turned(const Triangle& t, const Sides& sides, bool flip)
      : p(t[lone(sides)]),
        q(t[(lone(sides) + (flip ? 2 : 1)) % 3]),
        r(t[(lone(sides) + (flip ? 1 : 2)) % 3]) {}

  /// The corner whose bit is set in the pattern with a single bit.
  static int lone(const Sides& sides) {
    constexpr std::array<int, 8> corner = {0, 0, 1, 2, 2, 1, 0, 0};
    return corner[sides.positive];
  }
};
bool lone_is_positive(const Sides& sides) {
  return (sides.positive & (sides.positive - 1)) == 0;
}

double orientation(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  return (b - a).cross(c - a).dot(d - a);
}

/// The pair by double arithmetic on its images, and else exactly.
bool triangles_meet_after_float(const Triangle& image_a, const Triangle& image_b, double error,
                                const PosedTriangle& a, const PosedTriangle& b) {
  return settled(triangles_meet_filter(image_a, image_b, error), [&] { return triangles_meet_exact(a, b); });
}

// Kept apart, so that its registers are not saved where nothing is posed.
HWY_NOINLINE bool posed_triangles_meet(const PosedTriangle& a, const PosedTriangle& b) {
  const auto image_a = approximate<3>(a.p, a.X, a.outer), image_b = approximate<3>(b.p, b.X, b.outer);
  const double error = std::max(image_a.error, image_b.error);
  return settled(triangles_meet_float_filter(image_a.p, image_b.p, error),
                 [&] { return triangles_meet_after_float(image_a.p, image_b.p, error, a, b); });
}

}  // namespace

Verdict triangles_meet_float_filter(const Triangle& a, const Triangle& b, double error) {
  return HWY_DYNAMIC_DISPATCH(triangle_pair)(a, b, error);
}

Verdict triangles_meet_filter(const Triangle& a, const Triangle& b, double error) {
  const Vector3d low_a = a[0].cwiseMin(a[1]).cwiseMin(a[2]), high_a = a[0].cwiseMax(a[1]).cwiseMax(a[2]);
  const Vector3d low_b = b[0].cwiseMin(b[1]).cwiseMin(b[2]), high_b = b[0].cwiseMax(b[1]).cwiseMax(b[2]);
  if ((low_a - high_b).cwiseMax(low_b - high_a).maxCoeff() > 2.1 * error) return Verdict::apart;

  // All differences below are at most M: rounding is monotone.
  const double M = (high_a.cwiseMax(high_b) - low_a.cwiseMin(low_b)).maxCoeff();
  const double bound = exact::orient3d_bound(M, error);

  // Branches on random pairs are guessed wrong half of the time, which costs as much as all the arithmetic: so
  // everything is computed that the next decision may need, and there are only two.
  const Sides sides_a = sides_of_plane(b, a, bound), sides_b = sides_of_plane(a, b, bound);
  if (sides_a.all_on_one() | sides_b.all_on_one()) return Verdict::apart;
  if (!(sides_a.certain() & sides_b.certain())) return Verdict::unsure;

  // Both turned so that each lone corner is on the positive side of the other's plane.
  const Turned A(a, sides_a, !lone_is_positive(sides_b)), B(b, sides_b, !lone_is_positive(sides_a));
  const double first = orientation(A.p, A.q, B.p, B.q), second = orientation(A.p, A.r, B.r, B.p);
  if ((first > bound) | (second > bound)) return Verdict::apart;
  return ((first < -bound) & (second < -bound)) ? Verdict::meet : Verdict::unsure;
}

namespace {

template <int Limbs>
HWY_NOINLINE bool triangles_meet_by_signs(const PosedTriangle& a, const PosedTriangle& b) {
  std::array<exact::Point, 6> points;
  for (int i = 0; i < 3; ++i) {
    points[i] = {a.p[i], a.X, a.outer};
    points[3 + i] = {b.p[i], b.X, b.outer};
  }
  if constexpr (Limbs == exact::limbs_of_coordinate) {
    const exact::ShortPoints<6> few_bits(points);
    if (few_bits.fit()) return ClosedSets(few_bits).triangles_meet({0, 1, 2}, {3, 4, 5});
  }
  exact::Signs<6, Limbs> signs(points);
  return ClosedSets(signs).triangles_meet({0, 1, 2}, {3, 4, 5});
}

}  // namespace

bool triangles_meet_exact(const PosedTriangle& a, const PosedTriangle& b) {
  if (a.outer != nullptr || b.outer != nullptr)
    return triangles_meet_by_signs<exact::limbs_of_chained_coordinate>(a, b);
  return triangles_meet_by_signs<exact::limbs_of_coordinate>(a, b);
}

bool triangles_meet(const PosedTriangle& a, const PosedTriangle& b) {
  if (a.X != nullptr || b.X != nullptr) return posed_triangles_meet(a, b);
  const Verdict verdict = HWY_DYNAMIC_DISPATCH(triangle_pair)(a.p, b.p, 0);  // a call less: 2 of 21 ns
  if (verdict == Verdict::unsure) return triangles_meet_after_float(a.p, b.p, 0, a, b);
  return verdict == Verdict::meet;
}

}  // namespace graze
#endif
