// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/morton.h"

#include <gtest/gtest.h>

#include "math/random.h"

namespace graze {
namespace {

template <class Word>
Word bit_by_bit(Word x, int bits) {
  Word spread = 0;
  for (int i = 0; i < bits; ++i) spread |= (x >> i & 1) << 3 * i;
  return spread;
}

TEST(Morton, BitsGoToEveryThirdPlace) {
  for (std::uint32_t x = 0; x < 1024; ++x) ASSERT_EQ(spread_bits(x), bit_by_bit(x, 10)) << x;
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t x = random.below(std::uint64_t{1} << 21);
    ASSERT_EQ(spread_bits(x), bit_by_bit(x, 21)) << x;
  }
}

}  // namespace
}  // namespace graze
