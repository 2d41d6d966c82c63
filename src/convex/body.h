// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include <cmath>
#include <memory>
#include <optional>

#include "convex/exact_meet.h"
#include "convex/polytope.h"
#include "elementary/triangle.h"

namespace graze {

/// A convex body as the kernels see it: a core, given by its vertices or by a formula, and everything within
/// `radius` of it. A sphere is a point with a radius, a capsule a segment with one; hulls, boxes and triangles
/// have none.
struct ConvexBody {
  enum class Core : std::uint8_t { lanes, cells, box, cylinder, cone, ellipsoid };

  Core core = Core::lanes;
  double radius = 0;
  std::uint32_t count = 0;                           ///< of vertices; 0 for cores without
  const double* lanes = nullptr;                     ///< see Polytope
  std::size_t stride = 0;                            ///< of the lanes
  const Polytope* polytope = nullptr;                ///< none: a triangle, or a core without vertices
  Eigen::Vector3d half = Eigen::Vector3d::Zero();    ///< half extents of cores with a formula, and of boxes
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of the core, well inside
  /// No point of the core is farther from the frame's origin; the largest double, where that exceeds the range.
  double reach = 0;
  double ball = INFINITY;  ///< no point of the core is farther from its centre; infinite: unknown
  std::span<const Eigen::Vector3d> vertices = {};

  bool is_polytope() const { return radius == 0 && count > 0; }
  PosedPoints points(const Pose* X) const {
    return {vertices, X, polytope != nullptr ? polytope->lowest : lowest_exponents(vertices)};
  }
};

/// The body of a polytope, which must outlive it.
ConvexBody body_of(const Polytope& polytope);

/// A triangle, which may be a segment or a point, as a body.
class TriangleBody {
 public:
  explicit TriangleBody(const Triangle& t);
  TriangleBody(const TriangleBody&) = delete;
  TriangleBody& operator=(const TriangleBody&) = delete;
  const ConvexBody& body() const { return body_; }

 private:
  Triangle corners_;
  double lanes_[3][8];
  ConvexBody body_;
};

/// The body of a shape, with what it refers to.
class ConvexShape {
 public:
  /// Null for kinds that are not convex: mesh, deformable, compound.
  static std::shared_ptr<const ConvexShape> of(const ShapeKind& kind);

  const ConvexBody& body() const { return body_; }
  /// The polytope of a hull, box, sphere (its centre) or capsule (its segment); none for others.
  const Polytope* polytope() const { return polytope_ ? &*polytope_ : nullptr; }
  /// Bounds of the whole body in its own frame, rounded outward.
  const AxisBox& box() const { return box_; }

 private:
  std::optional<Polytope> polytope_;
  ConvexBody body_;
  AxisBox box_;
};

}  // namespace graze
