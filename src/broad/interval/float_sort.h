// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace graze {

/// Sorts by the high 32 bits and is stable: by radix, eleven bits at a time, or by comparison where there are few.
/// The low 32 bits must be ascending at first where the high ones are equal.
class HighBitsSorter {
 public:
  void sort(std::vector<std::uint64_t>& keys);
  std::size_t memory() const { return other_.capacity() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> other_;
};

}  // namespace graze
