// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check_pairs.h"

#include <fmt/format.h>
#include <graze/error.h>

#include <chrono>
#include <cmath>

#include "check_scene.h"
#include "terminal.h"

namespace graze::cli {
namespace {

bool is_mesh(const SceneBody& body) {
  return is_deformable(body.shape) || std::holds_alternative<Mesh>(body.shape.kind());
}

bool has_distances(Method method) {
  return method == Method::gjk || method == Method::lin_canny;
}

}  // namespace

PairQueries::PairQueries(CheckTask& task)
    : task_(task), options_(task.options()), bodies_(task.scene().bodies) {}

void PairQueries::change(const SceneChange& change) {
  SceneBody& body = bodies_[change.body];
  if (change.pose) body.pose = *change.pose;
  if (change.vertices.empty()) return;
  if (is_deformable(body.shape)) {
    Deformer& deformer = deformers_.try_emplace(change.body, body.shape).first->second;
    body.shape = deformer.deform(change.vertices, options_.threads);
  } else {
    body.shape = with_vertices(body.shape, change.vertices);
  }
}

PairAnswer PairQueries::timed_answer(const BodyNumbers& pair, PairCache* cache) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  PairAnswer result = answer(pair, cache);
  task_.add_seconds(std::chrono::duration<double>(Clock::now() - start).count());
  return result;
}

PairAnswer PairQueries::answer(const BodyNumbers& pair, PairCache* cache) {
  const SceneBody &a = bodies_[pair[0]], &b = bodies_[pair[1]];
  PairAnswer answer;
  try {
    answer =
        options_.budget_us && is_mesh(a) && is_mesh(b) ? answer_in_time(a, b) : exact_answer(a, b, cache);
  } catch (const Error& error) {
    const std::string frame = task_.totals().frames > 1 ? fmt::format(" in frame {}", task_.frame()) : "";
    throw Error(fmt::format("cannot check '{}' against '{}'{}: {}", a.name, b.name, frame, error.what()));
  }
  answer.bodies = pair;
  if (options_.distance) measure(a, b, cache, answer);
  return answer;
}

PairAnswer PairQueries::exact_answer(const SceneBody& a, const SceneBody& b, PairCache* cache) {
  const QueryOptions options{
      .method = options_.method, .scratch = &scratch_, .cache = cache, .threads = options_.threads};
  PairAnswer answer;
  bool collide = false;
  switch (options_.faces) {
    case FaceReport::none:
      collide = collides(a.shape, a.pose, b.shape, b.pose, options);
      break;
    case FaceReport::first:
      if (const auto witness = first_face_pair(a.shape, a.pose, b.shape, b.pose, options)) {
        answer.faces.push_back(*witness);
      }
      collide = !answer.faces.empty();
      break;
    case FaceReport::all:
      face_pairs(a.shape, a.pose, b.shape, b.pose, options, answer.faces);
      collide = !answer.faces.empty();
      break;
  }
  answer.answer = collide ? Answer::hit : Answer::miss;
  return answer;
}

/// Two meshes within a budget; their trees are built before its time begins.
PairAnswer PairQueries::answer_in_time(const SceneBody& a, const SceneBody& b) const {
  ProgressiveQuery query;
  query.start(a.shape, a.pose, b.shape, b.pose);
  const Partial partial =
      query.run(std::chrono::nanoseconds(static_cast<std::int64_t>(std::round(1000 * *options_.budget_us))));
  PairAnswer answer;
  answer.answer = partial.answer;
  answer.open = partial.open;
  if (options_.faces != FaceReport::none && partial.witness) answer.faces.push_back(*partial.witness);
  return answer;
}

/// A pair that has no distance is told so, and the others are asked all the same.
void PairQueries::measure(const SceneBody& a, const SceneBody& b, PairCache* cache,
                          PairAnswer& answer) const {
  if (has_distances(options_.method)) answer.distance_method = method_for(a.shape, b.shape, options_.method);
  try {
    const Distance d =
        distance(a.shape, a.pose, b.shape, b.pose, {.method = answer.distance_method, .cache = cache});
    if (std::isfinite(d.distance) && std::isfinite(d.error)) {
      answer.distance = d;
    } else {
      answer.no_distance = "the distance is beyond the range of doubles";
    }
  } catch (const Error& error) {
    answer.no_distance = error.what();
  }
}

void ask_each(CheckTask& task) {
  Progress progress("checking pairs");
  PairQueries queries(task);
  const bool has_frames = task.totals().frames > 1;
  std::vector<PairCache> caches(has_frames ? task.pairs() : 0);
  std::size_t done = 0;
  const auto ask = [&] {
    std::size_t number = 0;
    task.for_each_pair([&](const BodyNumbers& pair) {
      PairCache* const cache = has_frames ? &caches[number++] : nullptr;
      task.add(queries.timed_answer(pair, cache));
      progress.update(++done, task.totals().pairs);
    });
  };
  task.for_each_frame([&](const SceneChange& change) { queries.change(change); }, ask);
}

}  // namespace graze::cli
