// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The penetration depth of two polytopes: the separating axis test (gregorius2013), which looks at every facet of the
// difference A - B and so needs no simplex to grow, as EPA does, and cannot fail to.
//
//   1. The normals of A's faces and of B's.
//   2. Pairs of edges whose arcs on the Gauss map cross; their product is the facet's normal. An edge whose arc is no
//      arc, because its body is flat or a segment, is paired with all.
//   3. The least overlap counts.
//
// Edges are sifted first: on the arc of edge e between the normals m and n of its faces A's farthest point is e's end
// a, and the overlap at least x·(a - b) for any point b of B, above all along (m + n)/2. That is least at an end of the
// arc, if it is positive there: where both ends exceed what was found already, e is passed over. Of a large polytope
// only the edges near the answer remain.
//
// We deviate: a pair that would win is not believed before its overlap has been measured by support points, so that
// rounding on the Gauss map can name a pair too many but never too small a depth.
//
// Cost: a support point for every face and edge, and the pairs of edges that remain.
#include "convex/depth.h"

#include <vector>

#include "convex/support_point.h"

namespace graze {

Eigen::Vector3d Overlap::point(const Eigen::Vector3d& n) {
  const Eigen::Vector3d a = support_point(pair_.a, pair_.X_WA.R.transpose() * n, last_.a);
  const Eigen::Vector3d b = support_point(pair_.b, -(pair_.X_WB.R.transpose() * n), last_.b);
  return (pair_.X_WA.R * a - pair_.X_WB.R * b) + t_;
}

namespace {

/// An edge in world directions, seen from A: of B, normals are turned round.
struct ArcEdge {
  Eigen::Vector3d along, left, right;  // the normals of its faces, if there are any
  Eigen::Vector3d at;                  // one end
  bool is_arc;
};

ArcEdge arc_edge(const Polytope& p, const Polytope::Edge& e, const Pose& X, const Eigen::Vector3d& t,
                 double sign) {
  ArcEdge arc;
  arc.along = (X.R * (p.vertices[e.to] - p.vertices[e.from])).normalized();
  arc.at = X.R * p.vertices[e.from] + t;
  arc.is_arc = p.dimension == 3;
  if (arc.is_arc) {
    arc.left = sign * (X.R * p.faces[e.left].normal);
    arc.right = sign * (X.R * p.faces[e.right].normal);
  }
  return arc;
}

/// Do the arcs cross, or nearly? The arc of A's edge runs between its normals, that of B's likewise.
bool may_cross(const ArcEdge& a, const ArcEdge& b) {
  if (!a.is_arc || !b.is_arc) return true;
  constexpr double tolerance = 1e-12;
  const double b_left = b.left.dot(a.along), b_right = b.right.dot(a.along);
  if (b_left * b_right > tolerance) return false;
  const double a_left = a.left.dot(b.along), a_right = a.right.dot(b.along);
  return a_left * a_right <= tolerance;
}

class Search {
 public:
  explicit Search(const ConvexPair& pair)
      : pair_(pair),
        overlap_(pair),
        rounding_(1e-12 * (pair.a.reach + pair.b.reach + (pair.X_WA.t - pair.X_WB.t).norm())) {
    best_.depth = INFINITY;
  }

  void consider(const Eigen::Vector3d& n) {
    const double depth = overlap_.along(n);
    if (!(depth < best_.depth)) return;
    best_.depth = depth;
    best_.normal = n;
  }

  void faces() {
    for (const auto& face : pair_.a.polytope->faces) consider((pair_.X_WA.R * face.normal).normalized());
    for (const auto& face : pair_.b.polytope->faces) consider(-(pair_.X_WB.R * face.normal).normalized());
  }

  void edges() {
    const Eigen::Vector3d t = pair_.X_WA.t - pair_.X_WB.t;
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    const std::vector<ArcEdge> of_a = sifted(*pair_.a.polytope, pair_.X_WA, t, 1);
    const std::vector<ArcEdge> of_b = sifted(*pair_.b.polytope, pair_.X_WB, zero, -1);
    for (const ArcEdge& a : of_a) {
      for (const ArcEdge& b : of_b) {
        if (may_cross(a, b)) edge_pair(a, b);
      }
    }
  }

  /// Bodies without faces may have no facet at all: what lies along one line is parted across it.
  void across() {
    if (pair_.a.polytope->dimension > 1 || pair_.b.polytope->dimension > 1) return;
    Eigen::Vector3d along = Eigen::Vector3d::UnitX();
    if (pair_.a.polytope->dimension == 1) {
      along = pair_.X_WA.R * (pair_.a.vertices[1] - pair_.a.vertices[0]);
    } else if (pair_.b.polytope->dimension == 1) {
      along = pair_.X_WB.R * (pair_.b.vertices[1] - pair_.b.vertices[0]);
    }
    Eigen::Index least = 0;
    along.cwiseAbs().minCoeff(&least);
    consider(along.cross(Eigen::Vector3d::Unit(least)).normalized());
  }

  const Depth& best() const { return best_; }

 private:
  std::vector<ArcEdge> sifted(const Polytope& p, const Pose& X, const Eigen::Vector3d& t, double sign) {
    std::vector<ArcEdge> edges;
    edges.reserve(p.edges.size());
    for (const Polytope::Edge& e : p.edges) {
      ArcEdge arc = arc_edge(p, e, X, t, sign);
      if (arc.is_arc) {
        const Eigen::Vector3d w = overlap_.point(arc.left + arc.right);
        if (w.dot(arc.left) >= best_.depth && w.dot(arc.right) >= best_.depth) continue;
      }
      edges.push_back(std::move(arc));
    }
    return edges;
  }

  void edge_pair(const ArcEdge& a, const ArcEdge& b) {
    Eigen::Vector3d n = a.along.cross(b.along);
    const double length = n.norm();
    if (!(length > 1e-9)) return;  // parallel edges make no facet that a face has not
    n /= length;
    const double across = n.dot(a.at - b.at);
    // Where they make a facet the overlap is just this, outward and so not negative; in no case is it less.
    if (across > -rounding_ && across < best_.depth) consider(n);
    if (across < rounding_ && -across < best_.depth) consider(-n);
  }

  const ConvexPair& pair_;
  Overlap overlap_;
  double rounding_;
  Depth best_;
};

}  // namespace

Depth depth_of_polytopes(const ConvexPair& pair) {
  Search search(pair);
  search.faces();
  search.across();
  search.edges();
  Depth result = search.best();
  if (!std::isfinite(result.depth)) result = {};  // the difference is a point
  result.depth = std::max(result.depth, 0.0);
  result.error = 0x1p-45 * (pair.a.reach + pair.b.reach + (pair.X_WA.t - pair.X_WB.t).norm());
  return result;
}

Depth depth_of(const ConvexPair& pair) {
  return pair.a.polytope != nullptr && pair.b.polytope != nullptr ? depth_of_polytopes(pair)
                                                                  : depth_of_smooth(pair);
}

}  // namespace graze
