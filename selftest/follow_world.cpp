// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/follow_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "selftest/bodies.h"
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
        check(world_.step());
        if (!found_ && history_.one_in(3)) check_box();
        if (found_ || player_.at_end()) break;
        advance();
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
      if (change.pose) world_.move(id, *change.pose);
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

  /// Which bodies share a point with a box that ends at some body, or is a point of it?
  void check_box() {
    const std::size_t at = history_.below(player_.size());
    const Vector3d p = player_.pose(at) * support(player_.shape(at), unit_vector(history_));
    const Vector3d q = history_.coin() ? p : player_.pose(history_.below(player_.size())).t;
    if (!p.allFinite()) return;
    const Vector3d low = p.cwiseMin(q), high = p.cwiseMax(q);
    const std::vector<BodyId> answer = world_.bodies_in_box(low, high);
    const Shape box = box_between(low, high);
    for (std::size_t i = 0; i < player_.size() && !found_; ++i) {
      if (!ids_[i] || !has_rational_truth(player_.shape(i), box)) continue;
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
    if (known == pair_of_.end()) return disagree("collide", "not asked for", bodies);
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
