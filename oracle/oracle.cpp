// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/oracle.h"

#include <algorithm>
#include <array>

#include "oracle/linear_system.h"

namespace graze::oracle {
namespace {

template <class Posed>
void append(std::vector<exact::Point>& points, const Posed& thing) {
  for (const Eigen::Vector3d& p : thing.p) {
    points.push_back({p, thing.X, thing.outer});
  }
}

/// Component `axis` of (b-a)×(c-a).
mpz_class cross(const IntegerPoint& a, const IntegerPoint& b, const IntegerPoint& c, std::size_t axis) {
  const std::size_t i = (axis + 1) % 3;
  const std::size_t j = (axis + 2) % 3;
  return (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
}

/// A cheap answer to most cases that are apart, and sound by itself: some coordinate tells the hulls apart.
bool ranges_apart(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) {
  for (std::size_t k = 0; k < 3; ++k) {
    const auto less = [k](const IntegerPoint& p, const IntegerPoint& q) { return p[k] < q[k]; };
    const auto [a_low, a_high] = std::minmax_element(a.begin(), a.end(), less);
    const auto [b_low, b_high] = std::minmax_element(b.begin(), b.end(), less);
    if ((*a_high)[k] < (*b_low)[k] || (*b_high)[k] < (*a_low)[k]) {
      return true;
    }
  }
  return false;
}

/// The unknowns first+1 … first+hull.size()-1 are the weights of all points but hull[0]: they and what they
/// leave for hull[0] are at least 0.
void add_weights(LinearSystem& system, std::size_t points, std::size_t first) {
  for (std::size_t i = 1; i < points; ++i) {
    system.inequality()[first + i] = 1;
  }
  LinearSystem::Row& rest = system.inequality();
  rest[0] = 1;
  for (std::size_t i = 1; i < points; ++i) {
    rest[first + i] = -1;
  }
}

}  // namespace

int orient3d(const exact::Point& a, const exact::Point& b, const exact::Point& c, const exact::Point& d) {
  const std::array points{a, b, c, d};
  const auto p = to_integers(points);
  mpz_class volume = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    volume += cross(p[0], p[1], p[2], k) * (p[3][k] - p[0][k]);
  }
  return sgn(volume);
}

int orient2d(const exact::Point& a, const exact::Point& b, const exact::Point& c, int axis) {
  const std::array points{a, b, c};
  const auto p = to_integers(points);
  return sgn(cross(p[0], p[1], p[2], static_cast<std::size_t>(axis)));
}

int compare(const exact::Point& a, const exact::Point& b, int axis) {
  const std::array points{a, b};
  const auto p = to_integers(points);
  const auto k = static_cast<std::size_t>(axis);
  return sgn(mpz_class(p[0][k] - p[1][k]));
}

bool hulls_meet(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) {
  if (ranges_apart(a, b)) {
    return false;
  }
  LinearSystem system(static_cast<int>(a.size() + b.size()) - 2);
  add_weights(system, a.size(), 0);
  add_weights(system, b.size(), a.size() - 1);
  for (std::size_t k = 0; k < 3; ++k) {
    LinearSystem::Row& same = system.equation();
    same[0] = a[0][k] - b[0][k];
    for (std::size_t i = 1; i < a.size(); ++i) {
      same[i] = a[i][k] - a[0][k];
    }
    for (std::size_t j = 1; j < b.size(); ++j) {
      same[a.size() - 1 + j] = b[0][k] - b[j][k];
    }
  }
  return std::move(system).feasible();
}

bool hull_meets_box(std::span<const IntegerPoint> hull, const IntegerPoint& low, const IntegerPoint& high) {
  for (std::size_t k = 0; k < 3; ++k) {
    const auto below = [&](const IntegerPoint& p) { return p[k] < low[k]; };
    const auto above = [&](const IntegerPoint& p) { return p[k] > high[k]; };
    if (std::all_of(hull.begin(), hull.end(), below) || std::all_of(hull.begin(), hull.end(), above)) {
      return false;
    }
  }
  LinearSystem system(static_cast<int>(hull.size()) - 1);
  add_weights(system, hull.size(), 0);
  for (std::size_t k = 0; k < 3; ++k) {
    LinearSystem::Row above_low;
    LinearSystem::Row below_high;
    above_low[0] = hull[0][k] - low[k];
    below_high[0] = high[k] - hull[0][k];
    for (std::size_t i = 1; i < hull.size(); ++i) {
      above_low[i] = hull[i][k] - hull[0][k];
      below_high[i] = -above_low[i];
    }
    system.inequality() = std::move(above_low);
    system.inequality() = std::move(below_high);
  }
  return std::move(system).feasible();
}

bool triangles_meet(const PosedTriangle& a, const PosedTriangle& b) {
  std::vector<exact::Point> points;
  append(points, a);
  append(points, b);
  const auto p = to_integers(points);
  return hulls_meet(std::span(p).first(3), std::span(p).last(3));
}

bool edge_meets_face(const PosedSegment& edge, const PosedTriangle& face) {
  std::vector<exact::Point> points;
  append(points, edge);
  append(points, face);
  const auto p = to_integers(points);
  return hulls_meet(std::span(p).first(2), std::span(p).last(3));
}

bool triangle_meets_box(const PosedTriangle& t, const AxisBox& box) {
  std::vector<exact::Point> points;
  append(points, t);
  points.push_back({box.low});
  points.push_back({box.high});
  const auto p = to_integers(points);
  return hull_meets_box(std::span(p).first(3), p[3], p[4]);
}

}  // namespace graze::oracle
