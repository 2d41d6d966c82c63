// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>
#include <graze/query.h>

#include "elementary/triangle.h"
#include "math/axis_box.h"
#include "math/relative_pose.h"

namespace graze {

/// The extent of what a mesh's faces use.
struct MeshBounds {
  AxisBox box;
  double reach = 0;  ///< the largest coordinate in absolute value
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d half = Eigen::Vector3d::Zero();  ///< from there to the sides of the box
  double radius = 0;  ///< of a ball about `centre`; infinite where squares overflow

  explicit MeshBounds(const Mesh& mesh);
  /// Of a mesh whose faces reach to the sides of the box; empty: of one without faces.
  explicit MeshBounds(const AxisBox& around_faces);
};

inline Triangle triangle(const Mesh& mesh, std::uint32_t face) {
  const Face& f = mesh.faces[face];
  return {mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]};
}

/// A mesh and where it is.
struct PosedMesh {
  const Mesh& mesh;
  const MeshBounds& bounds;
  const Pose* X;  ///< none: the frame of the other mesh

  Triangle triangle(std::uint32_t face) const { return graze::triangle(mesh, face); }
  PosedTriangle posed(std::uint32_t face) const { return {triangle(face), X}; }
};

/// Two meshes to be tested against each other in A's frame: what every method needs to know.
struct MeshPair {
  PosedMesh a;
  PosedMesh b;
  RelativePose X_AB;
  double error;  ///< of a coordinate of B's points in A's frame

  /// For methods that look at the meshes from both sides.
  RelativePose X_BA() const { return X_AB.inverse(); }

  MeshPair(const Mesh& mesh_a, const MeshBounds& bounds_a, const Pose& pose_a, const Mesh& mesh_b,
           const MeshBounds& bounds_b, const Pose& pose_b);

  /// Do face i of A and face j of B share a point? Double arithmetic first, exact signs where that is not
  /// certain.
  bool faces_meet(std::uint32_t i, std::uint32_t j, Counters& counters) const;
};

/// Are balls or boxes around the meshes certainly apart? Costs little, and needs no relative pose. Both poses must be valid.
bool bounds_apart(const MeshBounds& a, const Pose& X_WA, const MeshBounds& b, const Pose& X_WB);

/// Where face pairs go as they are found: to a list, or nowhere because the first will do.
class Findings {
 public:
  static Findings first() { return Findings(nullptr); }
  static Findings all(std::vector<FacePair>& pairs) { return Findings(&pairs); }

  /// True when the search may stop.
  bool add(FacePair pair) {
    if (!found_) found_ = pair;
    if (all_ == nullptr) return true;
    all_->push_back(pair);
    return false;
  }
  bool wants_first_only() const { return all_ == nullptr; }
  const std::optional<FacePair>& found() const { return found_; }

 private:
  explicit Findings(std::vector<FacePair>* all) : all_(all) {}
  std::vector<FacePair>* all_;
  std::optional<FacePair> found_;
};

/// Every face against every face: for poses and sizes so extreme that bounds in float say nothing.
void find_pairs_blindly(const MeshPair& pair, Counters& counters, Findings& findings);

}  // namespace graze
