// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Triangle against axis-aligned box by clipping (kitamura1998, section 3.7): accept a corner inside, reject
// on boxes, clip against the planes of two axes, compare along the third; accept as soon as a clipped point
// lies within the box's face.
//
// We deviate: every point carries a bound on how far it may be from the point of exact arithmetic that it
// stands for, a point too close to a plane for that bound makes the filter unsure, and the unsure are decided
// by exact signs.
//
// The bound of a clipped point. Ends P, Q within e of the truth and a, b > 4e away from the plane on either
// side; t = a/(a+b).
//   From the ends: the true t differs by at most e/(a+b-2e) ≤ 1.34·e/(a+b), the point by e
//   + 1.34·e/(a+b)·(|Q-P| + 2e). From rounding: t by 4.1u; the point by 6.2u·|Q-P| + u·|result|
//   ≤ 13.4u·max|coordinate|.
#include "elementary/triangle_box.h"

#include <cassert>

#include "elementary/approximate.h"
#include "math/slack.h"

namespace graze {
namespace {

using Eigen::Vector3d;

/// A corner of the polygon that is being clipped, within `error` of the true one in each coordinate.
struct Corner {
  Vector3d p;
  double error;
};

struct Polygon {
  std::array<Corner, 7> corners;
  int size = 0;
  void push(const Corner& c) { corners[size++] = c; }
};

struct Plane {
  int axis;
  double at;
  double inward;  // +1 or -1: the direction along the axis that leads into the box
};

Corner cut(const Corner& P, double a, const Corner& Q, double b, const Plane& plane, double rounding) {
  const Vector3d PQ = Q.p - P.p;
  const double e = std::max(P.error, Q.error);
  Corner corner = {P.p + (a / (a + b)) * PQ, e + 1.5 * e / (a + b) * PQ.cwiseAbs().maxCoeff() + rounding};
  corner.p[plane.axis] = plane.at;
  return corner;
}

bool inside_face(const Corner& corner, const Plane& plane, const AxisBox& box) {
  for (const int axis : {(plane.axis + 1) % 3, (plane.axis + 2) % 3}) {
    if (!(corner.p[axis] - box.low[axis] > corner.error && box.high[axis] - corner.p[axis] > corner.error))
      return false;
  }
  return true;
}

/// Clips; `meet` if that shows a point inside the box, `unsure` if a corner is too close to the plane,
/// `apart` if nothing is left. Otherwise nothing is known yet.
std::optional<Verdict> clip(Polygon& polygon, const Plane& plane, const AxisBox& box, double rounding) {
  std::array<double, 7> depth;
  for (int i = 0; i < polygon.size; ++i) {
    const Corner& c = polygon.corners[i];
    depth[i] = plane.inward * (c.p[plane.axis] - plane.at);
    if (!(std::abs(depth[i]) > 4 * c.error) && !(c.error == 0 && depth[i] == 0)) return Verdict::unsure;
  }
  Polygon rest;
  for (int i = 0; i < polygon.size; ++i) {
    const int j = i + 1 < polygon.size ? i + 1 : 0;
    if (depth[i] >= 0) rest.push(polygon.corners[i]);
    const bool strictly_across = (depth[i] < 0 && depth[j] > 0) || (depth[i] > 0 && depth[j] < 0);
    if (strictly_across) {  // a corner on the plane is kept as it is
      const Corner corner = cut(polygon.corners[i], std::abs(depth[i]), polygon.corners[j],
                                std::abs(depth[j]), plane, rounding);
      if (inside_face(corner, plane, box)) return Verdict::meet;
      rest.push(corner);
    }
  }
  polygon = rest;
  return polygon.size == 0 ? std::optional(Verdict::apart) : std::nullopt;
}

/// What is left after clipping along x and y, compared with the box along z.
Verdict compare_along_z(const Polygon& polygon, const AxisBox& box) {
  bool all_above = true, all_below = true, some_above = false, some_below = false;
  for (int i = 0; i < polygon.size; ++i) {
    const Corner& c = polygon.corners[i];
    const double above = c.p.z() - box.high.z(), below = box.low.z() - c.p.z();
    const bool is_above = above > 1.01 * c.error, is_below = below > 1.01 * c.error;
    if (above < -1.01 * c.error && below < -1.01 * c.error) return Verdict::meet;
    all_above &= is_above;
    all_below &= is_below;
    some_above |= is_above;
    some_below |= is_below;
  }
  if (all_above || all_below) return Verdict::apart;
  return some_above && some_below ? Verdict::meet : Verdict::unsure;
}

}  // namespace

Verdict triangle_meets_box_filter(const Triangle& t, double error, const AxisBox& box) {
  const Vector3d low = t[0].cwiseMin(t[1]).cwiseMin(t[2]), high = t[0].cwiseMax(t[1]).cwiseMax(t[2]);
  if ((box.low - box.high).maxCoeff() > 0) return Verdict::apart;
  if (!(error < INFINITY)) return Verdict::unsure;
  if ((box.low - high).cwiseMax(low - box.high).maxCoeff() > 1.01 * error) return Verdict::apart;
  for (const Vector3d& p : t) {
    // Without error the comparison is exact, and a corner on the box's surface is inside.
    if ((p - box.low).cwiseMin(box.high - p).minCoeff() >= 1.01 * error) return Verdict::meet;
  }

  const double magnitude = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
  if (!(magnitude < 0x1p1000)) return Verdict::unsure;
  const double rounding = 16 * exact::unit_roundoff * magnitude + few_underflows;
  Polygon polygon;
  for (const Vector3d& p : t) polygon.push({p, error});
  for (const Plane& plane : {Plane{0, box.low.x(), 1}, Plane{0, box.high.x(), -1}, Plane{1, box.low.y(), 1},
                             Plane{1, box.high.y(), -1}}) {
    if (const std::optional<Verdict> verdict = clip(polygon, plane, box, rounding)) return *verdict;
  }
  return compare_along_z(polygon, box);
}

// By separating planes. Two disjoint closed convex polyhedra are separated by a plane that holds a face of
// one or an edge of each, one of them on its closed side, the other strictly beyond; so the box lies strictly
// beyond a plane
//   across a coordinate axis; of the triangle; or through one of its edges and along a coordinate axis,
// which leaves signs of compare, orient3d and orient2d. Degenerate edges and faces give zero signs, which
// separate nothing; the planes through what is left of them suffice.
bool triangle_meets_box_exact(const PosedTriangle& t, const AxisBox& box) {
  assert(t.outer == nullptr);
  if ((box.low.array() > box.high.array()).any()) return false;
  // Numbers of the box's first and last corner; bit k of what is beyond the first: high along axis k.
  constexpr int low = 3, high = 10;
  std::array<exact::Point, 11> points;
  for (int i = 0; i < 3; ++i) points[i] = {t.p[i], t.X};
  for (int corner = 0; corner < 8; ++corner) {
    for (int k = 0; k < 3; ++k) points[low + corner].p[k] = (corner >> k & 1) != 0 ? box.high[k] : box.low[k];
  }
  exact::Signs<11> signs(points);

  for (int axis = 0; axis < 3; ++axis) {
    bool all_above = true, all_below = true;
    for (int i = 0; i < 3; ++i) {
      all_above &= signs.compare(i, high, axis) > 0;
      all_below &= signs.compare(i, low, axis) < 0;
    }
    if (all_above || all_below) return false;
  }

  // The box's corners that lie farthest back and farthest forward along the triangle's normal.
  int back = 0;
  for (int axis = 0; axis < 3; ++axis) back |= static_cast<int>(signs.orient2d(0, 1, 2, axis) < 0) << axis;
  if (signs.orient3d(0, 1, 2, low + back) > 0 || signs.orient3d(0, 1, 2, low + (7 ^ back)) < 0) return false;

  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, third = (i + 2) % 3;
      const int side = signs.orient2d(i, j, third, axis);
      bool all_left = side <= 0, all_right = side >= 0;
      for (int corner = 0; corner < 8 && (all_left || all_right); ++corner) {
        if ((corner >> axis & 1) != 0) continue;  // looked at along the axis, corners fall together in pairs
        const int sign = signs.orient2d(i, j, low + corner, axis);
        all_left &= sign > 0;
        all_right &= sign < 0;
      }
      if (all_left || all_right) return false;
    }
  }
  return true;
}

bool triangle_meets_box(const PosedTriangle& t, const AxisBox& box) {
  const auto image = approximate<3>(t.p, t.X);
  return settled(triangle_meets_box_filter(image.p, image.error, box),
                 [&] { return triangle_meets_box_exact(t, box); });
}

}  // namespace graze
