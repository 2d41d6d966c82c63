// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>
#include <graze/query.h>

#include "elementary/lattice.h"
#include "elementary/triangle.h"
#include "math/body_bounds.h"
#include "math/relative_pose.h"
#include "mesh/findings.h"

namespace graze {

/// The extent of what a mesh's faces use.
struct MeshBounds : BodyBounds {
  AxisBox box;
  Eigen::Array3d units = Eigen::Array3d::Zero();  ///< of a lattice (elementary/lattice.h); 0: none is known

  explicit MeshBounds(const Mesh& mesh);
  /// Of a mesh whose faces reach to the sides of the box; empty: of one without faces.
  explicit MeshBounds(const AxisBox& around_faces) : BodyBounds(around_faces), box(around_faces) {}
};

inline Triangle triangle(const Mesh& mesh, std::uint32_t face) {
  const Face& f = mesh.faces[face];
  return {mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]};
}

/// A mesh and where it is.
struct PosedMesh {
  const Mesh& mesh;
  const MeshBounds& bounds;
  const Pose* X;                     ///< none: the frame of the other mesh
  const PoseChain* outer = nullptr;  ///< of the compounds that the mesh is in

  Triangle triangle(std::uint32_t face) const { return graze::triangle(mesh, face); }
  PosedTriangle posed(std::uint32_t face) const { return {triangle(face), X, outer}; }
  PosedSegment posed(std::uint32_t from, std::uint32_t to) const {
    return {{mesh.vertices[from], mesh.vertices[to]}, X, outer};
  }
};

/// Two meshes to be tested against each other in A's frame: what every method needs to know.
struct MeshPair {
  PosedMesh a;
  PosedMesh b;
  RelativePose X_AB;
  double error;  ///< of a coordinate of B's points in A's frame
  Lattice lattice;

  /// For methods that look at the meshes from both sides.
  RelativePose X_BA() const { return X_AB.inverse().X; }

  MeshPair(const Mesh& mesh_a, const MeshBounds& bounds_a, const Placement& X_WA, const Mesh& mesh_b,
           const MeshBounds& bounds_b, const Placement& X_WB);

  /// Do face i of A and face j of B share a point? Double arithmetic first, exact signs where that is not certain.
  bool faces_meet(std::uint32_t i, std::uint32_t j, Counters& counters) const;
};

}  // namespace graze
