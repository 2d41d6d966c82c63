// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/body.h"

namespace graze {

/// Do two bodies share a point, radii and all, in exact arithmetic? The points are those of the bodies' cores, with their poses.
/// `first` is for cores with vertices, as for hulls_meet_exactly. Exact for those. Smooth cores are never said to be apart where
/// they meet; they may be said to meet where they are apart by less than 1.2e-13 of the smooth cores' size, and by more only if
/// the search takes more than 31 steps.
bool rounded_meet_exactly(const ConvexBody& a, PosedPoints points_a, const ConvexBody& b,
                          PosedPoints points_b, std::span<const VertexPair> first = {});

}  // namespace graze
