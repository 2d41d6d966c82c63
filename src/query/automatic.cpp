// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The default: the wide tree. Where a body has a new form and its tree would first have to be refitted, the face octree is
// faster as long as few faces lie where the boxes overlap: it looks at all others only once, and briefly. How many there are
// is guessed from a sample.
#include "query/methods.h"

namespace graze {
namespace {

AxisBox box_in_a(const PosedMesh& posed, const RelativePose* X) {
  if (X == nullptr) return posed.bounds.box;
  const AxisBox& box = posed.bounds.box;
  const Eigen::Vector3d centre = *X * (0.5 * box.low + 0.5 * box.high);
  const Eigen::Vector3d half = X->R.cwiseAbs() * (0.5 * box.high - 0.5 * box.low);
  return {centre - half, centre + half};
}

/// The share of a mesh's faces with their first corner in the box.
double share_inside(const Mesh& mesh, const RelativePose* X, const AxisBox& box) {
  constexpr std::size_t sample = 64;
  const std::size_t step = mesh.faces.size() / sample + 1;
  std::size_t inside = 0, looked_at = 0;
  for (std::size_t f = step / 2; f < mesh.faces.size(); f += step, ++looked_at) {
    const Eigen::Vector3d& p = mesh.vertices[mesh.faces[f][0]];
    inside += box.contains(X == nullptr ? p : *X * p) ? 1 : 0;
  }
  return looked_at == 0 ? 0 : static_cast<double>(inside) / static_cast<double>(looked_at);
}

bool octree_pays(const MeshPair& pair) {
  const RelativePose* X = pair.b.X == nullptr ? nullptr : &pair.X_AB;
  const AxisBox a = box_in_a(pair.a, nullptr), b = box_in_a(pair.b, X);
  const AxisBox common = {a.low.cwiseMax(b.low), a.high.cwiseMin(b.high)};
  const auto faces_a = static_cast<double>(pair.a.mesh.faces.size()),
             faces_b = static_cast<double>(pair.b.mesh.faces.size());
  const double inside =
      share_inside(pair.a.mesh, nullptr, common) * faces_a + share_inside(pair.b.mesh, X, common) * faces_b;
  constexpr double octree_share = 0.125;
  return inside < octree_share * (faces_a + faces_b);
}

}  // namespace

void find_automatic(const MeshQuery& query, Findings& findings) {
  const bool deforming = query.shape_a.mesh->deforms() || query.shape_b.mesh->deforms();
  if (deforming && octree_pays(query.pair)) return find_face_octree(query, findings);
  find_wide_bvh(query, findings);
}

}  // namespace graze
