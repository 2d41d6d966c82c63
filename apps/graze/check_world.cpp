// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check_world.h"

#include <algorithm>
#include <map>

#include "check_pairs.h"
#include "check_scene.h"
#include "terminal.h"

namespace graze::cli {
namespace {

/// A World of the scene's bodies, which go by their numbers in the scene.
class SceneWorld {
 public:
  SceneWorld(const CheckTask& task, const WorldOptions& options) : world_(options) {
    const Scene& scene = task.scene();
    world_.reserve(scene.bodies.size());
    for (const SceneBody& body : scene.bodies) ids_.push_back(world_.add(body.shape, body.pose));
    for (std::size_t i = 0; i < ids_.size(); ++i) number_of_[ids_[i]] = i;
    if (!scene.pairs) return;
    std::vector<BodyPair> wanted;
    for (const BodyNumbers& pair : task.named_pairs()) wanted.push_back(in_order(pair));
    world_.allow_only(wanted);
  }

  World& world() { return world_; }

  void change(const SceneChange& change) {
    const BodyId id = ids_[change.body];
    if (change.pose) world_.move(id, *change.pose);
    if (change.vertices.empty()) return;
    if (is_deformable(world_.shape(id))) {
      world_.deform(id, change.vertices);
    } else {
      world_.set_shape(id, with_vertices(world_.shape(id), change.vertices));
    }
  }

  BodyNumbers numbers(BodyId a, BodyId b) const {
    BodyNumbers pair = {number_of_.at(a), number_of_.at(b)};
    std::sort(pair.begin(), pair.end());
    return pair;
  }

  /// Of a pair that need not collide.
  PairAnswer answer_of(const Frame& frame, const BodyNumbers& pair) const {
    const auto before = [](const Collision& c, const BodyPair& p) { return BodyPair{c.a, c.b} < p; };
    const BodyPair wanted = in_order(pair);
    const auto at = std::lower_bound(frame.collisions.begin(), frame.collisions.end(), wanted, before);
    if (at != frame.collisions.end() && BodyPair{at->a, at->b} == wanted) return answer_of(frame, *at, pair);
    PairAnswer answer;
    answer.bodies = pair;
    return answer;
  }

  PairAnswer answer_of(const Frame& frame, const Collision& collision, const BodyNumbers& pair) const {
    PairAnswer answer;
    answer.bodies = pair;
    answer.answer = Answer::hit;
    const bool turned = ids_[pair[0]] != collision.a;
    for (const FacePair& f : frame.faces(collision)) answer.faces.push_back(turned ? FacePair{f.b, f.a} : f);
    if (turned) std::sort(answer.faces.begin(), answer.faces.end());
    return answer;
  }

 private:
  BodyPair in_order(const BodyNumbers& pair) const {
    return {std::min(ids_[pair[0]], ids_[pair[1]]), std::max(ids_[pair[0]], ids_[pair[1]])};
  }

  World world_;
  std::vector<BodyId> ids_;
  std::map<BodyId, std::size_t> number_of_;
};

}  // namespace

void ask_world(CheckTask& task, BroadPhaseKind kind) {
  const std::size_t frames = task.totals().frames;
  SceneWorld world(task, {.broad_phase = kind,
                          .method = task.options().method,
                          .faces = task.options().faces,
                          .caches = frames > 1,
                          .threads = task.options().threads});
  Progress progress("checking bodies");
  std::size_t done = 0;
  const auto step = [&] {
    const Frame& frame = world.world().step();
    task.add_seconds(frame.seconds.total());
    if (task.each_is_listed()) {
      task.for_each_pair([&](const BodyNumbers& pair) { task.add(world.answer_of(frame, pair)); });
    } else {
      for (const Collision& c : frame.collisions)
        task.add(world.answer_of(frame, c, world.numbers(c.a, c.b)));
    }
    progress.update(++done, frames);
  };
  task.for_each_frame([&](const SceneChange& change) { world.change(change); }, step);
}

void ask_candidates(CheckTask& task) {
  SceneWorld world(task, {.caches = false, .threads = task.options().threads});
  std::vector<BodyNumbers> candidates;
  world.world().set_predicate([&](BodyId a, BodyId b) {
    candidates.push_back(world.numbers(a, b));
    return false;
  });
  task.add_seconds(world.world().step().seconds.total());
  PairQueries queries(task);
  Progress progress("checking pairs");
  std::size_t done = 0;
  for (const BodyNumbers& pair : candidates) {
    PairAnswer answer = queries.timed_answer(pair, nullptr);
    if (answer.answer != Answer::miss) task.add(std::move(answer));
    progress.update(++done, candidates.size());
  }
}

}  // namespace graze::cli
