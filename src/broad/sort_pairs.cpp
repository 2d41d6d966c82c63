// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/sort_pairs.h"

#include <algorithm>
#include <utility>

namespace graze {
namespace {

constexpr unsigned digit_bits = 11;
constexpr std::uint32_t digits = 1U << digit_bits;

/// One pass: stable, by `digit_bits` bits of a or b from `shift` on.
template <Slot SlotPair::*member>
void sort_by_digit(std::vector<SlotPair>& pairs, std::vector<SlotPair>& spare, unsigned shift) {
  std::uint32_t start[digits] = {};
  for (const SlotPair& p : pairs) ++start[(p.*member >> shift) % digits];
  std::uint32_t sum = 0;
  for (std::uint32_t& s : start) {
    if (s == pairs.size()) return;  // all alike
    sum += std::exchange(s, sum);
  }
  for (const SlotPair& p : pairs) spare[start[(p.*member >> shift) % digits]++] = p;
  pairs.swap(spare);
}

template <Slot SlotPair::*member>
void sort_by(std::vector<SlotPair>& pairs, std::vector<SlotPair>& spare) {
  Slot all = 0;
  for (const SlotPair& p : pairs) all |= p.*member;
  for (unsigned shift = 0; shift < 32 && (all >> shift) != 0; shift += digit_bits) {
    sort_by_digit<member>(pairs, spare, shift);
  }
}

}  // namespace

void sort_pairs(std::vector<SlotPair>& pairs, std::vector<SlotPair>& spare) {
  constexpr std::size_t worth_it = 700;  // below, comparing is faster than clearing histograms
  if (pairs.size() < worth_it) {
    std::sort(pairs.begin(), pairs.end());
    return;
  }
  if (spare.size() != pairs.size()) spare.resize(pairs.size());
  sort_by<&SlotPair::b>(pairs, spare);
  sort_by<&SlotPair::a>(pairs, spare);
}

}  // namespace graze
