// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include "broad/broad_phase.h"
#include "convex/extremes.h"

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

/// A polytope, and everything within `radius` of it.
struct RoundedHull {
  std::shared_ptr<const Polytope> polytope;
  double radius = 0;
};

/// Of a mesh, a hull or a capsule. None: of a shape without points, and where a turned box is as good or there is none.
std::optional<RoundedHull> rounded_hull(const Shape& shape);

/// The box around a shape at X by the extreme vertices of its hull, which are found from those given.
BroadBox climbed_box(const RoundedHull& hull, const Pose& X, Extremes& extremes);

/// Grown by `by` in each direction.
BroadBox grown(const BroadBox& box, float by);

}  // namespace graze
