// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include "broad/broad_phase.h"

namespace graze {

/// A box and a sphere around a shape in its own frame. They hold all of it, whatever was rounded.
struct LocalBounds {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d half = Eigen::Vector3d::Zero();
  double radius = 0;    ///< of the sphere about the centre
  double distance = 0;  ///< of the centre from the origin, or a little more
  bool empty = true;
};

LocalBounds local_bounds(const Shape& shape);

/// A box around the shape at X, in float. Infinite where doubles overflow.
BroadBox body_box(const LocalBounds& bounds, const Pose& X, BodyBoxes kind);

/// Grown by `by` in each direction.
BroadBox grown(const BroadBox& box, float by);

}  // namespace graze
