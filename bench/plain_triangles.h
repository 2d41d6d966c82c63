// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Two well-known tests of triangle pairs as they are mostly written: in double, without a bound on any error.
// They are what exactness is measured against, nothing else.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <utility>

#include "elementary/triangle.h"

namespace graze::bench {

/// (b-a)×(c-a)·(d-a).
inline double volume(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                     const Eigen::Vector3d& d) {
  return (b - a).cross(c - a).dot(d - a);
}

/// Heights of three points over a plane. If one of them is alone on its side its number, else -1: all on the
/// plane.
inline int lone_vertex(const std::array<double, 3>& h) {
  if (h[0] * h[1] > 0) return 2;
  if (h[0] * h[2] > 0) return 1;
  if (h[1] * h[2] > 0 || h[0] != 0) return 0;
  if (h[1] != 0) return 1;
  return h[2] != 0 ? 2 : -1;
}

inline bool one_side(const std::array<double, 3>& h) {
  return h[0] * h[1] > 0 && h[0] * h[2] > 0;
}

/// Both in the plane with the given normal: separating lines along the six edges, in projection.
inline bool coplanar_meet(const Eigen::Vector3d& normal, const Triangle& a, const Triangle& b) {
  int drop = 0;
  normal.cwiseAbs().maxCoeff(&drop);
  const int i = (drop + 1) % 3, j = (drop + 2) % 3;
  const auto separated = [i, j](const Triangle& s, const Triangle& t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::Vector3d &p = s[k], &q = s[(k + 1) % 3], &r = s[(k + 2) % 3];
      const auto turn = [&](const Eigen::Vector3d& x) {
        return (q[i] - p[i]) * (x[j] - p[j]) - (q[j] - p[j]) * (x[i] - p[i]);
      };
      const double inner = turn(r);
      if (turn(t[0]) * inner < 0 && turn(t[1]) * inner < 0 && turn(t[2]) * inner < 0) return true;
    }
    return false;
  };
  return !separated(a, b) && !separated(b, a);
}

/// Where the triangle crosses the line of both planes: the interval between the crossings of the lone
/// vertex's edges.
inline std::pair<double, double> interval(const Triangle& t, const std::array<double, 3>& h, int lone,
                                          int axis) {
  const auto l = static_cast<std::size_t>(lone), m = (l + 1) % 3, n = (l + 2) % 3;
  const double x = t[m][axis] + (t[l][axis] - t[m][axis]) * h[m] / (h[m] - h[l]);
  const double y = t[n][axis] + (t[l][axis] - t[n][axis]) * h[n] / (h[n] - h[l]);
  return std::minmax(x, y);
}

/// Möller 1997: heights over each other's planes, then intervals on the line where the planes meet.
[[gnu::noinline]] inline bool moeller(const Triangle& a, const Triangle& b) {
  const Eigen::Vector3d N_b = (b[1] - b[0]).cross(b[2] - b[0]);
  const std::array h_a{N_b.dot(a[0] - b[0]), N_b.dot(a[1] - b[0]), N_b.dot(a[2] - b[0])};
  if (one_side(h_a)) return false;
  const Eigen::Vector3d N_a = (a[1] - a[0]).cross(a[2] - a[0]);
  const std::array h_b{N_a.dot(b[0] - a[0]), N_a.dot(b[1] - a[0]), N_a.dot(b[2] - a[0])};
  if (one_side(h_b)) return false;
  const int lone_a = lone_vertex(h_a), lone_b = lone_vertex(h_b);
  if (lone_a < 0 || lone_b < 0) return coplanar_meet(N_a, a, b);
  int axis = 0;
  N_a.cross(N_b).cwiseAbs().maxCoeff(&axis);
  const auto [a_low, a_high] = interval(a, h_a, lone_a, axis);
  const auto [b_low, b_high] = interval(b, h_b, lone_b, axis);
  return a_low <= b_high && b_low <= a_high;
}

/// Turns the corners so that the lone one comes first; true if it lies below the other's plane.
inline bool lone_first(Triangle& t, const std::array<double, 3>& h, int lone) {
  const auto l = static_cast<std::size_t>(lone), m = (l + 1) % 3, n = (l + 2) % 3;
  t = {t[l], t[m], t[n]};
  return h[l] != 0 ? h[l] < 0 : h[m] + h[n] > 0;
}

/// Guigue and Devillers 2003: heights as signs of orient3d, then two more of them tell whether the intervals
/// overlap.
[[gnu::noinline]] inline bool guigue_devillers(const Triangle& a, const Triangle& b) {
  const std::array h_a{volume(b[0], b[1], b[2], a[0]), volume(b[0], b[1], b[2], a[1]),
                       volume(b[0], b[1], b[2], a[2])};
  if (one_side(h_a)) return false;
  const std::array h_b{volume(a[0], a[1], a[2], b[0]), volume(a[0], a[1], a[2], b[1]),
                       volume(a[0], a[1], a[2], b[2])};
  if (one_side(h_b)) return false;
  const int lone_a = lone_vertex(h_a), lone_b = lone_vertex(h_b);
  if (lone_a < 0 || lone_b < 0) return coplanar_meet((a[1] - a[0]).cross(a[2] - a[0]), a, b);
  Triangle s = a, t = b;
  const bool a_below = lone_first(s, h_a, lone_a);
  const bool b_below = lone_first(t, h_b, lone_b);
  // Each plane is turned to have the other's lone corner above it.
  if (a_below) std::swap(t[1], t[2]);
  if (b_below) std::swap(s[1], s[2]);
  return volume(s[0], s[1], t[0], t[1]) <= 0 && volume(s[0], s[2], t[2], t[0]) <= 0;
}

}  // namespace graze::bench
