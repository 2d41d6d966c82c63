// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// How far apart two convex bodies are, and how deep they reach into each other.
#pragma once

#include <graze/query.h>

namespace graze {

/// What a witness point lies on: a vertex, the segment between two vertices (an edge, or across a face), or the face that has
/// three (and may have more: the point need not be in their triangle). A Sphere has one vertex, its centre, and a Capsule two, or one if it has no length: the point is the radius away from what these say.
struct Feature {
  int size = 0;  ///< 0: a body without vertices (cylinder, cone, ellipsoid), or its inside
  /// Numbers of points of a Convex. Corner i of a Box is at +x, +y, +z where i has the bits 1, 2, 4. A Capsule's lower end is 0.
  std::array<std::uint32_t, 3> vertices = {};
};

/// Numbers are rounded: unlike a yes or no they are not exact, but `error` bounds what the distance is off.
struct Distance {
  /// Signed: the least distance of points of a and b, or, where the bodies overlap, minus the least distance by which
  /// b must be moved to part them.
  double distance = 0;
  double error = 0;  ///< the true distance is within this
  /// Of unit length, from a to b: moving b along it increases the distance as fast as can be. Across it the bodies are apart by
  /// distance - error at least; so it means the more, the more the distance exceeds the error. Where bodies overlap, moving b along it by
  /// error - distance parts them.
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();
  /// Points of a and b in the world: point_b - point_a = distance·normal. The nearest ones, or, where the bodies
  /// overlap, the two that meet when b has been moved by -distance·normal. Off that by √(2·(distance + radii)·error), with the radii of
  /// spheres and capsules, and a few times `error` where bodies are apart; where they touch or overlap, and for cylinders, cones
  /// and ellipsoids, by up to 4e-7 of their size, or `error` if larger; and by the rounding of the points' own coordinates.
  Eigen::Vector3d point_a = Eigen::Vector3d::Zero();
  Eigen::Vector3d point_b = Eigen::Vector3d::Zero();
  /// That the points lie on; none where the bodies overlap, radii left aside, and none where these touch without radii.
  Feature feature_a, feature_b;
};

struct DistanceOptions {
  Method method = Method::automatic;  ///< gjk, or lin_canny; pairs that are not two polytopes go by gjk then
  PairCache* cache = nullptr;         ///< where the last nearest features are remembered
  Counters* counters = nullptr;       ///< added to if given
  /// Without it, bodies that overlap have distance 0, or one below its error, and normal, points and features mean nothing: saves
  /// most of the time there.
  bool depth = true;
};

/// The signed distance of two convex bodies, which are all kinds but meshes, deformables and compounds. The error is a few roundings, at most 2e-13 of the
/// size (how far both reach from their origins, and the distance of these) and 1e-318; with a
/// Cylinder, Cone or Ellipsoid it is 1e-9 of the size as a rule, up to 1e-5 where a very thin one is about to touch, and up to 1e-2
/// where they overlap and many directions part them about equally soon. A distance beyond the largest double is ± that, its error
/// infinite. A round body stays round, whatever a pose's R.
/// Throws Error for a pose that is not rigid, a method that knows no distances, and for other kinds.
Distance distance(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                  const DistanceOptions& options = {});

}  // namespace graze
