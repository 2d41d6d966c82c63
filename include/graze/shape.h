// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>
#include <graze/pose.h>

#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace graze {

class Shape;

// The kinds of shapes, as plain values. Solids other than meshes are filled; a mesh is its surface. Round
// solids lie along local z. Of spheres, boxes and capsules all sizes may be 0: they are then the points, segments and rectangles that
// they look like.
struct Sphere {
  double radius = 1;
  bool operator==(const Sphere&) const = default;
};
struct Box {
  Eigen::Vector3d half = {1, 1, 1};
  bool operator==(const Box&) const = default;
};
struct Capsule {
  double radius = 1;
  double half_length = 1;  ///< half of the segment between the two half-spheres' centres
  bool operator==(const Capsule&) const = default;
};
struct Cylinder {
  double radius = 1;
  double half_length = 1;
  bool operator==(const Cylinder&) const = default;
};
struct Cone {
  double radius = 1;
  double half_length = 1;  ///< base at -half_length, tip at +half_length
  bool operator==(const Cone&) const = default;
};
struct Ellipsoid {
  Eigen::Vector3d half = {1, 1, 1};
  bool operator==(const Ellipsoid&) const = default;
};
/// The convex hull of the points.
struct Convex {
  std::vector<Eigen::Vector3d> vertices;
  bool operator==(const Convex&) const = default;
};
/// A mesh whose vertices may be replaced from frame to frame.
struct Deformable {
  Mesh mesh;
  bool operator==(const Deformable&) const = default;
};
struct Piece;
/// Pieces with poses in the body's frame: articulated and non-convex bodies. Pieces may be compounds, up to 16 levels deep. A
/// point v of a piece lies at R·v + t in the body's frame, in exact arithmetic: poses of nested pieces are never rounded.
struct Compound {
  std::vector<Piece> pieces;
  bool operator==(const Compound&) const;
};

using ShapeKind =
    std::variant<Mesh, Deformable, Convex, Sphere, Box, Capsule, Cylinder, Cone, Ellipsoid, Compound>;

/// The name of a kind as scene files have it: "mesh", "sphere", …
std::string_view kind_name(const ShapeKind& kind);

/// A body's geometry. Immutable, cheap to copy (shared inside), and safe to query from many threads at once. One that was moved from
/// may only be assigned to or destroyed.
/// Trees that a query method needs are built at its first use, or by `prepare` (graze/query.h).
class Shape {
 public:
  /// Throws Error for bad values (see `validate`), as do all that follow.
  static Shape mesh(Mesh mesh);
  /// A mesh whose vertices a `Deformer` may replace (graze/deform.h).
  static Shape deformable(Mesh mesh);
  static Shape of(ShapeKind kind);
  explicit Shape(ShapeKind kind);  ///< the same: Shape(Sphere{0.5})

  const ShapeKind& kind() const;

  /// The compound with its pieces elsewhere, for articulated bodies: pieces are shared, and what is known of them is
  /// kept. Throws Error for another kind, and unless there is a rigid pose for each piece.
  Shape with_poses(std::span<const Pose> poses) const;

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  friend class Deformer;
  explicit Shape(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

struct Piece {
  Shape shape;
  Pose pose;
};

}  // namespace graze
