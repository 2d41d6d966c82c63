// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>
#include <graze/shape.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace graze {

struct SceneBody {
  std::string name;
  Shape shape;
  Pose pose;
};

/// Bodies with names, and the pairs of them to look at. The input of `graze check` and of bug reports.
struct Scene {
  std::vector<SceneBody> bodies;
  std::optional<std::vector<std::array<std::size_t, 2>>> pairs;  ///< body numbers; none: all pairs
};

}  // namespace graze
