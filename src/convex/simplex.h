// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The point nearest to the origin of a simplex of up to four points, in double, by signed volumes: a facet is a
// candidate where the origin lies beyond it, that is, where the barycentric coordinate of the corner opposite is not
// positive; of the candidates the nearest counts. Coordinates come from products of edges with normals, which keep
// their sign for slivers much longer than those from dot products alone. The last corner is new, and nearer than all
// that the others span: facets without it are passed over.
// To be included after foreach_target.h: the include guard is per target.
#if defined(GRAZE_CONVEX_SIMPLEX_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONVEX_SIMPLEX_H
#undef GRAZE_CONVEX_SIMPLEX_H
#else
#define GRAZE_CONVEX_SIMPLEX_H
#endif

#include <algorithm>
#include <cmath>

#include "convex/xyz.h"
#include "exact/signs.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {

struct Nearest {
  Xyz v;
  double square;  ///< |v|²
  unsigned used;  ///< bit i: corner i has a share in v; 15: the origin is certainly inside
  Xyz direction;  ///< v = scale·direction, but for rounding: known a division earlier than v
  double scale;   ///< not negative

  HWY_INLINE void consider(const Nearest& other) {
    if (other.square < square) *this = other;
  }
};

HWY_INLINE Nearest nearest_of_point(const Xyz* w, int i) {
  return {w[i], dot(w[i], w[i]), 1u << i, w[i], 1};
}

/// j is the newer.
HWY_INLINE Nearest nearest_of_edge(const Xyz* w, int i, int j) {
  const Xyz e = w[i] - w[j];
  const double t = -dot(w[j], e), length = dot(e, e);
  if (!(t > 0)) return nearest_of_point(w, j);
  if (!(t < length)) return nearest_of_point(w, i);
  const Xyz v = w[j] + times(e, t / length);
  return {v, dot(v, v), 1u << i | 1u << j, v, 1};
}

/// The part of the triangle's normal n that is across its longest side. Rounding tilts the normal of a sliver any way. Tilted
/// about the longest side, it is off at the corners by no more than roundings; tilted along it, by much.
HWY_INLINE Xyz across_longest(Xyz n, Xyz a, Xyz b) {
  const Xyz c = a - b;
  const double aa = dot(a, a), bb = dot(b, b), cc = dot(c, c);
  const Xyz longest = aa >= bb && aa >= cc ? a : bb >= cc ? b : c;
  return n - times(longest, dot(n, longest) / std::max(std::max(aa, bb), cc));
}

/// The sine between two sides of a triangle, whose product is n, is at most the square root of `square_sine`, but for rounding.
HWY_INLINE bool is_thin(Xyz n, Xyz a, Xyz b, double square_sine) {
  return !(dot(n, n) > square_sine * (dot(a, a) * dot(b, b)));
}

/// k is the newest.
HWY_INLINE Nearest nearest_of_triangle(const Xyz* w, int i, int j, int k) {
  const Xyz ki = w[i] - w[k], kj = w[j] - w[k];
  Xyz n = cross(ki, kj);
  double square = dot(n, n);
  bool flat = false;
  // 1e-8, 1e-26 and, of tetrahedra, 1e-13 are heuristics: they choose directions. What a direction proves is bounded by itself.
  if (const double sides = dot(ki, ki) * dot(kj, kj); HWY_UNLIKELY(!(square > 1e-8 * sides))) {
    // A triangle that is flat but for rounding has no normal worth the name.
    flat = !(square > 1e-26 * sides);
    n = across_longest(n, ki, kj);
    square = dot(n, n);
  }
  // Products with n: what corner i, j and k have of the origin's projection.
  const double vi = dot(cross(w[j], w[k]), n), vj = dot(cross(w[k], w[i]), n), vk = dot(cross(w[i], w[j]), n);
  if (!flat && vi > 0 && vj > 0 && vk > 0) {
    const double height = dot(n, w[k]);
    const double share = height / square;
    return {times(n, share), height * share, 1u << i | 1u << j | 1u << k, height > 0 ? n : -n,
            std::abs(share)};
  }
  if (flat || (!(vi > 0) && !(vj > 0))) {
    Nearest p = nearest_of_edge(w, j, k);
    p.consider(nearest_of_edge(w, i, k));
    if (flat) p.consider(nearest_of_edge(w, i, j));
    return p;
  }
  if (!(vi > 0)) return nearest_of_edge(w, j, k);
  if (!(vj > 0)) return nearest_of_edge(w, i, k);
  return nearest_of_edge(w, i, j);
}

