// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a query may not exceed: a request to stop, and bytes. Kernels look at the one in every loop that input can make long, and
// lists take from the other where they grow.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

namespace graze {

/// Those of one query. Its threads share them.
class Limits {
 public:
  constexpr Limits() = default;  ///< none
  /// The token is referred to if it can stop anything.
  Limits(const std::stop_token& stop, std::size_t memory)
      : stop_(stop.stop_possible() ? &stop : nullptr), memory_(memory) {
    if (has_memory_limit()) number_ = next_number();
  }
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;

  /// Throws Cancelled if a stop has been requested. Costs a comparison where no stop is possible, a nanosecond else: to be
  /// called once in some microseconds.
  void look() const {
    if (stop_ != nullptr && stop_->stop_requested()) throw_cancelled();
  }

  bool has_memory_limit() const { return memory_ != std::numeric_limits<std::size_t>::max(); }
  /// Of all limits of memory in this process, no two have the same number. 0: there is none.
  std::uint64_t number() const { return number_; }

  /// Throws Error, and takes nothing, if that is more than there is left.
  void take(std::size_t bytes) {
    if (!try_take(bytes)) throw_out_of_memory();
  }
  /// False, and takes nothing, if that is more than there is left.
  bool try_take(std::size_t bytes) { return !has_memory_limit() || try_take_limited(bytes); }
  void give_back(std::size_t bytes) {
    if (has_memory_limit()) taken_.fetch_sub(bytes, std::memory_order_relaxed);
  }

 private:
  [[noreturn]] static void throw_cancelled();
  [[noreturn]] void throw_out_of_memory() const;
  static std::uint64_t next_number();
  bool try_take_limited(std::size_t bytes);

  const std::stop_token* stop_ = nullptr;
  std::size_t memory_ = std::numeric_limits<std::size_t>::max();
  std::uint64_t number_ = 0;
  std::atomic<std::size_t> taken_ = 0;
};

/// For those who have none: nothing is ever written to it.
inline constinit Limits no_limits;

/// Looks at the limits now and then. If it is cancelled, the order is any.
template <class T, class Before>
void sort_within(const Limits& limits, std::vector<T>& list, const Before& before) {
  constexpr std::size_t comparisons_between_looks = 1024;
  std::size_t comparisons = 0;
  std::sort(list.begin(), list.end(), [&](const T& a, const T& b) {
    if (++comparisons % comparisons_between_looks == 0) limits.look();
    return before(a, b);
  });
}

/// What work takes from a query's memory, until it is gone.
class MemoryShare {
 public:
  explicit MemoryShare(Limits& limits) : limits_(limits) {}
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;
  ~MemoryShare() { limits_.give_back(bytes_); }

  /// From now on it is so many bytes. Throws Error if there are not so many.
  void hold(std::size_t bytes) {
    if (bytes > bytes_) limits_.take(bytes - bytes_);
    if (bytes < bytes_) limits_.give_back(bytes_ - bytes);
    bytes_ = bytes;
  }

 private:
  Limits& limits_;
  std::size_t bytes_ = 0;
};

/// What one list takes: as if it had grown from nothing by doubling, the old and the new memory together while items move.
///
/// A list of a Scratch keeps its memory when it is cleared, and so does its share, until another query starts with it. So lists
/// that one query uses again and again, for one piece of a compound after the other, are counted once, at their largest.
class ListShare {
 public:
  ListShare() = default;  ///< no limit
  explicit ListShare(Limits& limits) { start(limits); }

  /// To be called when a kernel begins to use the list.
  void start(Limits& limits) {
    if (limits.number() == number_) return;
    number_ = limits.number();
    limits_ = limits.has_memory_limit() ? &limits : &no_limits;
    room_ = limits.has_memory_limit() ? 0 : unlimited;
    bytes_ = 0;
  }

  /// To be called before so many items are appended. Throws Error if there is no memory for them.
  template <class T>
  void make_room(std::vector<T>& list, std::size_t items = 1) {
    make_room_for(list, list.size() + items);
  }
  /// The same before the list is resized to so many.
  template <class T>
  void make_room_for(std::vector<T>& list, std::size_t items) {
    if (items > room_) grow(list, items);
  }
  /// The same without Error: false if there is no memory for them.
  template <class T>
  bool try_make_room_for(std::vector<T>& list, std::size_t items) {
    return items <= room_ || (limits_->try_take(next_room(items) * sizeof(T)) && reserve(list, items));
  }
  /// The list is given up.
  void release() {
    limits_->give_back(bytes_);
    bytes_ = 0;
    if (room_ != unlimited) room_ = 0;
  }

 private:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  std::size_t next_room(std::size_t items) const {
    constexpr std::size_t least = 64;
    return std::max({2 * room_, items, least});
  }
  template <class T>
  void grow(std::vector<T>& list, std::size_t items) {
    limits_->take(next_room(items) * sizeof(T));
    reserve(list, items);
  }
  /// The memory has been taken.
  template <class T>
  bool reserve(std::vector<T>& list, std::size_t items) {
    const std::size_t room = next_room(items);
    list.reserve(room);
    limits_->give_back(bytes_);
    bytes_ = room * sizeof(T);
    room_ = room;
    return true;
  }

  Limits* limits_ = &no_limits;
  std::uint64_t number_ = 0;      // of the limits
  std::size_t room_ = unlimited;  // items that memory was taken for
  std::size_t bytes_ = 0;
};

}  // namespace graze
