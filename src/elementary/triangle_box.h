// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "elementary/triangle.h"

namespace graze {

/// Do the closed triangle and the closed box share a point? Exact, for degenerate triangles and flat boxes
/// too. An empty box meets nothing. The triangle is under one pose at most.
bool triangle_meets_box(const PosedTriangle& t, const AxisBox& box);

// Its two stages, as in triangle_triangle.h; the box is taken as it is.
Verdict triangle_meets_box_filter(const Triangle& t, double error, const AxisBox& box);
bool triangle_meets_box_exact(const PosedTriangle& t, const AxisBox& box);

}  // namespace graze
