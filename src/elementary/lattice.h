// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Triangles whose coordinates are small multiples of one power of two: stacked parts, parts on a grid, meshes that share vertices,
// coordinates of few decimals. Such pairs touch in thousands of places, and few instructions decide each of them exactly.
#pragma once

#include <graze/mesh.h>

#include <array>
#include <span>

#include "elementary/triangle.h"

namespace graze {

/// The largest power of two of which all coordinates are multiples; 0 if it is too small to be of use, or too extreme.
double lattice_unit(std::span<const Eigen::Vector3d> points);

/// Where the points of two bodies are on one lattice, up to a translation of the second.
class Lattice {
 public:
  /// No lattice.
  Lattice() = default;

  /// The first body is moved by t_a and the second by t_b. `unit` divides the coordinates of both, and none of these is larger
  /// than `reach`.
  Lattice(double unit, double reach, const Eigen::Vector3d& t_a, const Eigen::Vector3d& t_b);

  /// Do the triangles, each in its body's frame, share a point? By doubles, where the triangles are small in units of the lattice,
  /// else unsure.
  Verdict small_triangles_meet(const Triangle& a, const Triangle& b) const;

  /// The same by integers: unsure if there is no lattice.
  Verdict triangles_meet(const Triangle& a, const Triangle& b) const;

 private:
  double unit_ = 0;          // 0: no lattice
  double most_ = 0;          // how large a pair may be for doubles; 0: use integers for all pairs
  Eigen::Vector3d shift_{};  // t_b - t_a; exact if doubles are used
  std::array<std::int64_t, 3> steps_{};  // the same in units
};

}  // namespace graze
