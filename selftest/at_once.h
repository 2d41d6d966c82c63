// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "math/random.h"

namespace graze::selftest {

/// Threads that begin the same work within some ten nanoseconds of each other, again and again: they look out for each other and
/// do not sleep. A delay of at most some hundred nanoseconds, another one each time, lets each come first now and then.
class AtOnce {
 public:
  explicit AtOnce(int threads) : errors_(static_cast<std::size_t>(threads)) {
    for (int i = 1; i < threads; ++i) {
      threads_.emplace_back([this, i] {
        for (;;) {
          meet();
          if (ends_) return;
          work(i);
          meet();
        }
      });
    }
  }
  ~AtOnce() {
    ends_ = true;
    meet();
    for (std::thread& thread : threads_) thread.join();
  }
  AtOnce(const AtOnce&) = delete;
  AtOnce& operator=(const AtOnce&) = delete;

  /// work(i) by each thread, of which the caller is number 0. What one of them throws is thrown here, after all are done.
  void run(std::function<void(int)> work_of_thread) {
    work_ = std::move(work_of_thread);
    ++rounds_;
    meet();
    work(0);
    meet();
    std::exception_ptr first;
    for (std::exception_ptr& error : errors_) {
      if (std::exception_ptr e = std::exchange(error, nullptr); e && !first) first = std::move(e);
    }
    if (first) std::rethrow_exception(first);
  }

 private:
  void meet() {
    const int meeting = meeting_;
    if (arrived_.fetch_add(1) + 1 == static_cast<int>(errors_.size())) {
      arrived_ = 0;
      ++meeting_;
      return;
    }
    for (int looks = 0; meeting_ == meeting; ++looks) {
      if (looks > 2000) std::this_thread::yield();
    }
  }

  void work(int thread) {
    Random random(rounds_ * errors_.size() + static_cast<std::uint64_t>(thread));
    for (std::uint64_t i = random.below(64); i > 0; --i) std::atomic_signal_fence(std::memory_order_seq_cst);
    try {
      work_(thread);
    } catch (...) {
      errors_[static_cast<std::size_t>(thread)] = std::current_exception();
    }
  }

  std::vector<std::exception_ptr> errors_;  ///< by thread
  std::function<void(int)> work_;
  std::uint64_t rounds_ = 0;
  std::atomic<bool> ends_ = false;
  std::atomic<int> arrived_ = 0, meeting_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace graze::selftest
