// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/triangulate_polygon.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "exact/signs.h"

namespace graze {
namespace {

using Eigen::Vector3d;

/// Rounding of a polygon's area: n terms of at most 2, each with a few roundings, and their sums of at most 2n.
double area_bound(std::size_t corners) {
  const auto n = static_cast<double>(corners);
  return exact::unit_roundoff * n * (16 + 4 * n);
}

/// Most polygons are quadrangles, and convex without a doubt. Certain where it says yes: the four turns have the same
/// sign, by a bound on their rounding (exact/signs.h), seen along the axis of which the normal has most.
bool is_plainly_convex_quadrangle(const Vector3d& a, const Vector3d& b, const Vector3d& c,
                                  const Vector3d& d) {
  const Vector3d ab = b - a, bc = c - b, cd = d - c, da = a - d;
  int axis = 0;
  (c - a).cross(d - b).cwiseAbs().maxCoeff(&axis);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const auto cross = [&](const Vector3d& p, const Vector3d& q) { return p[i] * q[j] - p[j] * q[i]; };
  double M = 0;
  for (const Vector3d* edge : {&ab, &bc, &cd, &da})
    M = std::max({M, std::abs((*edge)[i]), std::abs((*edge)[j])});
  const double bound = exact::orient2d_bound(M, 0);
  const std::array<double, 4> turns = {cross(ab, bc), cross(bc, cd), cross(cd, da), cross(da, ab)};
  const auto [low, high] = std::minmax_element(turns.begin(), turns.end());
  return *low > bound || *high < -bound;
}

bool same_place(const Place& a, const Place& b) {
  return a.x() == b.x() && a.y() == b.y();
}

/// -1, 0 or 1: from left to right, and from below where that is equal.
int direction(const Place& from, const Place& to) {
  if (from.x() != to.x()) return from.x() < to.x() ? 1 : -1;
  return (from.y() < to.y()) - (from.y() > to.y());
}

}  // namespace

PolygonForm PolygonTriangulator::triangulate(std::span<const Vector3d> vertices, std::span<Face> fan) {
  take_corners(fan);
  if (fan.size() == 2 && is_plainly_convex_quadrangle(vertices[loop_[0]], vertices[loop_[1]],
                                                      vertices[loop_[2]], vertices[loop_[3]])) {
    return PolygonForm::convex;
  }
  find_normal(vertices);
  // Of axes that are equal but for roundings the first, wherever the loop starts.
  constexpr double nearly = 1 - 1e-9;
  const Vector3d size = normal_.cwiseAbs();
  int first = 0;
  while (!(size[first] >= nearly * size.maxCoeff())) ++first;
  for (int i = 0; i < 3; ++i) {
    project(vertices, (first + i) % 3);
    if (all_on_a_line()) continue;  // seen edge-on, or a line
    if (is_convex()) return PolygonForm::convex;
    return clip(fan) ? PolygonForm::concave : PolygonForm::crossing;
  }
  return PolygonForm::convex;
}

void PolygonTriangulator::take_corners(std::span<const Face> fan) {
  loop_.assign({fan.front()[0], fan.front()[1]});
  for (const Face& face : fan) loop_.push_back(face[2]);
}

/// Newell's sum over the edges, from coordinates that neither overflow nor underflow.
void PolygonTriangulator::find_normal(std::span<const Vector3d> vertices) {
  const Vector3d& origin = vertices[loop_[0]];
  units_.resize(loop_.size());
  double largest = 0;
  for (std::size_t i = 0; i < loop_.size(); ++i) {
    units_[i] = vertices[loop_[i]] - origin;
    largest = std::max(largest, units_[i].cwiseAbs().maxCoeff());
  }
  if (std::isinf(largest)) {
    largest = 0;
    for (std::size_t i = 0; i < loop_.size(); ++i) {
      units_[i] = 0.5 * vertices[loop_[i]] - 0.5 * origin;
      largest = std::max(largest, units_[i].cwiseAbs().maxCoeff());
    }
  }
  if (largest > 0) {
    for (Vector3d& p : units_) p /= largest;
  }
  normal_.setZero();
  for (std::size_t i = 0; i + 1 < units_.size(); ++i) normal_ += units_[i].cross(units_[i + 1]);
}

/// As seen against the axis, and from the other side where that makes the polygon run counter-clockwise.
void PolygonTriangulator::project(std::span<const Vector3d> vertices, int axis) {
  area_ = std::abs(normal_[axis]);
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  if (normal_[axis] < 0) std::swap(i, j);
  places_.resize(loop_.size());
  for (std::size_t k = 0; k < loop_.size(); ++k) {
    const Vector3d& p = vertices[loop_[k]];
    places_[k] = {p[i], p[j], 0};
  }
}

bool PolygonTriangulator::all_on_a_line() const {
  const Place& a = places_.front();
  const auto b =
      std::find_if(places_.begin(), places_.end(), [&](const Place& p) { return !same_place(a, p); });
  return b == places_.end() ||
         std::all_of(b, places_.end(), [&](const Place& p) { return turn(a, *b, p) == 0; });
}

/// All turns have one sign, and going round once the boundary changes twice between going forth and going back.
bool PolygonTriangulator::is_convex() const {
  const std::size_t n = places_.size();
  std::size_t changes = 0;
  int turns = 0, first = 0, last = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Place &a = places_[i], &b = places_[(i + 1) % n];
    if (same_place(a, b)) continue;
    const int now = direction(a, b);
    if (first == 0) first = now;
    if (last != 0 && now != last) ++changes;
    last = now;
    std::size_t next = i + 2;
    while (same_place(b, places_[next % n])) ++next;  // ends at a, if not before
    const int sign = turn(a, b, places_[next % n]);
    if (sign * turns < 0) return false;
    if (sign != 0) turns = sign;
  }
  if (last != first) ++changes;
  return changes == 2;
}

