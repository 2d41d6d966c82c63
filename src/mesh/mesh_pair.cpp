// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/mesh_pair.h"

#include <algorithm>
#include <cmath>

#include "elementary/triangle_triangle.h"
#include "math/slack.h"

namespace graze {

MeshBounds::MeshBounds(const Mesh& mesh) {
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) box.include(mesh.vertices[v]);
  }
  *this = MeshBounds(box);
  if (mesh.faces.empty()) return;
  // A ball around the vertices is smaller than one around their box.
  double square = 0, largest = 0;
  units = lattice_units(mesh.vertices);
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) square = std::max(square, (mesh.vertices[v] - centre).squaredNorm());
  }
  largest = length_bound({std::sqrt(square), 0, 0});
  // The differences are rounded by as much as the centre's size; squares may have underflowed or overflowed.
  largest += rounding(reach);
  if (is_ordinary_square(square)) radius = std::min(radius, largest);
}

MeshPair::MeshPair(const Mesh& mesh_a, const MeshBounds& bounds_a, const Placement& X_WA, const Mesh& mesh_b,
                   const MeshBounds& bounds_b, const Placement& X_WB)
    : a{mesh_a, bounds_a, X_WA.exact.X, X_WA.exact.outer},
      b{mesh_b, bounds_b, X_WB.exact.X, X_WB.exact.outer},
      X_AB(X_WA, X_WB),
      error(X_AB.point_error(bounds_b.reach)) {
  // Under one and the same pose the meshes may as well be compared in their own frame, where nothing is rounded.
  if (X_WA.poses > 1 || X_WB.poses > 1) return;
  const bool same = *X_WA.X == *X_WB.X;
  if (same) a.X = b.X = nullptr;
  const Eigen::Array3d units = bounds_a.units.min(bounds_b.units);
  const double reach = std::max(bounds_a.reach, bounds_b.reach);
  if (!(units > 0).all()) return;
  if (same) {
    lattice = Lattice(units, reach, {0, 0, 0}, {0, 0, 0});
  } else if (X_WA.X->R == Eigen::Matrix3d::Identity() && X_WB.X->R == Eigen::Matrix3d::Identity()) {
    lattice = Lattice(units, reach, X_WA.X->t, X_WB.X->t);
  }
}

bool MeshPair::faces_meet(std::uint32_t i, std::uint32_t j, Counters& counters) const {
  const Triangle in_a = a.triangle(i), in_b = b.triangle(j);
  ++counters.double_tests;
  Verdict verdict = lattice.small_triangles_meet(in_a, in_b);
  if (verdict == Verdict::unsure)
    verdict = triangles_meet_filter(in_a, {X_AB * in_b[0], X_AB * in_b[1], X_AB * in_b[2]}, error);
  if (verdict == Verdict::unsure) {
    ++counters.exact_fallbacks;
    verdict = lattice.triangles_meet(in_a, in_b);
  }
  return settled(verdict, [&] { return triangles_meet_exact(a.posed(i), b.posed(j)); });
}

}  // namespace graze
