// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A library that tests pairs of convex bodies, as bench_convex sees it.
#pragma once

#include <graze/mesh.h>
#include <graze/pose.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace graze::bench {

/// A hull by its vertices and triangles, or a box.
struct ConvexModel {
  std::string name;
  Mesh mesh;
  std::optional<Eigen::Vector3d> half;
};

/// Two bodies of one model, ready to be asked.
class ConvexPeer {
 public:
  virtual ~ConvexPeer() = default;
  virtual bool collides(const Pose& X_WA, const Pose& X_WB) = 0;
  /// Zero or less where they overlap; how deep is not asked.
  virtual double distance(const Pose& X_WA, const Pose& X_WB) = 0;
};

std::unique_ptr<ConvexPeer> fcl_convex(const ConvexModel& model);
std::unique_ptr<ConvexPeer> bullet_convex(const ConvexModel& model);

}  // namespace graze::bench
