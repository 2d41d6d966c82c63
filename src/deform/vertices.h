// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "math/axis_box.h"

namespace graze {

/// Vertices that follow each other mostly lie side by side: so many are a block, which has a box.
inline constexpr std::uint32_t vertex_block = 16;

/// Copies points and finds the boxes around their blocks and around all, in one pass. False, with `to` and `blocks` in no
/// particular state, if some coordinate is not finite. `to` has as many points.
bool copy_vertices(std::span<const Eigen::Vector3d> from, std::span<Eigen::Vector3d> to, int threads,
                   std::vector<AxisBox>& blocks, AxisBox& box);

}  // namespace graze
