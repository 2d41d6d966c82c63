// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/io.h>

#include <cstddef>
#include <vector>

namespace graze::io {

/// The polygons of a file on their way to triangles. Each is first stored as a fan about its first corner; when all
/// vertices are known, for some formats name them before they give them, concave ones are cut anew.
class Polygons {
 public:
  /// The faces go there.
  explicit Polygons(std::vector<Face>& faces) : faces_(faces) {}

  /// A polygon's corners one by one, then its end.
  void add_corner(std::uint32_t corner) {
    if (corners_ == 0) first_ = corner;
    if (corners_ >= 2) faces_.push_back({first_, last_, corner});
    last_ = corner;
    ++corners_;
  }
  /// How many corners it had; fewer than three are for the caller to refuse.
  std::size_t end_polygon() {
    const std::size_t corners = corners_;
    if (corners > 3) note(corners);
    corners_ = 0;
    return corners;
  }

  /// At the end of the file. Every corner must be a vertex.
  void triangulate(std::span<const Eigen::Vector3d> vertices, PolygonReport* report);

 private:
  /// Polygons of equal numbers of corners one after the other, in `faces_`.
  struct Run {
    std::size_t first_face, corners, count;
    std::size_t end_face() const { return first_face + (corners - 2) * count; }
  };

  void note(std::size_t corners);

  std::vector<Face>& faces_;
  std::vector<Run> runs_;  ///< of polygons with more than three corners
  std::size_t corners_ = 0;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

}  // namespace graze::io
