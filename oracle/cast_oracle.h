// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>
#include <graze/cast.h>

#include <optional>

#include "elementary/triangle.h"

/// Where paths touch triangles in rational arithmetic.
///
/// Whether they do is a linear system, as in oracle.h. Where first: the first point is the path's start, the
/// point where it crosses the triangle's plane, or a point of an edge; each of these few is tried, and
/// checked by asking whether it is a convex combination of the corners.
namespace graze::oracle {

bool touches(const Path& path, const PosedTriangle& face);

/// The least parameter of the path at which it is in the triangle.
std::optional<mpq_class> first_touch(const Path& path, const PosedTriangle& face);

}  // namespace graze::oracle
