// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/mesh_pair.h"

#include <algorithm>
#include <cmath>

#include "elementary/short_triangles.h"
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
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) square = std::max(square, (mesh.vertices[v] - centre).squaredNorm());
  }
  largest = length_bound({std::sqrt(square), 0, 0});
  // The differences are rounded by as much as the centre's size; squares may have underflowed or overflowed.
  largest += rounding(reach);
  if (square > 0x1p-900) radius = std::min(radius, largest);
}

MeshPair::MeshPair(const Mesh& mesh_a, const MeshBounds& bounds_a, const Placement& X_WA, const Mesh& mesh_b,
                   const MeshBounds& bounds_b, const Placement& X_WB)
    : a{mesh_a, bounds_a, X_WA.exact.X, X_WA.exact.outer},
      b{mesh_b, bounds_b, X_WB.exact.X, X_WB.exact.outer},
      X_AB(X_WA, X_WB),
      error(X_AB.point_error(bounds_b.reach)) {
  // Under one and the same pose the meshes may as well be compared in their own frame, where nothing is rounded.
  if (X_WA.poses > 1 || X_WB.poses > 1) return;
  if (*X_WA.X == *X_WB.X) a.X = b.X = nullptr;
  Eigen::Vector3d t;
  is_shift = X_WA.X->R.isIdentity(0) && X_WB.X->R.isIdentity(0) && add_exactly(X_WB.X->t, -X_WA.X->t, t) &&
             t == X_AB.t;
}

/// Of a in A's frame and b in B's.
Verdict MeshPair::short_faces_meet(const Triangle& in_a, const Triangle& in_b) const {
  if (b.X == nullptr) return short_triangles_meet(in_a, in_b);
  Triangle image;
  for (int i = 0; i < 3; ++i) {
    if (!is_shift || !add_exactly(in_b[i], X_AB.t, image[i])) return Verdict::unsure;
  }
  return short_triangles_meet(in_a, image);
}

bool MeshPair::faces_meet(std::uint32_t i, std::uint32_t j, Counters& counters) const {
  const Triangle t = b.triangle(j);
  ++counters.double_tests;
  switch (triangles_meet_filter(a.triangle(i), {X_AB * t[0], X_AB * t[1], X_AB * t[2]}, error)) {
    case Verdict::apart:
      return false;
    case Verdict::meet:
      return true;
    case Verdict::unsure:
      break;
  }
  ++counters.exact_fallbacks;
  const Verdict verdict = short_faces_meet(a.triangle(i), t);
  if (verdict != Verdict::unsure) return verdict == Verdict::meet;
  return triangles_meet_exact(a.posed(i), b.posed(j));
}

}  // namespace graze
