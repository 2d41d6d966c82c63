// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "math/limits.h"

namespace graze {

/// A set of pairs of numbers, by open addressing. Entries carry the number of the round that they were inserted in,
/// so that `clear` touches no memory. It takes from a query's memory as if it had grown from nothing (ListShare).
class PairSet {
 public:
  void clear(Limits& limits) {
    size_ = 0;
    if (!limits.has_memory_limit()) {
      start(no_limits, entries_.size() / 2);
    } else if (limits.number() != number_) {
      start(limits, 0);
    }
    if (++round_ == 0) {
      entries_.assign(entries_.size(), {});
      round_ = 1;
    }
  }

  /// True if it was not there before.
  bool insert(std::uint32_t a, std::uint32_t b) {
    if (size_ == room_) make_room();
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

  void start(Limits& limits, std::size_t room) {
    limits_ = &limits;
    number_ = limits.number();
    room_ = room;
    taken_ = 0;
  }

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

  /// Half of the entries at most are in use.
  void make_room() {
    constexpr std::size_t least = 128;
    const std::size_t room = std::max(2 * room_, least), bytes = 2 * room * sizeof(Entry);
    limits_->take(bytes);
    if (entries_.size() < 2 * room) grow(2 * room);
    limits_->give_back(taken_);
    taken_ = bytes;
    room_ = room;
  }

  void grow(std::size_t size) {
    std::vector<Entry> larger(size);
    const std::vector<Entry> old = std::exchange(entries_, std::move(larger));
    shift_ = 64 - __builtin_ctzll(size);
    for (const Entry& entry : old) {
      if (entry.round == round_) place(entry.key);
    }
  }

  std::vector<Entry> entries_;  // a power of two of them
  std::size_t size_ = 0;
  std::size_t room_ = 0;   // for so many there are entries, and memory was taken
  std::size_t taken_ = 0;  // bytes of the limits
  Limits* limits_ = &no_limits;
  std::uint64_t number_ = 0;  // of the limits
  std::uint32_t round_ = 1;
  int shift_ = 64;
};

}  // namespace graze
