// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>
#include <graze/cast.h>

#include <optional>
#include <string>

#include "elementary/triangle.h"
#include "oracle/cases.h"

/// Where paths touch triangles in rational arithmetic.
///
/// Whether they do is a linear system, as in oracle.h. Where first: the first point is the path's start, the
/// point where it crosses the triangle's plane, or a point of an edge; each of these few is tried, and
/// checked by asking whether it is a convex combination of the corners.
namespace graze::oracle {

bool touches(const Path& path, const PosedTriangle& face);

/// The least parameter of the path at which it is in the triangle.
std::optional<mpq_class> first_touch(const Path& path, const PosedTriangle& face);

/// A segment or ray along edge 0 of a case's first triangle, rounded; none if that leaves the range of doubles.
std::optional<Path> path_along_edge(const PairCase& c, Draw& draw);

/// The path as text that reads back to the last bit, as in case_text.h.
std::string to_text(const Path& path);

}  // namespace graze::oracle
