// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "report.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::bench {
namespace {

Json counters_json(const Counters& counters, std::size_t queries) {
  const auto each = [&](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(queries);
  };
  return {{"box_tests", each(counters.box_tests)},
          {"face_tests", each(counters.face_tests)},
          {"double_tests", each(counters.double_tests)},
          {"exact_fallbacks", each(counters.exact_fallbacks)}};
}

Json comparison_json(const std::string& name, const Comparison& c) {
  return {{"name", name},
          {"queries", c.asked},
          {"mean_us", c.mean * 1e6},
          {"median_us", c.median * 1e6},
          {"longest_us", c.longest * 1e6},
          {"ratio_of_means", c.ratio_of_means},
          {"ratio_of_medians", c.ratio_of_medians},
          {"lowest_ratio", c.lowest_ratio},
          {"disagreements", c.disagreements}};
}

std::string group_text(std::span<const std::string> groups, int group) {
  const auto i = static_cast<std::size_t>(group);
  return i < groups.size() ? fmt::format(" ({})", groups[i]) : "";
}

}  // namespace

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.2f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

void Report::begin(std::string_view procedure, std::string_view what) {
  procedure_ = procedure;
  order_.clear();
  summaries_.clear();
  json_["procedures"][procedure_] = {{"what", what}, {"cases", Json::array()}};
  fmt::print("\n== {}: {}\n", procedure, what);
}

void Report::add_race(const std::string& mesh, std::size_t faces, std::span<const Contender> contenders,
                      std::span<const Course> courses, std::span<const Query> queries,
                      const Counters& counters, std::span<const std::string> groups) {
  const Course& first = courses.front();
  const auto hits =
      std::count_if(first.answers.begin(), first.answers.end(), [](std::size_t n) { return n > 0; });
  const double share = static_cast<double>(hits) / static_cast<double>(queries.size());
  Json entry = {{"case", mesh},
                {"faces", faces},
                {"queries", queries.size()},
                {"hit_share", share},
                {"counters", counters_json(counters, queries.size())},
                {"contenders", Json::array()}};
  const Json& each = entry["counters"];
  fmt::print(
      "{}, {} faces: {} queries, {:.0f} % hit; a query: {:.1f} boxes, {:.1f} faces, {:.3f} in double, {:.4f} "
      "exact\n",
      mesh, faces, queries.size(), 100 * share, each["box_tests"].get<double>(),
      each["face_tests"].get<double>(), each["double_tests"].get<double>(),
      each["exact_fallbacks"].get<double>());
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const std::string& name = contenders[i].name;
    const Comparison c = compare(first, courses[i], queries);
    entry["contenders"].push_back(comparison_json(name, c));
    fmt::print("  {:<14}mean {:>10}  median {:>10}  longest {:>10}", name, time_text(c.mean),
               time_text(c.median), time_text(c.longest));
    if (i == 0) {
      fmt::print("\n");
      continue;
    }
    fmt::print("  ×{:<7.2f} ×{:<7.2f} worst ×{:.2f}{}", c.ratio_of_means, c.ratio_of_medians, c.lowest_ratio,
               group_text(groups, c.lowest_group));
    if (c.asked < queries.size()) fmt::print(", {} asked", c.asked);
    fmt::print(", {} differ\n", c.disagreements);
    if (!summaries_.contains(name)) order_.push_back(name);
    Summary& summary = summaries_[name];
    summary.means.push_back({mesh, c.ratio_of_means});
    summary.medians.push_back({mesh, c.ratio_of_medians});
    summary.groups.push_back({mesh + group_text(groups, c.lowest_group), c.lowest_ratio});
    summary.disagreements += c.disagreements;
    summary.asked += c.asked;
  }
  std::fflush(stdout);
  add(std::move(entry));
}

void Report::add(Json entry) {
  json_["procedures"][procedure_]["cases"].push_back(std::move(entry));
}

void Report::check(bool good, const std::string& what) {
  fmt::print("  {}: {}\n", what, good ? "yes" : "NO");
  json_["procedures"][procedure_]["checks"].push_back({{"what", what}, {"good", good}});
  all_good_ = all_good_ && good;
}

void Report::end() {
  const auto values = [](const std::vector<Ratio>& ratios) {
    std::vector<double> result;
    for (const Ratio& ratio : ratios) result.push_back(ratio.value);
    return result;
  };
  const auto lowest = [](const std::vector<Ratio>& ratios) {
    return *std::min_element(ratios.begin(), ratios.end(),
                             [](const Ratio& a, const Ratio& b) { return a.value < b.value; });
  };
  for (const std::string& name : order_) {
    const Summary& s = summaries_[name];
    const double mean = geometric_mean(values(s.means)), median = geometric_mean(values(s.medians));
    const Ratio worst = lowest(s.means), worst_group = lowest(s.groups);
    fmt::print(
        "-- {} {}: ×{:.2f} by means, ×{:.2f} by medians; lowest ×{:.2f} ({}), of a group ×{:.2f} ({}); {} of "
        "{} differ\n",
        procedure_, name, mean, median, worst.value, worst.mesh, worst_group.value, worst_group.mesh,
        s.disagreements, s.asked);
    json_["procedures"][procedure_]["summary"][name] = {{"geometric_mean_of_means", mean},
                                                        {"geometric_mean_of_medians", median},
                                                        {"lowest", worst.value},
                                                        {"lowest_case", worst.mesh},
                                                        {"lowest_of_a_group", worst_group.value},
                                                        {"lowest_group", worst_group.mesh},
                                                        {"disagreements", s.disagreements},
                                                        {"queries", s.asked}};
  }
  std::fflush(stdout);
}

}  // namespace graze::bench
