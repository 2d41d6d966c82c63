// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Exact convex hulls: quickhull (barber1996) with exact signs.
//
//   1. A first simplex of points far from each other, which also tells the dimension. Points and segments are done
//      then; polygons take the monotone chain (andrew1979) in a projection in which they are not flat.
//   2. A triangulated surface. Each point outside waits at one triangle that it lies strictly above. The farthest
//      point p of a triangle is inserted: the triangles that p lies strictly above are a disc; they go, and a fan
//      from p to the disc's rim takes their place and their points.
//   3. Triangles in one plane are merged to faces, and corners with fewer than three faces dropped.
//
// We deviate by deciding every side with exact orient3d instead of widening facets by a rounding bound: a point in
// a triangle's plane is not above it, whatever its distance from the triangle, so that fans never have a flat
// triangle (p would be in line with a side of the rim, hence in the plane of the triangle that goes) and what is
// merged is truly coplanar. Distances in double only choose the order.
//
// Cost: O(n log n) expected, O(n²) at worst.
#include "convex/hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "exact/collinear.h"
#include "exact/predicates.h"

namespace graze {
namespace {

using Vector = Eigen::Vector3d;
constexpr std::uint32_t none = Polytope::none;

/// Of the points for which `fits` holds, that with the largest `measure`, or none. Measures are rounded: where
/// the largest does not fit, another may.
template <class Measure, class Fits>
std::uint32_t farthest(std::span<const Vector> points, const Measure& measure, const Fits& fits) {
  std::uint32_t best = none;
  double most = -1;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const double m = measure(points[i]);
    if (m > most) {
      most = m;
      best = i;
    }
  }
  if (best != none && fits(points[best])) return best;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (fits(points[i])) return i;
  }
  return none;
}

