// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>

#include <array>

#include "convex/polytope.h"

namespace graze {

/// A vertex, edge or face of a polytope.
struct FeatureRef {
  enum class Kind : std::uint8_t { vertex, edge, face };
  Kind kind = Kind::vertex;
  std::uint32_t index = 0;
  bool operator==(const FeatureRef&) const = default;
};

/// A polytope in a common frame.
struct PlacedPolytope {
  const Polytope& p;
  const Eigen::Matrix3d& R;
  Eigen::Vector3d t;

  Eigen::Vector3d vertex(std::uint32_t v) const { return R * p.vertices[v] + t; }
  Eigen::Vector3d normal(std::uint32_t face) const { return R * p.faces[face].normal; }
};

/// Two features, one of each polytope, and their nearest points.
struct FeaturePair {
  std::array<FeatureRef, 2> f = {};
  std::array<Eigen::Vector3d, 2> p = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  double square = 0;      ///< of the points' distance
  bool crossing = false;  ///< an edge passes through a face: the polytopes meet, as far as rounding can tell
};

/// Finds the nearest points of the features, taken with their borders, and replaces each feature by the least one
/// whose interior holds its point. At most one of the two may be a face, unless they are a face and a vertex or edge.
void settle(const std::array<PlacedPolytope, 2>& polytopes, FeaturePair& pair);

}  // namespace graze
