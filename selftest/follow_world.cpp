// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/follow_world.h"

#include <fmt/format.h>
#include <graze/error.h>

#include <algorithm>
#include <map>
#include <set>

#include "selftest/bodies.h"
#include "selftest/parts.h"
#include "selftest/truth_measures.h"
#include "selftest/walk.h"

namespace graze::selftest {
namespace {

FaceReport report_of(Question question) {
  return question == Question::all     ? FaceReport::all
         : question == Question::first ? FaceReport::first
                                       : FaceReport::none;
}

class WorldWalk : Walk {
 public:
  WorldWalk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : Walk(road, c, truths, tally),
        history_(road.history),
        world_({.broad_phase = road.broad_phase,
                .method = road.method,
                .faces = report_of(road.question),
                .boxes = road.boxes,
                .caches = road.cached,
                .threads = road.threads,
                .shortcuts = road.shortcuts}) {
    ids_.resize(player_.size());
    for (std::size_t pair = 0; pair < truths.pairs().size(); ++pair) pair_of_[truths.pairs()[pair]] = pair;
  }

  std::optional<Disagreement> run() {
    try {
      for (std::size_t i = 0; i < player_.size(); ++i) add(i);
      for (;;) {
        choose_pairs();
        check(world_.step(history_.pick(std::array{1.0, 1.0, 0.25, 7.0})));
        if (!found_) ask_between_steps();
        if (found_ || player_.at_end()) break;
        advance();
        if (history_.one_in(4)) ask_between_steps();
      }
    } catch (const std::exception& error) {
      disagree(fmt::format("threw: {}", error.what()), "a frame", {});
    }
    return std::move(found_);
  }

 private:
  void add(std::size_t body) {
    ids_[body] = world_.add(player_.shape(body), player_.pose(body));
    body_of_[*ids_[body]] = body;
  }
  void remove(std::size_t body) {
    world_.remove(*ids_[body]);
    ids_[body].reset();
  }

  /// The changes of the next frame, in an order that history chooses; and bodies that go and come.
  void advance() {
    for (const SceneChange& change : player_.advance()) {
      if (!ids_[change.body]) continue;
      const BodyId id = *ids_[change.body];
      if (change.pose) {
        if (history_.coin()) predict(id, *change.pose);
        world_.move(id, *change.pose);
      }
      if (change.vertices.empty()) continue;
      if (std::holds_alternative<Deformable>(player_.shape(change.body).kind()) && !history_.one_in(4)) {
        world_.deform(id, change.vertices);
      } else {
        world_.set_shape(id, player_.shape(change.body));
      }
    }
    if (road_.history == 0) return;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (!history_.one_in(5)) continue;
      const bool back = history_.coin();  // at once, with another generation
      if (ids_[i]) {
        remove(i);
        if (back) add(i);
      } else {
        add(i);
      }
    }
  }

  /// Says how a body will move that is about to be at X: truly, nearly, or wrongly, which must not matter.
  void predict(BodyId id, const Pose& X) {
    const Vector3d way = X.t - world_.pose(id).t;
    const double size = std::max(reach(world_.shape(id)), way.stableNorm());
    PredictedPath path;
    path.duration = history_.pick(std::array{0.0, 1.0, 4.0, 100.0});
    if (!history_.one_in(4)) path.velocity = way;
    if (history_.one_in(3))
      path.velocity += size * history_.pick(std::array{1e-9, 0.1, 10.0}) * unit_vector(history_);
    if (history_.one_in(3)) path.acceleration = size * unit_vector(history_);
    if (history_.coin()) path.deviation = size * unit_vector(history_).cwiseAbs();
    if (path.velocity.allFinite() && path.acceleration.allFinite() && path.deviation.allFinite())
      world_.set_path(id, path);
  }

  /// A scene that names pairs asks no others.
  void choose_pairs() {
    if (!case_.scene.pairs) return;
    std::vector<BodyPair> allowed;
    for (const auto& [a, b] : truths_.pairs()) {
      if (ids_[a] && ids_[b]) allowed.push_back({std::min(*ids_[a], *ids_[b]), std::max(*ids_[a], *ids_[b])});
    }
    world_.allow_only(allowed);
  }

  void check(const Frame& frame) {
    tally_.counters += frame.counters.queries;
    std::set<BodyPair> colliding;
    std::vector<char> hit(truths_.pairs().size());
    for (const Collision& collision : frame.collisions) {
      const BodyPair ids{collision.a, collision.b};
      if (!colliding.insert(ids).second) return disagree("a collision twice", "once", {});
      check_begins(collision, ids);
      check_collision(frame, collision, hit);
      if (found_) return;
    }
    for (std::size_t pair = 0; pair < hit.size(); ++pair) {
      const auto [a, b] = truths_.pairs()[pair];
      if (!ids_[a] || !ids_[b]) continue;
      const PairTruth& truth = truths_.at(player_.frame(), pair);
      tally_.add(truth.rational, hit[pair] != 0);
      if (hit[pair] == 0 && truth.must_hit()) return disagree("clear", faces_text(truth.surely), {a, b});
    }
    check_ended(frame, colliding);
    colliding_ = std::move(colliding);
  }

