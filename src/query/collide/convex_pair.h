// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/gjk.h"
#include "math/placement.h"
#include "math/slack.h"

namespace graze {

/// Two placed convex bodies, as the kernels of src/convex see them.
inline ConvexPair convex_pair(const ConvexBody& a, const Placement& X_WA, const ConvexBody& b,
                              const Placement& X_WB) {
  // A direction of length 1 picks up at most √3 times the error of a coordinate. Where a product of poses has left the range of
  // double, nothing is known of it.
  double error = 0;
  if (X_WA.poses > 1 || X_WB.poses > 1) {
    error = row_sum * (X_WA.point_error(a.reach) + X_WB.point_error(b.reach));
    if (!std::isfinite(error)) error = INFINITY;
  }
  return {a, *X_WA.X, b, *X_WB.X, error, &X_WA.exact, &X_WB.exact};
}

/// Do the bodies meet, without filters and memory where integers can decide? For `naive`.
inline bool convex_meet_naively(const ConvexPair& pair, Counters& counters) {
  const bool have_vertices = pair.a.count > 0 && pair.b.count > 0;
  return have_vertices ? convex_meet_exactly(pair) : convex_meet(pair, nullptr, counters);
}

}  // namespace graze
