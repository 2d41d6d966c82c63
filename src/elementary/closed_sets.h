// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Whether closed segments and triangles share a point, from signs alone. Complete for every degenerate case: a triangle may be
// a segment or a point, a segment a point. This is the last stage of the elementary tests, for pairs that the filters leave
// open.
//
// In space: a segment meets a triangle with area where its ends are not strictly on one side of the plane and
// the line passes the triangle's edges on one side. In a common plane: drop an axis along which the plane
// does not vanish and decide in two dimensions. On a common line: compare along an axis that separates its
// points.
#pragma once

#include <array>
#include <optional>

namespace graze {

/// `Signs` gives exact signs among points that are named by their numbers: exact::Signs, exact::ShortPoints, LatticeSigns.
template <class Signs>
class ClosedSets {
 public:
  explicit ClosedSets(Signs& signs) : signs_(signs) {}

  using Edge = std::array<int, 2>;
  using Corners = std::array<int, 3>;

  bool triangles_meet(const Corners& a, const Corners& b) {
    const std::optional<int> axis_a = axis_with_area(a), axis_b = axis_with_area(b);
    if (!axis_a) return segment_meets_triangle(hull_of_collinear(a), b, axis_b);
    if (!axis_b) return segment_meets_triangle(hull_of_collinear(b), a, axis_a);
    const std::array<int, 3> sides_of_a = sides(b, a);
    if (strictly_one_side(sides_of_a)) return false;
    if (sides_of_a == Sides{0, 0, 0}) return !separated_2d(a, b, *axis_b) && !separated_2d(b, a, *axis_b);
    const std::array<int, 3> sides_of_b = sides(a, b);
    if (strictly_one_side(sides_of_b)) return false;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      if (crosses({a[i], a[j]}, sides_of_a[i], sides_of_a[j], b, *axis_b)) return true;
      if (crosses({b[i], b[j]}, sides_of_b[i], sides_of_b[j], a, *axis_a)) return true;
    }
    return false;
  }

  bool segment_meets_triangle(const Edge& e, const Corners& t) {
    return segment_meets_triangle(e, t, axis_with_area(t));
  }

 private:
  using Sides = std::array<int, 3>;

  /// An axis along which the triangle, looked at, has area; none if it is a segment or a point.
  std::optional<int> axis_with_area(const Corners& t) {
    for (int axis = 0; axis < 3; ++axis) {
      if (signs_.orient2d(t[0], t[1], t[2], axis) != 0) return axis;
    }
    return std::nullopt;
  }

  /// The two ends of three points on a line.
  Edge hull_of_collinear(const Corners& t) {
    Edge ends = {t[0], t[0]};
    for (const int p : {t[1], t[2]}) {
      if (lexicographic(p, ends[0]) < 0) ends[0] = p;
      if (lexicographic(p, ends[1]) > 0) ends[1] = p;
    }
    return ends;
  }

  /// Order along a line, whatever its direction.
  int lexicographic(int a, int b) {
    for (int axis = 0; axis < 3; ++axis) {
      if (const int s = signs_.compare(a, b, axis); s != 0) return s;
    }
    return 0;
  }

  /// On which side of the plane of t the points lie.
  Sides sides(const Corners& t, const Corners& points) {
    if constexpr (requires { signs_.sides(t, points); })
      return signs_.sides(t, points);  // it shares work between the points
    return {signs_.orient3d(t[0], t[1], t[2], points[0]), signs_.orient3d(t[0], t[1], t[2], points[1]),
            signs_.orient3d(t[0], t[1], t[2], points[2])};
  }
  static bool strictly_one_side(const Sides& s) { return s[0] != 0 && s[0] == s[1] && s[0] == s[2]; }

  bool segment_meets_triangle(const Edge& e, const Corners& t, std::optional<int> axis) {
    if (!axis) return segments_meet(e, hull_of_collinear(t));
    return crosses(e, signs_.orient3d(t[0], t[1], t[2], e[0]), signs_.orient3d(t[0], t[1], t[2], e[1]), t,
                   *axis);
  }

