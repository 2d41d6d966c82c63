// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/interval/interval_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "broad/float_ends.h"
#include "broad/interval/float_sort.h"
#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

/// Each begins at a rank of its own, and ends there, close by or anywhere behind.
std::vector<IntervalSet::Interval> draw_intervals(Random& random, std::uint32_t n, bool brief) {
  std::vector<std::uint32_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), 0U);
  for (std::size_t i = n; i > 1; --i) std::swap(ranks[i - 1], ranks[random.below(i)]);
  std::vector<IntervalSet::Interval> intervals(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t rest = n - ranks[i];
    intervals[i] = {ranks[i],
                    ranks[i] + static_cast<std::uint32_t>(random.below(brief ? std::min(rest, 5U) : rest))};
  }
  return intervals;
}

TEST(IntervalSet, FindsWhatOverlaps) {
  Random random(9);
  IntervalSet set;
  for (int round = 0; round < oracle::scaled_count(60); ++round) {
    const auto n = static_cast<std::uint32_t>(1 + random.below(round % 20 == 0 ? 3000 : 100));
    const auto intervals = draw_intervals(random, n, round % 2 == 0);
    set.reset(intervals, n);
    std::set<std::uint32_t> inside;
    for (int step = 0; step < 300; ++step) {
      const auto i = static_cast<std::uint32_t>(random.below(n));
      if (inside.erase(i) != 0) {
        set.remove(i);
      } else {
        set.insert(i);
        inside.insert(i);
      }
      const auto j = static_cast<std::uint32_t>(random.below(n));
      if (inside.contains(j)) continue;
      std::vector<std::uint32_t> found, expected;
      set.for_each_overlap(intervals[j], [&](std::uint32_t k) { found.push_back(k); });
      std::sort(found.begin(), found.end());
      for (const std::uint32_t k : inside) {
        if (intervals[k].low <= intervals[j].high && intervals[j].low <= intervals[k].high)
          expected.push_back(k);
      }
      ASSERT_EQ(found, expected);
    }
    ASSERT_NO_THROW(set.validate(inside.size()));
  }
}

TEST(HighBitsSorter, SortsFloatsAndKeepsTheOrderOfEqualOnes) {
  Random random(4);
  HighBitsSorter sorter;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const std::size_t n : {0UL, 1UL, 100UL, 3000UL}) {
    std::vector<float> values(n);
    for (float& x : values) {
      const float choices[] = {0.0F,
                               -0.0F,
                               infinity,
                               -infinity,
                               static_cast<float>(random.uniform(-1, 1)),
                               std::bit_cast<float>(static_cast<std::uint32_t>(random.below(0x7f800000)))};
      x = choices[random.below(6)];
    }
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < n; ++i) keys.push_back(std::uint64_t{ordered_bits(values[i])} << 32 | i);
    sorter.sort(keys);
    std::vector<std::uint32_t> expected(n);
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(), [&](auto i, auto j) { return values[i] < values[j]; });
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(static_cast<std::uint32_t>(keys[i]), expected[i]);
  }
}

}  // namespace
}  // namespace graze
