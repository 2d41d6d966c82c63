// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/limits.h"

#include <graze/error.h>

#include "math/message.h"

namespace graze {

void Limits::throw_cancelled() {
  throw Cancelled("cancelled: a stop was requested");
}

std::uint64_t Limits::next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool Limits::try_take_limited(std::size_t bytes) {
  // Nothing is added that does not fit, not even for a moment: another thread's bytes might be refused for it.
  std::size_t taken = taken_.load(std::memory_order_relaxed);
  do {
    if (bytes > memory_ || taken > memory_ - bytes) return false;
  } while (!taken_.compare_exchange_weak(taken, taken + bytes, std::memory_order_relaxed));
  return true;
}

void Limits::throw_out_of_memory() const {
  throw Error(message("the option `memory` allows ", memory_, " bytes, and more are needed"));
}

}  // namespace graze
