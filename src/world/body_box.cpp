// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes that hold a posed body: around its own box as it is turned, around its sphere, or around the extreme vertices of its
// hull. Rounding is bounded in posed_box.h and slack.h.
#include "world/body_box.h"

#include <algorithm>
#include <cmath>

#include "broad/float_ends.h"
#include "convex/hull.h"
#include "query/shape/shape.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double rounded_up(double x) {
  return x + rounding(x);
}

/// No point of the core is farther than `ball` from the middle of its box; infinite: not known.
LocalBounds bounds_of(const AxisBox& core, double ball, double round) {
  LocalBounds result;
  result.empty = (core.low.array() > core.high.array()).any();
  if (result.empty) return result;
  result.core = CentredBox(core);
  result.round = rounded_up(round);
  result.distance = rounded_up(result.core.centre.stableNorm());
  result.radius =
      rounded_up(rounded_up(std::min(ball, result.core.half.stableNorm())) * (1 + stretch()) + round);
  return result;
}

/// Rounds a box outward to float. An axis where doubles have overflowed becomes infinite.
BroadBox outward(const AxisBox& box) {
  BroadBox result;
  for (int i = 0; i < 3; ++i) {
    result.low[i] = float_below(box.low[i]);
    result.high[i] = float_above(box.high[i]);
  }
  const Eigen::Vector3d sum = box.low.cwiseAbs() + box.high.cwiseAbs();
  if (std::isfinite(sum[0] + sum[1] + sum[2])) return result;  // nearly always
  for (int i = 0; i < 3; ++i) {
    if (std::isfinite(box.low[i]) && std::isfinite(box.high[i])) continue;
    result.low[i] = -std::numeric_limits<float>::infinity();
    result.high[i] = std::numeric_limits<float>::infinity();
  }
  return result;
}

/// The hull of the vertices that faces use.
std::optional<RoundedHull> hull_of(const Mesh& mesh) {
  if (mesh.faces.empty()) return {};
  std::vector<std::uint32_t> used;
  for (const Face& face : mesh.faces) used.insert(used.end(), face.begin(), face.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<Eigen::Vector3d> points;
  points.reserve(used.size());
  for (const std::uint32_t v : used) points.push_back(mesh.vertices[v]);
  return RoundedHull{std::make_shared<const Polytope>(hull(points)), 0};
}

}  // namespace

LocalBounds local_bounds(const Shape& shape) {
  const Shape::Impl& impl = shape.impl();
  if (impl.mesh) return bounds_of(impl.mesh->bounds().box, impl.mesh->bounds().radius, 0);
  if (impl.convex == nullptr || impl.convex->body().count == 0) return bounds_of(impl.box(), infinity, 0);
  const AxisBox& box = impl.convex->core_box();
  const Eigen::Vector3d centre = CentredBox(box).centre;
  double ball = 0;
  for (const Eigen::Vector3d& p : impl.convex->body().vertices)
    ball = std::max(ball, (p - centre).stableNorm());
  return bounds_of(box, ball, impl.convex->body().radius);
}

BroadBox body_box(const LocalBounds& bounds, const Pose& X, BodyBoxes kind) {
  if (bounds.empty) {
    constexpr float none = std::numeric_limits<float>::infinity();
    return {{none, none, none}, {-none, -none, -none}};
  }
  const Eigen::Vector3d centre = X * bounds.core.centre;
  // Rows of R are not longer than 1.01: no coordinate of |R|·|c|, and of what it is summed from, exceeds twice |c|.
  Eigen::Vector3d half =
      X.t.unaryExpr([&](double t) { return bounds.radius + rounding(std::abs(t) + 2 * bounds.distance); });
  if (kind != BodyBoxes::cubes) {
    half = half.cwiseMin((image_half(bounds.core, X).array() + bounds.round).matrix());
  }
  return outward({centre - half, centre + half});
}

std::optional<RoundedHull> rounded_hull(const Shape& shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape.kind())) return hull_of(*mesh);
  const bool has_vertices =
      std::holds_alternative<Convex>(shape.kind()) || std::holds_alternative<Capsule>(shape.kind());
  if (!has_vertices) return {};
  const auto& convex = shape.impl().convex;
  return RoundedHull{{convex, &convex->body().polytope()}, convex->body().radius};
}

BroadBox climbed_box(const RoundedHull& hull, const Pose& X, Extremes& extremes) {
  const Polytope& polytope = *hull.polytope;
  climb_to_extremes(polytope, X.R, extremes);
  AxisBox box;
  for (int i = 0; i < 3; ++i) {
    const auto r = X.R.row(i);
    const auto coordinate = [&](std::uint32_t v) {
      const Eigen::Vector3d& p = polytope.vertices[v];
      return ((r[0] * p[0] + r[1] * p[1]) + r[2] * p[2]) + X.t[i];
    };
    const double size = r.template lpNorm<1>() * polytope.reach + std::abs(X.t[i]) + hull.radius;
    const double margin = hull.radius + rounding(size);
    box.low[i] = coordinate(extremes.lowest[i]) - margin;
    box.high[i] = coordinate(extremes.highest[i]) + margin;
  }
  return outward(box);
}

BroadBox grown(const BroadBox& box, float by) {
  if (box.empty()) return box;
  BroadBox result;
  for (int i = 0; i < 3; ++i) {
    result.low[i] = box.low[i] - by;
    result.high[i] = box.high[i] + by;
  }
  return result;
}

}  // namespace graze
