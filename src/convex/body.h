// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>

#include "convex/exact_meet.h"
#include "convex/polytope.h"
#include "elementary/triangle.h"
#include "math/lazy.h"

namespace graze {

/// The vertices of a box, of a sphere (its centre) or of a capsule (its segment). Their polytope is built when it is first asked
/// for: that takes a hundred times as long as all else, and only `lin_canny` and BodyBoxes::climbed need it.
class SimpleCore {
 public:
  enum class Numbers : std::uint8_t {
    bits,   ///< a corner's number has a bit for each axis along which it is positive
    order,  ///< 0, 1, …
  };
  /// The corners ±half, each once. Axes along which `half` is 0 have no bits.
  SimpleCore(const Eigen::Vector3d& half, Numbers numbers);
  SimpleCore(const SimpleCore&) = delete;
  SimpleCore& operator=(const SimpleCore&) = delete;

  std::span<const Eigen::Vector3d> vertices() const { return std::span(vertices_).first(count_); }
  /// As those of a Polytope, in one register of eight an axis.
  const double* lanes() const { return &lanes_[0][0]; }
  static constexpr std::size_t stride = 8;
  /// The corner's number.
  std::uint32_t source(std::uint32_t vertex) const { return numbers_[vertex]; }
  const Polytope& polytope() const;

 private:
  std::size_t count_ = 0;
  std::array<Eigen::Vector3d, 8> vertices_;
  std::array<std::uint32_t, 8> numbers_;
  double lanes_[3][stride];
  Lazy<Polytope> polytope_;
};

/// A convex body as the kernels see it: a core, given by its vertices or by a formula, and everything within
/// `radius` of it. A sphere is a point with a radius, a capsule a segment with one; hulls, boxes and triangles
/// have none.
struct ConvexBody {
  enum class Core : std::uint8_t { lanes, cells, box, cylinder, cone, ellipsoid };

  Core core = Core::lanes;
  double radius = 0;
  std::uint32_t count = 0;             ///< of vertices; 0 for cores without
  const double* lanes = nullptr;       ///< see Polytope
  std::size_t stride = 0;              ///< of the lanes
  const Polytope* hull = nullptr;      ///< of hulls: whose vertices these are
  const SimpleCore* simple = nullptr;  ///< of boxes, spheres and capsules
  Eigen::Vector3d half =
      Eigen::Vector3d::Zero();  ///< half extents of cores with a formula, boxes and capsules
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< of the core, well inside
  /// No point of the core is farther from the frame's origin; the largest double, where that exceeds the range.
  double reach = 0;
  double ball = INFINITY;  ///< no point of the core is farther from its centre; infinite: unknown
  std::span<const Eigen::Vector3d> vertices = {};

  bool is_polytope() const { return radius == 0 && count > 0; }
  PosedPoints points(const Pose* X) const {
    return {vertices, X, hull != nullptr ? hull->lowest : lowest_exponents(vertices)};
  }
  /// Edges and faces, for cores with vertices that are no triangles'.
  const Polytope& polytope() const { return hull != nullptr ? *hull : simple->polytope(); }
  /// The number that vertex i has for the user.
  std::uint32_t source(std::uint32_t i) const {
    if (hull != nullptr) return hull->source[i];
    return simple != nullptr ? simple->source(i) : i;
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
  /// Bounds of the core in its frame.
  const AxisBox& core_box() const { return core_box_; }
  /// Bounds of the whole body in its own frame, rounded outward.
  const AxisBox& box() const { return box_; }

 private:
  std::optional<Polytope> hull_;
  std::optional<SimpleCore> simple_;
  ConvexBody body_;
  AxisBox core_box_, box_;
};

}  // namespace graze
