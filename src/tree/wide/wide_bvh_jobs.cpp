// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A query that takes long, divided among threads.
#include <atomic>
#include <limits>

#include "tree/wide/wide_bvh_pair.h"

namespace graze {
namespace {

/// Jobs of a large query, in the order of depth first.
class Jobs {
 public:
  Jobs(const WideBvhPair& trees, std::vector<std::uint64_t> entries, int threads, Limits& limits)
      : trees_(trees),
        limits_(limits),
        entries_(std::move(entries)),
        stacks_(threads),
        left_(threads),
        counts_(threads),
        found_(threads) {}

  /// In whatever order. A job that turns out to be long is cut short, and what is left of it becomes jobs of the next
  /// round: so all threads are done at about the same time.
  void find_all(Workers& workers, Counters& counters, Findings& findings) {
    constexpr std::size_t most_steps = 512;
    std::vector<Findings> own;  // of each thread
    for (std::vector<FacePair>& found : found_) own.push_back(Findings::all(found, limits_));
    MemoryShare share(limits_);
    while (!entries_.empty()) {
      workers.run(threads(), entries_.size(), [&](std::size_t i, int thread) {
        if (run(i, most_steps, thread, own[thread]) == Traversal::paused)
          left_[thread].insert(left_[thread].end(), stacks_[thread].begin(), stacks_[thread].end());
      });
      entries_.clear();
      for (std::vector<std::uint64_t>& left : left_) {
        entries_.insert(entries_.end(), left.begin(), left.end());
        left.clear();
      }
      // Both lists, and what a list holds twice while it grows.
      share.hold(6 * entries_.size() * sizeof(std::uint64_t));
    }
    finish(counters, findings);
    for (Findings& of_thread : own) of_thread.release();
  }

  /// Of several hits the one in the earliest job counts, whoever comes first: as one thread would have it.
  void find_first(Workers& workers, Counters& counters, Findings& findings) {
    std::atomic<std::size_t> earliest = entries_.size();
    std::vector<std::optional<FacePair>> hits(entries_.size());
    workers.run(threads(), entries_.size(), [&](std::size_t i, int thread) {
      if (earliest.load() < i) return;
      Findings own = Findings::first(limits_);
      run(i, no_limit, thread, own);
      hits[i] = own.found();
      if (!hits[i]) return;
      for (std::size_t known = earliest.load(); i < known && !earliest.compare_exchange_weak(known, i);) {
      }
    });
    if (earliest < hits.size()) found_[0].push_back(*hits[earliest]);
    finish(counters, findings);
  }

  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

 private:
  int threads() const { return static_cast<int>(stacks_.size()); }
  Traversal run(std::size_t i, std::size_t most_steps, int thread, Findings& findings) {
    return find_below(trees_, entries_[i], most_steps, stacks_[thread], counts_[thread], findings);
  }
  void finish(Counters& counters, Findings& findings) {
    for (const Counters& c : counts_) counters += c;
    for (const std::vector<FacePair>& pairs : found_) {
      for (const FacePair& pair : pairs) findings.add(pair);
    }
  }

  const WideBvhPair& trees_;
  Limits& limits_;
  std::vector<std::uint64_t> entries_;
  std::vector<std::vector<std::uint64_t>> stacks_, left_;  // one a thread, as all below
  std::vector<Counters> counts_;
  std::vector<std::vector<FacePair>> found_;
};

}  // namespace

void find_pairs(const WideBvhPair& trees, Workers& workers, int threads, std::vector<std::uint64_t>& stack,
                Counters& counters, Findings& findings) {
  if (trees.empty()) return;
  // A query has to have taken some tenths of a millisecond before other threads are worth their start.
  constexpr std::size_t steps_alone = 128, jobs_a_thread = 48;
  const Traversal end =
      find_below(trees, 0, threads > 1 ? steps_alone : Jobs::no_limit, stack, counters, findings);
  if (end != Traversal::paused) return;
  workers.wake(threads);
  Jobs jobs(trees, open_entries(trees, stack, jobs_a_thread * threads, counters), threads, findings.limits());
  if (findings.wants_first_only()) return jobs.find_first(workers, counters, findings);
  jobs.find_all(workers, counters, findings);
}

}  // namespace graze
