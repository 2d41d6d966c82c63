// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad_procedures.h"

#include <fmt/format.h>
#include <graze/generate.h>
#include <graze/world.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "broad/broad_phases.h"
#include "math/random.h"
#include "plot.h"
#include "race.h"

namespace graze::bench {
namespace {

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} µs", seconds * 1e6);
  return seconds < 1 ? fmt::format("{:.2f} ms", seconds * 1e3) : fmt::format("{:.2f} s", seconds);
}

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
  for (std::size_t size = 1000; size <= (context.quick ? 100'000U : 1'000'000U); size *= 10) {
    std::vector<std::unique_ptr<BroadPeer>> contenders;
    contenders.push_back(make_graze_broad("automatic", 1));
    const auto r = broad_race({"", {.boxes = size}}, contenders, {.rounds = 3}).front();
    fmt::print("  {:>8} bodies: {:>10} a frame, longest {:>10}, {:.1f} ns a body\n", size,
               time_text(r.median), time_text(r.longest), r.median * 1e9 / static_cast<double>(size));
    context.json["growth"].push_back(result_json(r, size));
  }
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

/// Polytopes in a world, moved by hand: the whole step.
struct PolytopeWorld {
  PolytopeWorld(std::size_t bodies, const WorldOptions& options) : world(options), crowd({.boxes = bodies}) {
    std::vector<Shape> shapes;
    for (std::uint64_t seed = 0; seed < 16; ++seed)
      shapes.push_back(Shape::mesh(make_random_convex(1, 36, seed)));
    world.reserve(bodies);
    for (std::size_t i = 0; i < bodies; ++i) ids.push_back(world.add(shapes[i % shapes.size()], pose(i)));
  }
  Pose pose(std::size_t i) const {
    const double turn = 0.17 * static_cast<double>(step_number) + static_cast<double>(i);
    return {Eigen::AngleAxisd(turn, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
            crowd.bodies()[i].centre.cast<double>()};
  }
  double step() {
    for (std::size_t i = 0; i < ids.size(); ++i) world.move(ids[i], pose(i));
    const double seconds = seconds_of([&] { world.step(); }, Clock::wall);
    crowd.advance();
    ++step_number;
    return seconds;
  }
  World world;
  Crowd crowd;
  std::vector<BodyId> ids;
  int step_number = 0;
};

void run_threads(BroadContext& context) {
  const std::size_t size = context.quick ? 20'000 : 100'000;
  PolytopeWorld one(size, {.threads = 1}), more(size, {.threads = context.threads});
  std::vector<double> times_one, times_more, broad_one, broad_more, narrow_one, narrow_more;
  std::size_t collisions = 0;
  bool same = true;
  for (int i = 0; i < (context.quick ? 5 : 12); ++i) {
    const double a = one.step(), b = more.step();
    const auto &f = one.world.frame(), &g = more.world.frame();
    same = same && f.collisions.size() == g.collisions.size() &&
           std::equal(f.collisions.begin(), f.collisions.end(), g.collisions.begin(),
                      [](const Collision& x, const Collision& y) { return x.a == y.a && x.b == y.b; });
    collisions = f.collisions.size();
    if (i < 2) continue;
    times_one.push_back(a);
    times_more.push_back(b);
    broad_one.push_back(f.seconds.broad);
    broad_more.push_back(g.seconds.broad);
    narrow_one.push_back(f.seconds.narrow);
    narrow_more.push_back(g.seconds.narrow);
  }
  const auto& s = one.world.frame().seconds;
  fmt::print(
      "  {} polytopes, {} collide: a step {} with one thread (update {}, broad {}, narrow {}), {} with {}: "
      "×{:.2f}; "
      "broad phase alone ×{:.2f}, narrow ×{:.2f}; the same: {}\n",
      size, collisions, time_text(median_of(times_one)), time_text(s.update), time_text(s.broad),
      time_text(s.narrow), time_text(median_of(times_more)), context.threads,
      median_of(times_one) / median_of(times_more), median_of(broad_one) / median_of(broad_more),
      median_of(narrow_one) / median_of(narrow_more), same ? "yes" : "NO");
  context.all_good = context.all_good && same;
  context.json["threads"] = {{"bodies", size},
                             {"threads", context.threads},
                             {"step_us", median_of(times_one) * 1e6},
                             {"speedup", median_of(times_one) / median_of(times_more)},
                             {"broad_speedup", median_of(broad_one) / median_of(broad_more)}};
}

/// A tenth of many bodies removed, added and moved in each frame; then nothing at all.
void run_churn(BroadContext& context) {
  const std::size_t size = context.quick ? 100'000 : 1'000'000;
  PolytopeWorld many(size, {.caches = false, .threads = context.threads});
  const std::size_t empty_world = many.world.memory();
  many.step();
  Random random(1);
  std::vector<double> seconds, updates;
  const std::size_t tenth = size / 10;
  for (int frame = 0; frame < 12; ++frame) {
    many.crowd.advance();
    const double changes = seconds_of(
        [&] {
          for (std::size_t k = 0; k < tenth; ++k) {
            const std::size_t i = random.below(size);
            const Shape shape = many.world.shape(many.ids[i]);
            many.world.remove(many.ids[i]);
            many.ids[i] = many.world.add(shape, many.pose(i));
            const std::size_t j = random.below(size);
            many.world.move(many.ids[j], many.pose(j));
          }
        },
        Clock::wall);
    updates.push_back(changes);
    seconds.push_back(seconds_of([&] { many.world.step(); }, Clock::wall));
  }
  const StepSeconds stages = many.world.frame().seconds;
  const std::size_t candidates = many.world.frame().counters.candidates;
  std::vector<double> idle;
  for (int i = 0; i < 5; ++i) idle.push_back(seconds_of([&] { many.world.step(); }, Clock::wall));
  const double bytes = static_cast<double>(many.world.memory()) / static_cast<double>(size);
  fmt::print(
      "  {} bodies, a tenth removed and added and a tenth moved a frame, {} threads: step {}, longest {}; "
      "the changes "
      "themselves {}; a step without changes {}; {} candidates; boxes {}, broad {}, narrow {}; {:.0f} bytes "
      "a body ({:.0f} before the first step)\n",
      size, context.threads, time_text(median_of(seconds)),
      time_text(*std::max_element(seconds.begin(), seconds.end())), time_text(median_of(updates)),
      time_text(median_of(idle)), candidates, time_text(stages.update), time_text(stages.broad),
      time_text(stages.narrow), bytes, static_cast<double>(empty_world) / static_cast<double>(size));
  const auto& s = many.world.frame();
  context.json["churn"] = {{"bodies", size},
                           {"step_us", median_of(seconds) * 1e6},
                           {"longest_us", *std::max_element(seconds.begin(), seconds.end()) * 1e6},
                           {"idle_step_us", median_of(idle) * 1e6},
                           {"candidates", s.counters.candidates},
                           {"bytes_a_body", bytes}};
}

constexpr int procedure_count = 5;
const std::array<BroadProcedure, procedure_count> all = {
    BroadProcedure{"peers", "a frame on the same boxes, update included", run_peers},
    BroadProcedure{"growth", "the default, from a thousand bodies to a million", run_growth},
    BroadProcedure{"swaps", "sweep and prune: time by endpoints and swaps", run_swaps},
    BroadProcedure{"threads", "a whole step of a world with one thread and with several", run_threads},
    BroadProcedure{"churn", "a million bodies of which a tenth changes", run_churn}};

}  // namespace

std::span<const BroadProcedure> broad_procedures() {
  return all;
}

}  // namespace graze::bench
