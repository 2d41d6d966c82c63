// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace graze::oracle {

/// splitmix64 (Steele, Lea and Flood 2014): the same numbers from the same seed on every platform, which the
/// distributions of <random> do not promise.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// In [low, high]; the bias of the modulus is below 2^-40 for the small ranges drawn here.
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(next() % (static_cast<std::uint64_t>(high - low) + 1));
  }
  int small(int low, int high) { return static_cast<int>(integer(low, high)); }
  bool coin() { return (next() >> 63) != 0; }
  bool one_in(int n) { return integer(1, n) == 1; }

  /// In [low, high), on a grid of 2^53 steps.
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53);
  }

  template <class Array>
  const auto& pick(const Array& choices) {
    return choices[static_cast<std::size_t>(next() % std::size(choices))];
  }

 private:
  std::uint64_t state_;
};

}  // namespace graze::oracle
