// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Two bodies collide if one has a point inside the other and a point outside (mesh/inside_grid.h). Such a pair of points
// holds for many steps of a motion through each other, where no pair of faces does.
#pragma once

#include <cstdint>
#include <optional>

#include "query/shape.h"

namespace graze {

struct CrossingMemory {
  /// Samples of one body: `inside` and `outside` the other.
  struct Points {
    bool of_a = true;
    std::uint32_t inside = 0, outside = 0;
  };
  std::optional<Points> points;
  bool hold = false;  ///< they did at the last query
  int hits = 0;       ///< until a search seems worth what is to be prepared for it
  int refusals = 0;   ///< since a search last found points
  int searches = 0;   ///< left out since it was last refused
};

/// True if the bodies certainly collide, as the points say that said so the last time.
bool still_crosses(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                   CrossingMemory& memory);

/// Looks for such points, less often the more often there were none.
bool find_crossing(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                   CrossingMemory& memory);

}  // namespace graze
