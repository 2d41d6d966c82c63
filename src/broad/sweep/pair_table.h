// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "broad/broad_phase.h"

namespace graze {

/// A set of pairs: a list without gaps, and a hash table by linear probing that says where in it a pair is.
class PairTable {
 public:
  void clear();
  bool insert(SlotPair pair);  ///< false: it is there already
  bool erase(SlotPair pair);   ///< false: it is not there
  template <class Condition>
  void erase_if(const Condition& condition) {
    for (std::size_t i = pairs_.size(); i-- > 0;) {
      if (condition(pairs_[i])) erase(pairs_[i]);
    }
  }

  std::span<const SlotPair> pairs() const { return pairs_; }  ///< in no order that means anything
  std::size_t memory() const;

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::size_t home(SlotPair pair) const {
    // Knuth's multiplicative hash: the high bits are well mixed.
    const std::uint64_t key = (std::uint64_t{pair.a} << 32) | pair.b;
    return (key * 0x9e3779b97f4a7c15ULL) >> shift_;
  }
  std::size_t next(std::size_t cell) const { return (cell + 1) & (cells_.size() - 1); }
  /// The cell that the pair is in, or the empty one where it would be.
  std::size_t find(SlotPair pair) const;
  void rehash(std::size_t cells);

  std::vector<SlotPair> pairs_;
  std::vector<std::uint32_t>
      cells_;  ///< numbers of pairs, or none; a power of two of them, at most half in use
  unsigned shift_ = 64;
};

}  // namespace graze
