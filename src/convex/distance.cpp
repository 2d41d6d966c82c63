// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/distance.h"

#include <cmath>

#include "convex/depth.h"
#include "math/slack.h"

namespace graze {
namespace {

/// The vertices among those of the simplex, each once; none where they are four, and the point is inside. Written in place: a feature
/// that is returned is stored in parts and then loaded as a whole, which takes as long as all else here.
void set_feature(Feature& feature, const ConvexBody& body, const GjkResult& result,
                 std::uint32_t VertexPair::*side) {
  feature = {};
  if (body.count == 0) return;
  for (const VertexPair& pair : result.simplex()) {
    const std::uint32_t v = body.source(pair.*side);
    bool known = false;
    for (int i = 0; i < feature.size; ++i)
      known = known || feature.vertices[static_cast<std::size_t>(i)] == v;
    if (known) continue;
    if (feature.size == 3) {
      feature = {};
      return;
    }
    feature.vertices[static_cast<std::size_t>(feature.size++)] = v;
  }
}

/// What rounding and the poses' error leave open of a distance, beyond what the bounds of a search do.
/// `rounding` is that of the search.
double open_of(const ConvexPair& pair, double rounding) {
  return 2 * rounding + support_rounding(pair.a.radius + pair.b.radius) + 2 * pair.pose_error;
}

/// The error of a distance of the cores that was found at one of its bounds. Rounding may exchange the bounds.
double error_between(double lower, double upper, double open) {
  return std::max(upper - lower, 0.0) + open;
}

Eigen::Vector3d normalized(const Eigen::Vector3d& v) {
  if (const double square = v.squaredNorm(); is_ordinary_square(square)) return v / std::sqrt(square);
  const double largest = v.cwiseAbs().maxCoeff();  // squares of what is divided by it stay in range
  return largest > 0 ? Eigen::Vector3d((v / largest).normalized())
                     : Eigen::Vector3d(Eigen::Vector3d::UnitX());
}

/// Of bodies whose cores are apart, or touch; the distance of the cores is at least `lower`, along `normal`, a unit vector from a to
/// b. `open` is that of open_of.
Distance apart(const ConvexPair& pair, const GjkResult& result, double lower, const Eigen::Vector3d& normal,
               double open) {
  Distance answer;
  answer.normal = normal;
  answer.distance = result.upper - pair.a.radius - pair.b.radius;
  answer.error = error_between(lower, result.upper, open);
  answer.point_a = pair.X_WA * result.on_a() + pair.a.radius * answer.normal;
  answer.point_b = pair.X_WB * result.on_b() - pair.b.radius * answer.normal;
  set_feature(answer.feature_a, pair.a, result, &VertexPair::a);
  set_feature(answer.feature_b, pair.b, result, &VertexPair::b);
  return answer;
}

/// A point of each core, in its frame.
struct CorePoints {
  Eigen::Vector3d p_A, p_B;
};

/// Where the cores touch when b is moved by `move` along n, which parts them but for `error`. At that very place gjk may stop far from
/// the nearest points, since bodies that touch have no distance to be accurate relative to. So it is asked again with b a little
/// farther, at several places: which of them it can do with is a matter of luck. What they show is measured.
CorePoints touching_points(const ConvexPair& pair, const Eigen::Vector3d& n, double move, double error) {
  CorePoints best;
  double least = 0;
  for (int i = 0; i < 12; ++i) {
    const double g = i == 0 ? 0 : std::ldexp(error, 2 * i - 12);
    const Pose parted(pair.X_WB.R, pair.X_WB.t + (move + g) * n);
    GjkResult touch;
    gjk({pair.a, pair.X_WA, pair.b, parted}, GjkGoal::depth, nullptr, touch);
    const CorePoints points = {touch.on_a(), touch.on_b()};
    const double off = (parted * points.p_B - pair.X_WA * points.p_A - g * n).stableNorm();
    if (i == 0 || off < least) {
      best = points;
      least = off;
    }
    if (!(least > error)) break;  // as good as the distance, or beyond the range of doubles
  }
  return best;
}

/// Where cores meet, or touch: the points are those at which they touch once parted. The signed distance of the cores is at most
/// `upper`.
Distance deep(const ConvexPair& pair, const Depth& depth, double upper, double open) {
  Distance answer;
  const double move = std::max(depth.upper, 0.0);
  answer.normal = depth.normal;
  answer.distance = 0 - (move + pair.a.radius + pair.b.radius);  // and not -0
  answer.error = error_between(-move, upper, open);
  const CorePoints points = depth.has_points ? CorePoints{depth.p_A, depth.p_B}
                                             : touching_points(pair, depth.normal, move, answer.error);
  answer.point_a = pair.X_WA * points.p_A + pair.a.radius * answer.normal;
  answer.point_b = pair.X_WB * points.p_B - pair.b.radius * answer.normal;
  return answer;
}

/// Where rounding stopped the search before the bounds met, as it may where bodies are thin or far from their
/// frame's origin.
void finish_exactly(const ConvexPair& pair, GjkResult& result) {
  const NearestVertices nearest =
      nearest_exactly(pair.a.points(&pair.X_WA), pair.b.points(&pair.X_WB), result.simplex());
  result.size = nearest.size;
  result.v = nearest.v;
  result.axis = nearest.direction;
  const double largest = nearest.v.cwiseAbs().maxCoeff();
  result.lower = result.upper = largest > 0 ? largest * (nearest.v / largest).norm() : 0;
  result.state = nearest.size == 0 ? GjkResult::State::meet : GjkResult::State::apart;
  for (std::size_t i = 0; i < static_cast<std::size_t>(nearest.size); ++i) {
    result.pairs[i] = nearest.pairs[i];
    result.lambda[i] = nearest.lambda[i];
    result.p_A[i] = pair.a.vertices[nearest.pairs[i].a];
    result.p_B[i] = pair.b.vertices[nearest.pairs[i].b];
  }
}

}  // namespace

// The signed distance of the cores lies between two bounds, each of which is always true, but for `touching`. The lower one is that
// of gjk where the cores are apart, else minus the depth's upper one; the upper one is gjk's, or minus the depth's lower one where
// the cores certainly meet. The normal is the direction that proves the lower one: along it the bodies are that far apart.
Distance convex_distance(const ConvexPair& pair, bool depth, GjkMemory* memory, Counters& counters) {
  using State = GjkResult::State;
  GjkResult result;
  gjk(pair, depth ? GjkGoal::depth : GjkGoal::distance, memory, result);
  counters.face_tests += static_cast<std::uint64_t>(result.steps);
  const double touching = open_of(pair, result.rounding);
  const bool polytopes = pair.a.count > 0 && pair.b.count > 0;
  const auto is_open = [&](double lower) {
    return !(result.upper - lower <= distance_tolerance * result.upper + 2 * touching);
  };
  const auto decide_exactly = [&] {
    ++counters.exact_fallbacks;
    finish_exactly(pair, result);
  };
  const auto outside = [&](double lower, const Eigen::Vector3d& normal) {
    Distance answer = apart(pair, result, lower, normal, touching);
    if (!depth && answer.distance < 0) answer.distance = 0;
    return answer;
  };
  if (polytopes && result.state != State::meet && is_open(result.lower)) decide_exactly();
  const auto certainly_outside = [&] { return outside(result.lower, -normalized(result.axis)); };
  if (result.state == State::apart) return certainly_outside();
  if (!depth && !is_open(0)) {
    Distance none;
    none.error = result.upper + touching;
    return none;
  }
  const Depth inside = depth_of(pair, &result, counters);
  // gjk is unsure of thin bodies, however deep they are in each other, and of bodies that touch.
  const auto is_undecided = [&] { return result.state == State::unsure && !(inside.lower > 0); };
  if (polytopes && is_undecided() && is_open(-inside.upper)) {
    decide_exactly();
    if (result.state == State::apart) return certainly_outside();
  }
  // The points are gjk's where v is more than rounding. Its direction may be noise all the same: smooth cores are rounded by more.
  if (is_undecided() && result.upper > touching && (inside.upper < 0 || result.upper < inside.upper))
    return outside(-inside.upper, inside.normal);
  Distance answer = deep(pair, inside, is_undecided() ? result.upper : -inside.lower, touching);
  if (!depth) answer.distance = 0;
  return answer;
}

namespace {

/// Written in place, as above.
void set_feature(Feature& feature, const ConvexBody& body, const FeatureRef& f) {
  const Polytope& p = body.polytope();
  feature = {};
  const auto add = [&](std::uint32_t v) {
    feature.vertices[static_cast<std::size_t>(feature.size++)] = body.source(v);
  };
  switch (f.kind) {
    case FeatureRef::Kind::vertex:
      add(f.index);
      break;
    case FeatureRef::Kind::edge:
      add(p.edges[f.index].from);
      add(p.edges[f.index].to);
      break;
    case FeatureRef::Kind::face:
      for (const std::uint32_t v : p.corners_of(p.faces[f.index]).first(3)) add(v);
      break;
  }
}

}  // namespace

Distance lin_canny_distance(const ConvexPair& pair, bool depth, LinCannyMemory& memory, Counters& counters) {
  const LinCannyResult walk = lin_canny(pair, GjkGoal::distance, memory, counters);
  if (walk.state != LinCannyResult::State::apart) return convex_distance(pair, depth, &memory.gjk, counters);
  const Eigen::Vector3d gap = walk.pair.p[1] - walk.pair.p[0];
  const double upper = gap.norm(), open = open_of(pair, walk.rounding);
  if (!(upper - walk.lower <= distance_tolerance * upper + 2 * open)) {
    return convex_distance(pair, depth, &memory.gjk, counters);
  }
  Distance answer;
  answer.distance = upper;
  answer.normal = gap / upper;
  answer.error = (upper - walk.lower) + open;
  answer.point_a = walk.pair.p[0] + pair.X_WB.t;
  answer.point_b = walk.pair.p[1] + pair.X_WB.t;
  set_feature(answer.feature_a, pair.a, walk.pair.f[0]);
  set_feature(answer.feature_b, pair.b, walk.pair.f[1]);
  return answer;
}

}  // namespace graze
