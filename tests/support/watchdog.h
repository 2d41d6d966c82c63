// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

namespace graze::testing {

/// Ends the test program with an error if the scope is not left in time. Threads that wait for each other cannot be
/// stopped in another way.
class Watchdog {
 public:
  Watchdog(std::chrono::seconds limit, std::string what)
      : thread_([this, limit, what = std::move(what)] {
          std::unique_lock lock(mutex_);
          if (end_.wait_for(lock, limit, [&] { return done_; })) return;
          std::fprintf(stderr, "%s: not done after %lld s\n", what.c_str(),
                       static_cast<long long>(limit.count()));
          std::_Exit(1);
        }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    end_.notify_one();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable end_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace graze::testing
