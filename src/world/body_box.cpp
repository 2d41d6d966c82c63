// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes that certainly hold their body, at the price of two products of a matrix and a vector; or smaller ones, at that of
// a climb to extreme vertices.
//
// With u = 2^-53, each coordinate of R·c + t and of |R|·h is a sum of at most four products and is off by less than
// 4u·(|R|(|c| + h) + |t|), as computed below less than 5u of that; the difference or sum of the two adds another u
// of the same. 2^-49 = 16u of it therefore covers all of them, and its own rounding.
#include "world/body_box.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "convex/hull.h"
#include "query/shape/shape.h"

namespace graze {
namespace {

constexpr double rounding = 0x1p-49;
constexpr double tiny = 0x1p-1000;  // for products that underflow

LocalBounds bounds_of(const AxisBox& box, double reach_of_sphere) {
  LocalBounds result;
  result.empty = !(box.low.array() <= box.high.array()).all();
  if (result.empty) return result;
  result.centre = 0.5 * box.low + 0.5 * box.high;
  result.half = (box.high - result.centre).cwiseMax(result.centre - box.low) * (1 + rounding);
  result.half.array() += tiny;
  // A pose may stretch lengths by a little more than 1e-6.
  result.distance = result.centre.norm() * (1 + rounding);
  result.radius = std::min(reach_of_sphere, result.half.norm()) * (1 + 4e-6) + tiny;
  return result;
}

LocalBounds around(const Eigen::Vector3d& half) {
  return bounds_of({-half, half}, half.norm());
}

LocalBounds around(std::span<const Eigen::Vector3d> points, const AxisBox& box) {
  const Eigen::Vector3d centre = 0.5 * box.low + 0.5 * box.high;
  double radius = 0;
  for (const Eigen::Vector3d& p : points) radius = std::max(radius, (p - centre).norm());
  return bounds_of(box, radius);
}

/// Of the box around the shape's own box at X, whose centre is computed as X·c.
Eigen::Vector3d turned_half(const LocalBounds& bounds, const Pose& X) {
  const Eigen::Matrix3d abs_R = X.R.cwiseAbs();
  const Eigen::Vector3d size = abs_R * (bounds.centre.cwiseAbs() + bounds.half) + X.t.cwiseAbs();
  return abs_R * bounds.half + rounding * size;
}

struct Bounds {
  const Shape::Impl& impl;

  LocalBounds operator()(const Mesh& mesh) const { return around(mesh.vertices, impl.mesh->bounds().box); }
  LocalBounds operator()(const Deformable& body) const { return (*this)(body.mesh); }
  LocalBounds operator()(const Convex& convex) const {
    AxisBox box;
    for (const Eigen::Vector3d& p : convex.vertices) box.include(p);
    return around(convex.vertices, box);
  }
  LocalBounds operator()(const Sphere& s) const {
    return bounds_of({Eigen::Vector3d::Constant(-s.radius), Eigen::Vector3d::Constant(s.radius)}, s.radius);
  }
  LocalBounds operator()(const Box& b) const { return around(b.half); }
  LocalBounds operator()(const Capsule& c) const {
    return around({c.radius, c.radius, (c.half_length + c.radius) * (1 + rounding)});
  }
  LocalBounds operator()(const Cylinder& c) const { return around({c.radius, c.radius, c.half_length}); }
  LocalBounds operator()(const Cone& c) const { return around({c.radius, c.radius, c.half_length}); }
  LocalBounds operator()(const Ellipsoid& e) const { return around(e.half); }
  LocalBounds operator()(const Compound& c) const {
    AxisBox box;
    for (const Piece& piece : c.pieces) {
      const LocalBounds bounds = local_bounds(piece.shape);
      if (bounds.empty) continue;
      const Eigen::Vector3d centre = piece.pose * bounds.centre, half = turned_half(bounds, piece.pose);
      box.include(AxisBox{centre - half, centre + half});
    }
    return bounds_of(box, INFINITY);
  }
};

// Half a unit in the last place of a float is at most 2^-24 of it, or 2^-150: less than what is taken off first.
float float_below(double x) {
  return static_cast<float>(std::min(x - (std::abs(x) * 0x1p-23 + 0x1p-149), static_cast<double>(FLT_MAX)));
}
float float_above(double x) {
  return -float_below(-x);
}

/// In float, and infinite where doubles overflow.
BroadBox outward(const AxisBox& box) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  BroadBox result;
  for (int i = 0; i < 3; ++i) {
    result.low[i] = float_below(box.low[i]);
    result.high[i] = float_above(box.high[i]);
  }
  const Eigen::Vector3d sum = box.low.cwiseAbs() + box.high.cwiseAbs();
  if (std::isfinite(sum[0] + sum[1] + sum[2])) return result;  // nearly always
  for (int i = 0; i < 3; ++i) {
    if (std::isfinite(box.low[i]) && std::isfinite(box.high[i])) continue;
    result.low[i] = -infinity;
    result.high[i] = infinity;
  }
  return result;
}

/// Of the vertices that faces use.
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
  return std::visit(Bounds{shape.impl()}, shape.kind());
}

BroadBox body_box(const LocalBounds& bounds, const Pose& X, BodyBoxes kind) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (bounds.empty) return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  const Eigen::Vector3d centre = X * bounds.centre;
  // |R| has rows of length 1 or a little more: no coordinate of |R|·|c| exceeds 2|c|.
  Eigen::Vector3d half = (rounding * (X.t.cwiseAbs().array() + 2 * bounds.distance) + bounds.radius).matrix();
  if (kind != BodyBoxes::cubes) half = half.cwiseMin(turned_half(bounds, X));
  return outward({centre - half, centre + half});
}

std::optional<RoundedHull> rounded_hull(const Shape& shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape.kind())) return hull_of(*mesh);
  const bool has_vertices =
      std::holds_alternative<Convex>(shape.kind()) || std::holds_alternative<Capsule>(shape.kind());
  if (!has_vertices) return {};
  const auto& convex = shape.impl().convex;
  return RoundedHull{{convex, convex->polytope()}, convex->body().radius * (1 + 4e-6)};
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
    const double margin =
        rounding * (r.template lpNorm<1>() * polytope.reach + std::abs(X.t[i]) + hull.radius) + hull.radius +
        tiny;
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
