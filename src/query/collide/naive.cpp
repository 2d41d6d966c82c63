// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every face against every face. No bounds, no tree, no lanes, nothing remembered: the method that the others are checked
// against.
#include "elementary/triangle_triangle.h"
#include "query/collide/kernels.h"

namespace graze {

const std::vector<Eigen::Vector3d>& b_vertices_A(const MeshPair& pair, QueryContext& context) {
  std::vector<Eigen::Vector3d>& vertices = context.scratch().b_vertices_A;
  vertices.clear();
  vertices.reserve(pair.b.mesh.vertices.size());
  for (const Eigen::Vector3d& p : pair.b.mesh.vertices) vertices.push_back(pair.X_AB * p);
  return vertices;
}

void collide_naive(const PosedPair& posed, QueryContext& context, Findings& findings) {
  constexpr std::uint32_t pairs_between_looks = 256;
  const MeshPair pair = posed.meshes();
  MemoryShare share(context.limits);
  share.hold(pair.b.mesh.vertices.size() * sizeof(Eigen::Vector3d));
  const std::vector<Eigen::Vector3d>& vertices_A = b_vertices_A(pair, context);
  const auto faces_a = static_cast<std::uint32_t>(pair.a.mesh.faces.size());
  const auto faces_b = static_cast<std::uint32_t>(pair.b.mesh.faces.size());
  for (std::uint32_t i = 0; i < faces_a; ++i) {
    const Triangle a = pair.a.triangle(i);
    for (std::uint32_t j = 0; j < faces_b; ++j) {
      if (j % pairs_between_looks == 0) findings.look();
      const Face& f = pair.b.mesh.faces[j];
      Verdict verdict =
          triangles_meet_filter(a, {vertices_A[f[0]], vertices_A[f[1]], vertices_A[f[2]]}, pair.error);
      if (verdict == Verdict::unsure) {
        ++context.counters.exact_fallbacks;
        verdict = triangles_meet_exact(pair.a.posed(i), pair.b.posed(j)) ? Verdict::meet : Verdict::apart;
      }
      ++context.counters.face_tests;
      if (verdict == Verdict::meet && findings.add({i, j})) return;
    }
  }
}

}  // namespace graze
