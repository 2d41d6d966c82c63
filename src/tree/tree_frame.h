// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>

#include "math/slack.h"
#include "mesh/mesh_pair.h"

namespace graze {

/// The frame that a tree keeps its bounds in: q = (p - origin)·scale, in which what the mesh uses reaches
/// from -1 to 1 at most.
struct TreeFrame {
  /// Of a computed coordinate of q, which the subtraction rounds by at most u; and room for an operation or two with it.
  static constexpr double error = 8 * unit_roundoff;

  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  double scale = 1;  ///< a power of two

  TreeFrame() = default;
  explicit TreeFrame(const MeshBounds& bounds);

  Eigen::Vector3d operator()(const Eigen::Vector3d& p) const { return (p - origin) * scale; }

  /// False for meshes so large that no power of two brings them into -1 to 1.
  bool fits() const { return scale > 0x1p-1000; }
};

/// Tree frame X seen from tree frame Y: x ↦ k·R·x + t.
struct TreeFrameMap {
  Eigen::Matrix3d R;  ///< as in the relative pose; not quite orthonormal
  double k;           ///< a power of two
  Eigen::Vector3d t;
  double error;  ///< of a coordinate of a mapped point. Infinite or NaN where nothing can be said.

  /// The relative pose maps mesh coordinates of X to those of Y, with point errors `point_error`.
  TreeFrameMap(const TreeFrame& y, const TreeFrame& x, const RelativePose& X_YX, double point_error);
};

/// Is what is in frame x larger than what is in frame y?
inline bool is_larger(const TreeFrame& x, const TreeFrame& y) {
  return x.scale < y.scale;
}

/// The tree frame of the smaller of two meshes (B's, if both are as large) seen from that of the larger one.
TreeFrameMap map_to_larger(const MeshPair& pair, const TreeFrame& a, const TreeFrame& b);

}  // namespace graze
