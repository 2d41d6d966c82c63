// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/generate.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>

#include "demo_view.h"
#include "method_option.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::cli {
namespace {

struct DemoOptions {
  std::size_t bodies = 1000;
  int frames = 600;
  std::uint64_t seed = 1;
  std::string broad_phase = "automatic";
  std::string method = "automatic";
  int threads = 1;
};

/// What the frames of a run come to.
struct Summary {
  std::vector<double> seconds;
  std::size_t candidates = 0, colliding = 0, tested = 0;
  Counters queries;

  void add(const Frame& frame) {
    seconds.push_back(frame.seconds.total());
    candidates += frame.counters.candidates;
    colliding += frame.collisions.size();
    tested += frame.counters.tested;
    queries += frame.counters.queries;
  }
};

/// What the classic methods live from: what they remember of a pair from frame to frame.
std::string memory_text(Method method, const Summary& summary) {
  const double asked =
      static_cast<double>(summary.tested) - static_cast<double>(summary.queries[Shortcut::balls]);
  if (!(asked > 0)) return {};
  if (method == Method::lin_canny)
    return fmt::format("; {:.2f} steps a walk", static_cast<double>(summary.queries.walk_steps) / asked);
  if (method == Method::separating_plane) {
    return fmt::format("; {:.1f} % of queries decided by the plane remembered",
                       100 * static_cast<double>(summary.queries[Shortcut::separating_plane]) / asked);
  }
  return {};
}

void print_summary(const DemoOptions& options, Summary& summary) {
  std::vector<double>& seconds = summary.seconds;
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2];
  const auto frames = static_cast<double>(seconds.size());
  fmt::print(
      "{} polytopes of 36 faces, {}: {:.0f} frames a second (median {}, worst {}); "
      "{:.1f} candidates and {:.1f} collisions a frame (broad phase {}, method {}{})\n",
      options.bodies, count_text(seconds.size(), "frame", "frames"), 1 / median, duration_text(median),
      duration_text(seconds.back()), static_cast<double>(summary.candidates) / frames,
      static_cast<double>(summary.colliding) / frames, options.broad_phase, options.method,
      memory_text(method_from_name(options.method), summary));
}

/// The bodies are filled polytopes if the method tests these, else their surfaces. So every method runs under its own name.
bool needs_meshes(Method method) {
  const Shape polytope = Shape::of(Convex{make_box({1, 1, 1}).vertices});
  return method_for(polytope, polytope, method) != method;
}

void demo(const DemoOptions& options) {
  const Method method = method_from_name(options.method);
  scenes::PolytopeCrowd crowd(
      {.bodies = options.bodies, .seed = options.seed, .meshes = needs_meshes(method)},
      {.broad_phase = broad_phase_from_name(options.broad_phase),
       .method = method,
       .threads = options.threads});
  DemoView view(crowd, options.frames);
  Summary summary;
  auto next = std::chrono::steady_clock::now();
  for (int i = 0; i < options.frames; ++i) {
    const Frame& frame = crowd.advance();
    summary.add(frame);
    view.show(frame);
    next += std::chrono::milliseconds(33);
    if (stdout_is_terminal()) std::this_thread::sleep_until(next);
  }
  view.finish();
  print_summary(options, summary);
}

}  // namespace

void add_demo(CLI::App& app, int& exit_code) {
  CLI::App* verb =
      app.add_subcommand("demo", "A thousand polytopes tumble and rebound; every frame is checked exactly");
  auto options = std::make_shared<DemoOptions>();
  verb->add_option("--bodies", options->bodies,
                   "How many polytopes, at 1 % of the room's volume (default: 1000)")
      ->option_text("N")
      ->check(in_range(1, 1'000'000));
  verb->add_option("--frames", options->frames, "How many frames, 30 a second on a terminal (default: 600)")
      ->option_text("N")
      ->check(in_range(1, 1'000'000));
  verb->add_option("--seed", options->seed, "Chooses bodies and motion (default: 1)")
      ->option_text("S")
      ->check(in_range(std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()));
  add_broad_phase_option(*verb, options->broad_phase,
                         "How bodies whose boxes overlap are found; all find the same");
  add_method_option(*verb, options->method);
  verb->add_option("--threads", options->threads, "The answer is the same (default: 1)")
      ->option_text("N")
      ->check(in_range(1, 256));
  verb->footer(
      "The simulation of I-COLLIDE with its parameters: 36 faces, 10 degrees and a tenth of a radius a "
      "frame.\n"
      "Bodies are filled polytopes, or their surfaces for a method that tests only meshes.\n"
      "On a terminal the bodies are drawn, those that were hit in red, and frames a second are those of the\n"
      "collision detection without the drawing; in a pipe it is a line a frame.\n"
      "\n"
      "Examples:\n"
      "  graze demo\n"
      "  graze demo --bodies 20000 --threads 2\n"
      "  graze demo --method lin_canny --broad-phase sweep_and_prune --frames 100 | tail -1");
  verb->callback([options, &exit_code] {
    demo(*options);
    exit_code = exit_clear;
  });
}

}  // namespace graze::cli
