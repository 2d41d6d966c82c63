// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace graze {

/// Runs job(i, thread) for i = 0 … jobs-1 on up to `threads` threads, the caller's among them; jobs are taken
/// in order. Threads are started for the call: meant for work of a millisecond and more. Jobs must not throw.
template <class Job>
void parallel_for(int threads, std::size_t jobs, const Job& job) {
  std::atomic<std::size_t> next{0};
  const auto work = [&](int thread) {
    for (std::size_t i = next.fetch_add(1); i < jobs; i = next.fetch_add(1)) job(i, thread);
  };
  std::vector<std::thread> helpers;
  const int wanted =
      static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), jobs));
  for (int t = 1; t < wanted; ++t) helpers.emplace_back(work, t);
  work(0);
  for (std::thread& t : helpers) t.join();
}

}  // namespace graze