/// Extreme points of a flat set, counter-clockwise seen against `axis`.
std::vector<std::uint32_t> monotone_chain(std::span<const Vector> points, int axis) {
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  std::vector<std::uint32_t> order(points.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto less = [&](std::uint32_t i, std::uint32_t j) {
    const Vector &p = points[i], &q = points[j];
    if (p[x] != q[x]) return p[x] < q[x];
    if (p[y] != q[y]) return p[y] < q[y];
    return i < j;
  };
  std::sort(order.begin(), order.end(), less);
  const auto same = [&](std::uint32_t i, std::uint32_t j) {
    return points[i][x] == points[j][x] && points[i][y] == points[j][y];
  };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  std::vector<std::uint32_t> chain;
  const auto extend = [&](std::size_t keep, std::uint32_t p) {
    while (chain.size() >= keep + 2 && exact::orient2d({points[chain[chain.size() - 2]]},
                                                       {points[chain.back()]}, {points[p]}, axis) <= 0) {
      chain.pop_back();
    }
    chain.push_back(p);
  };
  for (const std::uint32_t p : order) extend(0, p);
  const std::size_t lower = chain.size() - 1;
  for (auto p = order.rbegin() + 1; p != order.rend(); ++p) extend(lower, *p);
  chain.pop_back();
  return chain;
}

class Surface {
 public:
  Surface(std::span<const Vector> points, std::array<std::uint32_t, 4> first)
      : points_(points), fan_(points.size(), none) {
    if (exact::orient3d({points[first[0]]}, {points[first[1]]}, {points[first[2]]}, {points[first[3]]}) > 0) {
      std::swap(first[0], first[1]);
    }
    // The fourth now lies below the first three.
    const auto [a, b, c, d] = first;
    triangles_ = {
        {{a, b, c}, {1, 2, 3}}, {{b, a, d}, {0, 3, 2}}, {{c, b, d}, {0, 1, 3}}, {{a, c, d}, {0, 2, 1}}};
    std::vector<std::uint32_t> rest;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (std::find(first.begin(), first.end(), i) == first.end()) rest.push_back(i);
    }
    give(rest, 0, 4);
  }

  void grow() {
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      while (triangles_[t].alive && !triangles_[t].above.empty()) insert(t, take_farthest(t));
    }
  }

  HullLoops loops() const;

 private:
  struct Triangle {
    std::array<std::uint32_t, 3> v;
    std::array<std::uint32_t, 3> across;  // beyond the side from corner k to the next
    std::vector<std::uint32_t> above = {};
    bool alive = true;
  };
  struct RimSide {
    std::uint32_t from, to, beyond;
  };

  int side(const Triangle& t, std::uint32_t p) const {
    return exact::orient3d({points_[t.v[0]]}, {points_[t.v[1]]}, {points_[t.v[2]]}, {points_[p]});
  }

  /// Points to the first of the triangles [begin, end) that they lie above; those above none are inside.
  void give(const std::vector<std::uint32_t>& points, std::size_t begin, std::size_t end) {
    for (const std::uint32_t p : points) {
      for (std::size_t t = begin; t < end; ++t) {
        if (side(triangles_[t], p) > 0) {
          triangles_[t].above.push_back(p);
          break;
        }
      }
    }
  }

  std::uint32_t take_farthest(std::uint32_t t) {
    std::vector<std::uint32_t>& above = triangles_[t].above;
    const Vector origin = points_[triangles_[t].v[0]];
    const Vector n = (points_[triangles_[t].v[1]] - origin).cross(points_[triangles_[t].v[2]] - origin);
    const auto height = [&](std::uint32_t p) { return n.dot(points_[p] - origin); };
    const auto best = std::max_element(
        above.begin(), above.end(), [&](std::uint32_t p, std::uint32_t q) { return height(p) < height(q); });
    const std::uint32_t result = *best;
    above.erase(best);
    return result;
  }

  void insert(std::uint32_t start, std::uint32_t p) {
    visible_.assign(1, start);
    rim_.clear();
    triangles_[start].alive = false;
    for (std::size_t i = 0; i < visible_.size(); ++i) {
      const Triangle& t = triangles_[visible_[i]];
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t beyond = t.across[k];
        Triangle& next = triangles_[beyond];
        if (!next.alive) continue;
        if (side(next, p) > 0) {
          next.alive = false;
          visible_.push_back(beyond);
        }
      }
    }
    for (const std::uint32_t i : visible_) {
      const Triangle& t = triangles_[i];
      for (int k = 0; k < 3; ++k) {
        if (triangles_[t.across[k]].alive) rim_.push_back({t.v[k], t.v[(k + 1) % 3], t.across[k]});
      }
    }
    const std::size_t first = triangles_.size();
    for (const RimSide& s : rim_) {
      const auto made = static_cast<std::uint32_t>(triangles_.size());
      triangles_.push_back({{s.from, s.to, p}, {s.beyond, none, none}});
      fan_[s.from] = made;
      Triangle& beyond = triangles_[s.beyond];
      for (int k = 0; k < 3; ++k) {
        if (beyond.v[k] == s.to && beyond.v[(k + 1) % 3] == s.from) beyond.across[k] = made;
      }
    }
    for (std::size_t t = first; t < triangles_.size(); ++t) {
      const std::uint32_t next = fan_[triangles_[t].v[1]];
      triangles_[t].across[1] = next;
      triangles_[next].across[2] = static_cast<std::uint32_t>(t);
    }
    std::vector<std::uint32_t> orphans;
    for (const std::uint32_t i : visible_) {
      orphans.insert(orphans.end(), triangles_[i].above.begin(), triangles_[i].above.end());
      triangles_[i].above = {};
    }
    give(orphans, first, triangles_.size());
  }

  std::span<const Vector> points_;
  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> visible_;
  std::vector<RimSide> rim_;
  std::vector<std::uint32_t>
      fan_;  // the last triangle made of a rim side, by the point where the side starts
};

