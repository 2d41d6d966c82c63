// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Nearest points of vertices, edges and faces (lin1993; the clipping of edges by faces is mirtich1998's).
#include "convex/feature_pair.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace graze {
namespace {

using Kind = FeatureRef::Kind;
using Vector = Eigen::Vector3d;

/// Which of two sides is the higher feature, and the polytopes in that order.
struct Ordered {
  const PlacedPolytope& high;
  const PlacedPolytope& low;
  std::size_t h, l;
};

void set(FeaturePair& pair, std::size_t side, Kind kind, std::uint32_t index, const Vector& p) {
  pair.f[side] = {kind, index};
  pair.p[side] = p;
}

/// The point of an edge at parameter s, and its feature.
void set_on_edge(FeaturePair& pair, std::size_t side, const Polytope::Edge& e, std::uint32_t index,
                 const Vector& from, const Vector& to, double s) {
  if (s <= 0) return set(pair, side, Kind::vertex, e.from, from);
  if (s >= 1) return set(pair, side, Kind::vertex, e.to, to);
  set(pair, side, Kind::edge, index, from + s * (to - from));
}

void finish(FeaturePair& pair) {
  pair.square = (pair.p[1] - pair.p[0]).squaredNorm();
}

double clamped(double x) {
  return std::min(std::max(x, 0.0), 1.0);
}

void edge_vertex(const Ordered& o, FeaturePair& pair) {
  const std::uint32_t index = pair.f[o.h].index;
  const Polytope::Edge& e = o.high.p.edges[index];
  const Vector v = o.low.vertex(pair.f[o.l].index);
  const Vector from = o.high.vertex(e.from), to = o.high.vertex(e.to), along = to - from;
  set_on_edge(pair, o.h, e, index, from, to, (v - from).dot(along) / along.squaredNorm());
  pair.p[o.l] = v;
  finish(pair);
}

void edge_edge(const Ordered& o, FeaturePair& pair) {
  const std::uint32_t i = pair.f[o.h].index, j = pair.f[o.l].index;
  const Polytope::Edge &e = o.high.p.edges[i], &g = o.low.p.edges[j];
  const Vector e0 = o.high.vertex(e.from), e1 = o.high.vertex(e.to);
  const Vector g0 = o.low.vertex(g.from), g1 = o.low.vertex(g.to);
  const Vector d = e1 - e0, c = g1 - g0, r = e0 - g0;
  const double dd = d.squaredNorm(), cc = c.squaredNorm(), dc = d.dot(c), dr = d.dot(r), cr = c.dot(r);
  const double across = dd * cc - dc * dc;
  // A heuristic: of edges that are nearly parallel any point is as near. Distances are certified afterwards.
  double s = across > 1e-14 * dd * cc ? clamped((dc * cr - dr * cc) / across) : 0;
  double t = (dc * s + cr) / cc;
  if (t < 0) {
    t = 0;
    s = clamped(-dr / dd);
  } else if (t > 1) {
    t = 1;
    s = clamped((dc - dr) / dd);
  }
  set_on_edge(pair, o.h, e, i, e0, e1, s);
  set_on_edge(pair, o.l, g, j, g0, g1, t);
  finish(pair);
}

/// The low feature against all sides of a face: the nearest.
void nearest_side(const Ordered& o, FeaturePair& pair) {
  const Polytope::FaceLoop& face = o.high.p.faces[pair.f[o.h].index];
  FeaturePair best;
  best.square = INFINITY;
  for (std::uint32_t k = 0; k < face.count; ++k) {
    FeaturePair with_side = pair;
    with_side.f[o.h] = {Kind::edge, o.high.p.side_edges[face.first + k]};
    if (pair.f[o.l].kind == Kind::vertex) {
      edge_vertex(o, with_side);
    } else {
      edge_edge(o, with_side);
    }
    if (with_side.square < best.square) best = with_side;
  }
  pair = best;
}

void face_vertex(const Ordered& o, FeaturePair& pair) {
  const Polytope::FaceLoop& face = o.high.p.faces[pair.f[o.h].index];
  const auto corners = o.high.p.corners_of(face);
  const Vector n = o.high.normal(pair.f[o.h].index), v = o.low.vertex(pair.f[o.l].index);
  Vector from = o.high.vertex(corners.back());
  const Vector first = from;
  for (const std::uint32_t c : corners) {
    const Vector to = o.high.vertex(c);
    if ((to - from).cross(n).dot(v - from) > 0) return nearest_side(o, pair);
    from = to;
  }
  pair.p[o.h] = v - n * (n.dot(v - first) / n.squaredNorm());
  pair.p[o.l] = v;
  finish(pair);
}

/// The part of the edge over the face; its height over the face is least at an end, or it passes through.
void face_edge(const Ordered& o, FeaturePair& pair) {
  const Polytope::FaceLoop& face = o.high.p.faces[pair.f[o.h].index];
  const auto corners = o.high.p.corners_of(face);
  const Polytope::Edge& e = o.low.p.edges[pair.f[o.l].index];
  const Vector n = o.high.normal(pair.f[o.h].index);
  const Vector e0 = o.low.vertex(e.from), e1 = o.low.vertex(e.to), along = e1 - e0;
  double s0 = 0, s1 = 1;
  std::uint32_t side0 = Polytope::none, side1 = Polytope::none;
  Vector from = o.high.vertex(corners.back());
  const Vector origin = from;
  for (std::uint32_t k = 0; k < face.count; ++k) {
    const Vector to = o.high.vertex(corners[k]);
    const std::uint32_t side = o.high.p.side_edges[face.first + (k + face.count - 1) % face.count];
    const Vector out = (to - from).cross(n);
    const double at = out.dot(e0 - from), rate = out.dot(along);
    if (rate > 0) {
      if (-at / rate < s1) {
        s1 = -at / rate;
        side1 = side;
      }
    } else if (rate < 0) {
      if (-at / rate > s0) {
        s0 = -at / rate;
        side0 = side;
      }
    } else if (at > 0) {
      return nearest_side(o, pair);
    }
    from = to;
  }
  if (s0 > s1) return nearest_side(o, pair);
  const double h = n.dot(e0 - origin), rate = n.dot(along);
  const double h0 = h + s0 * rate, h1 = h + s1 * rate;
  if ((h0 <= 0) != (h1 <= 0) || h0 == 0) {
    const double s = rate != 0 ? std::clamp(-h / rate, s0, s1) : s0;
    pair.p[0] = pair.p[1] = e0 + s * along;
    pair.crossing = true;
    pair.square = 0;
    return;
  }
  const bool at_start = std::abs(h0) <= std::abs(h1);
  const std::uint32_t side = at_start ? side0 : side1;
  if (side != Polytope::none) {
    pair.f[o.h] = {Kind::edge, side};
    return edge_edge(o, pair);
  }
  pair.f[o.l] = {Kind::vertex, at_start ? e.from : e.to};
  face_vertex(o, pair);
}

}  // namespace

