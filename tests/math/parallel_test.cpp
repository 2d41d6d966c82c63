// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/parallel.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

namespace graze {
namespace {

TEST(Workers, EveryJobRunsOnceWhateverTheThreads) {
  Workers workers;
  for (const int threads : {1, 2, 8, 3, 1, 0}) {
    for (const std::size_t jobs : {0u, 1u, 2u, 7u, 1000u}) {
      std::vector<int> runs(jobs, 0);
      std::vector<int> by_thread(8, 0);
      workers.run(threads, jobs, [&](std::size_t i, int thread) {
        ++runs[i];
        ++by_thread[thread];
      });
      EXPECT_EQ(runs, std::vector<int>(jobs, 1));
      EXPECT_EQ(std::accumulate(by_thread.begin(), by_thread.begin() + std::max(threads, 1), 0),
                static_cast<int>(jobs));
    }
  }
}

TEST(Workers, ManyShortTasksAfterOneAnother) {
  Workers workers;
  std::size_t sum = 0;
  for (int i = 0; i < 20000; ++i) {
    if (i % 3 == 0) workers.wake(3);
    std::array<std::size_t, 3> parts = {};
    workers.run(3, 5, [&](std::size_t job, int thread) { parts[thread] += job; });
    sum += parts[0] + parts[1] + parts[2];
  }
  EXPECT_EQ(sum, 20000u * 10);
}

TEST(Workers, AJobThatThrowsEndsTheOthers) {
  Workers workers;
  for (const int threads : {1, 2, 8}) {
    for (const std::size_t bad : {0u, 1u, 500u, 999u}) {
      std::atomic<std::size_t> runs = 0;
      const auto job = [&](std::size_t i, int) {
        if (i >= bad) throw std::runtime_error("job");
        ++runs;
      };
      EXPECT_THROW(workers.run(threads, 1000, job), std::runtime_error);
      EXPECT_LE(runs, bad);
      runs = 0;
      workers.run(threads, bad, job);
      EXPECT_EQ(runs, bad);
    }
  }
}

TEST(Workers, EndWithoutEverHavingWorked) {
  for (int i = 0; i < 100; ++i) {
    Workers workers;
    if (i % 2 == 0) workers.wake(4);
  }
}

}  // namespace
}  // namespace graze
