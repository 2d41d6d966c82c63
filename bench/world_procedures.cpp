// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Procedures that measure whole worlds: steps and queries.
#include <fmt/format.h>
#include <graze/generate.h>
#include <graze/world.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "broad_procedures.h"
#include "math/random.h"
#include "plot.h"
#include "race.h"

namespace graze::bench {
namespace {

/// Polytopes in a world, moved by hand: the whole step.
struct PolytopeWorld {
  PolytopeWorld(std::size_t bodies, const WorldOptions& options, int faces = 36, double turn_a_step = 0.17)
      : world(options), crowd({.boxes = bodies}), turn_a_step_(turn_a_step) {
    std::vector<Shape> shapes;
    for (std::uint64_t seed = 0; seed < 16; ++seed)
      shapes.push_back(Shape::mesh(make_random_convex(1, faces, seed)));
    world.reserve(bodies);
    for (std::size_t i = 0; i < bodies; ++i) ids.push_back(world.add(shapes[i % shapes.size()], pose(i)));
  }
  Pose pose(std::size_t i) const {
    const double turn = turn_a_step_ * static_cast<double>(step_number) + static_cast<double>(i);
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

 private:
  double turn_a_step_;
};

struct Stage {
  const char* name;
  double StepSeconds::*seconds;
};
constexpr std::array stages = {
    Stage{"update", &StepSeconds::update}, Stage{"broad", &StepSeconds::broad},
    Stage{"filter", &StepSeconds::filter}, Stage{"narrow", &StepSeconds::narrow},
    Stage{"report", &StepSeconds::report},
};

/// The median of a stage over steps.
double median_stage(const std::vector<StepSeconds>& steps, const Stage& stage) {
  std::vector<double> seconds;
  for (const StepSeconds& step : steps) seconds.push_back(step.*stage.seconds);
  return median_of(seconds);
}

bool same_collisions(const Frame& a, const Frame& b) {
  return std::equal(a.collisions.begin(), a.collisions.end(), b.collisions.begin(), b.collisions.end(),
                    [](const Collision& x, const Collision& y) {
                      return x.a == y.a && x.b == y.b && x.begins == y.begins;
                    });
}

/// Of these times, the one that so large a share of them does not exceed.
double percentile(std::vector<double> seconds, double share) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1) + 0.5)];
}

Json print_times(const std::string& what, const std::vector<double>& seconds) {
  const double longest = percentile(seconds, 1);
  fmt::print("    {:<34}median {:>10}, 99 % {:>10}, longest {:>10}\n", what, time_text(median_of(seconds)),
             time_text(percentile(seconds, 0.99)), time_text(longest));
  return {{"median_us", median_of(seconds) * 1e6},
          {"p99_us", percentile(seconds, 0.99) * 1e6},
          {"longest_us", longest * 1e6}};
}

}  // namespace

void run_threads(BroadContext& context) {
  const std::size_t size = context.quick ? 20'000 : 100'000;
  PolytopeWorld one(size, {.threads = 1}), more(size, {.threads = context.threads});
  std::vector<double> times_one, times_more;
  std::vector<StepSeconds> stages_one, stages_more;
  bool same = true;
  for (int i = 0; i < (context.quick ? 5 : 30); ++i) {
    const double a = one.step(), b = more.step();
    same = same && same_collisions(one.world.frame(), more.world.frame());
    if (i < 2) continue;
    times_one.push_back(a);
    times_more.push_back(b);
    stages_one.push_back(one.world.frame().seconds);
    stages_more.push_back(more.world.frame().seconds);
  }
  const double speedup = median_of(times_one) / median_of(times_more);
  const StepCounters& counters = one.world.frame().counters;
  fmt::print(
      "  {} polytopes, {} candidates, {} collide: a step {} with one thread, {} with {}: ×{:.2f}; the same: "
      "{}\n",
      size, counters.candidates, one.world.frame().collisions.size(), time_text(median_of(times_one)),
      time_text(median_of(times_more)), context.threads, speedup, same ? "yes" : "NO");
  context.all_good = context.all_good && same;
  Json& json = context.json["threads"];
  json = {{"bodies", size},
          {"threads", context.threads},
          {"step_us", median_of(times_one) * 1e6},
          {"speedup", speedup}};
  for (const Stage& stage : stages) {
    const double with_one = median_stage(stages_one, stage), with_more = median_stage(stages_more, stage);
    fmt::print("    {:<8}{:>10} {:>10}  ×{:.2f}\n", stage.name, time_text(with_one), time_text(with_more),
               with_one / with_more);
    json["stages"].push_back(
        {{"stage", stage.name}, {"us", with_one * 1e6}, {"us_with_threads", with_more * 1e6}});
  }
}

