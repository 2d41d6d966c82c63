// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "oracle/exact_points.h"

namespace graze::oracle {

/// The square of the distance of two hulls, in the unit of the coordinates; 0 where they meet. The nearest point of the
/// difference by Wolfe's method in integers; the condition for the nearest point ends it, so it proves itself.
mpq_class squared_distance(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b);

/// The square of the least move that parts two hulls; 0 where they are apart. Tries the normals of all planes that two
/// differences of points span, among which are those of all facets of the difference.
mpq_class squared_depth(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b);

}  // namespace graze::oracle
