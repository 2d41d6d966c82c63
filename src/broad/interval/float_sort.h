// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace graze {

/// Bits in the order of the floats, both zeros being one; not for NaN.
inline std::uint32_t ordered_bits(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x + 0.0F);  // -0 + 0 = 0
  return bits ^ (static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> 31) | 0x80000000U);
}

/// Sorts by the high 32 bits and is stable: by radix, eleven bits at a time, or by comparison where there are few.
/// The low 32 bits must be ascending at first where the high ones are equal.
class HighBitsSorter {
 public:
  void sort(std::vector<std::uint64_t>& keys);
  std::size_t memory() const { return other_.capacity() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> other_;
};

}  // namespace graze
