// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include <vector>

/// Polytopes inside and around cylinders, cones and ellipsoids, from the definitions in graze/shape.h alone: what meets the inner
/// one meets the body, and what is clear of the outer one is clear of it.
namespace graze::selftest {

/// Which polytope stands for a smooth body. The outer one also holds all that is within 2e-9 of the body's size: that may be said
/// to meet it (graze/query.h allows 1e-9).
/// `exact` is the hull of some points of the body that doubles have without rounding: smaller than the inner one, but for these.
enum class Smooth { inside, around, exact };

bool is_smooth(const Shape& shape);  ///< a cylinder, cone or ellipsoid

/// Are the polytopes of the smooth body certain? Not where their corners would be denormal numbers or infinite.
bool has_bracket(const Shape& shape);

/// The corners of the polytope, in the body's frame.
std::vector<Eigen::Vector3d> bracket_corners(const Shape& smooth, Smooth which);

}  // namespace graze::selftest
