// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A flat plate with holes, its two sides triangulated by cutting ears. Holes are first joined to the outline
// by bridges (eberly-ear-clipping), the hole with the rightmost point first. Cost: O(n³) at worst, for
// outlines of at most hundreds of points.
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "solids.h"

namespace graze::scenes {
namespace {

using Polygon = std::vector<std::uint32_t>;

double turn(const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

bool inside(const Vector2d& a, const Vector2d& b, const Vector2d& c, const Vector2d& p) {
  return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
}

bool cross(const Vector2d& a, const Vector2d& b, const Vector2d& c, const Vector2d& d) {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

class Triangulation {
 public:
  Triangulation(std::vector<Vector2d> points, Polygon outline, std::vector<Polygon> holes)
      : points_(std::move(points)), polygon_(std::move(outline)), holes_(std::move(holes)) {}

  std::vector<Face> run() {
    bridge_holes();
    std::vector<Face> faces;
    while (polygon_.size() > 3) faces.push_back(cut_ear());
    faces.push_back({polygon_[0], polygon_[1], polygon_[2]});
    return faces;
  }

 private:
  double rightmost(const Polygon& hole) const {
    double x = -std::numeric_limits<double>::infinity();
    for (const std::uint32_t v : hole) x = std::max(x, points_[v].x());
    return x;
  }

  void bridge_holes() {
    std::sort(holes_.begin(), holes_.end(),
              [&](const Polygon& a, const Polygon& b) { return rightmost(a) > rightmost(b); });
    while (!holes_.empty()) {
      Polygon hole = std::move(holes_.front());
      holes_.erase(holes_.begin());
      const auto start = std::max_element(hole.begin(), hole.end(), [&](std::uint32_t a, std::uint32_t b) {
        return points_[a].x() < points_[b].x();
      });
      std::rotate(hole.begin(), start, hole.end());
      const std::size_t i = nearest_visible(hole);
      hole.push_back(hole.front());
      hole.push_back(polygon_[i]);
      polygon_.insert(polygon_.begin() + i + 1, hole.begin(), hole.end());
    }
  }

  /// Place in the polygon of the nearest corner that the hole's first point can be joined to without crossing
  /// anything.
  std::size_t nearest_visible(const Polygon& hole) const {
    const Vector2d& from = points_[hole.front()];
    std::size_t best = polygon_.size();
    for (std::size_t i = 0; i < polygon_.size(); ++i) {
      const Vector2d& to = points_[polygon_[i]];
      const bool nearer = best == polygon_.size() ||
                          (to - from).squaredNorm() < (points_[polygon_[best]] - from).squaredNorm();
      if (nearer && opens_towards(i, from) && sees(from, to, hole)) best = i;
    }
    if (best == polygon_.size()) throw std::logic_error("a plate's hole lies outside its outline");
    return best;
  }

  /// Is the point within the corner's inner angle? Where bridges end, one place has several corners.
  bool opens_towards(std::size_t i, const Vector2d& p) const {
    const std::size_t n = polygon_.size();
    const Vector2d& a = points_[polygon_[(i + n - 1) % n]];
    const Vector2d& b = points_[polygon_[i]];
    const Vector2d& c = points_[polygon_[(i + 1) % n]];
    const bool left_of_in = turn(a, b, p) > 0;
    const bool left_of_out = turn(b, c, p) > 0;
    return turn(a, b, c) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
  }

  bool sees(const Vector2d& from, const Vector2d& to, const Polygon& hole) const {
    const auto blocks = [&](const Polygon& loop) {
      for (std::size_t k = 0; k < loop.size(); ++k) {
        if (cross(from, to, points_[loop[k]], points_[loop[(k + 1) % loop.size()]])) return true;
      }
      return false;
    };
    return !blocks(polygon_) && !blocks(hole) && std::none_of(holes_.begin(), holes_.end(), blocks);
  }

  Face cut_ear() {
    const std::size_t n = polygon_.size();
    std::size_t best = n;
    double best_shape = -1;
    for (std::size_t i = 0; i < n; ++i) {
      const double shape = ear_shape(i);
      if (shape > best_shape) {
        best_shape = shape;
        best = i;
      }
    }
    if (best == n) throw std::logic_error("a plate's outline crosses itself");
    const Face ear = {polygon_[(best + n - 1) % n], polygon_[best], polygon_[(best + 1) % n]};
    polygon_.erase(polygon_.begin() + best);
    return ear;
  }

  /// Area over squared sides: the fattest ear first gives fewer slivers. -1: no ear.
  double ear_shape(std::size_t i) const {
    const std::size_t n = polygon_.size();
    const std::uint32_t va = polygon_[(i + n - 1) % n];
    const std::uint32_t vb = polygon_[i];
    const std::uint32_t vc = polygon_[(i + 1) % n];
    const Vector2d& a = points_[va];
    const Vector2d& b = points_[vb];
    const Vector2d& c = points_[vc];
    const double area = turn(a, b, c);
    const double sides = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
    if (!(area > 1e-9 * sides)) return -1;
    for (const std::uint32_t v : polygon_) {
      if (v != va && v != vb && v != vc && inside(a, b, c, points_[v])) return -1;
    }
    return area / sides;
  }

  std::vector<Vector2d> points_;
  Polygon polygon_;
  std::vector<Polygon> holes_;
};

}  // namespace

Mesh plate(const std::vector<Vector2d>& outline, const std::vector<std::vector<Vector2d>>& holes,
           double thickness) {
  std::vector<Vector2d> points;
  const auto add_loop = [&points](const std::vector<Vector2d>& loop) {
    Polygon numbers;
    for (const Vector2d& p : loop) {
      numbers.push_back(static_cast<std::uint32_t>(points.size()));
      points.push_back(p);
    }
    return numbers;
  };
  const Polygon outer = add_loop(outline);
  std::vector<Polygon> inner;
  inner.reserve(holes.size());
  for (const std::vector<Vector2d>& hole : holes) inner.push_back(add_loop(hole));

  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(points.size());
  for (const double z : {-thickness / 2, thickness / 2}) {
    for (const Vector2d& p : points) mesh.vertices.emplace_back(p.x(), p.y(), z);
  }
  for (const auto& [a, b, c] : Triangulation(points, outer, inner).run()) {
    mesh.faces.push_back({a, c, b});
    mesh.faces.push_back({a + n, b + n, c + n});
  }
  const auto wall = [&mesh, n](const Polygon& loop) {
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const std::uint32_t a = loop[k];
      const std::uint32_t b = loop[(k + 1) % loop.size()];
      mesh.faces.push_back({a, b, b + n});
      mesh.faces.push_back({a, b + n, a + n});
    }
  };
  wall(outer);
  for (const Polygon& hole : inner) wall(hole);
  return mesh;
}

}  // namespace graze::scenes
