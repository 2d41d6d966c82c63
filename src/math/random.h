// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace graze {

/// Splitmix64 (steele-splitmix). Ours because the standard's distributions differ between standard libraries,
/// and a seed must give the same mesh, scene or test everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  /// In [0, 1): the 53 high bits, so that every value is exact.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// In [low, high], as rounding has it.
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// In 0 … n-1; n > 0. The bias of the remainder is below n/2^64.
  std::uint64_t below(std::uint64_t n) { return next() % n; }

 private:
  std::uint64_t state_;
};

}  // namespace graze