/// A tenth of many bodies removed, added and moved in each frame; then nothing at all.
void run_churn(BroadContext& context) {
  const std::size_t size = context.quick ? 100'000 : 1'000'000;
  PolytopeWorld many(size, {.caches = false, .threads = context.threads});
  const auto bytes_a_body = [&] {
    return static_cast<double>(many.world.memory()) / static_cast<double>(size);
  };
  Json& json = context.json["churn"];
  json = {{"bodies", size}, {"threads", context.threads}};
  fmt::print("  {} bodies, {} threads\n", size, context.threads);
  const auto run = [&](const std::string& key, const std::string& what, int steps, const auto& change) {
    std::vector<double> changes, seconds;
    std::vector<StepSeconds> parts;
    for (int i = 0; i < steps; ++i) {
      changes.push_back(seconds_of([&] { change(); }, Clock::wall));
      seconds.push_back(seconds_of([&] { many.world.step(); }, Clock::wall));
      parts.push_back(many.world.frame().seconds);
    }
    json[key]["step"] = print_times(what, seconds);
    json[key]["bytes_a_body"] = bytes_a_body();
    fmt::print("      changes {}", time_text(median_of(changes)));
    for (const Stage& stage : stages) {
      fmt::print(", {} {}", stage.name, time_text(median_stage(parts, stage)));
      json[key][stage.name] = median_stage(parts, stage) * 1e6;
    }
    fmt::print("; {} candidates, {:.0f} bytes a body\n", many.world.frame().counters.candidates,
               bytes_a_body());
  };
  const auto move_all = [&] {
    for (std::size_t i = 0; i < size; ++i) many.world.move(many.ids[i], many.pose(i));
    many.crowd.advance();
    ++many.step_number;
  };
  run("all_move", "all move", context.quick ? 3 : 6, move_all);
  Random random(1);
  run("churn", "a tenth replaced, a tenth moved", 60, [&] {
    if (random.below(8) == 0) many.crowd.advance();
    for (std::size_t k = 0; k < size / 10; ++k) {
      const std::size_t i = random.below(size);
      const Shape shape = many.world.shape(many.ids[i]);
      many.world.remove(many.ids[i]);
      many.ids[i] = many.world.add(shape, many.pose(i));
      const std::size_t j = random.below(size);
      many.world.move(many.ids[j], many.pose(j));
    }
  });
  run("same_move", "the same fifth moves", 30, [&] {
    for (std::size_t i = 0; i < size; i += 5) many.world.move(many.ids[i], many.pose(i));
    many.crowd.advance();
  });
  run("few_move", "a thousand move", 20, [&] {
    for (std::size_t i = 0; i < 1000; ++i)
      many.world.move(many.ids[i * (size / 1000)], many.pose(i * (size / 1000)));
    ++many.step_number;
  });
  run("rest", "nothing changes", 20, [] {});
}

