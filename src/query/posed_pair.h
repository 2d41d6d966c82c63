// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/gjk.h"
#include "math/body_bounds.h"
#include "mesh/mesh_pair.h"
#include "query/shape/shape.h"

namespace graze {

/// Two bodies and where they are: what every kernel is given. Placements are of the world, or of any frame common to both. How
/// much they stretch and round is known to them (math/placement.h, math/slack.h).
struct PosedPair {
  const Shape& a;
  const Placement& X_WA;
  const Shape& b;
  const Placement& X_WB;

  PosedPair swapped() const { return {b, X_WB, a, X_WA}; }

  const MeshIndex& mesh_a() const { return *a.impl().mesh; }
  const MeshIndex& mesh_b() const { return *b.impl().mesh; }
  MeshPair meshes() const {
    return {mesh_a().mesh(), mesh_a().bounds(), X_WA, mesh_b().mesh(), mesh_b().bounds(), X_WB};
  }

  const ConvexBody& convex_a() const { return a.impl().convex->body(); }
  const ConvexBody& convex_b() const { return b.impl().convex->body(); }

  /// Balls and boxes of both.
  PosedBounds bounds() const { return {a.impl().bounds, X_WA, b.impl().bounds, X_WB}; }
};

}  // namespace graze
