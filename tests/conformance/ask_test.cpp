// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The questions of the fuzzer tests/fuzz/fuzz_ask.cpp, from random bytes and from those that once found something.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

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

TEST(Ask, TheKeptQuestionsAgree) {
  std::size_t files = 0;
  const auto corpus = std::filesystem::path(GRAZE_SOURCE_DIR) / "tests/fuzz/corpus/ask";
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file),
                                          std::istreambuf_iterator<char>()};
    EXPECT_EQ(fuzz::disagreement(bytes), "") << entry.path();
    ++files;
  }
  EXPECT_GE(files, 2U);
}

}  // namespace
}  // namespace graze
