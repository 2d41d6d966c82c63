// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/feature_pair.h"
#include "convex/gjk.h"

namespace graze {

/// What is remembered of a pair: the nearest features.
struct LinCannyMemory {
  std::array<FeatureRef, 2> features;
  GjkMemory gjk;  ///< for when they overlap
};

/// Where a walk ended.
struct LinCannyResult {
  enum class State : std::uint8_t {
    apart,     ///< certainly, whatever rounding and the poses' error do
    touching,  ///< the nearest features were found, but they are too close to tell
    overlap,   ///< as far as rounding can tell
    given_up   ///< the walk did not end
  };
  State state = State::given_up;
  FeaturePair pair;  ///< the origin at B's; where apart, the points are in the polytopes but for roundings
  double lower = 0;  ///< the polytopes are at least this far apart, rounding and the poses' error allowed for
  double rounding = 0;  ///< of `lower`, and of the points' distance: support_rounding
};

/// Both bodies must be polytopes. `memory` holds where to start, and then the features found. For the goal `separation` the points
/// may be off their faces.
LinCannyResult lin_canny(const ConvexPair& pair, GjkGoal goal, LinCannyMemory& memory, Counters& counters);

/// Do the polytopes share a point? Exact: what the walk cannot show is left to gjk.
bool lin_canny_meet(const ConvexPair& pair, LinCannyMemory& memory, Counters& counters);

}  // namespace graze
