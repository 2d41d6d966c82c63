// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/parallel.h"

#include <graze/error.h>

#include <chrono>
#include <system_error>

#include "math/float_environment.h"
#include "math/message.h"

namespace graze {

void refuse_threads(int threads) {
  throw Error(message("threads is ", threads, ": it must be at least 1"));
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    ++signals_;
  }
  news_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Workers::wake(int threads) {
  start(threads);
  {
    const std::lock_guard lock(mutex_);
    ++signals_;
  }
  news_.notify_all();
}

void Workers::start(int threads) {
  while (static_cast<int>(helpers_.size()) + 1 < threads) {
    const int number = static_cast<int>(helpers_.size()) + 1;
    try {
      helpers_.emplace_back([this, number] { serve(number); });
    } catch (const std::system_error&) {
      return;
    }
  }
}

void Workers::run(Task& task) {
  if (task.threads > 1) {
    run_with_helpers(task);
  } else {
    task.work(0);
  }
  if (task.error) std::rethrow_exception(task.error);
}

void Workers::run_with_helpers(Task& task) {
  start(task.threads);
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    ++signals_;
  }
  news_.notify_all();
  task.work(0);
  std::unique_lock lock(mutex_);
  task_ = nullptr;  // who comes now is too late
  left_.wait(lock, [&] { return inside_ == 0; });
}

void Workers::serve(int thread) {
  const FloatEnvironment environment;  // a thread may start with that of whoever started it
  unsigned seen = 0;
  while (true) {
    // A while of looking out before going to sleep, so that what follows shortly is taken at once: waking a thread on a
    // processor that has gone to rest was seen to take half a millisecond.
    constexpr std::chrono::milliseconds patience(5);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (signals_.load(std::memory_order_relaxed) == seen && std::chrono::steady_clock::now() < end) {
    }
    Task* task = nullptr;
    {
      std::unique_lock lock(mutex_);
      news_.wait(lock, [&] { return signals_.load() != seen; });
      seen = signals_.load();
      if (stop_) return;
      if (task_ == nullptr || thread >= task_->threads) continue;
      task = task_;
      ++inside_;
    }
    task->work(thread);
    {
      const std::lock_guard lock(mutex_);
      --inside_;
    }
    left_.notify_one();
  }
}

}  // namespace graze
