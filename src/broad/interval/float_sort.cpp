// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/interval/float_sort.h"

#include <algorithm>

namespace graze {

void HighBitsSorter::sort(std::vector<std::uint64_t>& keys) {
  if (keys.size() < 512) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  constexpr int digits = 3, bits = 11;
  constexpr std::uint32_t mask = (1U << bits) - 1;
  constexpr int shifts[digits] = {32, 32 + bits, 32 + 2 * bits};
  std::uint32_t starts[digits][mask + 1] = {};
  for (const std::uint64_t key : keys) {
    for (int d = 0; d < digits; ++d) ++starts[d][key >> shifts[d] & mask];
  }
  other_.resize(keys.size());
  for (int d = 0; d < digits; ++d) {
    if (starts[d][keys[0] >> shifts[d] & mask] == keys.size()) continue;  // all alike
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts[d]) {
      const std::uint32_t count = start;
      start = sum;
      sum += count;
    }
    for (const std::uint64_t key : keys) other_[starts[d][key >> shifts[d] & mask]++] = key;
    keys.swap(other_);
  }
}

}  // namespace graze
