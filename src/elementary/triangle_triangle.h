// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "elementary/triangle.h"

namespace graze {

/// Do the closed triangles share a point? Exact, for degenerate and coplanar ones too.
bool triangles_meet(const PosedTriangle& a, const PosedTriangle& b);

// Its two stages, for callers that keep triangles in a common frame.

/// What double arithmetic says for certain of triangles each of whose coordinates is within `error` of the
/// truth.
Verdict triangles_meet_filter(const Triangle& a, const Triangle& b, double error);

/// The answer by exact signs.
bool triangles_meet_exact(const PosedTriangle& a, const PosedTriangle& b);

}  // namespace graze
