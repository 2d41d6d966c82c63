// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <limits>

namespace graze {

enum class Mobility : std::uint8_t {
  fixed,  ///< costs nothing a frame; in no pair with another fixed body
  moving,
  interactive,  ///< moved by a person: its future is guessed from its past
};

/// Where a body's bounding sphere will be (vogiannou2008): its centre is s + v·m + a·m²/2 at m = time - begin, for
/// begin <= time <= end, give or take a deviation of d[0] + d[1]·m + d[2]·m², which is never negative and never
/// decreases.
struct Motion {
  double begin = 0;
  double end = -std::numeric_limits<double>::infinity();  ///< before begin: nothing is known
  Eigen::Vector3d s = Eigen::Vector3d::Zero();
  Eigen::Vector3d v = Eigen::Vector3d::Zero();
  Eigen::Vector3d a = Eigen::Vector3d::Zero();
  Eigen::Vector3d d = Eigen::Vector3d::Zero();
  double radius = 0;  ///< the sphere holds the body, whichever way it is turned
};

}  // namespace graze
