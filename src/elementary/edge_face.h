// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "elementary/triangle.h"

namespace graze {

/// Do the closed segment and the closed triangle share a point? Exact, for degenerate and coplanar ones too.
bool edge_meets_face(const PosedSegment& edge, const PosedTriangle& face);

// Its two stages, as in triangle_triangle.h.
Verdict edge_meets_face_filter(const Segment& edge, const Triangle& face, double error);
bool edge_meets_face_exact(const PosedSegment& edge, const PosedTriangle& face);

}  // namespace graze
