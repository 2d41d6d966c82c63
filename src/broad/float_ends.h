// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The ends of boxes in float: rounded outward, and compared as integers.
#pragma once

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>

namespace graze {

/// A float that is not above x. Beyond the floats it is minus infinity, or the largest float. Half a unit in the last
/// place of a float is at most 2^-24 of it, or 2^-150: less than what is taken off first. Without branches, since boxes
/// of all bodies that move go through it.
inline float float_below(double x) {
  return static_cast<float>(std::min(x - (std::abs(x) * 0x1p-23 + 0x1p-149), static_cast<double>(FLT_MAX)));
}
/// A float that is not below x.
inline float float_above(double x) {
  return -float_below(-x);
}

/// Bits in the order of the floats, both zeros being one; not for NaN.
inline std::uint32_t ordered_bits(float x) {
  const auto bits = x == 0 ? 0 : std::bit_cast<std::uint32_t>(x);
  return bits ^ (static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31) | 0x80000000U);
}

}  // namespace graze
