// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/body.h"

#include <cmath>
#include <limits>

#include "convex/hull.h"
#include "math/slack.h"

namespace graze {
namespace {

/// Corner i lies at the positive half extents where i has a bit.
std::vector<Eigen::Vector3d> box_corners(const Eigen::Vector3d& half) {
  std::vector<Eigen::Vector3d> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1) != 0 ? half[0] : -half[0], (i & 2) != 0 ? half[1] : -half[1],
                         (i & 4) != 0 ? half[2] : -half[2]);
  }
  return corners;
}

struct Core {
  ConvexBody::Core kind = ConvexBody::Core::lanes;
  std::vector<Eigen::Vector3d> points = {};  // of which it is the hull, if there are any
  double radius = 0;
  Eigen::Vector3d half = Eigen::Vector3d::Zero();
};

struct CoreOf {
  using Kind = ConvexBody::Core;
  std::optional<Core> operator()(const Convex& c) const { return Core{Kind::lanes, c.vertices}; }
  std::optional<Core> operator()(const Box& b) const {
    return Core{Kind::box, box_corners(b.half), 0, b.half};
  }
  std::optional<Core> operator()(const Sphere& s) const {
    return Core{Kind::lanes, {Eigen::Vector3d::Zero()}, s.radius};
  }
  std::optional<Core> operator()(const Capsule& c) const {
    return Core{Kind::lanes, {{0, 0, -c.half_length}, {0, 0, c.half_length}}, c.radius};
  }
  std::optional<Core> operator()(const Cylinder& c) const {
    return Core{Kind::cylinder, {}, 0, {c.radius, c.radius, c.half_length}};
  }
  std::optional<Core> operator()(const Cone& c) const {
    return Core{Kind::cone, {}, 0, {c.radius, c.radius, c.half_length}};
  }
  std::optional<Core> operator()(const Ellipsoid& e) const { return Core{Kind::ellipsoid, {}, 0, e.half}; }
  template <class Other>
  std::optional<Core> operator()(const Other&) const {
    return std::nullopt;
  }
};

/// At least a length that was computed with a few roundings; the largest double where that exceeds the range.
double reach_of(double reach) {
  return std::min(no_less(reach), std::numeric_limits<double>::max());
}

}  // namespace

ConvexBody body_of(const Polytope& p) {
  ConvexBody body;
  body.count = static_cast<std::uint32_t>(p.vertices.size());
  body.core = p.cells.cells.empty() ? ConvexBody::Core::lanes : ConvexBody::Core::cells;
  body.lanes = p.lanes.data();
  body.stride = p.stride;
  body.polytope = &p;
  body.centre = p.centre;
  body.reach = reach_of(std::sqrt(3.0) * p.reach);
  body.vertices = p.vertices;
  double square = 0;
  for (const Eigen::Vector3d& v : p.vertices) square = std::max(square, (v - p.centre).squaredNorm());
  // From the origin where squares may underflow or overflow. Elsewhere roundings are far below what is added.
  body.ball = is_ordinary_square(square) ? no_less(std::sqrt(square)) : 2.1 * body.reach;
  return body;
}

TriangleBody::TriangleBody(const Triangle& t) : corners_(t) {
  double reach = 0;
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 8; ++i) lanes_[axis][i] = t[static_cast<std::size_t>(std::min(i, 2))][axis];
    for (const Eigen::Vector3d& p : t) reach = std::max(reach, std::abs(p[axis]));
  }
  body_.count = 3;
  body_.lanes = &lanes_[0][0];
  body_.stride = 8;
  body_.centre = t[0] / 3 + t[1] / 3 + t[2] / 3;
  body_.reach = reach_of(std::sqrt(3.0) * reach);
  body_.vertices = corners_;
}

std::shared_ptr<const ConvexShape> ConvexShape::of(const ShapeKind& kind) {
  const std::optional<Core> core = std::visit(CoreOf{}, kind);
  if (!core) return nullptr;
  auto shape = std::make_shared<ConvexShape>();
  if (!core->points.empty()) {
    shape->polytope_ = hull(core->points);
    shape->body_ = body_of(*shape->polytope_);
    shape->box_ = shape->polytope_->box;
    if (core->kind == ConvexBody::Core::box) shape->body_.core = core->kind;
  } else {
    shape->body_.core = core->kind;
    const double longest = core->half.maxCoeff();  // squares of what is divided by it stay in range
    shape->body_.reach = reach_of(longest * (core->half / longest).norm());
    shape->body_.ball = shape->body_.reach;
    shape->box_.low = -core->half;
    shape->box_.high = core->half;
  }
  shape->body_.half = core->half;
  shape->body_.radius = core->radius;
  if (core->radius > 0) {
    const Eigen::Vector3d size = shape->box_.low.cwiseAbs().cwiseMax(shape->box_.high.cwiseAbs());
    // A round body stays round in the world. In its own frame its radius may be longer: all poses that it may be under are
    // undone there.
    const double radius = (1 + inverse_stretch(most_poses)) * core->radius;
    const Eigen::Vector3d grow = size.unaryExpr([&](double x) { return radius + rounding(x + radius); });
    shape->box_.low -= grow;
    shape->box_.high += grow;
  }
  return shape;
}

}  // namespace graze
