// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "math/limits.h"
#include "math/parallel.h"

namespace graze {

/// Sorts pairs of numbers `a` and `b`, by a and then by b: by digits of eleven bits, lowest first, skipping those that all pairs
/// share. A few nanoseconds a pair; at 200,000 pairs seven times as fast as by comparisons. `spare` is memory to be re-used.
template <class Pair>
class PairSort {
 public:
  static constexpr std::size_t worth_it = 700;  ///< below, comparing is faster than clearing histograms

  PairSort(std::vector<Pair>& pairs, std::vector<Pair>& spare, const Limits& limits)
      : pairs_(pairs), spare_(spare), limits_(limits) {
    if (pairs.size() < worth_it) {
      std::sort(pairs.begin(), pairs.end());
      return;
    }
    if (spare.size() != pairs.size()) spare.resize(pairs.size());
    sort_by<&Pair::b>();
    sort_by<&Pair::a>();
  }

 private:
  static constexpr unsigned digit_bits = 11;
  static constexpr std::uint32_t digits = 1U << digit_bits;

  template <std::uint32_t Pair::*member>
  void sort_by() {
    std::uint32_t all = 0;
    for_each([&](const Pair& p) { all |= p.*member; });
    for (unsigned shift = 0; shift < 32 && (all >> shift) != 0; shift += digit_bits)
      sort_by_digit<member>(shift);
  }

  template <std::uint32_t Pair::*member>
  void sort_by_digit(unsigned shift) {
    std::size_t start[digits] = {};
    for_each([&](const Pair& p) { ++start[(p.*member >> shift) % digits]; });
    std::size_t sum = 0;
    for (std::size_t& s : start) {
      if (s == pairs_.size()) return;  // all alike
      sum += std::exchange(s, sum);
    }
    for_each([&](const Pair& p) { spare_[start[(p.*member >> shift) % digits]++] = p; });
    pairs_.swap(spare_);
  }

  template <class Use>
  void for_each(const Use& use) const {
    constexpr std::size_t pairs_between_looks = 1U << 16;
    const Pair* const end = pairs_.data() + pairs_.size();
    for (const Pair* p = pairs_.data(); p != end;) {
      limits_.look();
      const Pair* const next = p + std::min<std::size_t>(pairs_between_looks, end - p);
      for (; p != next; ++p) use(*p);
    }
  }

  std::vector<Pair>& pairs_;
  std::vector<Pair>& spare_;
  const Limits& limits_;
};

template <class Pair>
void sort_pairs(std::vector<Pair>& pairs, std::vector<Pair>& spare, const Limits& limits = no_limits) {
  PairSort<Pair>(pairs, spare, limits);
}

/// The same on several threads, keeping one of each: every thread picks out the pairs with `a` in a range of its own and sorts
/// them.
template <class Pair>
class ParallelPairSort {
 public:
  /// If it is cancelled, `pairs` may hold anything.
  void sort(std::vector<Pair>& pairs, Workers& workers, int threads, const Limits& limits = no_limits) {
    const std::size_t count = parts_for(pairs.size(), threads);
    if (parts_.size() < count) parts_.resize(count);
    if (count <= 1) return sort_unique(pairs, parts_[0].spare, limits);
    choose_ranges(pairs, count);
    workers.run(threads, count, [&](std::size_t i, int) {
      parts_[i].pick(pairs);
      sort_unique(parts_[i].pairs, parts_[i].spare, limits);
    });
    std::size_t next = 0;
    for (std::size_t i = 0; i < count; ++i)
      parts_[i].first = std::exchange(next, next + parts_[i].pairs.size());
    pairs.resize(next);
    workers.run(threads, count, [&](std::size_t i, int) {
      std::copy(parts_[i].pairs.begin(), parts_[i].pairs.end(), pairs.begin() + parts_[i].first);
    });
  }

  /// What sorting so many takes beside them: all once more in memory to be sorted into, and of several parts once in these.
  static std::size_t bytes_for(std::size_t pairs, int threads) {
    const std::size_t parts = parts_for(pairs, threads);
    if (pairs < PairSort<Pair>::worth_it) return 0;
    return (parts > 1 ? 2 * pairs + parts : pairs) * sizeof(Pair);
  }
  std::size_t bytes() const {
    std::size_t sum = parts_.capacity() * sizeof(Part);
    for (const Part& part : parts_) sum += (part.pairs.capacity() + part.spare.capacity()) * sizeof(Pair);
    return sum;
  }

 private:
  static std::size_t parts_for(std::size_t pairs, int threads) {
    constexpr std::size_t worth_it = 4096;  // fewer are not worth waking anybody for
    return pairs < worth_it ? 1 : static_cast<std::size_t>(threads);
  }

  static void sort_unique(std::vector<Pair>& pairs, std::vector<Pair>& spare, const Limits& limits) {
    sort_pairs(pairs, spare, limits);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }

  struct Part {
    std::uint32_t low = 0, last = 0;  // the range of a; none if low > last
    std::vector<Pair> pairs, spare;
    std::size_t first = 0;  // where they go

    std::size_t has(const Pair& pair) const {
      return static_cast<std::size_t>((pair.a >= low) & (pair.a <= last));
    }
    /// Counts first: parts together then hold all pairs once.
    void pick(const std::vector<Pair>& from) {
      std::size_t size = 0;
      for (const Pair& pair : from) size += has(pair);
      pairs.clear();
      pairs.resize(size + 1);  // one more, to be written and not kept
      std::size_t count = 0;
      for (const Pair& pair : from) {  // without a branch: who is in is anybody's guess
        pairs[count] = pair;
        count += has(pair);
      }
      pairs.resize(size);
    }
  };

  /// So that each has about as many, going by a sample.
  void choose_ranges(const std::vector<Pair>& pairs, std::size_t count) {
    constexpr std::size_t samples_a_part = 32;
    std::vector<std::uint32_t> sample;
    for (std::size_t i = 0; i < samples_a_part * count; ++i)
      sample.push_back(pairs[i * pairs.size() / (samples_a_part * count)].a);
    std::sort(sample.begin(), sample.end());
    // Part i has what is at most its last sample and is in none before it.
    std::uint64_t low = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t last = i + 1 < count ? sample[samples_a_part * (i + 1) - 1] : 0xffffffffU;
      const bool empty = low > last;
      parts_[i].low = empty ? 1 : static_cast<std::uint32_t>(low);
      parts_[i].last = empty ? 0 : last;
      low = std::max(low, std::uint64_t{last} + 1);
    }
  }

  std::vector<Part> parts_;
};

}  // namespace graze
