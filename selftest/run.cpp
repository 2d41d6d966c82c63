// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/run.h"

#include <fmt/format.h>
#include <graze/error.h>
#include <graze/io.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "math/instruction_sets.h"
#include "selftest/minimise.h"
#include "selftest/watch.h"

namespace graze::selftest {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double hang_seconds = 60, minimise_seconds = 20, round_seconds = 4;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Run {
 public:
  explicit Run(const RunOptions& options) : options_(options), start_(Clock::now()), watch_(options.threads) {
    report_.kinds.resize(all_generators().size());
    wanted_.assign(all_generators().size(), options.kinds.empty() ? 1 : 0);
    for (const Generator* kind : options.kinds)
      wanted_[static_cast<std::size_t>(kind - all_generators().data())] = 1;
  }

  Report run() {
    const std::vector<std::int64_t> all = instruction_sets();
    if (options_.only_case) {
      for (std::size_t i = 0; i < all.size() && !ended_early(); ++i) with(all[i], [&] { run_only_case(); });
    } else {
      // The best instruction set every other time.
      for (std::size_t i = 0; !over(); ++i)
        with(i % 2 == 0 ? all.front() : all[i / 2 % all.size()], [&] { run_round(); });
    }
    report_.seconds = seconds_since(start_);
    return std::move(report_);
  }

 private:
  /// Of one instruction set.
  template <class Work>
  void with(std::int64_t target, const Work& work) {
    const OnlyInstructionSet only(target);
    target_ = hwy::TargetName(target);
    if (std::ranges::find(report_.targets, target_) == report_.targets.end())
      report_.targets.push_back(target_);
    work();
  }

  void run_only_case() {
    run_threads(1,
                [&](int thread, std::vector<Tally>& tallies) { test(thread, *options_.only_case, tallies); });
  }

  bool over() const { return seconds_since(start_) >= options_.seconds || ended_early(); }

  bool ended_early() const { return found_count_ >= options_.most_disagreements || options_.stop(); }

  void run_round() {
    const double end = std::min(options_.seconds, seconds_since(start_) + round_seconds);
    run_threads(options_.threads, [&](int thread, std::vector<Tally>& tallies) {
      while (seconds_since(start_) < end && !ended_early()) {
        const std::uint64_t number = next_.fetch_add(1);
        if (wanted_[kind_of_case(number)] != 0) test(thread, number, tallies);
      }
    });
  }

  /// work(thread, tallies of the thread, by kind) by so many threads, watched by this one.
  void run_threads(int count, const std::function<void(int, std::vector<Tally>&)>& work) {
    std::vector<std::thread> threads;
    int working = count;
    for (int i = 0; i < count; ++i) {
      threads.emplace_back([&, i] {
        const SignalStack stack;
        std::vector<Tally> tallies(report_.kinds.size());
        work(i, tallies);
        const std::lock_guard lock(mutex_);
        for (std::size_t k = 0; k < tallies.size(); ++k) report_.kinds[k] += tallies[k];
        --working;
        done_.notify_one();
      });
    }
    const auto all_done = [&] { return working == 0; };
    std::unique_lock lock(mutex_);
    while (!done_.wait_for(lock, std::chrono::milliseconds(100), all_done)) {
      lock.unlock();
      watch_.end_program_if_longer_than(hang_seconds);
      if (options_.progress) options_.progress(seconds_since(start_));
      lock.lock();
    }
    for (std::thread& thread : threads) thread.join();
  }

  void test(int thread, std::uint64_t number, std::vector<Tally>& tallies) {
    const std::size_t kind = kind_of_case(number);
    const Generator& generator = all_generators()[kind];
    const auto begins = [&](std::string_view what) {
      watch_.begins(thread, fmt::format("{}{}: --seed {} --case {}, {}", what, generator.name, options_.seed,
                                        number, target_));
    };
    begins("");
    const Clock::time_point start = Clock::now();
    ++tallies[kind].cases;
    Found found{generator.name, number, target_, 0, {}, {}};
    try {
      Draw draw = draw_of(options_.seed, number);
      const Case c = generator.draw(draw);
      if (auto disagreement = first_disagreement(c, draw, tallies[kind])) {
        begins("minimising ");
        found.seconds = seconds_since(start_);
        found.disagreement = std::move(*disagreement);
        report(std::move(found), c);
      }
    } catch (const std::exception& error) {  // of drawing a case, or of its truth: roads catch theirs
      found.seconds = seconds_since(start_);
      found.disagreement.said = fmt::format("exception: {}", error.what());
      found.disagreement.truth = "a case can be drawn";
      add(std::move(found));
    }
    const double seconds = seconds_since(start);
    tallies[kind].seconds += seconds;
    tallies[kind].note_time(number, seconds);
    watch_.ends(thread);
  }

  static std::optional<Disagreement> first_disagreement(const Case& c, Draw& draw, Tally& tally) {
    const Truths truths(c);
    for (const Road& road : draw_roads(c, draw)) {
      if (auto found = follow(road, c, truths, tally)) return found;
    }
    return std::nullopt;
  }

  /// The scene is there before it is made smaller, in case that the watch ends the program meanwhile.
  void report(Found found, const Case& c) {
    std::filesystem::create_directories(options_.folder);
    found.file = options_.folder / fmt::format("{}-{}-{}.json", found.kind, options_.seed, found.number);
    // The same case may be found once more, with another instruction set.
    save_scene(c.scene, found.file, IfExists::replace);
    Minimised smaller = minimised(c, found.disagreement, minimise_seconds);
    save_scene(smaller.smaller.scene, found.file, IfExists::replace);
    found.disagreement = std::move(smaller.disagreement);
    add(std::move(found));
  }

  void add(Found found) {
    const std::lock_guard lock(mutex_);
    ++found_count_;
    report_.found.push_back(std::move(found));
  }

  const RunOptions& options_;
  Clock::time_point start_;
  Watch watch_;
  std::vector<char> wanted_;  ///< by kind
  std::string target_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::size_t> found_count_ = 0;
  std::mutex mutex_;  ///< of the report
  std::condition_variable done_;
  Report report_;
};

}  // namespace

Report run(const RunOptions& options) {
  return Run(options).run();
}

}  // namespace graze::selftest
