// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad_procedures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "broad/broad_phases.h"
#include "plot.h"
#include "race.h"

namespace graze::bench {
namespace {

std::vector<BroadScene> scenes_of_size(std::size_t boxes) {
  return {{"motion of I-COLLIDE", {.boxes = boxes}},
          {"density 10 %", {.boxes = boxes, .density = 0.1}},
          {"90 % fixed", {.boxes = boxes, .fixed_share = 0.9}},
          {"sizes 1:1000", {.boxes = boxes, .size_spread = 1000}},
          {"in a plane", {.boxes = boxes, .in_a_plane = true}}};
}

Json result_json(const BroadResult& r, std::size_t boxes) {
  return {{"name", r.name},
          {"median_us", r.median * 1e6},
          {"longest_us", r.longest * 1e6},
          {"ns_a_body", r.median * 1e9 / static_cast<double>(boxes)},
          {"ratio_of_medians", r.ratio},
          {"lowest_ratio", r.lowest_ratio},
          {"frames", r.frames},
          {"missed", r.missed},
          {"extra", r.extra}};
}

BroadRaceOptions race_options(const BroadContext& context) {
  if (context.quick) return {.compared_frames = 3, .rounds = 2, .seconds_each = 2};
  return {};
}

/// Ours beside the peers'; the best of them in each scene is what counts.
void run_peers(BroadContext& context) {
  double worst = INFINITY;
  std::string worst_scene;
  for (const std::size_t size : context.sizes) {
    for (const BroadScene& scene : scenes_of_size(size)) {
      std::vector<std::unique_ptr<BroadPeer>> contenders;
      contenders.push_back(make_graze_broad("automatic", 1));
      contenders.push_back(make_graze_broad("sweep_and_prune", 1));
      for (const std::string& name : context.peers) contenders.push_back(make_broad_peer(name));
      const auto results = broad_race(scene, contenders, race_options(context));
      fmt::print("{} bodies, {}\n", size, scene.name);
      Json entry = {{"bodies", size}, {"scene", scene.name}, {"contenders", Json::array()}};
      double best = INFINITY;
      for (const BroadResult& r : results) {
        fmt::print("  {:<22}{:>10} a frame, longest {:>10}, {:>8.1f} ns a body", r.name, time_text(r.median),
                   time_text(r.longest), r.median * 1e9 / static_cast<double>(size));
        if (&r != results.data()) {
          fmt::print("  ×{:<7.2f} worst ×{:.2f}, {} missed, {} extra", r.ratio, r.lowest_ratio, r.missed,
                     r.extra);
        }
        fmt::print("\n");
        entry["contenders"].push_back(result_json(r, size));
        if (!r.name.starts_with("graze")) best = std::min(best, r.ratio);
        if (r.name.starts_with("graze") && r.missed + r.extra > 0) context.all_good = false;
      }
      entry["best_peer"] = best;
      fmt::print("  the best peer: ×{:.2f}\n", best);
      std::fflush(stdout);
      context.json["peers"].push_back(entry);
      if (best < worst) {
        worst = best;
        worst_scene = fmt::format("{} bodies, {}", size, scene.name);
      }
    }
  }
  fmt::print("-- the best peer, in the worst scene: ×{:.2f} ({})\n", worst, worst_scene);
}

/// Time and memory of the default as the number of bodies grows.
void run_growth(BroadContext& context) {
  Curve curve = {"motion of I-COLLIDE", {}};
  for (std::size_t size = 1000; size <= (context.quick ? 100'000U : 1'000'000U); size *= 10) {
    std::vector<std::unique_ptr<BroadPeer>> contenders;
    contenders.push_back(make_graze_broad("automatic", 1));
    const auto r = broad_race({"", {.boxes = size}}, contenders, {.rounds = 3}).front();
    fmt::print("  {:>8} bodies: {:>10} a frame, longest {:>10}, {:.1f} ns a body\n", size,
               time_text(r.median), time_text(r.longest), r.median * 1e9 / static_cast<double>(size));
    context.json["growth"].push_back(result_json(r, size));
    curve.points.emplace_back(static_cast<double>(size), r.median * 1e9 / static_cast<double>(size));
  }
  if (!context.out.empty())
    write_plot(context.out / "broad_growth.svg", "The default broad phase: ns a body and frame", "bodies",
               {curve});
}

/// Feeds a broad phase of ours directly, for its counters.
struct Fed {
  explicit Fed(const scenes::BoxCrowdOptions& options, BroadPhaseKind kind)
      : crowd(options), phase(make_broad_phase(kind)) {
    boxes.resize(options.boxes);
    mobilities.assign(options.boxes, Mobility::moving);
    all.resize(options.boxes);
    for (Slot i = 0; i < all.size(); ++i) all[i] = i;
  }
  double step() {
    for (const Slot i : all) {
      const Crowd::Body& body = crowd.bodies()[i];
      for (int k = 0; k < 3; ++k) {
        boxes[i].low[k] = body.centre[k] - body.half[k];
        boxes[i].high[k] = body.centre[k] + body.half[k];
      }
    }
    BroadFrame frame;
    frame.boxes = boxes;
    frame.mobilities = mobilities;
    (first ? frame.added : frame.moved) = all;
    first = false;
    const double seconds = seconds_of([&] { phase->find_pairs(frame, pairs); });
    crowd.advance();
    return seconds;
  }
  Crowd crowd;
  std::unique_ptr<BroadPhase> phase;
  std::vector<BroadBox> boxes;
  std::vector<Mobility> mobilities;
  std::vector<Slot> all;
  std::vector<SlotPair> pairs;
  bool first = true;
};

/// Sweep and prune: is a frame linear in bodies and swaps?
void run_swaps(BroadContext& context) {
  std::vector<Curve> curves;
  for (const double speed : {0.02, 0.1, 0.3}) {
    Curve curve = {fmt::format("speed {} %", speed * 100), {}};
    for (const std::size_t size : {250, 500, 1000, 2000, 4000, 8000, 16000}) {
      Fed fed({.boxes = size, .speed = speed}, BroadPhaseKind::sweep_and_prune);
      fed.step();
      std::vector<double> seconds, swaps;
      for (int i = 0; i < (context.quick ? 5 : 15); ++i) {
        seconds.push_back(fed.step());
        swaps.push_back(static_cast<double>(fed.phase->counters().swaps));
      }
      const double work = 6 * static_cast<double>(size) + median_of(swaps);  // endpoints and swaps
      const double each = median_of(seconds) * 1e9 / work;
      curve.points.emplace_back(work, each);
      fmt::print("  speed {:>2.0f} %, {:>6} bodies: {:>9.0f} endpoints and swaps, {:.2f} ns each\n",
                 speed * 100, size, work, each);
      context.json["swaps"].push_back(
          {{"speed", speed}, {"bodies", size}, {"work", work}, {"ns_each", each}});
    }
    curves.push_back(curve);
  }
  if (!context.out.empty()) {
    write_plot(context.out / "sweep_and_prune.svg", "Sweep and prune: ns for each endpoint and swap",
               "endpoints and swaps a frame", curves);
  }
}

constexpr int procedure_count = 7;
const std::array<BroadProcedure, procedure_count> all = {
    BroadProcedure{"peers", "a frame on the same boxes, update included", run_peers},
    BroadProcedure{"growth", "the default, from a thousand bodies to a million", run_growth},
    BroadProcedure{"swaps", "sweep and prune: time by endpoints and swaps", run_swaps},
    BroadProcedure{"threads", "a whole step of a world with one thread and with several", run_threads},
    BroadProcedure{"churn", "a million bodies of which a tenth changes", run_churn},
    BroadProcedure{"boxes", "a world with each kind of boxes", run_boxes},
    BroadProcedure{"queries", "boxes, rays and points in a world, from a thousand bodies to a million",
                   run_queries}};

}  // namespace

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} µs", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.2f} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
}

std::span<const BroadProcedure> broad_procedures() {
  return all;
}

}  // namespace graze::bench
