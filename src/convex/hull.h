// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/polytope.h"

namespace graze {

/// The convex hull of the points, exactly: a point is a vertex just if it is extreme in real arithmetic. At least
/// one point, all finite; any may be equal, collinear or coplanar.
Polytope hull(std::span<const Eigen::Vector3d> points);

}  // namespace graze
