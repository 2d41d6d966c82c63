// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The questions of the fuzzer tests/fuzz/fuzz_ask.cpp, from random bytes.
#include <gtest/gtest.h>

#include "fuzz/ask.h"
#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

TEST(Ask, AllWaysOfAskingAgree) {
  for (int seed = 0; seed < oracle::scaled_count(4000); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    std::vector<std::uint8_t> bytes(32 + random.below(400));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next());
    ASSERT_EQ(fuzz::disagreement(bytes), "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace graze
