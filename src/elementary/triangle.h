// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "math/axis_box.h"
#include "math/placement.h"

namespace graze {

using Segment = std::array<Eigen::Vector3d, 2>;
using Triangle = std::array<Eigen::Vector3d, 3>;

/// The exact image of a segment or triangle under a pose, and under those of the compounds that it is in; without one, the
/// thing itself.
struct PosedSegment {
  Segment p;
  const Pose* X = nullptr;
  const PoseChain* outer = nullptr;
};
struct PosedTriangle {
  Triangle p;
  const Pose* X = nullptr;
  const PoseChain* outer = nullptr;
};

/// What floating point can say for certain.
enum class Verdict : std::uint8_t { apart, meet, unsure };

/// A filter's verdict, or, where it is unsure, what `exact()` decides.
template <class Exact>
bool settled(Verdict verdict, const Exact& exact) {
  return verdict == Verdict::unsure ? exact() : verdict == Verdict::meet;
}

/// What is certain of eight lanes: bit i is set in `meet` or in `apart` when lane i is certain, in neither when it
/// is not.
struct Verdicts {
  std::uint8_t meet = 0;
  std::uint8_t apart = 0;
  std::uint8_t unsure() const { return static_cast<std::uint8_t>(~(meet | apart)); }
};

}  // namespace graze
