// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include "convex/lin_canny.h"
#include "convex/separating_plane.h"
#include "query/collide/crossing.h"
#include "query/collide/slab.h"
#include "query/context.h"
#include "query/posed_pair.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {

struct PairCache::Impl {
  /// The shapes that the memory is of; kept, so that no other can come to lie at their address.
  std::optional<Shape> a, b;

  // Of meshes.
  std::optional<Pose> X_WA, X_WB;  ///< that `distance` is of, and that motion is measured from
  double distance = 0;             ///< the bodies were at least so far apart there; 0: unknown
  double lookahead = 0;            ///< the distance to ask for next
  double steps = 0;                ///< of the last search without one
  Backoff clearance = Backoff(4);
  WideMemory witness_leaves;
  bool collided = false;  ///< at the last query
  CrossingMemory crossing;
  SlabMemory slab;

  // Of convex bodies.
  GjkMemory gjk;
  LinCannyMemory lin_canny;
  SeparatingPlaneMemory plane;

  /// The memory of the context's cache, started anew if it was of another pair; null without a cache.
  static Impl* of(const PosedPair& pair, QueryContext& context);

 private:
  void begin(const PosedPair& pair);  // away from `of`, which every query asks
};

}  // namespace graze
