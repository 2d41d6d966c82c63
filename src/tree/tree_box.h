// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A box along the world's axes, over a tree.
//
// Frames: q, the tree's; and y = (x - x₀)·scale in the world, where x₀ is the image of the tree's origin, so that
// y = R·q. With |q| ≤ 1, |y| < 1.74, and the box is cut to |y| ≤ 2.
#pragma once

#include "elementary/approximate.h"
#include "math/slack.h"
#include "mesh/mesh_cast.h"
#include "tree/tree_frame.h"

namespace graze {

struct TreeBox {
  enum class Use : std::uint8_t { misses, meets, unknown };  ///< unknown: too extreme for bounds

  Use use = Use::unknown;
  Eigen::Matrix3d R, inverse;    ///< the second takes y to q
  Eigen::Vector3d centre, half;  ///< in y
  double error = 0;              ///< of a side, in y

  TreeBox(const TreeFrame& frame, const MeshBoxQuery& query) {
    const Pose X = query.mesh.X != nullptr ? *query.mesh.X : Pose();
    const exact::Approximation x0 = exact::approximate({frame.origin, query.mesh.X});
    const Eigen::Vector3d low = ((query.box.low - x0.p) * frame.scale).cwiseMax(-2),
                          high = ((query.box.high - x0.p) * frame.scale).cwiseMin(2);
    // Of a side within reach, from x₀ and from the subtraction.
    error = x0.error * frame.scale + 4 * unit_roundoff;
    if (!(error < 0x1p-6 && frame.fits() && x0.p.allFinite() && !low.hasNaN() && !high.hasNaN())) return;
    use = Use::misses;
    if ((low.array() > 1.8).any() || (high.array() < -1.8).any()) return;
    use = Use::meets;
    R = X.R;
    inverse = RelativePose(X, Pose()).R;
    centre = 0.5 * (low + high);
    half = 0.5 * (high - low);
  }
};

}  // namespace graze
