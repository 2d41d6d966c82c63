// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A query that takes long, divided among threads.
#include <atomic>
#include <limits>

#include "tree/wide/exact_bounds.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {
namespace {

/// Jobs of a large query, in the order of depth first.
class Jobs {
 public:
  Jobs(const WideBvhPair& trees, std::vector<std::uint64_t> entries, int threads, Limits& limits)
      : trees_(trees), limits_(limits), entries_(std::move(entries)), threads_(threads) {
    for (Thread& thread : threads_) thread.exact.emplace(trees, thread.counters, thread.scratch, limits);
  }

  /// In whatever order. A job that turns out to be long is cut short, and what is left of it becomes jobs of the next
  /// round: so all threads are done at about the same time.
  void find_all(Workers& workers, Counters& counters, Findings& findings) {
    constexpr std::size_t most_steps = 512;
    std::vector<Findings> own;  // of each thread
    for (Thread& thread : threads_) {
      own.push_back(Findings::all(thread.found, limits_));
      thread.of_left.start(limits_);
    }
    ListShare share(limits_);
    share.make_room_for(entries_, entries_.size());
    while (!entries_.empty()) {
      workers.run(threads(), entries_.size(), [&](std::size_t i, int number) {
        Thread& thread = threads_[number];
        if (run(i, most_steps, thread, own[number]) != Traversal::paused) return;
        const std::vector<std::uint64_t>& stack = thread.scratch.stack;
        thread.of_left.make_room(thread.left, stack.size());
        thread.left.insert(thread.left.end(), stack.begin(), stack.end());
      });
      entries_.clear();
      for (Thread& thread : threads_) {
        share.make_room(entries_, thread.left.size());
        entries_.insert(entries_.end(), thread.left.begin(), thread.left.end());
        thread.left.clear();
      }
    }
    finish(counters, findings);
    share.release();
    for (Findings& of_thread : own) of_thread.release();
  }

  /// Of several hits the one in the earliest job counts, whoever comes first: as one thread would have it.
  void find_first(Workers& workers, Counters& counters, Findings& findings) {
    std::atomic<std::size_t> earliest = entries_.size();
    std::vector<std::optional<FacePair>> hits(entries_.size());
    workers.run(threads(), entries_.size(), [&](std::size_t i, int number) {
      if (earliest.load() < i) return;
      Findings own = Findings::first(limits_);
      run(i, no_limit, threads_[number], own);
      hits[i] = own.found();
      if (!hits[i]) return;
      for (std::size_t known = earliest.load(); i < known && !earliest.compare_exchange_weak(known, i);) {
      }
    });
    if (earliest < hits.size()) threads_[0].found.push_back(*hits[earliest]);
    finish(counters, findings);
  }

  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

 private:
  /// What one thread works with.
  struct Thread {
    WideScratch scratch;
    std::vector<std::uint64_t> left;
    ListShare of_left;
    Counters counters;
    std::vector<FacePair> found;
    std::optional<ExactBounds> exact;  // of all its jobs: it takes many steps to see that such bounds pay
  };

  int threads() const { return static_cast<int>(threads_.size()); }
  Traversal run(std::size_t i, std::size_t most_steps, Thread& thread, Findings& findings) {
    return find_below(trees_, entries_[i], most_steps, *thread.exact, thread.scratch.stack, thread.counters,
                      findings);
  }
  /// The jobs are done and about to go: hands over what was found.
  void finish(Counters& counters, Findings& findings) {
    for (Thread& thread : threads_) {
      counters += thread.counters;
      for (const FacePair& pair : thread.found) findings.add(pair);
      for (ListShare* const share : {&thread.of_left, &thread.scratch.of_boxes_a, &thread.scratch.of_boxes_b})
        share->release();
    }
  }

  const WideBvhPair& trees_;
  Limits& limits_;
  std::vector<std::uint64_t> entries_;
  std::vector<Thread> threads_;
};

}  // namespace

void find_pairs(const WideBvhPair& trees, Workers& workers, int threads, WideScratch& scratch,
                Counters& counters, Findings& findings) {
  if (trees.empty()) return;
  // A query has to have taken some tenths of a millisecond before other threads are worth their start.
  constexpr std::size_t steps_alone = 128, jobs_a_thread = 48;
  ExactBounds exact(trees, counters, scratch, findings.limits());
  const Traversal end = find_below(trees, 0, threads > 1 ? steps_alone : Jobs::no_limit, exact, scratch.stack,
                                   counters, findings);
  if (end != Traversal::paused) return;
  workers.wake(threads);
  Jobs jobs(trees, open_entries(trees, scratch.stack, jobs_a_thread * threads, exact, counters), threads,
            findings.limits());
  if (findings.wants_first_only()) return jobs.find_first(workers, counters, findings);
  jobs.find_all(workers, counters, findings);
}

}  // namespace graze
