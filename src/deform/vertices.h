// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "math/axis_box.h"

namespace graze {

/// Copies points and finds the box around them, in one pass. False, with `to` in no particular state, if some
/// coordinate is not finite. `to` has as many points.
bool copy_vertices(std::span<const Eigen::Vector3d> from, std::span<Eigen::Vector3d> to, int threads,
                   AxisBox& box);

}  // namespace graze
