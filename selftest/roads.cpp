// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/roads.h"

#include <fmt/format.h>

#include <algorithm>

#include "selftest/reposed.h"

namespace graze::selftest {
namespace {

/// Of more bodies not each pair is asked by each method.
constexpr std::size_t most_for_each_method = 9;

bool is_mesh(const Shape& shape) {
  return mesh_of(shape) != nullptr;
}

/// Does the method serve some pair of the case?
bool serves(Method method, const Scene& scene) {
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < std::min(scene.bodies.size(), a + 8); ++b) {
      if (method_for(scene.bodies[a].shape, scene.bodies[b].shape, method) == method) return true;
    }
  }
  return false;
}

FloatMode draw_float_mode(Draw& draw) {
  if (!draw.one_in(12)) return FloatMode::plain;
  return draw.pick(
      std::array{FloatMode::upward, FloatMode::downward, FloatMode::toward_zero, FloatMode::flush_to_zero});
}

/// Mostly all; often none, or all but a few, so that each meets the questions that others would have answered.
ShortcutSet draw_shortcuts(Draw& draw) {
  if (draw.coin()) return ShortcutSet::all();
  if (draw.one_in(4)) return ShortcutSet::none();
  ShortcutSet set = ShortcutSet::all();
  for (const ShortcutFact& fact : all_shortcuts()) {
    if (draw.one_in(3)) set = set.without(fact.shortcut);
  }
  return set;
}

Question draw_question(Draw& draw) {
  return draw.pick(std::array{Question::yes_no, Question::first, Question::all});
}

/// Is it worth while to share one query among threads?
bool is_for_threads(const Scene& scene) {
  std::size_t faces = 0;
  for (const SceneBody& b : scene.bodies) {
    if (const Mesh* mesh = mesh_of(b.shape)) faces += mesh->faces.size();
  }
  return scene.bodies.size() == 2 && faces > 2000;
}

/// Of so many faces or bodies loops are shared among threads that are not otherwise, and most roads take too long.
bool is_huge(const Scene& scene) {
  constexpr std::size_t many_faces = 50'000, many_bodies = 8'192;
  return scene.bodies.size() > many_bodies || std::ranges::any_of(scene.bodies, [](const SceneBody& b) {
           const Mesh* mesh = mesh_of(b.shape);
           return mesh != nullptr && mesh->faces.size() > many_faces;
         });
}

/// Do bodies of a world move in one way through many frames?
bool is_drift(const Case& c) {
  return c.mostly == Call::world && c.scene.frames.size() > 30;
}

int draw_threads(const Case& c, Draw& draw, int one_in) {
  if (is_huge(c.scene)) return draw.small(2, 4);
  if (is_for_threads(c.scene))
    return c.scene.frames.empty() ? draw.pick(std::array{1, 1, 2, 3, 4, 5, 8, 16}) : draw.small(1, 4);
  if (c.mostly == Call::concurrent && draw.coin()) return draw.small(2, 4);
  return draw.one_in(one_in) ? 2 : 1;
}

