// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "elementary/triangle.h"

namespace graze {

/// Do the closed triangles share a point? Exact, for degenerate and coplanar ones too.
bool triangles_meet(const PosedTriangle& a, const PosedTriangle& b);

}  // namespace graze
