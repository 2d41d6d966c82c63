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
  const std::size_t before = taken_.fetch_add(bytes, std::memory_order_relaxed);
  if (bytes <= memory_ && before <= memory_ - bytes) return true;
  taken_.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void Limits::throw_out_of_memory() const {
  throw Error(message("the option `memory` allows ", memory_, " bytes, and more are needed"));
}

}  // namespace graze
