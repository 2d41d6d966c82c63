// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad_race.h"

#include <algorithm>
#include <cmath>

#include "race.h"

namespace graze::bench {
namespace {

std::size_t missing(const std::vector<BodyNumbers>& from, const std::vector<BodyNumbers>& those) {
  std::vector<BodyNumbers> only;
  std::set_difference(those.begin(), those.end(), from.begin(), from.end(), std::back_inserter(only));
  return only.size();
}

struct Runner {
  BroadPeer* peer;
  Crowd crowd;  // its own, so that all see the same motion
  std::vector<double> seconds;
  double spent = 0;
  std::size_t missed = 0, extra = 0;
  bool is_out = false;

  double run_frame() {
    crowd.advance();
    peer->place(crowd);
    const double seconds_taken = seconds_of([&] { peer->find(crowd); });
    spent += seconds_taken;
    return seconds_taken;
  }
  std::vector<BodyNumbers> sorted_pairs() const {
    std::vector<BodyNumbers> pairs;
    peer->pairs(pairs);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }
};

/// All in turn, frame by frame, and all pairs compared; warms up at the same time.
void compare_pairs(std::vector<Runner>& runners, int frames, double seconds_each) {
  for (int i = 0; i < frames; ++i) {
    std::vector<BodyNumbers> expected;
    for (Runner& runner : runners) {
      if (runner.is_out) continue;
      runner.run_frame();
      const auto pairs = runner.sorted_pairs();
      if (&runner == runners.data()) expected = pairs;
      runner.missed += missing(pairs, expected);
      runner.extra += missing(expected, pairs);
      runner.is_out = runner.spent > seconds_each;
    }
  }
}

/// In turn, a few frames each: as in a program that uses one of them.
void race_rounds(std::vector<Runner>& runners, int rounds, double seconds_each) {
  constexpr int frames_a_round = 5;
  for (int round = 0; round < rounds; ++round) {
    for (Runner& runner : runners) {
      const auto has_had_enough = [&] { return runner.spent > seconds_each && !runner.seconds.empty(); };
      for (int i = 0; i < frames_a_round && !has_had_enough(); ++i)
        runner.seconds.push_back(runner.run_frame());
    }
  }
}

BroadResult result(const Runner& runner, const Runner& first) {
  BroadResult r;
  r.name = runner.peer->name();
  r.median = median_of(runner.seconds);
  r.longest = *std::max_element(runner.seconds.begin(), runner.seconds.end());
  r.ratio = r.median / median_of(first.seconds);
  r.lowest_ratio = INFINITY;
  for (std::size_t i = 0; i < runner.seconds.size(); ++i) {
    r.lowest_ratio = std::min(r.lowest_ratio, runner.seconds[i] / first.seconds[i]);
  }
  r.frames = runner.seconds.size();
  r.missed = runner.missed;
  r.extra = runner.extra;
  return r;
}

}  // namespace

std::vector<BroadResult> broad_race(const BroadScene& scene,
                                    std::span<const std::unique_ptr<BroadPeer>> contenders,
                                    const BroadRaceOptions& options) {
  const Crowd crowd(scene.options);
  std::vector<Runner> runners;
  for (const auto& contender : contenders) {
    contender->start(crowd);
    runners.push_back({contender.get(), crowd, {}});
  }
  compare_pairs(runners, options.compared_frames, options.seconds_each / 2);
  for (Runner& runner : runners) runner.spent = runner.is_out ? options.seconds_each : 0;
  race_rounds(runners, options.rounds, options.seconds_each / 2);
  std::vector<BroadResult> results;
  for (const Runner& runner : runners) results.push_back(result(runner, runners.front()));
  return results;
}

}  // namespace graze::bench
