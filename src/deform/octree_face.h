// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <cstdint>

#include "elementary/triangle.h"
#include "mesh/mesh_pair.h"

namespace graze {

/// A body on its way through the octree: where its points come to lie in the frame common to all bodies.
struct OctreeBody {
  const Mesh& mesh;
  const MeshBounds& bounds;
  const Pose* X;      ///< for exact signs; none: as they are
  Eigen::Matrix3d R;  ///< p ↦ R·p + t, where `moved`
  Eigen::Vector3d t;
  bool moved;
  double error;                      ///< of a coordinate of an image; infinite where nothing can be said
  const PoseChain* outer = nullptr;  ///< of the compounds that the body is in, for exact signs

  /// In the frame in which poses are given, or, without one, as it is.
  static OctreeBody posed(const Mesh& mesh, const MeshBounds& bounds, const Pose* X);

  Eigen::Vector3d image(const Eigen::Vector3d& p) const { return moved ? Eigen::Vector3d(R * p + t) : p; }
  Triangle image(std::uint32_t face) const {
    const Triangle p = triangle(mesh, face);
    return {image(p[0]), image(p[1]), image(p[2])};
  }
};

/// The root of the octree. In its own frame, q = (p - centre)·scale, it reaches from -1 to 1. The frame is defined by
/// these two numbers, whatever they were rounded from. So a computed q is off by 2 roundings of q itself, wherever
/// the cube lies, which is far less than the margin of a face.
struct OctreeCube {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double scale = 1;

  Eigen::Vector3d operator()(const Eigen::Vector3d& p) const { return (p - centre) * scale; }
  /// False for NaN.
  bool holds(const AxisBox& box) const {
    return ((*this)(box.low).array() >= -1).all() && ((*this)(box.high).array() <= 1).all();
  }
};

/// A face on the checklist.
struct OctreeFace {
  Triangle p;             ///< in the common frame
  float v[3][3];          ///< in the cube's frame, corner and axis
  float low[3], high[3];  ///< the part of its box that lies in the overlap regions, rounded outward
  float extent;           ///< the longest side of its box
  float margin;           ///< how far a coordinate of v may be from the truth
  std::uint32_t face;
  std::uint32_t body;
};

/// A box of the subdivision, in the cube's frame. Numbers are multiples of a power of two, and so exact.
struct OctreeCell {
  float c[3] = {0, 0, 0};
  float h[3] = {1, 1, 1};
};

}  // namespace graze
