// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "math/axis_box.h"

namespace graze {

/// Vertices with neighbouring numbers mostly lie side by side. So many of them are a block, and each block has a box.
inline constexpr std::uint32_t vertex_block = 16;

/// Copies points and finds the boxes around their blocks and around all, in one pass. `to` has as many points. False
/// if a coordinate is not finite; then `to`, `blocks` and `box` mean nothing.
bool copy_vertices(std::span<const Eigen::Vector3d> from, std::span<Eigen::Vector3d> to, int threads,
                   std::vector<AxisBox>& blocks, AxisBox& box);

}  // namespace graze
