// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/distance.h>

#include "convex/gjk.h"

namespace graze {

/// The signed distance of two convex bodies, radii and all.
Distance convex_distance(const ConvexPair& pair, bool depth, GjkMemory* memory, Counters& counters);

}  // namespace graze
