// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include "convex/lin_canny.h"
#include "convex/separating_plane.h"
#include "query/crossing.h"
#include "query/plane_gap.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {

struct PairCache::Impl {
  /// The shapes that the memory is of; kept, so that no other can come to lie at their address.
  std::optional<Shape> a, b;

  // Of meshes.
  Pose X_WA, X_WB;
  std::optional<FacePair> witness;
  WideMemory memory;
  double distance = 0;   ///< the bodies were at least so far apart
  double lookahead = 0;  ///< the distance to ask for
  double steps = 0;      ///< of the last search without one
  int refusals = 0;      ///< since it was last granted
  int searches = 0;      ///< without asking, since it was last refused
  CrossingMemory crossing;
  PlaneGapMemory plane_gap;

  // Of convex bodies.
  GjkMemory gjk;
  LinCannyMemory lin_canny;
  SeparatingPlaneMemory plane;

  bool is_of(const Shape& first, const Shape& second) const;
  void start(const Shape& first, const Shape& second);
};

}  // namespace graze
