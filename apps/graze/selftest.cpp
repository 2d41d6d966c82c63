// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/run.h"

#include <fmt/format.h>
#include <graze/error.h>
#include <graze/io.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <thread>

#include "check_scene.h"
#include "method_option.h"
#include "output_file.h"
#include "selftest/golden.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::cli {
namespace {

struct SelftestOptions {
  double seconds = 60;
  std::uint64_t seed = 1;
  int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<std::string> only;
  std::optional<std::uint64_t> only_case;
  std::filesystem::path out = "selftest-found";
  std::size_t most = 10;
  std::optional<std::filesystem::path> hash;
};

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void print_kinds(const selftest::Report& report, selftest::Tally& total) {
  fmt::print("{:<12} {:>9} {:>11} {:>11} {:>6} {:>8}  {}\n", "kind", "cases", "queries", "rational", "hits",
             "seconds", "slowest case");
  const auto print = [](std::string_view name, const selftest::Tally& t) {
    fmt::print("{:<12} {:>9} {:>11} {:>11} {:>5.1f}% {:>8.1f}  {} (number {})\n", name, t.cases, t.queries,
               t.rational, percent(t.hits, t.queries), t.seconds, duration_text(t.slowest_seconds),
               t.slowest);
  };
  const auto generators = selftest::all_generators();
  for (std::size_t i = 0; i < generators.size(); ++i) {
    if (report.kinds[i].cases == 0) continue;
    print(generators[i].name, report.kinds[i]);
    total += report.kinds[i];
  }
  print("all", total);
}

void print_counters(const Counters& counters) {
  fmt::print("\nshortcuts taken\n");
  for (const ShortcutFact& fact : all_shortcuts())
    fmt::print("  {:<17} {:>12}\n", fact.name, counters[fact.shortcut]);
  fmt::print("fallbacks\n");
  fmt::print("  {:<17} {:>12}  of {} face pairs\n", "double", counters.double_tests, counters.face_tests);
  fmt::print("  {:<17} {:>12}\n", "exact", counters.exact_fallbacks);
  fmt::print("  {:<17} {:>12}\n", "lin_canny to gjk", counters.walk_fallbacks);
}

/// Can `graze check` ask about the scene in this way? It knows nothing of paths, of several queries at once and of all bodies in
/// one octree; nor of budgets for a scene with frames.
bool can_be_checked(const selftest::Found& found) {
  using selftest::Call;
  switch (found.disagreement.road.call) {
    case Call::cast:
    case Call::concurrent:
    case Call::among:
      return false;
    case Call::progressive:
      return load_scene(found.file).frames.empty();
    default:
      return true;
  }
}

/// The command that asks about the scene in the same way.
std::string check_command(const selftest::Found& found) {
  using selftest::Call, selftest::Question;
  constexpr double a_day_in_us = 8.64e10;
  const selftest::Road& road = found.disagreement.road;
  std::string command = fmt::format("graze check {}", printable(found.file.string()));
  if (road.call == Call::world)
    command += fmt::format(" --broad-phase {}", broad_phase_name(road.broad_phase));
  if (road.call == Call::distance) command += " --distance";
  if (road.call == Call::progressive)
    return command +
           fmt::format(" --budget-us {}", road.budget_ns < 0 ? a_day_in_us : road.budget_ns / 1000.0);
  if (road.question == Question::first || road.question == Question::in_turn) command += " --faces first";
  if (road.question == Question::all) command += " --faces all";
  if (road.method != Method::automatic) command += fmt::format(" --method {}", method_name(road.method));
  return command;
}

void print_found(const selftest::Found& found, std::uint64_t seed) {
  const selftest::Disagreement& d = found.disagreement;
  fmt::print("\n{} in '{}' after {:.1f} s, frame {}, bodies {} and {}, {}\n",
             colored(Color::red, "disagreement"), found.kind, found.seconds, d.frame, d.bodies[0],
             d.bodies[1], found.target);
  fmt::print("  asked   {}\n  said    {}\n  truth   {}\n", to_text(d.road), d.said, d.truth);
  if (!found.file.empty()) {
    fmt::print("  scene   {}\n", can_be_checked(found)
                                     ? check_command(found)
                                     : printable(found.file.string()) + " (graze check cannot ask this)");
  }
  fmt::print("  again   graze selftest --seed {} --case {}\n", seed, found.number);
}

std::vector<Scene> scenes_in(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (is_scene(entry.path())) files.push_back(entry.path());
  }
  if (error)
    throw Error(fmt::format("{}: --hash cannot read this folder: {}", folder.string(), error.message()));
  if (files.empty())
    throw Error(fmt::format("{}: --hash finds no scene (.json) in this folder", folder.string()));
  std::ranges::sort(files);
  std::vector<Scene> scenes;
  for (const std::filesystem::path& file : files) scenes.push_back(load_scene(file));
  return scenes;
}

/// The answers of this build as one number, which any other build must give too.
int hash_verb(const std::filesystem::path& folder) {
  const std::vector<Scene> scenes = scenes_in(folder);
  const std::vector<selftest::GoldenHash> hashes = [&] {
    Progress progress("hashing answers");
    return selftest::golden_hashes(scenes);
  }();
  bool equal = true;
  for (const selftest::GoldenHash& h : hashes) {
    fmt::print("{:<10} {}  {:016x}\n", h.target,
               count_text(static_cast<std::size_t>(h.threads), "thread ", "threads"), h.hash);
    equal &= h.hash == hashes.front().hash;
  }
  if (equal) fmt::print("answers {:016x}\n", hashes.front().hash);
  if (!equal) fmt::print("{}\n", colored(Color::red, "the answers differ"));
  return equal ? exit_clear : exit_collision;
}

