// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "peers/peer.h"

// Contenders answer the same queries in turn, several times over. Each query is timed by itself and counts
// with the median of its times, so that a disturbance of the machine hits one round and not one contender.
namespace graze::bench {

struct Query {
  Pose X_WA;
  Pose X_WB;
  int group = 0;  ///< queries of one group are also compared by themselves: a distance, a gap
};

using Ask = std::size_t (*)(Pair& pair, const Query& query);
std::size_t ask_collides(Pair& pair, const Query& query);
std::size_t ask_count(Pair& pair, const Query& query);

struct Contender {
  std::string name;
  Pair* pair = nullptr;
};

/// What a time means.
enum class Clock {
  thread,  ///< the thread's own time, where it is long enough to be told: other programs do not count
  wall,    ///< for work of several threads
};

struct RaceOptions {
  int rounds = 5;
  Clock clock = Clock::thread;
  double seconds_each = 10;  ///< a contender that would need longer is asked fewer queries, spread over all
};

/// How one contender did.
struct Course {
  std::vector<std::size_t> asked;    ///< numbers of the queries, rising
  std::vector<double> seconds;       ///< of each of them
  std::vector<std::size_t> answers;  ///< to each of them
};

/// The first contender is what the others are compared with; it is asked everything.
std::vector<Course> race(std::span<const Contender> contenders, std::span<const Query> queries, Ask ask,
                         const RaceOptions& options);

/// A course beside that of the first contender, on the queries that both were asked. Ratios above 1: slower.
struct Comparison {
  std::size_t asked = 0;
  double mean = 0;  ///< seconds a query
  double median = 0;
  double longest = 0;
  double ratio_of_means = 1;
  double ratio_of_medians = 1;
  double lowest_ratio = 1;  ///< of means, over the groups
  int lowest_group = 0;
  std::size_t disagreements = 0;
};

Comparison compare(const Course& first, const Course& course, std::span<const Query> queries);

double median_of(std::vector<double> values);
double mean_of(std::span<const double> values);
double geometric_mean(std::span<const double> values);

/// At share 0 … 1 of the sorted values.
double percentile(std::span<const double> sorted, double share);

double now_seconds();
double thread_seconds();  ///< spent by this thread; reading it takes a fraction of a microsecond

/// The thread's clock is too coarse for work of fewer seconds, which is seldom interrupted anyway.
inline constexpr double short_work = 1e-4;

/// Runs `work` once and returns the seconds that it took.
template <class Work>
double seconds_of(const Work& work, Clock clock = Clock::thread) {
  const double own_start = clock == Clock::thread ? thread_seconds() : 0;
  const double start = now_seconds();
  work();
  const double wall = now_seconds() - start;
  return clock == Clock::wall || wall < short_work ? wall : thread_seconds() - own_start;
}

}  // namespace graze::bench
