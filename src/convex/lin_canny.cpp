// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Nearest features by walking over Voronoi regions (lin1993, cohen-icollide).
//
//   1. Start from the features found last, and take their nearest points p and q.
//   2. Each feature's Voronoi region must hold the other's point. Where p's feature fails, some neighbour of it comes
//      nearer to q: of a vertex an edge, of an edge a face. Step there, the feature with its border; the nearest
//      points then fall to the least feature that holds them (feature_pair.h).
//   3. No feature fails: these are the nearest. Or an edge passes through a face, or a vertex lies below a face.
//      Interiors are partitioned into pseudo-Voronoi cells, the cones from the centroid over the faces: walk to the
//      cell that holds the vertex. Below its face, the polytopes overlap; above, the walk goes on from there.
//
// We deviate: a step must bring the points nearer, which in real arithmetic it does, so that no walk cycles; cells may
// be entered a few times only, and a walk that has not ended after `max_steps` is given up and counted. What is said to
// be apart is certain: along the direction between the points, no neighbour of a feature's vertices reaches as far as
// the feature, beyond rounding; so the best of its vertices is locally, hence globally, the farthest (bounds:
// math/slack.h). The points given are in the polytopes: in a face, a mean of corners.
//
// Cost: a few steps under coherent motion, whatever the polytopes' size; each looks at the neighbours of one feature.
#include "convex/lin_canny.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "exact/signs.h"
#include "math/slack.h"

namespace graze {
namespace {

using Kind = FeatureRef::Kind;
using Vector = Eigen::Vector3d;
constexpr int max_steps = 1000;
constexpr int max_descents = 16;  // into cells
constexpr double u = exact::unit_roundoff;

class Walk {
 public:
  Walk(const ConvexPair& pair, Counters& counters)
      : placed_{PlacedPolytope(pair.a.polytope(), pair.X_WA.R, pair.X_WA.t - pair.X_WB.t),
                PlacedPolytope(pair.b.polytope(), pair.X_WB.R, Vector::Zero())},
        size_(pair.a.reach + pair.b.reach + placed_[0].t.norm()),
        pose_error_(2 * pair.pose_error),
        counters_(counters) {}

  LinCannyResult run(const std::array<FeatureRef, 2>& start, GjkGoal goal) {
    LinCannyResult result;
    result.rounding = support_rounding(size_);
    FeaturePair& at = result.pair;
    at.f = start;
    if (at.f[0].kind == Kind::face && at.f[1].kind == Kind::face) at.f[1] = corner_of(1, at.f[1]);
    settle(placed_, at);
    int descents = 0;
    for (int step = 0; step < max_steps; ++step) {
      ++counters_.walk_steps;
      if (at.crossing) {
        result.state = LinCannyResult::State::overlap;
        return result;
      }
      if (at.square <= 256 * u * u * size_ * size_) {  // regions mean nothing here
        result.state = LinCannyResult::State::touching;
        return result;
      }
      if (const int side = face_above(at); side >= 0) {
        if (++descents > max_descents) return result;
        if (!descend(at, static_cast<std::size_t>(side))) {
          result.state = LinCannyResult::State::overlap;
          return result;
        }
        continue;
      }
      Between between(placed_, at);
      if (improve(at, 0, between.local[0]) || improve(at, 1, between.local[1])) continue;
      if (goal != GjkGoal::separation && (at.f[0].kind == Kind::face || at.f[1].kind == Kind::face)) {
        for (std::size_t side = 0; side < 2; ++side) {
          if (at.f[side].kind == Kind::face)
            at.p[side] = nearest_in_face(placed_[side], at.f[side].index, at.p[side]);
        }
        between = Between(placed_, at);
      }
      result.lower = certain_gap(at, between);
      result.state = result.lower > 0 ? LinCannyResult::State::apart : LinCannyResult::State::touching;
      return result;
    }
    return result;
  }