HullLoops Surface::loops() const {
  // Triangles of one plane get one number.
  std::vector<std::uint32_t> plane(triangles_.size(), none);
  std::uint32_t planes = 0;
  std::vector<std::uint32_t> front;
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    if (!triangles_[t].alive || plane[t] != none) continue;
    plane[t] = planes;
    front.assign(1, t);
    while (!front.empty()) {
      const Triangle& at = triangles_[front.back()];
      front.pop_back();
      for (const std::uint32_t next : at.across) {
        if (plane[next] != none) continue;
        const auto& v = triangles_[next].v;
        if (side(triangles_[t], v[0]) == 0 && side(triangles_[t], v[1]) == 0 &&
            side(triangles_[t], v[2]) == 0) {
          plane[next] = planes;
          front.push_back(next);
        }
      }
    }
    ++planes;
  }

  // Their outlines.
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> next_corner(planes);
  std::vector<std::uint32_t> start(planes, none);
  std::vector<std::uint32_t> outlines(points_.size(), 0);  // that a point is on
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    if (!triangles_[t].alive) continue;
    for (int k = 0; k < 3; ++k) {
      if (plane[triangles_[t].across[k]] == plane[t]) continue;
      const std::uint32_t from = triangles_[t].v[k];
      next_corner[plane[t]][from] = triangles_[t].v[(k + 1) % 3];
      if (start[plane[t]] == none) start[plane[t]] = from;
      ++outlines[from];
    }
  }

  HullLoops result;
  result.dimension = 3;
  for (std::uint32_t i = 0; i < points_.size(); ++i) {
    if (outlines[i] >= 3) result.extreme.push_back(i);
  }
  for (std::uint32_t f = 0; f < planes; ++f) {
    std::vector<std::uint32_t>& loop = result.loops.emplace_back();
    std::uint32_t at = start[f];
    do {
      if (outlines[at] >= 3) loop.push_back(at);
      at = next_corner[f].at(at);
    } while (at != start[f]);
  }
  return result;
}

bool before(const Vector& p, const Vector& q) {
  return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
}

HullLoops hull_loops(std::span<const Vector> points) {
  HullLoops result;
  std::uint32_t a = 0, last = 0;
  for (std::uint32_t i = 1; i < points.size(); ++i) {
    if (before(points[i], points[a])) a = i;
    if (before(points[last], points[i])) last = i;
  }
  const Vector pa = points[a];
  const std::uint32_t b = farthest(
      points, [&](const Vector& p) { return (p - pa).squaredNorm(); },
      [&](const Vector& p) { return p != pa; });
  if (b == none) {
    result.extreme = {0};
    return result;
  }
  const Vector pb = points[b];
  const std::uint32_t c = farthest(
      points, [&](const Vector& p) { return (pb - pa).cross(p - pa).squaredNorm(); },
      [&](const Vector& p) { return !exact::collinear({pa}, {pb}, {p}); });
  if (c == none) {  // along a line, the order of coordinates is that of places
    result.dimension = 1;
    result.extreme = {std::min(a, last), std::max(a, last)};
    return result;
  }
  const Vector pc = points[c];
  const Vector n = (pb - pa).cross(pc - pa);
  const std::uint32_t d = farthest(
      points, [&](const Vector& p) { return std::abs(n.dot(p - pa)); },
      [&](const Vector& p) { return exact::orient3d({pa}, {pb}, {pc}, {p}) != 0; });
  if (d == none) {
    int axis = 0;
    while (exact::orient2d({pa}, {pb}, {pc}, axis) == 0) ++axis;
    result.dimension = 2;
    result.loops = {monotone_chain(points, axis)};
    result.loops.emplace_back(result.loops[0].rbegin(), result.loops[0].rend());
    result.extreme = result.loops[0];
    std::sort(result.extreme.begin(), result.extreme.end());
    return result;
  }
  Surface surface(points, {a, b, c, d});
  surface.grow();
  return surface.loops();
}

/// The points times a power of two that brings the largest coordinate near 1, where that is far off and rounds nothing; else none.
/// Signs of very small and very large points would all take integers, and products of three coordinates leave the range.
std::vector<Vector> brought_near_one(std::span<const Vector> points) {
  double largest = 0;
  for (const Vector& p : points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  if (!(largest > 0) || (largest > 0x1p-60 && largest < 0x1p60)) return {};
  const int e = std::ilogb(largest);
  std::vector<Vector> scaled;
  scaled.reserve(points.size());
  for (const Vector& p : points) {
    const Vector q = p.unaryExpr([&](double x) { return std::ldexp(x, -e); });
    if (q.unaryExpr([&](double x) { return std::ldexp(x, e); }) != p) return {};
    scaled.push_back(q);
  }
  return scaled;
}

}  // namespace

Polytope hull(std::span<const Vector> points) {
  const std::vector<Vector> scaled = brought_near_one(points);
  return complete(points, hull_loops(scaled.empty() ? points : std::span<const Vector>(scaled)));
}

}  // namespace graze
