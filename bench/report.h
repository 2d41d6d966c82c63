// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include <map>
#include <span>
#include <string>
#include <vector>

#include "json.h"
#include "race.h"

namespace graze::bench {

/// Says on standard output what was measured, and keeps the same as JSON.
class Report {
 public:
  /// What follows belongs to the procedure of this name.
  void begin(std::string_view procedure, std::string_view what);

  /// A race on one mesh or case: a line a contender, with ratios to the first. `groups` names the queries'
  /// groups.
  void add_race(const std::string& mesh, std::size_t faces, std::span<const Contender> contenders,
                std::span<const Course> courses, std::span<const Query> queries, const Counters& counters,
                std::span<const std::string> groups = {});

  /// Anything else: kept as it is. What is said is up to the caller.
  void add(Json entry);

  /// A yes/no result that must be yes. A failure makes the program end with 1.
  void check(bool good, const std::string& what);

  /// Geometric mean and worst case over what `add_race` has seen since `begin`.
  void end();

  bool all_good() const { return all_good_; }
  Json& json() { return json_; }

 private:
  struct Ratio {
    std::string mesh;
    double value;
  };
  struct Summary {
    std::vector<Ratio> means, medians, groups;
    std::size_t disagreements = 0;
    std::size_t asked = 0;
  };

  Json json_;
  std::string procedure_;
  std::vector<std::string> order_;
  std::map<std::string, Summary> summaries_;
  bool all_good_ = true;
};

/// "1.23 µs"
std::string time_text(double seconds);

}  // namespace graze::bench
