// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/sort_pairs.h"

#include <graze/query.h>
#include <gtest/gtest.h>

#include "math/random.h"

namespace graze {
namespace {

/// Few and many, spread and alike, in an order and in none.
TEST(SortPairs, AnyNumberOfThreadsSortsAlike) {
  Random random(11);
  Workers workers;
  ParallelPairSort<FacePair> sort;
  for (const std::size_t count : {0, 1, 699, 700, 4095, 4096, 5000, 60000}) {
    for (const std::uint64_t range : {1ULL, 3ULL, 5000ULL, 0xffffffffULL}) {
      std::vector<FacePair> pairs;
      for (std::size_t i = 0; i < count; ++i) {
        const auto a = static_cast<std::uint32_t>(random.below(range)),
                   b = static_cast<std::uint32_t>(random.below(range));
        pairs.push_back(i % 3 == 0 ? FacePair{static_cast<std::uint32_t>(i % range), b} : FacePair{a, b});
      }
      std::vector<FacePair> expected = pairs;
      std::sort(expected.begin(), expected.end());
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      for (const int threads : {1, 2, 3, 8}) {
        std::vector<FacePair> sorted = pairs;
        sort.sort(sorted, workers, threads);
        ASSERT_EQ(sorted, expected) << count << " pairs below " << range << ", " << threads << " threads";
      }
    }
  }
}

}  // namespace
}  // namespace graze
