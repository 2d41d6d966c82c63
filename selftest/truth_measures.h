// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Distances and casts in rational arithmetic.
#pragma once

#include <graze/cast.h>
#include <graze/shape.h>

#include <optional>
#include <vector>

namespace graze::selftest {

/// Is the signed distance that the library gave within its error of the true one? None where that would take too long, and for
/// bodies that are no hulls, spheres or capsules.
std::optional<bool> distance_holds(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                   double distance, double error);

/// Does some point of the body lie nearer to p than `length`? For bodies that can be taken apart (parts.h).
bool is_nearer_than(const Shape& shape, const Pose& X, const Eigen::Vector3d& p, double length);

struct CastTruth {
  std::vector<std::uint32_t> faces;    ///< that the path touches, sorted
  std::optional<std::uint32_t> first;  ///< the one touched first; of several, the least
};

CastTruth cast_truth(const Mesh& mesh, const Pose& X, const Path& path);

}  // namespace graze::selftest
