// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace graze {

[[noreturn]] void refuse_threads(int threads);
/// How many threads to use where a caller asks for so many: no more than any machine has processors for, since each has lists and a
/// stack of its own. Throws Error for fewer than one.
inline int usable_threads(int threads) {
  constexpr int most = 256;
  if (threads < 1) refuse_threads(threads);
  return std::min(threads, most);
}

/// Threads that wait between calls: starting or waking one takes some 100 µs, finding it still looking out for work
/// almost nothing. Used by one thread at a time; they end with the object.
class Workers {
 public:
  Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  /// Says that `run` with so many threads is near: they are started or woken meanwhile.
  void wake(int threads);

  /// Runs job(i, thread) for i = 0 … jobs-1 on up to `threads` threads, of which the caller's is number 0; jobs are taken
  /// in order. Threads that the system does not give are done without. If a job throws, no further ones are begun, and what
  /// the first of them threw is thrown when all have ended.
  template <class Job>
  void run(int threads, std::size_t jobs, const Job& job) {
    Task task;
    task.jobs = jobs;
    task.threads =
        static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), jobs));
    task.job = &job;
    task.call = [](const void* work, std::size_t i, int thread) {
      (*static_cast<const Job*>(work))(i, thread);
    };
    run(task);
  }

 private:
  struct Task {
    std::size_t jobs;
    int threads;
    const void* job;
    void (*call)(const void* job, std::size_t i, int thread);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::exception_ptr error = nullptr;  // of the thread that set `failed`

    void work(int thread) noexcept {
      try {
        for (std::size_t i = next.fetch_add(1); i < jobs; i = next.fetch_add(1)) call(job, i, thread);
      } catch (...) {
        next = jobs;
        if (!failed.exchange(true)) error = std::current_exception();
      }
    }
  };

  void run(Task& task);
  void run_with_helpers(Task& task);
  void start(int threads);
  void serve(int thread);

  std::vector<std::thread> helpers_;
  std::mutex mutex_;
  std::condition_variable news_, left_;
  std::atomic<unsigned> signals_{0};  // changes when there is something to look at
  Task* task_ = nullptr;              // guarded by mutex_, as are the next two
  int inside_ = 0;                    // threads at work on the task
  bool stop_ = false;
};

/// The same with threads of its own: for work that is done once.
template <class Job>
void parallel_for(int threads, std::size_t jobs, const Job& job) {
  Workers().run(threads, jobs, job);
}

/// By workers, if there are any.
template <class Job>
void parallel_for(Workers* workers, int threads, std::size_t jobs, const Job& job) {
  if (workers != nullptr) {
    workers->run(threads, jobs, job);
  } else {
    parallel_for(threads, jobs, job);
  }
}

}  // namespace graze