/// Six times the volumes of the tetrahedra of the origin and three corners, each with the sign that it has where the
/// origin is inside and the corners 0, 1, 2, 3 run the positive way round.
struct TetrahedronVolumes {
  double opposite[4];  ///< to corner i

  HWY_INLINE explicit TetrahedronVolumes(const Xyz* w) {
    const Xyz c01 = cross(w[0], w[1]), c23 = cross(w[2], w[3]);
    opposite[0] = dot(w[1], c23);
    opposite[1] = -dot(w[0], c23);
    opposite[2] = dot(w[3], c01);
    opposite[3] = -dot(w[2], c01);
  }
  /// The origin lies inside, by more than `margin` in each volume.
  HWY_INLINE bool inside(double margin) const {
    const double* o = opposite;  // written so that what is not a number is not inside
    return ((o[0] > margin) & (o[1] > margin) & (o[2] > margin) & (o[3] > margin)) ||
           ((o[0] < -margin) & (o[1] < -margin) & (o[2] < -margin) & (o[3] < -margin));
  }
};

/// What the volumes may be off, where a coordinate is off by `error`.
HWY_INLINE double volume_bound(const Xyz* w, double error) {
  double M = 0;
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k) M = std::max(M, std::abs(w[i][k]));
  }
  return exact::orient3d_bound(M, error);
}

/// 3 is the newest. Where rounding may have put the origin inside, the nearest of the new sides counts.
HWY_INLINE Nearest nearest_of_tetrahedron(const Xyz* w, double error) {
  const TetrahedronVolumes volumes(w);
  const double* o = volumes.opposite;
  const Xyz zero = {0, 0, 0, 0};
  const bool inside = volumes.inside(0);
  if (inside && HWY_LIKELY(volumes.inside(volume_bound(w, error)))) return {zero, 0, 15, zero, 0};
  const double whole = (o[0] + o[1]) + (o[2] + o[3]);
  const double largest =
      std::max(std::max(std::abs(o[0]), std::abs(o[1])), std::max(std::abs(o[2]), std::abs(o[3])));
  const bool flat = inside || !(std::abs(whole) > 1e-13 * largest);
  const double sign = whole > 0 ? 1 : -1;
  Nearest p = {zero, INFINITY, 0, zero, 0};
  if (flat || !(sign * o[0] > 0)) p = nearest_of_triangle(w, 1, 2, 3);
  if (flat || !(sign * o[1] > 0)) p.consider(nearest_of_triangle(w, 0, 2, 3));
  if (flat || !(sign * o[2] > 0)) p.consider(nearest_of_triangle(w, 0, 1, 3));
  if (p.used == 0) p = nearest_of_triangle(w, 0, 1, 2);  // nothing new came nearer, rounding says
  return p;
}

/// `error` is that of a coordinate of a corner.
HWY_INLINE Nearest nearest(const Xyz* w, int n, double error) {
  switch (n) {
    case 1:
      return nearest_of_point(w, 0);
    case 2:
      return nearest_of_edge(w, 0, 1);
    case 3:
      return nearest_of_triangle(w, 0, 1, 2);
    default:
      return nearest_of_tetrahedron(w, error);
  }
}

/// What each corner of a simplex of n has of the point nearest to the origin, which all have a share in.
HWY_INLINE void shares(const Xyz* w, int n, double* lambda) {
  switch (n) {
    case 1:
      lambda[0] = 1;
      return;
    case 2: {
      const Xyz e = w[1] - w[0];
      lambda[1] = std::clamp(-dot(w[0], e) / dot(e, e), 0.0, 1.0);
      lambda[0] = 1 - lambda[1];
      return;
    }
    case 3: {
      const Xyz a = w[1] - w[0], b = w[2] - w[0];
      Xyz m = cross(a, b);
      if (HWY_UNLIKELY(is_thin(m, a, b, 1e-4))) m = across_longest(m, a, b);
      for (int i = 0; i < 3; ++i) lambda[i] = std::max(dot(cross(w[(i + 1) % 3], w[(i + 2) % 3]), m), 0.0);
      break;
    }
    default: {
      const TetrahedronVolumes volumes(w);
      for (int i = 0; i < 4; ++i) lambda[i] = std::abs(volumes.opposite[i]);
    }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += lambda[i];
  for (int i = 0; i < n; ++i) lambda[i] = sum > 0 ? lambda[i] / sum : 1.0 / n;
}

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
