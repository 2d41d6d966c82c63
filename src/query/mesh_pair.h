// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include <vector>

#include "elementary/blocks.h"
#include "elementary/triangle.h"
#include "math/relative_pose.h"
#include "query/shape.h"

namespace graze {

/// Faces eight at a time, and the box of each eight.
struct FaceBlock {
  TriangleBlock lanes;
  AxisBox box;
  std::array<std::uint32_t, block_lanes> faces;
  int size;
};

struct Scratch::Impl {
  std::vector<Eigen::Vector3d> b_vertices_A;
  std::vector<FaceBlock> blocks;
};

/// A mesh and where it is.
struct PosedMesh {
  const Mesh& mesh;
  const MeshIndex& index;
  const Pose* X;  ///< none: the frame of the other mesh

  Triangle triangle(std::uint32_t face) const {
    const Face& f = mesh.faces[face];
    return {mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]};
  }
  PosedTriangle posed(std::uint32_t face) const { return {triangle(face), X}; }
};

/// Two meshes to be tested against each other, in A's frame.
struct MeshPair {
  PosedMesh a;
  PosedMesh b;
  RelativePose X_AB;
  double error;  ///< of a coordinate of B's points in A's frame
  Scratch::Impl& scratch;
  Counters& counters;

  MeshPair(const Shape::Impl& shape_a, const Pose& X_WA, const Shape::Impl& shape_b, const Pose& X_WB,
           Scratch::Impl& s, Counters& c);

  /// B's vertices in A's frame, in scratch.
  const std::vector<Eigen::Vector3d>& b_vertices_A() const;
};

/// Where face pairs go as they are found.
class Findings {
 public:
  /// Stop at the first, or gather all of them.
  static Findings first() { return Findings(nullptr); }
  static Findings all(std::vector<FacePair>& pairs) { return Findings(&pairs); }

  /// True when the search may stop.
  bool add(FacePair pair) {
    if (!found_) found_ = pair;
    if (all_ == nullptr) return true;
    all_->push_back(pair);
    return false;
  }
  const std::optional<FacePair>& found() const { return found_; }

 private:
  explicit Findings(std::vector<FacePair>* all) : all_(all) {}
  std::vector<FacePair>* all_;
  std::optional<FacePair> found_;
};

// The methods. A pair of faces may be reported more than once, and in any order.
void find_naive(const MeshPair& pair, Findings& findings);
void find_simple(const MeshPair& pair, Findings& findings);

}  // namespace graze
