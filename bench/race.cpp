// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "race.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <numeric>

#include "math/random.h"

namespace graze::bench {
namespace {

/// Reading the clock takes as long as a short query, and is no part of it. The mean of the middle half: its ticks are coarse.
double clock_cost() {
  static const double cost = [] {
    std::vector<double> costs;
    for (int i = 0; i < 4000; ++i) costs.push_back(seconds_of([] {}, Clock::wall));
    std::sort(costs.begin(), costs.end());
    return mean_of(std::span(costs).subspan(1000, 2000));
  }();
  return cost;
}

/// All numbers below `count` in an order that is the same every time; its beginnings are fair samples.
std::vector<std::size_t> shuffled(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(1);
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

/// Warms up, and finds which queries there is time for, and about how long each takes.
Course enter(Pair& pair, std::span<const Query> queries, Ask ask, double seconds) {
  Course course;
  std::vector<double> first_times(queries.size());
  const double end = now_seconds() + seconds;
  for (const std::size_t i : shuffled(queries.size())) {
    if (!course.asked.empty() && now_seconds() > end) break;
    pair.place(queries[i].X_WA, queries[i].X_WB);
    first_times[i] = seconds_of([&] { ask(pair, queries[i]); }, Clock::wall);
    course.asked.push_back(i);
  }
  std::sort(course.asked.begin(), course.asked.end());
  course.answers.resize(course.asked.size());
  for (const std::size_t i : course.asked) course.seconds.push_back(first_times[i]);
  return course;
}

using Rounds = std::vector<std::vector<double>>;  // times by query and round

void run_round(Pair& pair, std::span<const Query> queries, Ask ask, Clock clock, Course& course,
               Rounds& rounds) {
  pair.restart();
  for (std::size_t k = 0; k < course.asked.size(); ++k) {
    const Query& query = queries[course.asked[k]];
    pair.place(query.X_WA, query.X_WB);
    // Reading the thread's clock makes the next query slower.
    const Clock fitting = course.seconds[k] < short_work ? Clock::wall : clock;
    const double seconds = seconds_of([&] { course.answers[k] = ask(pair, query); }, fitting);
    rounds[k].push_back(std::max(seconds - clock_cost(), 1e-9));
  }
}

/// Times of the queries that both were asked, and the same in groups.
struct Common {
  std::vector<double> first, other;
  std::map<int, std::pair<double, double>> by_group;
  std::size_t disagreements = 0;

  Common(const Course& a, const Course& b, std::span<const Query> queries) {
    std::size_t i = 0;
    for (std::size_t k = 0; k < b.asked.size(); ++k) {
      while (i < a.asked.size() && a.asked[i] < b.asked[k]) ++i;
      if (i == a.asked.size() || a.asked[i] != b.asked[k]) continue;
      first.push_back(a.seconds[i]);
      other.push_back(b.seconds[k]);
      auto& [sum_a, sum_b] = by_group[queries[b.asked[k]].group];
      sum_a += a.seconds[i];
      sum_b += b.seconds[k];
      disagreements += a.answers[i] != b.answers[k] ? 1 : 0;
    }
  }
};

}  // namespace

std::size_t ask_collides(Pair& pair, const Query& query) {
  return pair.collides(query.X_WA, query.X_WB) ? 1 : 0;
}

std::size_t ask_count(Pair& pair, const Query& query) {
  return pair.count_pairs(query.X_WA, query.X_WB);
}

std::vector<Course> race(std::span<const Contender> contenders, std::span<const Query> queries, Ask ask,
                         const RaceOptions& options) {
  std::vector<Course> courses;
  std::vector<Rounds> times;
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    const double seconds = c == 0 ? INFINITY : options.seconds_each / (options.rounds + 1);
    courses.push_back(enter(*contenders[c].pair, queries, ask, seconds));
    times.emplace_back(courses.back().asked.size());
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t c = 0; c < contenders.size(); ++c) {
      run_round(*contenders[c].pair, queries, ask, options.clock, courses[c], times[c]);
    }
  }
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    for (std::size_t k = 0; k < times[c].size(); ++k)
      courses[c].seconds[k] = median_of(std::move(times[c][k]));
  }
  return courses;
}

Comparison compare(const Course& first, const Course& course, std::span<const Query> queries) {
  const Common common(first, course, queries);
  Comparison result;
  result.asked = common.other.size();
  if (result.asked == 0) return result;
  result.mean = mean_of(common.other);
  result.median = median_of(common.other);
  result.longest = *std::max_element(common.other.begin(), common.other.end());
  result.ratio_of_means = result.mean / mean_of(common.first);
  result.ratio_of_medians = result.median / median_of(common.first);
  result.disagreements = common.disagreements;
  result.lowest_ratio = INFINITY;
  for (const auto& [group, sums] : common.by_group) {
    const double ratio = sums.second / sums.first;
    if (ratio >= result.lowest_ratio) continue;
    result.lowest_ratio = ratio;
    result.lowest_group = group;
  }
  return result;
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double mean_of(std::span<const double> values) {
  return values.empty()
             ? 0
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double geometric_mean(std::span<const double> values) {
  double logs = 0;
  for (const double value : values) logs += std::log(value);
  return values.empty() ? 0 : std::exp(logs / static_cast<double>(values.size()));
}

double percentile(std::span<const double> sorted, double share) {
  if (sorted.empty()) return 0;
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(std::ceil(share * last))];
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace graze::bench
