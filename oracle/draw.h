// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "math/random.h"

namespace graze::oracle {

/// The draws that cases are made of.
class Draw : public Random {
 public:
  using Random::Random;

  /// In [low, high].
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }
  int small(int low, int high) { return static_cast<int>(integer(low, high)); }
  bool coin() { return (next() >> 63) != 0; }
  bool one_in(int n) { return integer(1, n) == 1; }

  template <class Array>
  auto pick(const Array& choices) {
    return choices[static_cast<std::size_t>(below(std::size(choices)))];
  }
};

}  // namespace graze::oracle
