// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/body.h"

#include <cmath>
#include <limits>

#include "convex/hull.h"
#include "math/slack.h"

namespace graze {
namespace {

/// At least a length that was computed with a few roundings; the largest double where that exceeds the range.
double reach_of(double reach) {
  return std::min(no_less(reach), std::numeric_limits<double>::max());
}

/// `largest`: the largest coordinate, in absolute value.
void set_vertices(ConvexBody& body, std::span<const Eigen::Vector3d> vertices, double largest) {
  body.vertices = vertices;
  body.count = static_cast<std::uint32_t>(vertices.size());
  body.reach = reach_of(std::sqrt(3.0) * largest);
  double square = 0;
  for (const Eigen::Vector3d& v : vertices) square = std::max(square, (v - body.centre).squaredNorm());
  // From the origin where squares may underflow or overflow. Elsewhere roundings are far below what is added.
  body.ball = is_ordinary_square(square) ? no_less(std::sqrt(square)) : 2.1 * body.reach;
}

}  // namespace

SimpleCore::SimpleCore(const Eigen::Vector3d& half, Numbers numbers) {
  for (std::uint32_t i = 0; i < 8; ++i) {
    Eigen::Vector3d corner = Eigen::Vector3d::Zero();  // and not -0 where the extent is 0
    bool is_new = true;
    for (int axis = 0; axis < 3; ++axis) {
      const bool positive = (i >> axis & 1) != 0;
      if (half[axis] != 0) corner[axis] = positive ? half[axis] : -half[axis];
      is_new = is_new && !(positive && half[axis] == 0);
    }
    if (!is_new) continue;
    numbers_[count_] = numbers == Numbers::bits ? i : static_cast<std::uint32_t>(count_);
    vertices_[count_++] = corner;
  }
  for (std::size_t i = 0; i < stride; ++i) {
    for (int axis = 0; axis < 3; ++axis) lanes_[axis][i] = vertices_[std::min(i, count_ - 1)][axis];
  }
}

const Polytope& SimpleCore::polytope() const {
  return polytope_.get([&] { return hull(vertices()); });
}

ConvexBody body_of(const Polytope& p) {
  ConvexBody body;
  body.core = p.cells.cells.empty() ? ConvexBody::Core::lanes : ConvexBody::Core::cells;
  body.lanes = p.lanes.data();
  body.stride = p.stride;
  body.hull = &p;
  body.centre = p.centre;
  set_vertices(body, p.vertices, p.reach);
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

namespace {

/// What a shape is, as a core and a radius.
struct CoreOf {
  using Kind = ConvexBody::Core;
  struct Parts {
    Kind kind = Kind::lanes;
    Eigen::Vector3d half = Eigen::Vector3d::Zero();
    double radius = 0;
    const std::vector<Eigen::Vector3d>* points = nullptr;  ///< whose hull it is
  };

  std::optional<Parts> operator()(const Convex& c) const {
    return Parts{Kind::lanes, Eigen::Vector3d::Zero(), 0, &c.vertices};
  }
  std::optional<Parts> operator()(const Box& b) const { return Parts{Kind::box, b.half}; }
  std::optional<Parts> operator()(const Sphere& s) const {
    return Parts{Kind::lanes, Eigen::Vector3d::Zero(), s.radius};
  }
  std::optional<Parts> operator()(const Capsule& c) const {
    return Parts{Kind::lanes, {0, 0, c.half_length}, c.radius};
  }
  std::optional<Parts> operator()(const Cylinder& c) const {
    return Parts{Kind::cylinder, {c.radius, c.radius, c.half_length}};
  }
  std::optional<Parts> operator()(const Cone& c) const {
    return Parts{Kind::cone, {c.radius, c.radius, c.half_length}};
  }
  std::optional<Parts> operator()(const Ellipsoid& e) const { return Parts{Kind::ellipsoid, e.half}; }
  template <class Other>
  std::optional<Parts> operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

std::shared_ptr<const ConvexShape> ConvexShape::of(const ShapeKind& kind) {
  const std::optional<CoreOf::Parts> parts = std::visit(CoreOf{}, kind);
  if (!parts) return nullptr;
  auto shape = std::make_shared<ConvexShape>();
  ConvexBody& body = shape->body_;
  const Eigen::Vector3d& half = parts->half;
  if (parts->points != nullptr) {
    body = body_of(shape->hull_.emplace(hull(*parts->points)));
    shape->core_box_ = shape->hull_->box;
  } else {
    shape->core_box_ = {-half, half};
    if (parts->kind == ConvexBody::Core::lanes || parts->kind == ConvexBody::Core::box) {
      const bool is_box = parts->kind == ConvexBody::Core::box;
      const SimpleCore& core =
          shape->simple_.emplace(half, is_box ? SimpleCore::Numbers::bits : SimpleCore::Numbers::order);
      body.lanes = core.lanes();
      body.stride = SimpleCore::stride;
      body.simple = &core;
      set_vertices(body, core.vertices(), half.maxCoeff());
      if (core.vertices().size() == 8)
        body.core = parts->kind;  // flat boxes are polygons, segments or points
    } else {
      body.core = parts->kind;
      const double longest = half.maxCoeff();  // squares of what is divided by it stay in range
      body.reach = reach_of(longest * (half / longest).norm());
      body.ball = body.reach;
    }
  }
  body.half = half;
  body.radius = parts->radius;
  shape->box_ = shape->core_box_;
  if (body.radius > 0) {
    const Eigen::Vector3d size = shape->box_.low.cwiseAbs().cwiseMax(shape->box_.high.cwiseAbs());
    // A round body stays round in the world. In its own frame its radius may be longer: all poses that it may be under are
    // undone there.
    const double radius = (1 + inverse_stretch(most_poses)) * body.radius;
    const Eigen::Vector3d grow = size.unaryExpr([&](double x) { return radius + rounding(x + radius); });
    shape->box_.low -= grow;
    shape->box_.high += grow;
  }
  return shape;
}

}  // namespace graze
