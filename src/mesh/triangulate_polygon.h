// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Polygons with any number of corners as triangles.
//
// 1. The polygon is projected along the axis of which its normal has most. The signs that decide are those of exact
//    arithmetic, so that the projection of a planar polygon is the polygon.
// 2. A convex polygon stays a fan about its first corner.
// 3. Any other polygon is cut by ear clipping (meisters1975, see mesh/ear_clipping.h).
// A polygon of n corners always becomes n - 2 triangles: the faces that follow it in a file keep their numbers.
#pragma once

#include <graze/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

#include "mesh/ear_clipping.h"

namespace graze {

enum class PolygonForm {
  convex,   ///< or all corners on a line: a fan
  concave,  ///< cut by ear clipping
  /// Ear clipping found no ear: the boundary crosses itself. It stays a fan.
  crossing,
};

/// Keeps its memory from polygon to polygon.
class PolygonTriangulator {
 public:
  /// `fan` holds the polygon as a fan: {c0, c1, c2}, {c0, c2, c3}, … It is replaced where the polygon is concave. The
  /// triangles of a simple planar polygon cover just that polygon, whichever corner it starts with. Corners may repeat
  /// and lie on lines; bridges to holes, where the boundary runs twice, are followed.
  PolygonForm triangulate(std::span<const Eigen::Vector3d> vertices, std::span<Face> fan);

  /// After `triangulate` has called a polygon concave: do two of its edges cross each other, seen along the axis of the
  /// projection? Edges that only touch do not cross. The search gives up, and says no, after `most_edge_pairs`
  /// comparisons.
  bool edges_cross() const;
  static constexpr std::size_t most_edge_pairs = 20'000'000;

  /// How far the corners of a polygon lie from a common plane, in units of its size, rounded.
  double off_plane(std::span<const Eigen::Vector3d> vertices, std::span<const Face> fan);

 private:
  void take_corners(std::span<const Face> fan);
  void find_normal(std::span<const Eigen::Vector3d> vertices);
  void project(std::span<const Eigen::Vector3d> vertices, int axis);
  bool all_on_a_line() const;
  bool is_convex() const;
  bool clip(std::span<Face> faces);

  std::vector<std::uint32_t> loop_;  ///< vertex numbers of the corners
  std::vector<Eigen::Vector3d>
      units_;  ///< corners seen from the first, in units of the largest difference, rounded
  Eigen::Vector3d normal_ =
      Eigen::Vector3d::Zero();  ///< twice the area of the projections of `units_`, rounded
  std::vector<Place> places_;   ///< of the projection
  double area_ = 0;             ///< twice that of the projection, in units, rounded
  EarClipper clipper_;
};

}  // namespace graze
