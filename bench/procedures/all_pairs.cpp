// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <numeric>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {
namespace {

std::size_t sum(const Course& course) {
  return std::accumulate(course.answers.begin(), course.answers.end(), std::size_t{0});
}

}  // namespace

void run_all_pairs(Context& context) {
  const std::vector<Query> queries = deep_queries(context.quick ? 5 : 20);
  for (const NamedMesh& named : context.meshes) {
    const cli::Progress progress("all-pairs: " + named.name);
    const Mesh mesh = named.make();
    Field field(context, mesh, mesh, true);
    const std::vector<Course> courses =
        field.run(named.name, queries, ask_count, context.long_race_options());
    // A peer that is short of time is asked less: only sums over the same queries can be compared.
    std::string sums;
    Json counts;
    for (std::size_t i = 0; i < courses.size(); ++i) {
      if (courses[i].asked.size() < queries.size()) continue;
      const std::string& name = field.contenders()[i].name;
      sums += fmt::format("{}{} {}", sums.empty() ? "" : ", ", name, sum(courses[i]));
      counts[name] = sum(courses[i]);
    }
    fmt::print("  pairs found in all: {}\n", sums);
    context.report.add({{"case", named.name + " pairs"}, {"pairs", counts}});
  }
}

}  // namespace graze::bench