  /// The index behind these queries becomes a tree where there are many bodies and queries.
  void ask_between_steps() {
    const int rounds = player_.size() > most_in_all_pairs ? 40 : player_.size() > 64 ? 16 : 1;
    for (int i = 0; i < rounds && !found_; ++i) {
      if (history_.one_in(3)) check_box();
      if (!found_ && history_.one_in(3)) check_first_hit();
      if (!found_ && history_.one_in(6)) check_nearest();
    }
  }

  /// A point of some body, or near it.
  Vector3d some_point() {
    const std::size_t at = history_.below(player_.size());
    const Vector3d p = player_.pose(at) * support(player_.shape(at), unit_vector(history_));
    const Vector3d& centre = player_.pose(at).t;
    return history_.one_in(4) ? centre
           : history_.coin()  ? p
                              : Vector3d(p + history_.uniform(-1, 3) * (p - centre));
  }

  /// What a path meets first in the world is what it meets first of all that it meets of each body, by the slow road.
  void check_first_hit() {
    const Vector3d from = some_point(), to = some_point(), way = to - from;
    if (!from.allFinite() || !to.allFinite() || !way.allFinite()) return;
    const bool segment = history_.coin() || way.isZero(0);
    const double length = history_.coin() ? std::numeric_limits<double>::infinity() : history_.uniform(0, 2);
    const Path path = segment ? Path(LineSegment{from, to}) : Path(Ray{from, way, length});
    std::optional<World::BodyHit> truth;
    bool all_meshes = true;
    for (std::size_t i = 0; i < player_.size(); ++i) {
      if (!ids_[i]) continue;
      if (mesh_of(player_.shape(i)) == nullptr) {
        all_meshes = false;
        continue;
      }
      const auto hit = first_hit(player_.shape(i), player_.pose(i), path, {.method = Method::naive});
      if (!hit || (truth && std::pair(truth->hit.s, truth->body) < std::pair(hit->s, *ids_[i]))) continue;
      truth = World::BodyHit{*ids_[i], *hit};
    }
    std::optional<World::BodyHit> answer;
    try {
      answer = world_.first_hit(path);
    } catch (const Error&) {  // of a body near the path that is no mesh
      if (all_meshes) throw;
      return;
    }
    tally_.add(false, answer.has_value());
    const bool same = answer && truth ? answer->body == truth->body && answer->hit.face == truth->hit.face &&
                                            answer->hit.s == truth->hit.s
                                      : !answer && !truth;
    if (same) return;
    const auto text = [](const std::optional<World::BodyHit>& hit) {
      return hit ? fmt::format("face {} of body {} at {}", hit->hit.face, hit->body.number, hit->hit.s)
                 : "none";
    };
    disagree(fmt::format("first hit from ({}, {}, {}) to ({}, {}, {}): {}", from.x(), from.y(), from.z(),
                         to.x(), to.y(), to.z(), text(answer)),
             text(truth), {});
  }

  /// No body is nearer than the one that is said to be, and that one is as near as is said, but for rounding.
  void check_nearest() {
    const Vector3d p = some_point();
    if (!p.allFinite()) return;
    const auto answer = world_.nearest_body(p);
    const std::size_t alive =
        static_cast<std::size_t>(std::ranges::count_if(ids_, [](const auto& id) { return id.has_value(); }));
    if (alive != world_.size())
      return disagree("a world of another size", fmt::format("{} bodies", alive), {});
    if (!answer) {
      for (std::size_t i = 0; i < player_.size(); ++i) {
        if (ids_[i] && count_parts(player_.shape(i)) > 0) disagree("no body is nearest", "one is", {i, i});
      }
      return;
    }
    for (std::size_t i = 0; i < player_.size() && !found_; ++i) {
      if (!ids_[i] || !has_parts(player_.shape(i)) || count_parts(player_.shape(i)) > 100) continue;
      const double away = (player_.pose(i).t - p).stableNorm(), size = reach(player_.shape(i));
      // The plane of a face that is nearly a segment is rounded to the square root of what a coordinate is.
      const double error =
          1e-7 * (away + size) + 1e-14 * (player_.pose(i).t.stableNorm() + p.stableNorm()) + 1e-320;
      const bool is_answer = *ids_[i] == answer->body;
      if (!std::isfinite(away + size) || (!is_answer && away - 1.001 * size > answer->distance)) continue;
      tally_.add(true, is_answer);
      const bool right =
          !is_nearer_than(player_.shape(i), player_.pose(i), p, answer->distance - error) &&
          (!is_answer || is_nearer_than(player_.shape(i), player_.pose(i), p, answer->distance + error));
      if (right) continue;
      disagree(fmt::format("nearest to ({}, {}, {}): body {} at {}", p.x(), p.y(), p.z(), answer->body.number,
                           answer->distance),
               is_answer ? "another distance" : fmt::format("body {} is nearer", ids_[i]->number), {i, i});
    }
  }

