// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace graze {

using Deadline = std::chrono::steady_clock::time_point;

inline constexpr Deadline no_deadline = Deadline::max();

/// `budget` after `start`. A budget beyond the clock's range is none at all, and a negative one is over at once.
inline Deadline deadline_after(std::chrono::nanoseconds budget,
                               Deadline start = std::chrono::steady_clock::now()) {
  if (budget <= std::chrono::nanoseconds::zero()) return start;
  const auto left = no_deadline - start;
  return budget < left ? start + std::chrono::duration_cast<Deadline::duration>(budget) : no_deadline;
}

inline bool is_past(const Deadline& deadline) {
  return deadline != no_deadline && std::chrono::steady_clock::now() >= deadline;
}

}  // namespace graze
