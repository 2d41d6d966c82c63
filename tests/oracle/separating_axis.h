// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "oracle/exact_points.h"

namespace graze::oracle {

/// Do the convex hulls of the points share a point? A second oracle, by exhaustion of separating directions,
/// only to check the first one (hulls_meet) with.
///
/// Why the directions tried are enough. A and B are disjoint iff D = A - B, a convex polytope, misses 0. Let
/// E be the differences of points of A and those of points of B: E spans the directions of D, and each face
/// of D is a face of A minus a face of B, so E also spans its directions. By the dimension of D:
///   3: D is the meet of the half-spaces of its facets, so if it misses 0, then some facet's normal separates
///      strictly; a facet's directions are spanned by two of E: the normal is e×f.
///   2: let m = e×f ≠ 0 be normal to D. If D's plane misses 0, m separates; else, within the plane, some edge
///   of D
///      separates, its direction is some e of E, and its normal m×e.
///   1: D lies on a line along some e ≠ 0. If the line misses 0, then e×p ≠ 0 for a point p of D; else e
///   separates. 0: D is a point.
bool hulls_meet_by_axes(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b);

}  // namespace graze::oracle
