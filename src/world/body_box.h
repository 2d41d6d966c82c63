// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include "broad/broad_phase.h"
#include "convex/extremes.h"
#include "math/posed_box.h"

namespace graze {

/// Bounds of a shape in its own frame, rounded outward.
struct LocalBounds {
  /// Around the core: all of the shape, but of a sphere its centre and of a capsule its segment.
  CentredBox core;
  /// The body is the image of the core and everything within this distance of it, which no pose stretches.
  double round = 0;
  double radius = 0;    ///< at any valid pose the body is within this distance of the image of core.centre
  double distance = 0;  ///< of core.centre from the origin
  bool empty = true;

  const Eigen::Vector3d& centre() const { return core.centre; }
};

LocalBounds local_bounds(const Shape& shape);

/// A box around the shape at X, in float. Infinite where doubles overflow.
BroadBox body_box(const LocalBounds& bounds, const Pose& X, BodyBoxes kind);

/// A polytope, and everything within `radius` of it.
struct RoundedHull {
  std::shared_ptr<const Polytope> polytope;
  double radius = 0;
};

/// The hull of a mesh, convex body or capsule. None for a shape without points, and for other kinds, which have turned
/// boxes.
std::optional<RoundedHull> rounded_hull(const Shape& shape);

/// The box around a shape at X from the extreme vertices of its hull. The search starts from `extremes`, and updates
/// them.
BroadBox climbed_box(const RoundedHull& hull, const Pose& X, Extremes& extremes);

/// Grown by `by` in each direction.
BroadBox grown(const BroadBox& box, float by);

}  // namespace graze
