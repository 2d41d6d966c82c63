// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze {

/// A set of pairs of numbers, by open addressing. Entries carry the number of the round that they were inserted in,
/// so that `clear` touches no memory.
class PairSet {
 public:
  void clear() {
    size_ = 0;
    if (++round_ == 0) {
      entries_.assign(entries_.size(), {});
      round_ = 1;
    }
  }

  /// True if it was not there before.
  bool insert(std::uint32_t a, std::uint32_t b) {
    if (2 * (size_ + 1) > entries_.size()) grow();
    const std::uint64_t key = (std::uint64_t{a} << 32) | b;
    if (!place(key)) return false;
    ++size_;
    return true;
  }

  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t round = 0;
  };

  bool place(std::uint64_t key) {
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = (key * 0x9e3779b97f4a7c15ULL) >> shift_;; i = (i + 1) & mask) {
      Entry& entry = entries_[i];
      if (entry.round != round_) {
        entry = {key, round_};
        return true;
      }
      if (entry.key == key) return false;
    }
  }

  void grow() {
    std::vector<Entry> old = std::move(entries_);
    const std::size_t size = old.empty() ? 256 : 2 * old.size();
    entries_.assign(size, {});
    shift_ = 64 - __builtin_ctzll(size);
    for (const Entry& entry : old) {
      if (entry.round == round_) place(entry.key);
    }
  }

  std::vector<Entry> entries_;  // a power of two of them
  std::size_t size_ = 0;
  std::uint32_t round_ = 1;
  int shift_ = 64;
};

}  // namespace graze
