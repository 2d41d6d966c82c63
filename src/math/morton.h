// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>

namespace graze {

/// Puts the bits of x at every third place, for Morton codes: the lowest ten bits of a 32-bit word, 21 of a 64-bit one. The others
/// must be 0.
template <std::unsigned_integral Word>
constexpr Word spread_bits(Word x) {
  static_assert(sizeof(Word) == 4 || sizeof(Word) == 8);
  if constexpr (sizeof(Word) == 8) x = (x | x << 32) & 0x001f00000000ffff;
  x = (x | x << 16) & static_cast<Word>(0x001f0000ff0000ff);
  x = (x | x << 8) & static_cast<Word>(0x100f00f00f00f00f);
  x = (x | x << 4) & static_cast<Word>(0x10c30c30c30c30c3);
  return (x | x << 2) & static_cast<Word>(0x1249249249249249);
}

}  // namespace graze