  /// Which bodies share a point with a box that ends at some body, or is a point of it?
  void check_box() {
    const std::size_t at = history_.below(player_.size());
    const Vector3d p = player_.pose(at) * support(player_.shape(at), unit_vector(history_));
    const Vector3d q = history_.coin() ? p : player_.pose(history_.below(player_.size())).t;
    if (!p.allFinite()) return;
    const Vector3d low = p.cwiseMin(q), high = p.cwiseMax(q);
    const std::vector<BodyId> answer = world_.bodies_in_box(low, high);
    const Shape box = box_between(low, high);
    const double half = 0.5 * (high - low).stableNorm();
    const Vector3d middle = 0.5 * low + 0.5 * high;
    for (std::size_t i = 0; i < player_.size() && !found_; ++i) {
      if (!ids_[i] || !has_rational_truth(player_.shape(i), box)) continue;
      if (player_.size() > most_in_all_pairs &&
          (player_.pose(i).t - middle).stableNorm() > 1.001 * (half + reach(player_.shape(i)))) {
        if (std::ranges::binary_search(answer, *ids_[i]))
          disagree("in a box that is far off", "not in it", {i, i});
        continue;
      }
      const PairTruth truth = rational_truth(player_.shape(i), player_.pose(i), box, {});
      const bool hit = std::ranges::binary_search(answer, *ids_[i]);
      tally_.add(true, hit);
      if (hit ? truth.may_hit() : !truth.must_hit()) continue;
      disagree(fmt::format("{} the box from ({}, {}, {}) to ({}, {}, {})", hit ? "in" : "not in", low.x(),
                           low.y(), low.z(), high.x(), high.y(), high.z()),
               hit ? "not in it" : "in it", {i, i});
    }
  }

  void check_begins(const Collision& collision, const BodyPair& ids) {
    const bool begins = !colliding_.contains(ids);
    if (collision.begins != begins)
      disagree(collision.begins ? "begins" : "began before", begins ? "begins" : "began before",
               {body_of_[ids.a], body_of_[ids.b]});
  }

  void check_ended(const Frame& frame, const std::set<BodyPair>& colliding) {
    std::vector<BodyPair> ended;
    std::ranges::set_difference(colliding_, colliding, std::back_inserter(ended));
    if (!std::ranges::equal(ended, frame.ended))
      disagree(fmt::format("{} collisions ended", frame.ended.size()), fmt::format("{}", ended.size()), {});
  }

  void check_collision(const Frame& frame, const Collision& collision, std::vector<char>& hit) {
    const std::size_t a = body_of_.at(collision.a), b = body_of_.at(collision.b);
    const bool turned = a > b;
    const std::array<std::size_t, 2> bodies = {std::min(a, b), std::max(a, b)};
    const auto known = pair_of_.find(bodies);
    if (known == pair_of_.end()) return disagree("collide", "clear, or not asked for", bodies);
    const PairTruth& truth = truths_.at(player_.frame(), known->second);
    hit[known->second] = 1;
    std::vector<FacePair> faces;
    for (const FacePair& p : frame.faces(collision)) faces.push_back(turned ? FacePair{p.b, p.a} : p);
    std::sort(faces.begin(), faces.end());
    const bool all = road_.question == Question::all;
    const bool right = truth.may_hit() && std::ranges::includes(truth.perhaps, faces) &&
                       (!all || std::ranges::includes(faces, truth.surely)) &&
                       faces.empty() == (road_.question == Question::yes_no);
    if (!right) disagree("collide, " + faces_text(faces), faces_text(truth.surely), bodies);
  }

  Draw history_;
  World world_;
  std::vector<std::optional<BodyId>> ids_;
  std::map<BodyId, std::size_t> body_of_;  ///< also of those that are gone
  std::map<std::array<std::size_t, 2>, std::size_t> pair_of_;
  std::set<BodyPair> colliding_;
};

}  // namespace

std::optional<Disagreement> follow_world(const Road& road, const Case& c, const Truths& truths,
                                         Tally& tally) {
  return WorldWalk(road, c, truths, tally).run();
}

}  // namespace graze::selftest
