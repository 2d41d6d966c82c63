// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>
#include <graze/shape.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace graze {

struct SceneBody {
  std::string name;
  Shape shape;
  Pose pose;
};

/// What one frame changes about one body. Whatever is not given stays as it was in the frame before.
struct SceneChange {
  std::size_t body = 0;  ///< its number in Scene::bodies
  std::optional<Pose> pose = std::nullopt;
  std::vector<Eigen::Vector3d> vertices = {};  ///< all vertices of a mesh or deformable; empty: as before
  bool operator==(const SceneChange&) const = default;
};

/// The changes from one frame to the next, of each body at most one.
using SceneFrame = std::vector<SceneChange>;

/// Bodies with names, and the pairs of them to look at; with frames, also how they move and deform. The input of
/// `graze check` and of bug reports.
struct Scene {
  std::vector<SceneBody> bodies;
  std::optional<std::vector<std::array<std::size_t, 2>>> pairs;  ///< body numbers; none: all pairs
  std::vector<SceneFrame> frames = {};  ///< those that follow the first one, which `bodies` gives
};

}  // namespace graze
