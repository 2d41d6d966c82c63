// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/mesh_pair.h"

#include "elementary/triangle_triangle.h"

namespace graze {

MeshBounds::MeshBounds(const Mesh& mesh) {
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) box.include(mesh.vertices[v]);
  }
  *this = MeshBounds(box);
}

MeshBounds::MeshBounds(const AxisBox& around_faces) : box(around_faces) {
  if ((box.low.array() <= box.high.array()).all())
    reach = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff();
}

MeshPair::MeshPair(const Mesh& mesh_a, const MeshBounds& bounds_a, const Pose& pose_a, const Mesh& mesh_b,
                   const MeshBounds& bounds_b, const Pose& pose_b)
    // Under one and the same pose the meshes may as well be compared in their own frame, where nothing is
    // rounded.
    : a{mesh_a, bounds_a, pose_a == pose_b ? nullptr : &pose_a},
      b{mesh_b, bounds_b, pose_a == pose_b ? nullptr : &pose_b},
      X_AB(pose_a, pose_b),
      X_BA(pose_b, pose_a),
      error(X_AB.point_error(bounds_b.reach)) {}

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
  return triangles_meet_exact(a.posed(i), b.posed(j));
}

void find_pairs_blindly(const MeshPair& pair, Counters& counters, Findings& findings) {
  for (std::uint32_t i = 0; i < pair.a.mesh.faces.size(); ++i) {
    for (std::uint32_t j = 0; j < pair.b.mesh.faces.size(); ++j) {
      ++counters.face_tests;
      if (pair.faces_meet(i, j, counters) && findings.add({i, j})) return;
    }
  }
}

}  // namespace graze
