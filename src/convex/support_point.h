// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "convex/body.h"

namespace graze {

/// The point of a body's core farthest along d, in the body's frame. `last` is the vertex found before, and now.
Eigen::Vector3d support_point(const ConvexBody& body, const Eigen::Vector3d& d, std::uint32_t& last);

/// How far a body's core reaches along d from its frame's origin, times |d|. Of cores with vertices, all are looked at.
double support_height(const ConvexBody& body, const Eigen::Vector3d& d);

/// The vertex farthest along d, but for roundings, by climbing from vertex `start`. Neighbours and lanes must be known.
std::uint32_t climb_to_farthest(const Polytope& polytope, const Eigen::Vector3d& d, std::uint32_t start);

}  // namespace graze