 private:
  /// From each side's point to the other's.
  struct Between {
    Vector v;                     ///< from the first to the second
    std::array<Vector, 2> local;  ///< from the own one, in the own frame

    Between(const std::array<PlacedPolytope, 2>& placed, const FeaturePair& at)
        : v(at.p[1] - at.p[0]), local{placed[0].R.transpose() * v, -(placed[1].R.transpose() * v)} {}
  };

  FeatureRef corner_of(std::size_t side, const FeatureRef& face) const {
    const Polytope& p = placed_[side].p;
    return {Kind::vertex, p.corners[p.faces[face.index].first]};
  }

  /// Steps to a neighbour of one side's feature that is nearer to the other's point, if there is one.
  /// `towards` leads there, in the own frame.
  bool improve(FeaturePair& at, std::size_t side, const Vector& towards) const {
    const PlacedPolytope& mine = placed_[side];
    // A heuristic, so that the walk does not go to and fro: what is found is certified afterwards.
    const double tolerance = 1e-14 * size_;
    FeatureRef best;
    bool better = false;
    if (at.f[side].kind == Kind::vertex) {
      const std::uint32_t v = at.f[side].index;
      const auto neighbours = mine.p.neighbours_of(v);
      const auto edges = mine.p.edges_of(v);
      double most = tolerance;
      for (std::size_t k = 0; k < neighbours.size(); ++k) {
        const Vector along = mine.p.vertices[neighbours[k]] - mine.p.vertices[v];
        const double gain = towards.dot(along);
        if (gain <= 0) continue;
        const double rate = gain / along.norm();
        if (rate > most) {
          most = rate;
          best = {Kind::edge, edges[k]};
          better = true;
        }
      }
    } else if (at.f[side].kind == Kind::edge) {
      const Polytope::Edge& e = mine.p.edges[at.f[side].index];
      if (e.left == Polytope::none) return false;
      // Of a face's directions, those into it from the edge all have the sign of `into_left` or `into_right`, the point being the
      // nearest of the edge. One that is across the edge in the polytope's frame will do, also where R is bent.
      const Vector along = mine.p.vertices[e.to] - mine.p.vertices[e.from];
      const Vector across = along.cross(towards);
      const double into_left = mine.p.faces[e.left].normal.dot(across);
      const double into_right = -mine.p.faces[e.right].normal.dot(across);
      better = std::max(into_left, into_right) > tolerance * along.norm();
      best = {Kind::face, into_left > into_right ? e.left : e.right};
    }
    if (!better) return false;
    FeaturePair next = at;
    next.f[side] = best;
    if (best.kind == Kind::face && next.f[1 - side].kind == Kind::face) return false;
    settle(placed_, next);
    if (!next.crossing && !(next.square < at.square)) return false;
    at = next;
    return true;
  }

  /// The side whose face the other's vertex lies below; -1 if there is none.
  int face_above(const FeaturePair& at) const {
    for (std::size_t side = 0; side < 2; ++side) {
      if (at.f[side].kind != Kind::face) continue;
      if (placed_[side].normal(at.f[side].index).dot(at.p[1 - side] - at.p[side]) <= 0)
        return static_cast<int>(side);
    }
    return -1;
  }

  /// To the cell that holds the other's vertex. False if it lies below that cell's face too: inside.
  bool descend(FeaturePair& at, std::size_t side) const {
    const PlacedPolytope& mine = placed_[side];
    const Vector v = mine.local(at.p[1 - side]);
    std::uint32_t face = at.f[side].index;
    for (std::size_t step = 0; mine.p.dimension == 3 && step <= mine.p.faces.size(); ++step) {
      ++counters_.walk_steps;
      const Polytope::FaceLoop& loop = mine.p.faces[face];
      std::uint32_t next = face;
      double most = 0;
      for (std::uint32_t k = 0; k < loop.count; ++k) {
        const Vector from = mine.p.vertices[mine.p.corners[loop.first + k]] - mine.p.centre;
        const Vector to = mine.p.vertices[mine.p.corners[loop.first + (k + 1) % loop.count]] - mine.p.centre;
        const Vector out = to.cross(from);
        const double beyond = out.dot(v - mine.p.centre) / out.norm();
        if (beyond > most) {
          most = beyond;
          const Polytope::Edge& e = mine.p.edges[mine.p.side_edges[loop.first + k]];
          next = e.left == face ? e.right : e.left;
        }
      }
      if (next == face) break;
      face = next;
    }
    if (mine.p.dimension == 2) face = 1 - face;
    const Vector from = mine.p.vertices[mine.p.corners[mine.p.faces[face].first]];
    if (!(mine.p.faces[face].normal.dot(v - from) > 0)) return false;
    at.f[side] = {Kind::face, face};
    settle(placed_, at);
    return true;
  }