  /// Does e, whose ends are on these sides of t's plane, meet t, which has area along `axis`?
  bool crosses(const Edge& e, int side0, int side1, const Corners& t, int axis) {
    if (side0 * side1 > 0) return false;
    if (side0 == 0 && side1 == 0) return segment_meets_triangle_2d(e, t, axis);
    const Sides passes = {signs_.orient3d(e[0], e[1], t[0], t[1]), signs_.orient3d(e[0], e[1], t[1], t[2]),
                          signs_.orient3d(e[0], e[1], t[2], t[0])};
    return all_not_negative(passes) || all_not_positive(passes);
  }

  /// Triangles of a common plane that have area along `axis`: does the line of an edge of a separate them? If they are apart, an
  /// edge of one of the two does.
  bool separated_2d(const Corners& a, const Corners& b, int axis) {
    const int outside = -signs_.orient2d(a[0], a[1], a[2], axis);
    for (int i = 0; i < 3; ++i) {
      const int from = a[i], to = a[(i + 1) % 3];
      if (signs_.orient2d(from, to, b[0], axis) == outside &&
          signs_.orient2d(from, to, b[1], axis) == outside &&
          signs_.orient2d(from, to, b[2], axis) == outside)
        return true;
    }
    return false;
  }

  static bool all_not_negative(const Sides& s) { return s[0] >= 0 && s[1] >= 0 && s[2] >= 0; }
  static bool all_not_positive(const Sides& s) { return s[0] <= 0 && s[1] <= 0 && s[2] <= 0; }

  bool segment_meets_triangle_2d(const Edge& e, const Corners& t, int axis) {
    const Sides inside = {signs_.orient2d(t[0], t[1], e[0], axis), signs_.orient2d(t[1], t[2], e[0], axis),
                          signs_.orient2d(t[2], t[0], e[0], axis)};
    if (all_not_negative(inside) || all_not_positive(inside)) return true;
    return segments_meet_2d(e, {t[0], t[1]}, axis) || segments_meet_2d(e, {t[1], t[2]}, axis) ||
           segments_meet_2d(e, {t[2], t[0]}, axis);
  }

  bool segments_meet(const Edge& e, const Edge& f) {
    if (signs_.orient3d(e[0], e[1], f[0], f[1]) != 0) return false;
    // Four points in a plane: project along an axis that keeps them apart.
    for (const Corners& t :
         {Corners{e[0], e[1], f[0]}, Corners{e[0], e[1], f[1]}, Corners{f[0], f[1], e[0]}}) {
      if (const std::optional<int> axis = axis_with_area(t)) return segments_meet_2d(e, f, *axis);
    }
    return intervals_meet(e, f);
  }

  /// Closed segments in the plane across `axis`; points and segments on one line included.
  bool segments_meet_2d(const Edge& e, const Edge& f, int axis) {
    const int f0 = signs_.orient2d(e[0], e[1], f[0], axis), f1 = signs_.orient2d(e[0], e[1], f[1], axis);
    if (f0 * f1 > 0) return false;
    const int e0 = signs_.orient2d(f[0], f[1], e[0], axis), e1 = signs_.orient2d(f[0], f[1], e[1], axis);
    if (e0 * e1 > 0) return false;
    if (f0 == 0 && f1 == 0 && e0 == 0 && e1 == 0) {
      return overlap_along(e, f, (axis + 1) % 3) && overlap_along(e, f, (axis + 2) % 3);
    }
    return true;
  }

  /// Segments on one line.
  bool intervals_meet(const Edge& e, const Edge& f) {
    return overlap_along(e, f, 0) && overlap_along(e, f, 1) && overlap_along(e, f, 2);
  }

  bool overlap_along(const Edge& e, const Edge& f, int axis) {
    const bool e_up = signs_.compare(e[0], e[1], axis) <= 0, f_up = signs_.compare(f[0], f[1], axis) <= 0;
    return signs_.compare(e[e_up ? 0 : 1], f[f_up ? 1 : 0], axis) <= 0 &&
           signs_.compare(f[f_up ? 0 : 1], e[e_up ? 1 : 0], axis) <= 0;
  }

  Signs& signs_;
};

}  // namespace graze
