// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/roads.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::selftest {
namespace {

bool is_mesh(const Shape& shape) {
  return mesh_of(shape) != nullptr;
}
bool is_compound(const Shape& shape) {
  return std::holds_alternative<Compound>(shape.kind());
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

int draw_threads(const Case& c, Draw& draw, int one_in) {
  if (is_for_threads(c.scene)) return draw.small(1, 4);
  return draw.one_in(one_in) ? 2 : 1;
}

Road world_road(const Case& c, Draw& draw, std::span<const Method> methods) {
  Road road{.call = Call::world, .method = draw.coin() ? Method::automatic : draw.pick(methods)};
  road.question = draw_question(draw);
  road.cached = draw.coin();
  road.threads = draw_threads(c, draw, 8);
  road.shortcuts = draw_shortcuts(draw);
  road.broad_phase = draw.pick(all_broad_phases());
  road.boxes = draw.pick(std::array{BodyBoxes::turned, BodyBoxes::cubes, BodyBoxes::climbed});
  road.history = draw.coin() && c.scene.bodies.size() > 2 ? draw.next() | 1 : 0;
  return road;
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
  if (!c.scene.frames.empty()) {
    some.push_back(draw.pick(methods));
    for (const Method method :
         {Method::automatic, Method::gjk, Method::lin_canny, Method::separating_plane}) {
      if (std::ranges::find(methods, method) != methods.end()) some.push_back(method);
    }
  }
  for (const Method method : some) {
    roads.push_back({.call = Call::pair,
                     .method = method,
                     .question = draw.pick(std::array{Question::yes_no, Question::first, Question::in_turn}),
                     .swapped = draw.coin(),
                     .cached = true,
                     .shortcuts = draw.coin() ? ShortcutSet::all() : draw_shortcuts(draw),
                     .float_mode = draw_float_mode(draw)});
  }
}

}  // namespace

std::string to_text(const Road& road) {
  const std::string_view question = road.question == Question::yes_no  ? "collides"
                                    : road.question == Question::first ? "first_face_pair"
                                    : road.question == Question::all   ? "face_pairs"
                                                                     : "collides and first_face_pair in turn";
  const std::string_view call = road.call == Call::pair          ? question
                                : road.call == Call::progressive ? "ProgressiveQuery"
                                : road.call == Call::concurrent  ? "face_pairs by several threads at once"
                                : road.call == Call::among       ? "face_pairs_among"
                                : road.call == Call::world       ? "World"
                                : road.call == Call::cast        ? "casts"
                                                                 : "distance";
  std::string text = fmt::format("{}, method {}", call, method_name(road.method));
  if (road.call == Call::world) {
    text += fmt::format(", {}, broad phase {}, boxes {}, history {}", question,
                        broad_phase_name(road.broad_phase), static_cast<int>(road.boxes), road.history);
  }
  if (road.swapped) text += ", (b, a)";
  if (road.cached) text += ", with caches";
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
    for (const Method method : {Method::automatic, Method::wide_bvh, Method::dop_tree, Method::naive}) {
      roads.push_back({.call = Call::cast, .method = method});
    }
  }
  if (bodies.size() < 2) return roads;
  const bool crowd = bodies.size() > 9;  // too many pairs to ask each of them by each method
  const bool throng = bodies.size() > most_in_all_pairs, large = is_for_threads(c.scene);
  for (const Method method : methods) {
    if (throng || (crowd && !draw.one_in(4))) continue;
    const bool quadratic = method == Method::naive || method == Method::simple;
    if (quadratic && (large || !c.scene.frames.empty()) && !is_small(c.scene)) continue;
    roads.push_back({.call = Call::pair,
                     .method = method,
                     .question = draw_question(draw),
                     .swapped = draw.coin(),
                     .threads = draw_threads(c, draw, 32),
                     .shortcuts = draw_shortcuts(draw),
                     .float_mode = draw_float_mode(draw)});
  }
  if (!crowd) add_cached_roads(c, methods, draw, roads);
  for (int i = throng ? 1 : 0; i < (c.mostly == Call::progressive ? 6 : 1); ++i) {
    roads.push_back({.call = Call::progressive,
                     .swapped = draw.coin(),
                     .budget_ns = draw.pick(std::array{0, 1, 100, 3000, 100'000'000, -1})});
  }
  for (int i = throng ? 1 : 0; i < (c.mostly == Call::world ? 3 : 1); ++i)
    roads.push_back(world_road(c, draw, methods));
  if (std::ranges::all_of(bodies, [](const SceneBody& b) { return is_mesh(b.shape); })) {
    roads.push_back({.call = Call::among,
                     .threads = draw_threads(c, draw, 16),
                     .history = draw.coin() ? draw.next() | 1 : 0});
  }
  if (c.mostly == Call::concurrent) roads.push_back({.call = Call::concurrent, .threads = 4});
  if (std::ranges::none_of(bodies,
                           [](const SceneBody& b) { return is_mesh(b.shape) || is_compound(b.shape); })) {
    for (const Method method : {Method::gjk, Method::lin_canny}) {
      if (serves(method, c.scene))
        roads.push_back({.call = Call::distance,
                         .method = method,
                         .swapped = draw.coin(),
                         .cached = draw.coin(),
                         .float_mode = draw_float_mode(draw)});
    }
  }
  return roads;
}

}  // namespace graze::selftest