  std::span<const std::uint32_t> vertices_of(std::size_t side, const FeatureRef& f,
                                             std::array<std::uint32_t, 2>& some) const {
    const Polytope& p = placed_[side].p;
    if (f.kind == Kind::face) return p.corners_of(p.faces[f.index]);
    if (f.kind == Kind::edge) {
      some = {p.edges[f.index].from, p.edges[f.index].to};
      return some;
    }
    some[0] = f.index;
    return std::span(some).first(1);
  }

  /// How far the polytope reaches along d, the feature's own vertices being the farthest for certain; infinite if they are
  /// not. `unsure` is what the difference of two products with d may be off.
  double certain_reach(std::size_t side, const FeatureRef& f, const Vector& d, double unsure) const {
    const Polytope& p = placed_[side].p;
    std::array<std::uint32_t, 2> some;
    const std::span<const std::uint32_t> own = vertices_of(side, f, some);
    double most = -INFINITY;
    for (const std::uint32_t v : own) most = std::max(most, d.dot(p.vertices[v]));
    if (!(most > -INFINITY)) return INFINITY;
    const double below = most - unsure;
    for (const std::uint32_t v : own) {
      for (const std::uint32_t n : p.neighbours_of(v)) {
        if (d.dot(p.vertices[n]) < below) continue;
        if (std::find(own.begin(), own.end(), n) == own.end()) return INFINITY;
      }
    }
    return most;
  }

  double certain_gap(const FeaturePair& at, const Between& between) const {
    const double length = between.v.norm();
    if (!(length > 0) || !is_ordinary_size(size_)) return 0;
    const double unsure = support_rounding(size_) * length;
    const double a = certain_reach(0, at.f[0], between.local[0], unsure);
    const double b = certain_reach(1, at.f[1], between.local[1], unsure);
    return ((-between.v.dot(placed_[0].t) - a) - b) / length - support_rounding(size_) - pose_error_;
  }

  std::array<PlacedPolytope, 2> placed_;
  double size_;
  double pose_error_;  // of a difference of points
  Counters& counters_;
};

bool fits(const Polytope& p, const FeatureRef& f) {
  switch (f.kind) {
    case Kind::vertex:
      return f.index < p.vertices.size();
    case Kind::edge:
      return f.index < p.edges.size();
    case Kind::face:
      return f.index < p.faces.size();
  }
  return false;
}

}  // namespace

LinCannyResult lin_canny(const ConvexPair& pair, GjkGoal goal, LinCannyMemory& memory, Counters& counters) {
  if (!fits(pair.a.polytope(), memory.features[0]) || !fits(pair.b.polytope(), memory.features[1]))
    memory = {};
  LinCannyResult result = Walk(pair, counters).run(memory.features, goal);
  memory.features = result.pair.f;
  if (result.state == LinCannyResult::State::given_up) ++counters.walk_fallbacks;
  return result;
}

bool lin_canny_meet(const ConvexPair& pair, LinCannyMemory& memory, Counters& counters) {
  if (lin_canny(pair, GjkGoal::separation, memory, counters).state == LinCannyResult::State::apart)
    return false;
  return convex_meet(pair, &memory.gjk, counters);
}

}  // namespace graze
