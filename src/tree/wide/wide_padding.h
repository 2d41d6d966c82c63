// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

namespace graze {

/// By how much boxes and slabs of a wide tree are grown: what rounding to float, and computing with a few float operations on
/// coordinates of at most 1, may be off.
inline constexpr float box_padding = 0x1p-22F;
inline constexpr float slab_padding = 0x1p-20F;

}  // namespace graze
