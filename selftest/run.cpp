// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/run.h"

#include <fmt/format.h>
#include <graze/error.h>
#include <graze/io.h>
#include <hwy/targets.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

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
    if (options_.only_case) {
      for (const std::int64_t target : targets()) {
        if (options_.stop()) break;
        use_target(target);
        run_threads(
            1, [&](int thread, std::vector<Tally>& tallies) { test(thread, *options_.only_case, tallies); });
      }
    } else {
      // The best instruction set every other time.
      const std::vector<std::int64_t> all = targets();
      for (std::size_t i = 0; !over(); ++i) {
        use_target(i % 2 == 0 ? all.front() : all[i / 2 % all.size()]);
        run_round();
      }
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    report_.seconds = seconds_since(start_);
    return std::move(report_);
  }

 private:
  static std::vector<std::int64_t> targets() {
    std::vector<std::int64_t> result;
    for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1)
      result.push_back(rest & -rest);
    return result;
  }

  /// No query may be running.
  void use_target(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    target_ = hwy::TargetName(target);
    if (std::ranges::find(report_.targets, target_) == report_.targets.end())
      report_.targets.push_back(target_);
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
    Draw draw = draw_of(options_.seed, number);
    const Case c = generator.draw(draw);
    const Truths truths(c);
    ++tallies[kind].cases;
    for (const Road& road : draw_roads(c, draw)) {
      const auto found = follow(road, c, truths, tallies[kind]);
      if (!found) continue;
      const double found_after = seconds_since(start_);
      begins("minimising ");
      report(generator, number, found_after, minimised(c, *found, minimise_seconds));
      break;
    }
    const double seconds = seconds_since(start);
    tallies[kind].seconds += seconds;
    tallies[kind].note_time(number, seconds);
    watch_.ends(thread);
  }

  void report(const Generator& generator, std::uint64_t number, double found_after, Minimised found) {
    const std::lock_guard lock(mutex_);
    ++found_count_;
    const std::string name = fmt::format("{}-{}-{}.json", generator.name, options_.seed, number);
    std::filesystem::create_directories(options_.folder);
    const std::filesystem::path file = options_.folder / name;
    // The same case may be found once more, with another instruction set.
    save_scene(found.smaller.scene, file, IfExists::replace);
    report_.found.push_back(
        {generator.name, number, target_, found_after, std::move(found.disagreement), file});
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