/// The three kinds of boxes: what they cost, and what they let through.
void run_boxes(BroadContext& context) {
  const std::size_t size = 10'000;
  for (const auto& [faces, turn] :
       {std::pair{36, 0.17}, std::pair{36, 0.02}, std::pair{500, 0.17}, std::pair{500, 0.02}}) {
    for (const auto kind : {BroadPhaseKind::sweep_and_prune, BroadPhaseKind::automatic}) {
      fmt::print("  {} polytopes of {} faces, {:.0f}° a frame, {}\n", size, faces, turn * 180 / M_PI,
                 broad_phase_name(kind));
      for (const auto& [boxes, name] :
           {std::pair{BodyBoxes::cubes, "cubes"}, std::pair{BodyBoxes::turned, "turned"},
            std::pair{BodyBoxes::climbed, "climbed"}}) {
        PolytopeWorld bodies(size, {.broad_phase = kind, .boxes = boxes}, faces, turn);
        std::vector<double> seconds;
        std::vector<StepSeconds> parts;
        for (int i = 0; i < (context.quick ? 5 : 25); ++i) {
          const double step = bodies.step();
          if (i < 2) continue;
          seconds.push_back(step);
          parts.push_back(bodies.world.frame().seconds);
        }
        const std::size_t candidates = bodies.world.frame().counters.candidates;
        fmt::print("    {:<8} {:>7} candidates, step {:>9}", name, candidates, time_text(median_of(seconds)));
        Json entry = {{"broad_phase", broad_phase_name(kind)},
                      {"faces", faces},
                      {"turn", turn},
                      {"boxes", name},
                      {"candidates", candidates},
                      {"step_us", median_of(seconds) * 1e6}};
        for (const Stage& stage : stages) {
          if (stage.seconds == &StepSeconds::filter) continue;
          fmt::print(", {} {}", stage.name, time_text(median_stage(parts, stage)));
          entry[stage.name] = median_stage(parts, stage) * 1e6;
        }
        fmt::print("\n");
        context.json["boxes"].push_back(entry);
      }
    }
  }
}

/// Queries of a world that rests, as the number of bodies grows: the first, which look at all, and those with a tree.
void run_queries(BroadContext& context) {
  std::vector<Curve> curves = {{"box", {}}, {"ray", {}}, {"nearest", {}}};
  for (std::size_t size = 1000; size <= (context.quick ? 100'000U : 1'000'000U); size *= 10) {
    PolytopeWorld bodies(size, {});
    bodies.world.step();
    Random random(3);
    Eigen::Vector3d low = Eigen::Vector3d::Constant(INFINITY), high = -low;
    for (const Crowd::Body& body : bodies.crowd.bodies()) {
      low = low.cwiseMin(body.centre.cast<double>());
      high = high.cwiseMax(body.centre.cast<double>());
    }
    const auto point = [&] {
      Eigen::Vector3d p;
      for (int i = 0; i < 3; ++i) p[i] = random.uniform(low[i], high[i]);
      return p;
    };
    std::size_t found = 0;
    const std::function<void()> asks[] = {
        [&] {
          const Eigen::Vector3d p = point();
          found += bodies.world.bodies_in_box(p, p + Eigen::Vector3d::Constant(2)).size();
        },
        [&] {
          found += bodies.world.first_hit(LineSegment{point(), point()}) ? 1U : 0U;
        },
        [&] { found += bodies.world.nearest_body(point()) ? 1U : 0U; }};
    const double first = seconds_of(asks[2], Clock::wall);
    double longest = 0;
    for (int i = 0; i < 30; ++i) longest = std::max(longest, seconds_of(asks[2], Clock::wall));
    fmt::print("  {:>8} bodies: the first {:>10}, that with which the tree is built {:>10}", size,
               time_text(first), time_text(longest));
    Json entry = {{"bodies", size}, {"first_us", first * 1e6}, {"build_us", longest * 1e6}};
    for (std::size_t k = 0; k < std::size(asks); ++k) {
      std::vector<double> seconds;
      for (int i = 0; i < (context.quick ? 100 : 1000); ++i)
        seconds.push_back(seconds_of(asks[k], Clock::wall));
      fmt::print(", {} {:>8}", curves[k].name, time_text(median_of(seconds)));
      entry[curves[k].name + "_us"] = median_of(seconds) * 1e6;
      curves[k].points.emplace_back(static_cast<double>(size), median_of(seconds) * 1e6);
    }
    fmt::print("; {} found, {:.0f} bytes a body\n", found,
               static_cast<double>(bodies.world.memory()) / static_cast<double>(size));
    context.json["queries"].push_back(entry);
  }
  if (!context.out.empty())
    write_plot(context.out / "world_queries.svg", "Queries of a world: µs each", "bodies", curves);
}

}  // namespace graze::bench
