// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Triangles whose coordinates are small multiples of one power of two: stacked parts, parts on a grid, meshes that share vertices,
// coordinates of few decimals. Such pairs touch in thousands of places, and few instructions decide each of them exactly.
#pragma once

#include <graze/mesh.h>

#include <array>
#include <span>

#include "elementary/triangle.h"
#include "exact/short_points.h"

namespace graze {

/// For each axis the largest power of two of which all coordinates are multiples; 0 if it is too small to be of use, or too
/// extreme, and infinity if all coordinates are 0.
Eigen::Array3d lattice_units(std::span<const Eigen::Vector3d> points);

/// Is a - b, component by component, a double? False for NaN.
bool is_exact_difference(const Eigen::Vector3d& a, const Eigen::Vector3d& b);

/// Where the points of two bodies are on one lattice, up to a translation of the second.
class Lattice {
 public:
  /// No lattice.
  Lattice() = default;

  /// The first body is moved by t_a and the second by t_b. `units` divide the coordinates of both, and none of these is larger
  /// than `reach`.
  Lattice(const Eigen::Array3d& units, double reach, const Eigen::Vector3d& t_a, const Eigen::Vector3d& t_b);

  /// Do the triangles, each in its body's frame, share a point? By doubles, where the triangles are small in units of the lattice,
  /// else unsure.
  Verdict small_triangles_meet(const Triangle& a, const Triangle& b) const;

  /// Eight at once are in lattice_block.h. They need to know:
  /// Do doubles hold all coordinates, and are they exact for triangles that are small?
  bool decides_in_doubles() const { return doubles_; }
  /// Are triangles inside the box small, if so?
  bool is_small(const AxisBox& box) const { return !((box.high - box.low).array() > most_).any(); }
  /// Are the shifts below exact, and coordinates and differences 0 or from 2^-300 to 2^302 in size?
  bool has_exact_shift() const { return exact_shift_; }
  /// What brings B's points into A's frame, and A's into B's.
  Eigen::Vector3d shift_to_a() const { return shift_; }
  Eigen::Vector3d shift_to_b() const { return -shift_; }

  /// The same by integers: unsure if there is no lattice.
  Verdict triangles_meet(const Triangle& a, const Triangle& b) const;

 private:
  using Integers = exact::ShortPoints<6>;
  exact::Int128 in_units(double x, int axis) const;

  Integers::Way way_ = Integers::Way::none;  // none: no lattice
  bool doubles_ = false;                     // where a pair is small enough
  bool exact_shift_ = false;
  Eigen::Array3d most_{};                 // how large a pair may be for doubles
  Eigen::Vector3d shift_{};               // t_b - t_a; exact if doubles are used, or exact_shift_
  Eigen::Array3d to_units_{};             // 1/unit
  std::array<exact::Int128, 3> steps_{};  // the shift in units
};

}  // namespace graze
