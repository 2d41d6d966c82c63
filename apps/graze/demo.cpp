// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/generate.h>
#include <graze/query.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>
#include <thread>

#include "demo_view.h"
#include "method_option.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct DemoOptions {
  int frames = 240;
  std::uint64_t seed = 1;
  std::string method = "automatic";
};

/// Turns about an axis that the seed chooses, and swings to and fro along another.
class Motion {
 public:
  Motion(std::mt19937_64& random, double swing, double turns)
      : axis_(direction(random)),
        swing_(swing * (Eigen::Vector3d::UnitZ() + 0.3 * direction(random)).normalized()),
        turns_(turns) {}

  /// u runs from 0 to 1 in the course of the demo.
  Pose at(double u) const {
    constexpr double full = 2 * std::numbers::pi;
    return {Eigen::AngleAxisd(full * turns_ * u, axis_).toRotationMatrix(), swing_ * std::cos(full * u)};
  }

 private:
  // Not a distribution of the standard library: these differ between its makers, and a seed should mean one
  // motion.
  static double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11U) * 0x1p-53; }
  static Eigen::Vector3d direction(std::mt19937_64& random) {
    const double z = 2 * uniform(random) - 1;
    const double angle = 2 * std::numbers::pi * uniform(random);
    const double r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }

  Eigen::Vector3d axis_;
  Eigen::Vector3d swing_;
  double turns_;
};

std::size_t face_count(const Shape& shape) {
  return std::get<Mesh>(shape.kind()).faces.size();
}

void print_summary(const Shape& a, const Shape& b, const std::vector<DemoFrame>& frames,
                   std::string_view method) {
  std::vector<double> seconds;
  std::size_t colliding = 0;
  std::size_t most = 0;
  for (const DemoFrame& frame : frames) {
    seconds.push_back(frame.seconds);
    colliding += frame.pairs > 0 ? 1 : 0;
    most = std::max(most, frame.pairs);
  }
  std::sort(seconds.begin(), seconds.end());
  fmt::print("{} × {} faces, {}, {} in collision, up to {}; median {}, worst {} (method {})\n", face_count(a),
             face_count(b), count_text(frames.size(), "frame", "frames"), colliding,
             count_text(most, "face pair", "face pairs"), duration_text(seconds[seconds.size() / 2]),
             duration_text(seconds.back()), method);
}

void demo(const DemoOptions& options) {
  const Shape ring = Shape::mesh(make_torus(1.0, 0.35, 48, 24));
  const Shape spool = Shape::mesh(make_hyperboloid(0.3, 0.7, 1.0, 40, 20));
  std::mt19937_64 random(options.seed);
  const Motion ring_motion(random, 0, 1);
  const Motion spool_motion(random, 2.0, 2);

  Scratch scratch;
  const QueryOptions query{.method = method_from_name(options.method), .scratch = &scratch};
  std::vector<FacePair> pairs;
  std::vector<DemoFrame> frames;
  DemoView view(ring, spool, options.frames);
  face_pairs(ring, ring_motion.at(0), spool, spool_motion.at(0), query, pairs);  // builds what it needs, once
  auto next = Clock::now();
  for (int i = 0; i < options.frames; ++i) {
    const double u = static_cast<double>(i) / options.frames;
    const Pose X_WR = ring_motion.at(u);
    const Pose X_WS = spool_motion.at(u);
    const auto start = Clock::now();
    face_pairs(ring, X_WR, spool, X_WS, query, pairs);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    frames.push_back({pairs.size(), seconds});
    view.show(frames, X_WR, X_WS, pairs);
    next += std::chrono::milliseconds(33);
    if (stdout_is_terminal()) std::this_thread::sleep_until(next);
  }
  view.finish();
  print_summary(ring, spool, frames, options.method);
}

}  // namespace

void add_demo(CLI::App& app, int& exit_code) {
  CLI::App* verb =
      app.add_subcommand("demo", "Two bodies pass through each other; every frame is checked exactly");
  auto options = std::make_shared<DemoOptions>();
  verb->add_option("--frames", options->frames, "How many frames, 30 a second on a terminal (default: 240)")
      ->option_text("N")
      ->check(CLI::Range(1, 1'000'000));
  verb->add_option("--seed", options->seed, "Chooses the motion (default: 1)")->option_text("S");
  add_method_option(*verb, options->method);
  verb->footer(
      "On a terminal the bodies are drawn, with the faces that meet in red; in a pipe it is a line a frame.\n"
      "\n"
      "Examples:\n"
      "  graze demo\n"
      "  graze demo --seed 7 --frames 1000 | tail -n 1");
  verb->callback([options, &exit_code] {
    demo(*options);
    exit_code = exit_clear;
  });
}

}  // namespace graze::cli
