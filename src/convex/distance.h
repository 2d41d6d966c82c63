// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/distance.h>

#include "convex/lin_canny.h"

namespace graze {

/// The signed distance of two convex bodies, radii and all.
Distance convex_distance(const ConvexPair& pair, bool depth, GjkMemory* memory, Counters& counters);

/// The same of two polytopes, by walking.
Distance lin_canny_distance(const ConvexPair& pair, bool depth, LinCannyMemory& memory, Counters& counters);

}  // namespace graze
