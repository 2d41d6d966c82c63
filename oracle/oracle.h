// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "elementary/triangle.h"
#include "exact/predicates.h"
#include "oracle/exact_points.h"

/// The answers of real arithmetic, slowly: what src/exact and src/elementary are tested against.
///
/// Nothing here shares a line or an idea with them: no error bound, no case analysis over signs. The
/// predicates are their definitions in big integers. Two hulls meet when the linear system "a convex
/// combination of these points is one of those" has a solution, which needs no assumption on the points:
/// three that are collinear or equal span the segment or the point that they are.
namespace graze::oracle {

int orient3d(const exact::Point& a, const exact::Point& b, const exact::Point& c, const exact::Point& d);
int orient2d(const exact::Point& a, const exact::Point& b, const exact::Point& c, int axis);
int compare(const exact::Point& a, const exact::Point& b, int axis);

bool triangles_meet(const PosedTriangle& a, const PosedTriangle& b);
bool edge_meets_face(const PosedSegment& edge, const PosedTriangle& face);
bool triangle_meets_box(const PosedTriangle& t, const AxisBox& box);

/// Do the convex hulls of at most three points each share a point?
bool hulls_meet(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b);

/// Does the convex hull of at most three points share a point with the closed box [low, high]?
bool hull_meets_box(std::span<const IntegerPoint> hull, const IntegerPoint& low, const IntegerPoint& high);

}  // namespace graze::oracle
