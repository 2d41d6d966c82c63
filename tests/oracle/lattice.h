// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "elementary/triangle.h"
#include "oracle/draw.h"

namespace graze::oracle {

/// Cases are built on integers, so that "on the edge" and "in the plane" are exact, and become doubles at the
/// end. All stay below 2^50 in magnitude.
using LatticePoint = Eigen::Matrix<std::int64_t, 3, 1>;
using LatticeTriangle = std::array<LatticePoint, 3>;

struct LatticePair {
  LatticeTriangle a;
  LatticeTriangle b;
};

/// Where offsets are drawn from: all of space, a plane or a line, with few bits or many.
class Lattice {
 public:
  enum class Span : std::uint8_t { line, axis_plane, plane, space };
  static constexpr int widest = 20;

  /// Coordinates of offsets have about `max_bits` bits at most; twice that in a plane or on a line.
  Lattice(Span span, Draw& draw, int max_bits = widest);

  /// Never 0.
  LatticePoint offset(Draw& draw) const;
  /// A point anywhere: offsets are taken from it.
  LatticePoint origin(Draw& draw) const;
  /// A direction that is normal to e and, in a plane, lies in it. Only its signs matter, so roundings do not.
  Eigen::Vector3d side(const LatticePoint& e, Draw& draw) const;
  /// For an axis_plane.
  int normal_axis() const { return normal_axis_; }

 private:
  int rank_ = 3;
  int normal_axis_ = 0;
  int bits_ = 0;
  std::array<LatticePoint, 3> basis_;
};

/// What of a triangle holds the given point.
enum class Feature : std::uint8_t { vertex, edge, face };

/// Directions from a point to the parts of a triangle that holds it: along an edge or face through it, and
/// off that.
struct Spokes {
  LatticePoint along;
  LatticePoint off;
};

/// A triangle that has p as a vertex, within an edge or within the face.
LatticeTriangle triangle_through(const LatticePoint& p, Feature feature, const Spokes& d, Draw& draw);
LatticeTriangle triangle_through(const LatticePoint& p, Feature feature, const Lattice& lattice, Draw& draw);

/// Mirrors d to the side of n that `sign` says.
void to_side(LatticePoint& d, const Eigen::Vector3d& n, int sign);

/// Two triangles that share p. In half the cases they are kept apart elsewhere as far as the features allow,
/// so that the answer hangs on p alone.
LatticePair touching_at(const LatticePoint& p, Feature a, Feature b, const Lattice& lattice, Draw& draw);

/// Two triangles with an edge each on one line, overlapping in a part of it.
LatticePair sharing_edge(const LatticePoint& p, const Lattice& lattice, Draw& draw);

/// The lattice's points as doubles times 2^exponent; exact.
Eigen::Vector3d to_double(const LatticePoint& p, int exponent);
Triangle to_double(const LatticeTriangle& t, int exponent);

}  // namespace graze::oracle
