// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/gjk.h"
#include "elementary/triangle.h"

namespace graze {

/// Do two boxes share a point? What floating point is certain of.
Verdict boxes_meet_filter(const ConvexPair& pair);

}  // namespace graze