const Eigen::Matrix3d& PlacedPolytope::cofactors() const {
  if (!cofactors_) {
    cofactors_.emplace();
    for (int i = 0; i < 3; ++i) cofactors_->col(i) = R.col((i + 1) % 3).cross(R.col((i + 2) % 3));
  }
  return *cofactors_;
}

Eigen::Vector3d PlacedPolytope::local(const Eigen::Vector3d& point) const {
  return (cofactors().transpose() * (point - t)) / R.col(0).dot(cofactors().col(0));
}

Eigen::Vector3d nearest_in_face(const PlacedPolytope& polytope, std::uint32_t face,
                                const Eigen::Vector3d& q) {
  const auto corners = polytope.p.corners_of(polytope.p.faces[face]);
  const Vector a = polytope.vertex(corners[0]), n = polytope.normal(face);
  Vector best = a, b = polytope.vertex(corners[1]);
  double least = INFINITY;
  for (std::size_t k = 2; k < corners.size(); ++k) {
    const Vector c = polytope.vertex(corners[k]), ab = b - a, ac = c - a, aq = q - a;
    // The shares of the corners are as the areas opposite to them, seen along the normal.
    const Vector across = ac.cross(n);
    const double whole = ab.dot(across), beyond_ac = aq.dot(across), beyond_ab = n.dot(ab.cross(aq));
    const double beyond_bc = whole - beyond_ac - beyond_ab;
    const double of_a = std::max(beyond_bc, 0.0), of_b = std::max(beyond_ac, 0.0),
                 of_c = std::max(beyond_ab, 0.0);
    const double sum = of_a + of_b + of_c;
    if (sum > 0) {
      const double share = 1 / sum;
      const Vector mean = (share * of_a) * a + ((share * of_b) * b + (share * of_c) * c);
      const double square = (mean - q).squaredNorm();
      if (square < least) {
        least = square;
        best = mean;
      }
    }
    b = c;
  }
  return best;
}

void settle(const std::array<PlacedPolytope, 2>& polytopes, FeaturePair& pair) {
  const std::size_t h = pair.f[0].kind >= pair.f[1].kind ? 0 : 1, l = 1 - h;
  const Ordered o = {polytopes[h], polytopes[l], h, l};
  const Kind low = pair.f[l].kind;
  assert(low != Kind::face);
  switch (pair.f[h].kind) {
    case Kind::vertex:
      pair.p[h] = o.high.vertex(pair.f[h].index);
      pair.p[l] = o.low.vertex(pair.f[l].index);
      return finish(pair);
    case Kind::edge:
      return low == Kind::vertex ? edge_vertex(o, pair) : edge_edge(o, pair);
    case Kind::face:
      return low == Kind::vertex ? face_vertex(o, pair) : face_edge(o, pair);
  }
}

}  // namespace graze
