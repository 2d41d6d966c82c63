// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/axis_box.h"
#include "mesh/adjacency.h"

// What inspection and repair both need to know about a mesh.
namespace graze {

/// For each vertex, the first vertex at the same place (-0.0 and 0.0 are the same place).
std::vector<std::uint32_t> first_at_place(std::span<const Eigen::Vector3d> vertices);

/// For each face, the first face with the same corners in whatever order.
std::vector<std::uint32_t> first_with_corners(std::span<const Face> faces);

bool repeats_corner(const Face& face);

/// Has no area: the corners lie on a line. Decided exactly.
bool is_degenerate(const Mesh& mesh, const Face& face);

/// Does the face run from a to b (and not from b to a)?
bool runs_through(const Face& face, std::uint32_t a, std::uint32_t b);

/// An edge of two faces that run through it in the same direction.
bool is_inconsistent(std::span<const Face> faces, const Adjacency& adjacent, std::size_t edge);

/// A number for each face, the same for faces that are linked, counted from 0 in the order of their first
/// faces.
struct Groups {
  std::vector<std::uint32_t> of_face;
  std::size_t count = 0;
};

/// Faces linked by shared vertices.
Groups parts_by_vertex(std::span<const Face> faces, std::size_t vertex_count);

/// Faces linked by edges of just two faces.
Groups patches_by_edge(std::span<const Face> faces, const Adjacency& adjacent);

AxisBox bounds(const Mesh& mesh);

/// Coordinates from a box's centre in units of its largest side, so that no scale under- or overflows.
class UnitFrame {
 public:
  /// Empty, or a point: units are those of the coordinates.
  explicit UnitFrame(const AxisBox& box);
  double scale() const { return scale_; }
  Eigen::Vector3d operator()(const Eigen::Vector3d& p) const { return (p - centre_) / scale_; }

 private:
  Eigen::Vector3d centre_ = Eigen::Vector3d::Zero();
  double scale_ = 1;
};

/// Signed volumes and areas in units of the box's largest side L (volume L³, area L²).
class Measure {
 public:
  explicit Measure(const Mesh& mesh) : mesh_(mesh), frame_(bounds(mesh)) {}
  double scale() const { return frame_.scale(); }
  /// Of the tetrahedron between the face and the box's centre; the sum over a closed surface is the volume it
  /// encloses.
  double volume(const Face& face) const;
  double area(const Face& face) const;

 private:
  Eigen::Vector3d scaled(std::uint32_t vertex) const { return frame_(mesh_.vertices[vertex]); }
  const Mesh& mesh_;
  UnitFrame frame_;
};

}  // namespace graze
