// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/error.h>
#include <graze/mesh.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <stop_token>
#include <thread>

#include "math/random.h"

namespace graze::testing {

/// Runs work(stop) and requests the stop from another thread when it has run for a while. Seconds from the request to the end of the
/// work, which must throw Cancelled: those that all threads of the process have computed, so that other processes do not count.
template <class Work>
double seconds_to_cancel(const Work& work) {
  std::stop_source source;
  std::clock_t requested = 0;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    requested = std::clock();
    source.request_stop();
  });
  bool cancelled = false;
  try {
    work(source.get_token());
  } catch (const Cancelled&) {
    cancelled = true;
  }
  const std::clock_t end = std::clock();
  other.join();
  EXPECT_TRUE(cancelled) << "the work was over before it could be cancelled";
  return static_cast<double>(end - requested) / CLOCKS_PER_SEC;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr double slowed_by = 20;  ///< at most, by a sanitizer
#else
inline constexpr double slowed_by = 1;
#endif

/// The work is cancelled soon after the request: in the best of a few runs, since the machine's clock rate may change.
template <class Work>
void expect_soon_cancelled(const Work& work) {
  constexpr double soon = 0.03 * slowed_by;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 5 && least > soon && !::testing::Test::HasFailure(); ++i)
    least = std::min(least, seconds_to_cancel(work));
  EXPECT_LT(least, soon);
}

/// Large triangles, all through each other: most pairs of two such soups meet.
inline Mesh dense_soup(std::uint32_t faces, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  for (std::uint32_t i = 0; i < 3 * faces; ++i)
    mesh.vertices.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  for (std::uint32_t i = 0; i < faces; ++i) mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  return mesh;
}

}  // namespace graze::testing
