// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "elementary/triangle.h"

namespace graze {

/// Do the closed triangle and the closed box share a point? Exact, for degenerate triangles and flat boxes
/// too.
bool triangle_meets_box(const PosedTriangle& t, const AxisBox& box);

}  // namespace graze
