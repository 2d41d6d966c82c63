// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/progressive.h>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {
namespace {

/// What is hard: bodies a hair apart, and surfaces that run parallel.
struct HardCase {
  Shape a, b;
  std::vector<Query> queries;
  std::vector<bool> hits = {};

  void solve() {
    for (const Query& query : queries) hits.push_back(collides(a, query.X_WA, b, query.X_WB));
  }
};

std::vector<HardCase> hard_cases(const Context& context) {
  constexpr double hair = 1e-4;
  constexpr std::size_t meshes = 4;
  std::vector<HardCase> cases;
  for (const NamedMesh& named : context.meshes) {
    if (cases.size() == meshes) break;
    const Shape shape = Shape::mesh(named.make());
    cases.push_back({shape, shape, near_miss_queries(shape, shape, {&hair, 1}, context.scaled(50))});
  }
  cases.push_back({Shape::mesh(make_fine_sphere(1)), Shape::mesh(make_fine_sphere(0.999)),
                   jittered_queries(context.scaled(50), 0.05, 1e-4, {0, 0, 0})});
  const Shape plate = Shape::mesh(make_wavy_plate(220));
  cases.push_back(
      {plate, plate, jittered_queries(context.scaled(50), 1e-4, 1e-4 * body_size, {0, 0, 1e-3 * body_size})});
  for (HardCase& hard : cases) hard.solve();
  return cases;
}

struct Outcome {
  std::vector<double> overruns;  ///< seconds beyond the budget, 0 if it was kept
  std::vector<double>
      own_overruns;  ///< the same in the thread's own time, which other programs do not lengthen
  std::size_t undecided = 0;
  std::size_t wrong = 0;
};

void ask(ProgressiveQuery& progressive, const HardCase& hard, std::size_t i, double budget,
         Outcome& outcome) {
  const Query& query = hard.queries[i];
  progressive.start(hard.a, query.X_WA, hard.b, query.X_WB);
  Partial partial;
  const double own_start = thread_seconds();
  const double seconds = seconds_of(
      [&] { partial = progressive.run(std::chrono::nanoseconds(static_cast<std::int64_t>(budget * 1e9))); },
      Clock::wall);
  outcome.overruns.push_back(std::max(0.0, seconds - budget));
  outcome.own_overruns.push_back(std::max(0.0, thread_seconds() - own_start - budget));
  if (partial.answer == Answer::undecided) {
    ++outcome.undecided;
  } else if ((partial.answer == Answer::hit) != hard.hits[i]) {
    ++outcome.wrong;
  }
}

/// All cases in turn until `count` queries have been asked.
Outcome run_all(const std::vector<HardCase>& cases, double budget, std::size_t count) {
  Outcome outcome;
  ProgressiveQuery progressive;
  for (std::size_t i = 0; outcome.overruns.size() < count; ++i) {
    const HardCase& hard = cases[i % cases.size()];
    ask(progressive, hard, i / cases.size() % hard.queries.size(), budget, outcome);
  }
  std::sort(outcome.overruns.begin(), outcome.overruns.end());
  std::sort(outcome.own_overruns.begin(), outcome.own_overruns.end());
  return outcome;
}

/// Says them, too.
Json overruns_json(const char* what, std::span<const double> sorted) {
  Json json;
  fmt::print("  {:<18}", what);
  for (const auto& [name, share] :
       {std::pair("50 %", 0.5), {"99 %", 0.99}, {"99.9 %", 0.999}, {"longest", 1.0}}) {
    const double seconds = percentile(sorted, share);
    fmt::print("  {} {}", name, time_text(seconds));
    json[name] = seconds * 1e6;
  }
  fmt::print("\n");
  return json;
}

}  // namespace

void run_budget(Context& context) {
  const cli::Progress progress("budget");
  const std::vector<HardCase> cases = hard_cases(context);
  const auto count = static_cast<std::size_t>(context.scaled(10000) / 3 + 1);
  for (const double budget : {50e-6, 200e-6, 1000e-6}) {
    run_all(cases, budget, std::min<std::size_t>(count, 200));  // warms up, grows memory
    const Outcome outcome = run_all(cases, budget, count);
    const double undecided = static_cast<double>(outcome.undecided) / static_cast<double>(count);
    fmt::print("budget {}: {} queries, {:.1f} % undecided\n", time_text(budget), count, 100 * undecided);
    context.report.add({{"case", fmt::format("{:.0f} us", budget * 1e6)},
                        {"queries", count},
                        {"undecided_share", undecided},
                        {"overrun_us", overruns_json("overrun", outcome.overruns)},
                        {"own_overrun_us", overruns_json("overrun, own time", outcome.own_overruns)}});
    context.report.check(outcome.wrong == 0, "every hit and miss is right");
  }
}

}  // namespace graze::bench