int run_cases(const SelftestOptions& options, std::vector<const selftest::Generator*> kinds,
              const NotedInterrupts& interrupts) {
  selftest::RunOptions run_options{.seconds = options.seconds,
                                   .seed = options.seed,
                                   .threads = options.threads,
                                   .kinds = std::move(kinds),
                                   .only_case = options.only_case,
                                   .folder = options.out,
                                   .most_disagreements = options.most};
  run_options.stop = [&] { return interrupts.any(); };
  const selftest::Report report = [&] {
    Progress progress("selftest, seconds");
    run_options.progress = [&](double seconds) {
      progress.update(static_cast<std::size_t>(seconds), static_cast<std::size_t>(options.seconds));
    };
    return selftest::run(run_options);
  }();
  selftest::Tally total;
  print_kinds(report, total);
  print_counters(total.counters);
  fmt::print(
      "\nseed {}, {}, instruction sets {}; {:.0f} queries a second with rational arithmetic\n", options.seed,
      count_text(options.only_case ? 1 : static_cast<std::size_t>(options.threads), "thread", "threads"),
      fmt::join(report.targets, " "), static_cast<double>(total.rational) / report.seconds);
  for (const selftest::Found& found : report.found) print_found(found, options.seed);
  if (interrupts.any()) fmt::print("interrupted after {}\n", duration_text(report.seconds));
  if (report.found.empty()) {
    fmt::print("{}: {} queries compared in {}\n", colored(Color::green, "no disagreement"), total.queries,
               duration_text(report.seconds));
    return exit_clear;
  }
  fmt::print("\n{}\n", count_text(report.found.size(), "disagreement", "disagreements"));
  return exit_collision;
}

int selftest_verb(const SelftestOptions& options) {
  if (options.hash) return hash_verb(*options.hash);
  std::vector<const selftest::Generator*> kinds;
  for (const std::string& name : options.only) kinds.push_back(&selftest::generator_from_name(name));
  // Made now, not when there is something to write.
  const bool is_new = !std::filesystem::exists(options.out);
  make_new_folder("--out", options.out);
  const NotedInterrupts interrupts;
  const int exit_code = run_cases(options, std::move(kinds), interrupts);
  if (is_new && std::filesystem::is_empty(options.out)) std::filesystem::remove(options.out);
  interrupts.die_if_any();
  return exit_code;
}

std::string kinds_text() {
  std::string text = "Kinds of cases:\n";
  for (const selftest::Generator& generator : selftest::all_generators())
    text += fmt::format("  {:<12} {}\n", generator.name, generator.makes);
  return text;
}

}  // namespace

void add_selftest(CLI::App& app, int& exit_code) {
  CLI::App* verb =
      app.add_subcommand("selftest", "Is it ever wrong? Random scenes, compared with rational arithmetic");
  auto options = std::make_shared<SelftestOptions>();
  CLI::Option* seconds = verb->add_option("--seconds", options->seconds, "How long (default: 60)")
                             ->option_text("N")
                             ->check(in_range(0.1, 1e9));
  CLI::Option* seed = verb->add_option("--seed", options->seed, "Chooses the cases (default: 1)")
                          ->option_text("S")
                          ->check(in_range(std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()));
  CLI::Option* threads =
      verb->add_option("--threads", options->threads, "How many cases at once (default: one a core)")
          ->option_text("N")
          ->check(in_range(1, 256));
  CLI::Option* only =
      verb->add_option("--only", options->only, "Only cases of these kinds, separated by commas")
          ->option_text("KIND,...")
          ->delimiter(',');
  CLI::Option* only_case =
      verb->add_option("--case", options->only_case,
                       "Only this case, with every instruction set; without --only, --seconds and --threads")
          ->option_text("NUMBER")
          ->check(in_range(std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()))
          ->excludes(only)
          ->excludes(seconds)
          ->excludes(threads);
  CLI::Option* out =
      verb->add_option("--out", options->out,
                       "A new folder for scenes that show a disagreement (default: selftest-found)")
          ->option_text("FOLDER");
  CLI::Option* most =
      verb->add_option("--most", options->most, "End after so many disagreements (default: 10)")
          ->option_text("N")
          ->check(in_range(std::size_t{1}, std::size_t{1'000'000}));
  verb->add_option("--hash", options->hash,
                   "Instead, print the answers to the scenes of a folder as one number for each instruction "
                   "set and 1 to 8 "
                   "threads; exit 1 if they differ; without other options")
      ->option_text("FOLDER")
      ->excludes(seconds)
      ->excludes(threads)
      ->excludes(seed)
      ->excludes(only)
      ->excludes(only_case)
      ->excludes(out)
      ->excludes(most);
  verb->footer(
      kinds_text() +
      "\nEvery case is asked in many ways: methods, caches, worlds, threads, instruction sets, with "
      "and without\n"
      "shortcuts. All answers are compared with rational arithmetic, or, for large and some round "
      "bodies, with\n"
      "the slow method that takes no shortcut. A disagreement is made as small as can be and "
      "written as a scene.\n"
      "After a crash, or a case that takes over a minute, the last lines on standard error name "
      "the cases that\n"
      "were being tested: give one to --case.\n"
      "Interrupted by Ctrl-C, it ends with the cases at hand and prints what was compared until then.\n"
      "Exit code: 0 no disagreement, 1 some or a case that does not end, 2 error; interrupted, by the "
      "signal.\n"
      "\n"
      "Examples:\n"
      "  graze selftest --seconds 600 --seed 7\n"
      "  graze selftest --only sequences,large\n"
      "  graze selftest --seed 7 --case 1234\n"
      "  graze selftest --hash tests/golden");
  verb->callback([options, &exit_code] { exit_code = selftest_verb(*options); });
}

}  // namespace graze::cli
