// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Two bodies collide if a connected surface of one has a point inside the other and a point outside (mesh/inside_grid.h). Such
// a pair of points holds for many steps of a motion through each other, where no pair of faces does.
#pragma once

#include <cstdint>
#include <optional>

#include "query/collide/backoff.h"
#include "query/shape/shape.h"

namespace graze {

struct CrossingMemory {
  /// Samples of one body: `inside` and `outside` the other.
  struct Points {
    bool of_a = true;
    std::uint32_t inside = 0, outside = 0;
  };
  std::optional<Points> points;
  bool hold = false;  ///< they did at the last query
  Patience hits;
  Backoff backoff;
};

/// Re-tests the sample points that proved the last intersection. True: the bodies certainly collide.
bool still_crosses(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                   CrossingMemory& memory);

/// Looks for such points, less often the more often there were none.
bool find_crossing(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                   CrossingMemory& memory);

}  // namespace graze
