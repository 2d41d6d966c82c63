// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a ray, a segment or a box touches of a mesh. As in all queries the answers are those of exact
// arithmetic for the closed faces with corners R·v + t, to the last bit: a ray along an edge, through a
// vertex or within a face's plane touches just what it touches.
#pragma once

#include <graze/query.h>

#include <limits>
#include <variant>

namespace graze {

/// The closed half-line origin + s·direction, s ≥ 0, of the numbers as given; with a length, its part up to
/// s = length. The direction must not be zero and need not be a unit vector.
struct Ray {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  Eigen::Vector3d direction = Eigen::Vector3d::UnitX();
  double length = std::numeric_limits<double>::infinity();
};

/// The closed segment between two points, which may be one: from + s·(to - from), 0 ≤ s ≤ 1. Exact where a
/// ray's rounded direction would miss the end.
struct LineSegment {
  Eigen::Vector3d from = Eigen::Vector3d::Zero();
  Eigen::Vector3d to = Eigen::Vector3d::Zero();
};

using Path = std::variant<Ray, LineSegment>;

struct RayHit {
  std::uint32_t face = 0;
  /// Where the path first touches the face: its parameter, rounded; relative error below 1e-10, as a rule a few units in the last
  /// place; a denormal one is off by less than its last place. It is 0 just where the path starts on the face, and infinite
  /// beyond the range of doubles.
  double s = 0;
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< that point in world coordinates, rounded
};

struct CastOptions {
  Method method = Method::automatic;  ///< those that know rays and boxes: wide_bvh, dop_tree and naive
  Scratch* scratch = nullptr;         ///< without one, a query allocates what it needs
  Counters* counters = nullptr;       ///< added to if given
  std::stop_token stop = {};          ///< as in QueryOptions
};

// All throw Error for a path or box that is not finite, a direction of zero, a negative length, low > high, a
// pose that is not rigid, a method that knows no rays, and a shape that is no mesh.

/// The face that the path touches first, or none. First is the least s, compared exactly; of several faces
/// touched at the same s, the one with the least number.
std::optional<RayHit> first_hit(const Shape& shape, const Pose& X, const Path& path,
                                const CastOptions& options = {});

/// Does the path touch any face? Cheaper than the first.
bool hits(const Shape& shape, const Pose& X, const Path& path, const CastOptions& options = {});

/// All faces that the path touches, sorted.
std::vector<std::uint32_t> hit_faces(const Shape& shape, const Pose& X, const Path& path,
                                     const CastOptions& options = {});

/// All faces that share a point with the closed box from low to high along the world's axes, sorted. The box
/// may be flat; with low = high it is a point, and the result the faces that hold it.
std::vector<std::uint32_t> faces_in_box(const Shape& shape, const Pose& X, const Eigen::Vector3d& low,
                                        const Eigen::Vector3d& high, const CastOptions& options = {});

/// Does any face share a point with the box?
bool box_meets(const Shape& shape, const Pose& X, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
               const CastOptions& options = {});

/// The same into `faces`, whose memory is re-used. If the query throws, `faces` is empty, or as it was if shape, pose, path, box or
/// options are bad.
void hit_faces(const Shape& shape, const Pose& X, const Path& path, const CastOptions& options,
               std::vector<std::uint32_t>& faces);
void faces_in_box(const Shape& shape, const Pose& X, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
                  const CastOptions& options, std::vector<std::uint32_t>& faces);

}  // namespace graze
