// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/gjk.h"
#include "math/placement.h"

namespace graze {

/// Two placed convex bodies, as the kernels of src/convex see them.
inline ConvexPair convex_pair(const ConvexBody& a, const Placement& X_WA, const ConvexBody& b,
                              const Placement& X_WB) {
  // A direction of length 1 picks up at most √3 times the error of a coordinate.
  const double error = X_WA.poses == 1 && X_WB.poses == 1
                           ? 0
                           : 1.74 * std::max(X_WA.point_error(a.reach), X_WB.point_error(b.reach));
  return {a, *X_WA.X, b, *X_WB.X, error, &X_WA.exact, &X_WB.exact};
}

}  // namespace graze
