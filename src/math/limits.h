// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a query may not exceed: a request to stop, and bytes. Kernels look at the one in every loop that input can make long, and
// lists take from the other where they grow.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
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
      : stop_(stop.stop_possible() ? &stop : nullptr), memory_(memory) {}
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;

  /// Throws Cancelled if a stop has been requested. Costs a comparison where no stop is possible, a nanosecond else: to be
  /// called once in some microseconds.
  void look() const {
    if (stop_ != nullptr && stop_->stop_requested()) throw_cancelled();
  }

  bool has_memory_limit() const { return memory_ != std::numeric_limits<std::size_t>::max(); }
  /// Throws Error, and takes nothing, if that is more than there is left.
  void take(std::size_t bytes) {
    if (has_memory_limit()) take_limited(bytes);
  }
  void give_back(std::size_t bytes) {
    if (has_memory_limit()) taken_.fetch_sub(bytes, std::memory_order_relaxed);
  }

 private:
  [[noreturn]] static void throw_cancelled();
  void take_limited(std::size_t bytes);

  const std::stop_token* stop_ = nullptr;
  std::size_t memory_ = std::numeric_limits<std::size_t>::max();
  std::atomic<std::size_t> taken_ = 0;
};

/// For those who have none: nothing is ever written to it.
inline constinit Limits no_limits;

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
class ListShare {
 public:
  ListShare() = default;  ///< no limit
  explicit ListShare(Limits& limits) : limits_(&limits), room_(limits.has_memory_limit() ? 0 : unlimited) {}

  /// To be called before so many items are appended. Throws Error if there is no memory for them.
  template <class T>
  void make_room(std::vector<T>& list, std::size_t items = 1) {
    if (list.size() + items > room_) grow(list, items);
  }
  /// The list is given up.
  void release() {
    limits_->give_back(bytes_);
    bytes_ = 0;
    if (room_ != unlimited) room_ = 0;
  }

 private:
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  template <class T>
  void grow(std::vector<T>& list, std::size_t items) {
    constexpr std::size_t least = 64;
    const std::size_t room = std::max({2 * room_, list.size() + items, least});
    limits_->take(room * sizeof(T));
    list.reserve(room);
    limits_->give_back(bytes_);
    bytes_ = room * sizeof(T);
    room_ = room;
  }

  Limits* limits_ = &no_limits;
  std::size_t room_ = unlimited;  // items that memory was taken for
  std::size_t bytes_ = 0;
};

}  // namespace graze
