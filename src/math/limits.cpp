// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/limits.h"

#include <graze/error.h>

#include "math/message.h"

namespace graze {

void Limits::throw_cancelled() {
  throw Cancelled("cancelled: a stop was requested");
}

void Limits::take_limited(std::size_t bytes) {
  const std::size_t before = taken_.fetch_add(bytes, std::memory_order_relaxed);
  if (bytes <= memory_ && before <= memory_ - bytes) return;
  taken_.fetch_sub(bytes, std::memory_order_relaxed);
  throw Error(message("the option `memory` allows ", memory_, " bytes, and more are needed"));
}

}  // namespace graze