bool PolygonTriangulator::clip(std::span<Face> faces) {
  const std::vector<Face> fan(faces.begin(), faces.end());
  if (clipper_.clip(loop_, places_, faces)) return true;
  // An area that is lost in its rounding does not tell which way round the polygon runs.
  if (area_ <= area_bound(loop_.size())) {
    for (Place& p : places_) std::swap(p.x(), p.y());
    if (clipper_.clip(loop_, places_, faces)) return true;
  }
  std::copy(fan.begin(), fan.end(), faces.begin());
  return false;
}

namespace {

/// Boxes about runs of edges, which are halved from level to level.
class EdgeTree {
 public:
  explicit EdgeTree(std::span<const Place> places) : places_(places) {
    while (leaves_ < places.size()) leaves_ *= 2;
    boxes_.resize(2 * leaves_ - 1);
    for (std::size_t k = boxes_.size(); k-- > 0;) {
      boxes_[k] =
          k + 1 >= leaves_ ? box_of_edge(k + 1 - leaves_) : joined(boxes_[2 * k + 1], boxes_[2 * k + 2]);
    }
  }

  bool edges_cross(std::size_t most_pairs) {
    std::vector<std::pair<std::size_t, std::size_t>> stack = {{0, 0}};
    for (std::size_t pairs = 0; !stack.empty() && pairs < most_pairs; ++pairs) {
      const auto [a, b] = stack.back();
      stack.pop_back();
      if (!overlap(boxes_[a], boxes_[b])) continue;
      const bool is_leaf = a + 1 >= leaves_;
      if (is_leaf) {
        if (a != b && cross(a + 1 - leaves_, b + 1 - leaves_)) return true;
        continue;
      }
      stack.emplace_back(2 * a + 1, 2 * b + 1);
      stack.emplace_back(2 * a + 2, 2 * b + 2);
      stack.emplace_back(2 * a + 1, 2 * b + 2);
      if (a != b) stack.emplace_back(2 * a + 2, 2 * b + 1);
    }
    return false;
  }

 private:
  struct Box {
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
  };

  const Place& from(std::size_t edge) const { return places_[edge]; }
  const Place& to(std::size_t edge) const { return places_[edge + 1 == places_.size() ? 0 : edge + 1]; }

  Box box_of_edge(std::size_t edge) const {
    if (edge >= places_.size()) return {};
    const Place &a = from(edge), &b = to(edge);
    return {std::min(a.x(), b.x()), std::min(a.y(), b.y()), std::max(a.x(), b.x()), std::max(a.y(), b.y())};
  }
  static Box joined(const Box& a, const Box& b) {
    return {std::min(a.low_x, b.low_x), std::min(a.low_y, b.low_y), std::max(a.high_x, b.high_x),
            std::max(a.high_y, b.high_y)};
  }
  static bool overlap(const Box& a, const Box& b) {
    return a.low_x <= b.high_x && b.low_x <= a.high_x && a.low_y <= b.high_y && b.low_y <= a.high_y;
  }
  bool cross(std::size_t a, std::size_t b) const {
    return turn(from(a), to(a), from(b)) * turn(from(a), to(a), to(b)) < 0 &&
           turn(from(b), to(b), from(a)) * turn(from(b), to(b), to(a)) < 0;
  }

  std::span<const Place> places_;
  std::size_t leaves_ = 1;
  std::vector<Box> boxes_;  ///< the children of box k are 2k + 1 and 2k + 2
};

}  // namespace

bool PolygonTriangulator::edges_cross() const {
  return EdgeTree(places_).edges_cross(most_edge_pairs);
}

double PolygonTriangulator::off_plane(std::span<const Vector3d> vertices, std::span<const Face> fan) {
  take_corners(fan);
  find_normal(vertices);
  const double length = normal_.norm();
  if (!(length > 0)) return 0;  // a line, which lies in many planes
  double low = 0, high = 0;
  for (const Vector3d& p : units_) {
    const double height = normal_.dot(p) / length;
    low = std::min(low, height);
    high = std::max(high, height);
  }
  return (high - low) / 2;
}

}  // namespace graze
