// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>

#include <array>
#include <optional>

#include "convex/polytope.h"

namespace graze {

/// A vertex, edge or face of a polytope.
struct FeatureRef {
  enum class Kind : std::uint8_t { vertex, edge, face };
  Kind kind = Kind::vertex;
  std::uint32_t index = 0;
  bool operator==(const FeatureRef&) const = default;
};

/// A polytope in a common frame. R is taken literally where it is off a rotation: normals are turned by its cofactors,
/// which are R itself where it is none. For one thread.
class PlacedPolytope {
 public:
  PlacedPolytope(const Polytope& polytope, const Eigen::Matrix3d& rotation,
                 const Eigen::Vector3d& translation)
      : p(polytope), R(rotation), t(translation) {}

  Eigen::Vector3d vertex(std::uint32_t v) const { return R * p.vertices[v] + t; }
  /// Outward, about 1 long.
  Eigen::Vector3d normal(std::uint32_t face) const { return cofactors() * p.faces[face].normal; }
  /// The inverse of `vertex`.
  Eigen::Vector3d local(const Eigen::Vector3d& point) const;

  const Polytope& p;
  const Eigen::Matrix3d& R;
  const Eigen::Vector3d t;

 private:
  /// Computed when first asked for: walks that end at vertices and edges need none.
  const Eigen::Matrix3d& cofactors() const;

  mutable std::optional<Eigen::Matrix3d> cofactors_;
};

/// Two features, one of each polytope, and their nearest points.
struct FeaturePair {
  std::array<FeatureRef, 2> f = {};
  std::array<Eigen::Vector3d, 2> p = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  double square = 0;      ///< of the points' distance
  bool crossing = false;  ///< an edge passes through a face: the polytopes meet, as far as rounding can tell
};

/// The point of a face nearest to q, as far as rounding can tell. It is a mean of three corners, and so truly in the face
/// but for the rounding of the sum, even where the face's normal means little.
Eigen::Vector3d nearest_in_face(const PlacedPolytope& polytope, std::uint32_t face, const Eigen::Vector3d& q);

/// Finds the nearest points of the features, taken with their borders, and replaces each feature by the least one
/// whose interior holds its point. At most one of the two may be a face, unless they are a face and a vertex or edge.
void settle(const std::array<PlacedPolytope, 2>& polytopes, FeaturePair& pair);

}  // namespace graze
