// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace graze::bench {

/// Two deforming bodies by FCL, under the identity: new vertices, the models made up to date, all pairs of
/// faces.
class FclFrames {
 public:
  virtual ~FclFrames() = default;
  virtual std::string name() const = 0;
  virtual std::size_t frame(std::span<const Eigen::Vector3d> a, std::span<const Eigen::Vector3d> b) = 0;
};

/// Every way that FCL has: refitted from below or rebuilt, with boxes or with OBBs and swept spheres.
std::vector<std::unique_ptr<FclFrames>> all_fcl_frames(const Mesh& a, const Mesh& b);

}  // namespace graze::bench
