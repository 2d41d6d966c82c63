// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "oracle/exact_points.h"

namespace graze::oracle {

/// Do the convex hulls of any number of points share a point? By linear programming: are there λ, μ ≥ 0 with
/// Σλ = Σμ = 1 and Σλa = Σμb? Phase one of the simplex method in integers (Edmonds' integer pivoting), with Bland's
/// rule after some steps, so that it ends for degenerate input too. Nothing is assumed of the points.
bool hulls_of_many_meet(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b);

}  // namespace graze::oracle
