// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Distances and casts in rational arithmetic.
#pragma once

#include <gmpxx.h>
#include <graze/cast.h>
#include <graze/distance.h>

#include <optional>
#include <string>
#include <vector>

#include "selftest/brackets.h"

namespace graze::selftest {

/// Is the signed distance that the library gave within its error of the true one, or, without depths, of the true one where
/// bodies are apart and of 0 where they overlap? Of cylinders, cones and ellipsoids: can it be, the true distance being between those
/// of polytopes around and inside of them? Of hulls of many points that overlap: is it no deeper than a way out that is found? None for
/// bodies of several parts.
std::optional<bool> distance_holds(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                   const Distance& given, bool depths = true);

/// How large Distance::error may be: 2e-13 of the size, which is how far the bodies reach from their origins and how far apart
/// these are, all together, and 1e-318. With a cylinder, cone or ellipsoid 1e-5 of it where they are apart, 1e-2 where they overlap.
double most_error(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, const Distance& given);

/// What is wrong with the error, normal, points or features that a distance has, beyond what its error and rounding leave open;
/// empty if nothing is.
std::string fault_of_points(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                            const Distance& given);

/// Does some point of the body lie nearer to p than `length`? Of a smooth body, some point of the polytope inside or around it.
bool is_nearer_than(const Shape& shape, const Pose& X, const Eigen::Vector3d& p, double length,
                    Smooth which = Smooth::inside);

/// Where a path first touches a face: at its parameter s.
struct Touch {
  std::uint32_t face = 0;
  mpq_class s;
};

struct CastTruth {
  std::vector<std::uint32_t> faces;  ///< that the path touches, sorted
  std::optional<Touch> first;        ///< the one touched first; of several, the least
};

/// Where the path touches this face first, as a parameter; none: nowhere.
std::optional<mpq_class> first_touch(const Mesh& mesh, std::size_t face, const Pose& X, const Path& path);

CastTruth cast_truth(const Mesh& mesh, const Pose& X, const Path& path);

/// Are parameter and point those of the touch, rounded as graze/cast.h says?
bool touch_holds(const Path& path, const Touch& truth, const RayHit& hit);
/// Is that the first hit, or is there none where there is to be none?
bool first_hit_holds(const Path& path, const CastTruth& truth, const std::optional<RayHit>& hit);

}  // namespace graze::selftest