Road world_road(const Case& c, BroadPhaseKind broad_phase, std::span<const Method> methods, Draw& draw) {
  Road road{.call = Call::world, .method = draw.coin() ? Method::automatic : draw.pick(methods)};
  road.question = draw_question(draw);
  road.cached = draw.coin();
  road.threads = draw_threads(c, draw, 8);
  road.shortcuts = draw_shortcuts(draw);
  road.broad_phase = broad_phase;
  road.boxes = draw.pick(std::array{BodyBoxes::turned, BodyBoxes::cubes, BodyBoxes::climbed});
  road.history = draw.coin() && c.scene.bodies.size() > 2 ? draw.next() | 1 : 0;
  road.filters = draw.one_in(3) ? draw.next() | 1 : 0;
  road.interrupted = draw.one_in(8);
  road.float_mode = draw_float_mode(draw);
  if (draw.one_in(12)) road.memory = draw.pick(std::array<std::size_t, 3>{100, 3000, 100'000});
  if (draw.one_in(6)) road.memory = generous_memory;
  if (draw.one_in(6) && !is_huge(c.scene)) road.box_growth = draw.pick(std::array{0.5, 2.0, 100.0});
  if (draw.one_in(6)) {
    road.budget_pairs = draw.below(4 * c.scene.bodies.size());
    if (!draw.one_in(4)) road.filters = draw.next() | 1;  // interactive bodies, whose pairs come first
  }
  constexpr double a_week = 6e5;
  if (draw.one_in(6)) road.budget_seconds = draw.one_in(4) ? 0 : a_week;
  return road;
}

/// All bodies are tested in each step, by the broad phase that the case is made for.
Road plain_world_road(const Case& c, Draw& draw) {
  return {.call = Call::world,
          .question = draw_question(draw),
          .threads = draw_threads(c, draw, 8),
          .broad_phase = is_drift(c)   ? BroadPhaseKind::predictive
                         : draw.coin() ? BroadPhaseKind::cells
                                       : BroadPhaseKind::automatic,
          .dt = is_drift(c) ? draw.pick(std::array{1.0, 0.1, 1.0 / 60}) : 0};
}

/// Each with another broad phase. Of many bodies the truth takes much longer than these roads.
void add_world_roads(const Case& c, std::span<const Method> methods, Draw& draw, std::vector<Road>& roads) {
  const std::size_t bodies = c.scene.bodies.size();
  const std::size_t count = c.mostly != Call::world         ? 1
                            : is_huge(c.scene)              ? 1
                            : bodies > most_in_all_pairs    ? 2
                            : bodies > most_for_each_method ? 6
                                                            : 3;
  if (is_drift(c) || is_huge(c.scene)) roads.push_back(plain_world_road(c, draw));
  const auto kinds = all_broad_phases();
  const std::size_t first = draw.below(kinds.size()), step = 1 + 2 * draw.below(4);
  for (std::size_t i = 0; i < count; ++i) {
    const BroadPhaseKind kind = kinds[(first + i * step) % kinds.size()];
    if (kind == BroadPhaseKind::predictive && is_huge(c.scene)) continue;  // seconds where all bodies jump
    roads.push_back(world_road(c, kind, methods, draw));
  }
}

/// Compounds are asked twice: made at once, and posed again.
std::uint64_t draw_posed(const Case& c, Draw& draw) {
  const bool any =
      std::ranges::any_of(c.scene.bodies, [](const SceneBody& b) { return is_compound(b.shape); });
  return any && draw.coin() ? draw.next() | 1 : 0;
}

/// Are all pairs compared with rational arithmetic?
bool is_small(const Scene& scene) {
  for (const auto& [a, b] : pairs_of(scene)) {
    if (!has_rational_truth(scene.bodies[a].shape, scene.bodies[b].shape)) return false;
  }
  return true;
}

/// Some with any method, and one with each that has a memory of its own.
void add_cached_roads(const Case& c, std::span<const Method> methods, Draw& draw, std::vector<Road>& roads) {
  std::vector<Method> some = {Method::automatic};
  if (!c.scene.frames.empty() && !is_huge(c.scene)) {
    some.push_back(draw.pick(methods));
    for (const Method method :
         {Method::automatic, Method::gjk, Method::lin_canny, Method::separating_plane}) {
      if (std::ranges::find(methods, method) != methods.end()) some.push_back(method);
    }
  }
  for (const Method method : some) {
    Road road{.call = Call::pair,
              .method = method,
              .question = draw.pick(std::array{Question::yes_no, Question::first, Question::in_turn}),
              .swapped = draw.coin(),
              .cached = true,
              .threads = draw_threads(c, draw, 32),
              .shortcuts = draw.coin() ? ShortcutSet::all() : draw_shortcuts(draw),
              .float_mode = draw_float_mode(draw),
              .interrupted = draw.one_in(8)};
    if (!is_huge(c.scene) && draw.one_in(4)) {
      for (bool* other : {&road.methods_in_turn, &road.orders_in_turn, &road.one_cache, &road.forgets})
        *other = draw.coin();
    }
    roads.push_back(road);
  }
}

/// One with each method that serves some pair.
void add_method_roads(const Case& c, std::span<const Method> methods, Draw& draw, std::vector<Road>& roads) {
  const bool crowd = c.scene.bodies.size() > most_for_each_method, large = is_for_threads(c.scene),
             huge = is_huge(c.scene);
  for (const Method method : methods) {
    if (crowd && !draw.one_in(4)) continue;
    const bool quick = method == Method::automatic || method == Method::face_octree;
    if (huge && !quick && !draw.one_in(32)) continue;
    const bool quadratic = method == Method::naive || method == Method::simple;
    if (quadratic && (large || !c.scene.frames.empty()) && !is_small(c.scene)) continue;
    roads.push_back({.call = Call::pair,
                     .method = method,
                     .question = huge || (large && draw.coin()) ? Question::all : draw_question(draw),
                     .swapped = draw.coin(),
                     .threads = draw_threads(c, draw, 32),
                     .shortcuts = huge ? ShortcutSet::all() : draw_shortcuts(draw),
                     .float_mode = draw_float_mode(draw),
                     .interrupted = draw.one_in(16)});
    if (!huge || method != Method::automatic) continue;
    // Threads share the refits of whole trees, too, but then none of a part may do.
    Road whole = roads.back();
    whole.shortcuts = whole.shortcuts.without(Shortcut::refit_part);
    roads.push_back(whole);
  }
}

void add_progressive_roads(const Case& c, Draw& draw, std::vector<Road>& roads) {
  const int count = c.mostly == Call::progressive ? 6 : 1;
  for (int i = 0; i < count; ++i) {
    const bool none = c.mostly == Call::progressive && i == 0;
    roads.push_back({.call = Call::progressive,
                     .swapped = draw.coin(),
                     .budget_ns = none ? 0 : draw.pick(std::array{0, 1, 100, 3000, 100'000'000, -1}),
                     .float_mode = draw_float_mode(draw)});
  }
}

void add_distance_roads(const Case& c, Draw& draw, std::vector<Road>& roads) {
  for (const Method method : {Method::gjk, Method::lin_canny}) {
    if (!serves(method, c.scene)) continue;
    roads.push_back({.call = Call::distance,
                     .method = method,
                     .question = draw.one_in(4) ? Question::yes_no : Question::all,
                     .swapped = draw.coin(),
                     .cached = draw.coin(),
                     .float_mode = draw_float_mode(draw)});
  }
}

/// Of the kinds that are made for them, and now and then of others, if they are small. One method by all threads, so that they
/// want the same structures.
void add_concurrent_roads(const Case& c, std::span<const Method> methods, Draw& draw,
                          std::vector<Road>& roads) {
  if (c.mostly == Call::concurrent) {
    for (const int threads : {2, 4})
      roads.push_back({.call = Call::concurrent, .question = Question::all, .threads = threads});
  } else if (c.scene.bodies.size() > most_for_each_method || !is_small(c.scene) || !draw.one_in(12)) {
    return;
  }
  roads.push_back({.call = Call::concurrent,
                   .method = draw.one_in(3) ? Method::automatic : draw.pick(methods),
                   .question = draw.pick(std::array{Question::yes_no, Question::all, Question::in_turn}),
                   .cached = draw.coin(),
                   .threads = draw.small(2, 4),
                   .shortcuts = draw_shortcuts(draw)});
}

std::string_view question_text(Question question) {
  switch (question) {
    case Question::yes_no:
      return "collides";
    case Question::first:
      return "first_face_pair";
    case Question::all:
      return "face_pairs";
    default:
      return "collides and others in turn";
  }
}

std::string_view call_text(const Road& road) {
  switch (road.call) {
    case Call::pair:
      return question_text(road.question);
    case Call::progressive:
      return "ProgressiveQuery";
    case Call::concurrent:
      return "several threads at once";
    case Call::among:
      return "face_pairs_among";
    case Call::world:
      return "World";
    case Call::cast:
      return "casts";
    default:
      return "distance";
  }
}

std::string cache_text(const Road& road) {
  std::string text = road.one_cache ? ", with one cache" : ", with caches";
  if (road.methods_in_turn) text += " asked by several methods";
  if (road.orders_in_turn) text += " asked both ways round";
  if (road.forgets) text += " that forget";
  return text;
}

}  // namespace

std::string to_text(const Road& road) {
  std::string text = fmt::format("{}, method {}", call_text(road), method_name(road.method));
  if (road.call == Call::concurrent) text += fmt::format(", {}", question_text(road.question));
  if (road.call == Call::world) {
    text += fmt::format(", {}, broad phase {}, boxes {}, history {}", question_text(road.question),
                        broad_phase_name(road.broad_phase), static_cast<int>(road.boxes), road.history);
    if (road.box_growth > 0) text += fmt::format(", boxes grow by {}", road.box_growth);
    if (road.budget_pairs < std::numeric_limits<std::size_t>::max())
      text += fmt::format(", at most {} pairs", road.budget_pairs);
    if (road.budget_seconds < std::numeric_limits<double>::infinity())
      text += fmt::format(", at most {} s", road.budget_seconds);
    if (road.memory < no_memory_limit) text += fmt::format(", at most {} bytes", road.memory);
    if (road.dt > 0) text += fmt::format(", steps of {} s", road.dt);
    if (road.filters != 0) text += fmt::format(", filters {}", road.filters);
  }
  if (road.swapped) text += ", (b, a)";
  if (road.cached) text += cache_text(road);
  if (road.interrupted) text += ", interrupted first";
  if (road.posed != 0) text += fmt::format(", compounds posed again ({})", road.posed);
  if (road.threads > 1) text += fmt::format(", {} threads", road.threads);
  if (road.call == Call::progressive) text += fmt::format(", slices of {} ns", road.budget_ns);
  if (road.float_mode != FloatMode::plain)
    text += fmt::format(", float mode {} of the caller", static_cast<int>(road.float_mode));
  if (road.shortcuts == ShortcutSet::none()) return text + ", without shortcuts";
  for (const ShortcutFact& fact : all_shortcuts()) {
    if (!road.shortcuts.has(fact.shortcut)) text += fmt::format(", without {}", fact.name);
  }
  return text;
}

std::vector<Road> draw_roads(const Case& c, Draw& draw) {
  const auto& bodies = c.scene.bodies;
  std::vector<Method> methods;
  for (const Method method : all_methods()) {
    if (serves(method, c.scene)) methods.push_back(method);
  }
  std::vector<Road> roads;
  if (!c.paths.empty()) {
    for (const Method method : {Method::automatic, Method::wide_bvh, Method::dop_tree, Method::naive})
      roads.push_back({.call = Call::cast,
                       .method = method,
                       .float_mode = draw_float_mode(draw),
                       .interrupted = draw.one_in(8)});
  }
  if (bodies.size() < 2) return roads;
  const bool throng = bodies.size() > most_in_all_pairs;
  const bool slow = !throng && is_huge(c.scene);  // each road that deforms such a body builds a tree
  if (is_drift(c)) {
    add_world_roads(c, methods, draw, roads);
    return roads;
  }
  if (!throng) add_method_roads(c, methods, draw, roads);
  if (bodies.size() <= most_for_each_method && (!slow || draw.one_in(4)))
    add_cached_roads(c, methods, draw, roads);
  if (!throng && !slow) add_progressive_roads(c, draw, roads);
  if (!slow || draw.one_in(4)) add_world_roads(c, methods, draw, roads);
  if (std::ranges::all_of(bodies, [](const SceneBody& b) { return is_mesh(b.shape); })) {
    roads.push_back({.call = Call::among,
                     .threads = draw_threads(c, draw, 16),
                     .float_mode = draw_float_mode(draw),
                     .interrupted = draw.one_in(8),
                     .history = draw.coin() ? draw.next() | 1 : 0});
  }
  add_concurrent_roads(c, methods, draw, roads);
  if (std::ranges::none_of(bodies,
                           [](const SceneBody& b) { return is_mesh(b.shape) || is_compound(b.shape); }))
    add_distance_roads(c, draw, roads);
  for (Road& road : roads) road.posed = draw_posed(c, draw);
  return roads;
}

}  // namespace graze::selftest
