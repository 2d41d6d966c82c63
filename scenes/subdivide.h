// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <array>
#include <vector>

#include "solids.h"

namespace graze::scenes {

/// A closed surface of quadrangles, counter-clockwise seen from outside: a rough form to be smoothed.
struct QuadCage {
  std::vector<Vector3d> vertices;
  std::vector<std::array<std::uint32_t, 4>> quads;

  /// A copy of the quadrangle is put in place and joined to the old corners by four new ones; it keeps the
  /// number, so that it can be extruded further.
  void extrude(std::size_t quad, const Placement& placement);
  Vector3d middle(std::size_t quad) const;
};

/// One step of Catmull and Clark's subdivision (catmull-clark): four quadrangles for one.
QuadCage smoothed(const QuadCage& cage);

/// Two triangles for each quadrangle, cut along the shorter diagonal.
Mesh triangulated(const QuadCage& cage);

}  // namespace graze::scenes
