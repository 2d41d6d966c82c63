// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/distance.h"

#include "convex/depth.h"

namespace graze {
namespace {

constexpr double u = 0x1p-53;

/// The vertices among those of the simplex, each once.
Feature feature_of(const ConvexBody& body, const GjkResult& result, std::uint32_t VertexPair::*side) {
  Feature feature;
  if (body.count == 0) return feature;
  for (const VertexPair& pair : result.simplex()) {
    const std::uint32_t v = body.polytope != nullptr ? body.polytope->source[pair.*side] : pair.*side;
    bool known = false;
    for (int i = 0; i < feature.size; ++i)
      known = known || feature.vertices[static_cast<std::size_t>(i)] == v;
    if (!known && feature.size < 3) feature.vertices[static_cast<std::size_t>(feature.size++)] = v;
  }
  return feature;
}

double size_of(const ConvexPair& pair) {
  return pair.a.reach + pair.b.reach + (pair.X_WA.t - pair.X_WB.t).norm() + pair.a.radius + pair.b.radius;
}

/// Of bodies whose cores are apart, or touch.
Distance apart(const ConvexPair& pair, const GjkResult& result) {
  Distance answer;
  answer.normal = -result.v / result.upper;
  answer.distance = result.upper - pair.a.radius - pair.b.radius;
  answer.error = (result.upper - result.lower) + 64 * u * size_of(pair);
  answer.point_a = pair.X_WA * result.on_a() + pair.a.radius * answer.normal;
  answer.point_b = pair.X_WB * result.on_b() - pair.b.radius * answer.normal;
  answer.feature_a = feature_of(pair.a, result, &VertexPair::a);
  answer.feature_b = feature_of(pair.b, result, &VertexPair::b);
  return answer;
}

/// Where cores meet: the points are those at which they touch once parted.
Distance deep(const ConvexPair& pair) {
  const Depth depth = depth_of(pair);
  Distance answer;
  answer.normal = depth.normal;
  answer.distance = -(depth.depth + pair.a.radius + pair.b.radius);
  answer.error = depth.error + 64 * u * size_of(pair);
  const Pose parted(pair.X_WB.R, pair.X_WB.t + depth.depth * depth.normal);
  GjkResult touch;
  gjk({pair.a, pair.X_WA, pair.b, parted}, GjkGoal::distance, nullptr, touch);
  answer.point_a = pair.X_WA * touch.on_a() + pair.a.radius * answer.normal;
  answer.point_b = pair.X_WB * touch.on_b() - pair.b.radius * answer.normal;
  return answer;
}

}  // namespace

namespace {

/// Where rounding stopped the search before the bounds met, as it may where bodies are thin or far from their
/// frame's origin.
void finish_exactly(const ConvexPair& pair, GjkResult& result) {
  const NearestVertices nearest =
      nearest_exactly(pair.a.points(&pair.X_WA), pair.b.points(&pair.X_WB), result.simplex());
  result.size = nearest.size;
  result.v = nearest.v;
  result.lower = result.upper = nearest.v.norm();
  result.state = nearest.size == 0 ? GjkResult::State::meet : GjkResult::State::apart;
  for (std::size_t i = 0; i < static_cast<std::size_t>(nearest.size); ++i) {
    result.pairs[i] = nearest.pairs[i];
    result.lambda[i] = nearest.lambda[i];
    result.p_A[i] = pair.a.vertices[nearest.pairs[i].a];
    result.p_B[i] = pair.b.vertices[nearest.pairs[i].b];
  }
}

}  // namespace

Distance convex_distance(const ConvexPair& pair, bool depth, GjkMemory* memory, Counters& counters) {
  GjkResult result;
  gjk(pair, GjkGoal::distance, memory, result);
  counters.face_tests += static_cast<std::uint64_t>(result.steps);
  const double touching = 64 * u * size_of(pair);
  if (pair.a.count > 0 && pair.b.count > 0 && result.state != GjkResult::State::meet &&
      !(result.upper - result.lower <= 1e-13 * result.upper + 2 * touching)) {
    ++counters.exact_fallbacks;
    finish_exactly(pair, result);
  }
  if (result.state != GjkResult::State::meet && result.upper > touching) {
    Distance answer = apart(pair, result);
    if (!depth && answer.distance < 0) answer.distance = 0;
    return answer;
  }
  if (!depth) {
    Distance none;
    none.error = touching;
    return none;
  }
  return deep(pair);
}

namespace {

Feature feature_of(const Polytope& p, const FeatureRef& f) {
  Feature feature;
  const auto add = [&](std::uint32_t v) {
    feature.vertices[static_cast<std::size_t>(feature.size++)] = p.source[v];
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
  return feature;
}

}  // namespace

Distance lin_canny_distance(const ConvexPair& pair, bool depth, LinCannyMemory& memory, Counters& counters) {
  const LinCannyResult walk = lin_canny(pair, memory, counters);
  if (walk.state != LinCannyResult::State::apart) return convex_distance(pair, depth, &memory.gjk, counters);
  Distance answer;
  const Eigen::Vector3d gap = walk.pair.p[1] - walk.pair.p[0];
  answer.distance = std::sqrt(walk.pair.square);
  answer.normal = gap / answer.distance;
  answer.error = std::max(answer.distance - walk.lower, 64 * u * size_of(pair));
  answer.point_a = walk.pair.p[0] + pair.X_WB.t;
  answer.point_b = walk.pair.p[1] + pair.X_WB.t;
  answer.feature_a = feature_of(*pair.a.polytope, walk.pair.f[0]);
  answer.feature_b = feature_of(*pair.b.polytope, walk.pair.f[1]);
  return answer;
}

}  // namespace graze
