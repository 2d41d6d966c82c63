// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Which pairs are asked, and which are listed, in each frame:
//   - Pairs that the scene names, all pairs of few bodies, and all pairs with --distance are asked one by one
//     (check_pairs.h), and each is listed.
//   - All pairs of more bodies, and all pairs with --world, are asked by a World (check_world.h). If they are many,
//     those that collide or stay undecided are listed, and all are counted.
#include <fmt/format.h>
#include <graze/error.h>
#include <graze/io.h>

#include "check_pairs.h"
#include "check_scene.h"
#include "check_task.h"
#include "check_world.h"
#include "memory_option.h"
#include "method_option.h"
#include "output_file.h"
#include "verbs.h"

namespace graze::cli {
namespace {

/// The options that are words.
struct CheckWords {
  std::string faces = "none";
  std::string method = "automatic";
  std::string broad_phase;
  bool world = false;
};

FaceReport faces_from_name(const std::string& name) {
  if (name == "first") return FaceReport::first;
  return name == "all" ? FaceReport::all : FaceReport::none;
}

void ask(CheckTask& task) {
  if (task.options().broad_phase) return ask_world(task, *task.options().broad_phase);
  if (task.each_is_listed()) return ask_each(task);
  if (task.options().budget_us) return ask_candidates(task);
  ask_world(task, BroadPhaseKind::automatic);
}

int exit_code_of(const CheckTotals& totals) {
  if (totals.hits > 0) return exit_collision;
  return totals.undecided > 0 ? exit_undecided : exit_clear;
}

/// What a budget cannot go with: the question is a yes or no, asked of the wide trees.
void check_budget(const CheckOptions& options) {
  if (!options.budget_us) return;
  if (options.faces == FaceReport::all)
    throw Error("--budget-us finds one pair of faces at most, not --faces all");
  if (options.method != Method::automatic && options.method != Method::wide_bvh) {
    throw Error(fmt::format("--budget-us is for the method wide_bvh, not '{}'", method_name(options.method)));
  }
}

int check(const CheckOptions& options) {
  check_budget(options);
  if (options.dump) require_new_file("--dump", *options.dump, {".json"});
  const Scene scene = read_scene(options.files);
  if (options.budget_us && !scene.frames.empty()) {
    throw Error(fmt::format("--budget-us is for a scene without frames, but '{}' has {}",
                            options.files.front().string(), scene.frames.size() + 1));
  }
  // Before the query, so that one which fails can be sent in.
  if (options.dump) save_scene(scene, *options.dump, IfExists::fail);
  const ReportOptions columns = {.faces = options.faces,
                                 .method = options.method_given,
                                 .distance = options.distance,
                                 .frame = !scene.frames.empty()};
  const auto report = options.json ? make_json_report(scene, columns) : make_table_report(scene, columns);
  CheckTask task(scene, options, *report);
  ask(task);
  const CheckTotals& totals = task.totals();
  const bool no_distance_at_all = totals.pairs > 0 && totals.without_distance == totals.pairs;
  if (!no_distance_at_all || report->has_printed()) report->finish(totals);
  if (no_distance_at_all) throw Error(fmt::format("no pair has a distance: {}", totals.no_distance));
  return exit_code_of(totals);
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("check", "Which bodies collide? Touching counts; the answer is exact");
  auto options = std::make_shared<CheckOptions>();
  auto words = std::make_shared<CheckWords>();
  verb->add_option("FILE", options->files,
                   "One scene (.json), or meshes and libraries of polytopes (.polytopes), as they lie")
      ->option_text("...");
  verb->add_flag("--json", options->json, "Print the answer as JSON");
  verb->add_option(
          "--faces", words->faces,
          "Which pairs of faces to report: none (the default), first (some pair that meets), or all, sorted")
      ->option_text("WHICH")
      ->check(CLI::IsMember({"none", "first", "all"}));
  add_method_option(*verb, words->method);
  add_broad_phase_option(*verb, words->broad_phase,
                         "Ask only bodies whose boxes overlap, found in this way; the answer is the same. "
                         "More than 9 bodies are always "
                         "asked so, if the scene names no pairs");
  verb->add_flag(
      "--world", words->world,
      "Run the frames of the scene through one World instead of asking each pair with a cache of its "
      "own; the answer is the same. --broad-phase does so too");
  verb->add_option("--threads", options->threads,
                   "For pairs that take long; the answer is the same (default: 1)")
      ->option_text("N")
      ->check(in_range(1, 256));
  verb->add_flag("--distance", options->distance,
                 "Also report signed distances and nearest points of convex bodies: below zero, how deep "
                 "they overlap. Every pair is listed; one that has no distance is told so")
      ->excludes("--broad-phase")  // which leaves out pairs that are far apart
      ->excludes("--world");
  verb->add_option(
          "--budget-us", options->budget_us,
          "Microseconds for a pair of meshes, whose trees are there; what is not known by then is undecided")
      ->option_text("N")
      ->check(in_range(0.0, 1e9))
      ->excludes("--broad-phase")
      ->excludes("--world")
      ->excludes("--distance");
  verb->add_option("--dump", options->dump,
                   "Write what is checked as a scene that stands alone, for a bug report: a new file (.json)")
      ->option_text("FILE");
  add_memory_option(*verb);
  verb->footer(
      "A mesh is its surface: one that lies inside another without touching it is clear of it. Other shapes "
      "are "
      "filled.\n"
      "Listed are the pairs that a scene names, or all pairs of up to 9 bodies; of more bodies only those "
      "that\n"
      "collide, and how many were checked.\n"
      "A scene with frames is asked about each of them, from frame 0 on. Each pair keeps a PairCache from "
      "frame to\n"
      "frame; --faces all does without.\n"
      "Interrupted, it ends at once: lines that were printed by then are true, and others are missing.\n"
      "Exit code: 0 no collision, 1 collision, 2 error, 3 no collision known but some pair undecided.\n"
      "\n"
      "Examples:\n"
      "  graze check door.stl frame.obj\n"
      "  graze check scene.json --json --faces all\n"
      "  graze check warehouse.json --broad-phase automatic --threads 2\n"
      "  graze check motion.json --world --method naive\n"
      "  graze check door.stl frame.obj --dump report.json && graze check report.json");
  verb->callback([verb, options, words, &exit_code] {
    require_files(options->files);
    options->faces = faces_from_name(words->faces);
    options->method = method_from_name(words->method);
    if (words->world) options->broad_phase = BroadPhaseKind::automatic;
    if (!words->broad_phase.empty()) options->broad_phase = broad_phase_from_name(words->broad_phase);
    options->method_given = verb->count("--method") > 0;
    exit_code = check(*options);
  });
}

}  // namespace graze::cli
