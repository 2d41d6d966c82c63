// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/follow_world.h"

#include <fmt/format.h>
#include <graze/error.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "selftest/at_once.h"
#include "selftest/bodies.h"
#include "selftest/faces_text.h"
#include "selftest/reposed.h"
#include "selftest/stop_later.h"
#include "selftest/urgency.h"
#include "selftest/walk.h"
#include "selftest/world_filters.h"
#include "selftest/world_queries.h"

namespace graze::selftest {
namespace {

FaceReport report_of(Question question) {
  return question == Question::all     ? FaceReport::all
         : question == Question::first ? FaceReport::first
                                       : FaceReport::none;
}

/// All but times.
bool same_frame(const Frame& a, const Frame& b) {
  const auto same = [](const Collision& x, const Collision& y) {
    return x.a == y.a && x.b == y.b && x.begins == y.begins && x.first_face_pair == y.first_face_pair &&
           x.face_pair_count == y.face_pair_count;
  };
  return std::ranges::equal(a.collisions, b.collisions, same) && a.ended == b.ended &&
         a.undecided == b.undecided && a.face_pairs == b.face_pairs &&
         a.counters.bodies == b.counters.bodies && a.counters.updated == b.counters.updated &&
         a.counters.tested == b.counters.tested;
}

/// How many boxes overlap in a new world with these bodies.
std::size_t candidates_anew(const World& world, BroadPhaseKind broad_phase, BodyBoxes boxes) {
  World anew({.broad_phase = broad_phase, .boxes = boxes, .budget_pairs = 0});
  for (const BodyId id : world.ids()) anew.add(world.shape(id), world.pose(id), world.options(id));
  return anew.step().counters.candidates;
}

class WorldWalk : Walk {
 public:
  WorldWalk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : Walk(road, c, truths, tally),
        history_(road.history),
        filters_(road.filters),
        world_({.broad_phase = road.broad_phase,
                .method = road.method,
                .faces = report_of(road.question),
                .boxes = road.boxes,
                .box_growth = road.box_growth,
                .caches = road.cached,
                .threads = road.threads,
                .shortcuts = road.shortcuts,
                .memory = road.memory}) {
    if (history_.one_in(4)) world_.reserve(history_.below(2 * player_.size()));
    ids_.resize(player_.size());
    for (std::size_t pair = 0; pair < truths.pairs().size(); ++pair) pair_of_[truths.pairs()[pair]] = pair;
  }

  std::optional<Disagreement> run() {
    try {
      for (std::size_t i = 0; i < player_.size(); ++i) add(i);
      for (;;) {
        choose_pairs();
        if (const Frame* frame = step()) check(*frame);
        ask_between_steps();
        if (found_ || player_.at_end()) break;
        advance();
        if (history_.one_in(4)) ask_between_steps();
        if (road_.posed != 0) step_with_pieces_elsewhere();
        if (road_.history != 0 && history_.one_in(4)) step_with_other_shapes();
      }
    } catch (const std::exception& error) {
      disagree_that_threw(error, {});
    }
    check_mode();
    return std::move(found_);
  }

 private:
  using Walk::disagree;
  void disagree(const std::optional<WrongAnswer>& wrong) {
    if (wrong) disagree(wrong->said, wrong->truth, wrong->bodies);
  }

  void add(std::size_t body) {
    const BodyOptions options = filters_.draw_options();
    ids_[body] = as_caller([&] { return world_.add(player_.shape(body), player_.pose(body), options); });
    body_of_[*ids_[body]] = body;
  }
  void remove(std::size_t body) {
    world_.remove(*ids_[body]);
    ids_[body].reset();
  }

  /// The changes of the next frame, in an order that history chooses; and bodies that go and come.
  void advance() {
    for (const SceneChange& change : Walk::advance()) {
      if (!ids_[change.body]) continue;
      const BodyId id = *ids_[change.body];
      if (change.pose) {
        if (road_.dt > 0 ? player_.frame() == 1 : history_.coin()) predict(id, *change.pose);
        as_caller([&] { world_.move(id, *change.pose); });
      }
      if (change.vertices.empty()) continue;
      if (is_deformable(player_.shape(change.body)) && !history_.one_in(4)) {
        as_caller([&] { world_.deform(id, change.vertices); });
      } else {
        set_shape(id, player_.shape(change.body));
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

  void set_shape(BodyId id, const Shape& shape) {
    as_caller([&] { world_.set_shape(id, shape); });
  }

  /// Says how a body will move that is about to be at X: truly, nearly, or wrongly, which must not matter.
  void predict(BodyId id, const Pose& X) {
    const Vector3d way = X.t - world_.pose(id).t;
    if (road_.dt > 0) return predict_long(id, way / road_.dt);
    const double size = std::max(reach(world_.shape(id)), way.stableNorm());
    PredictedPath path;
    path.duration = history_.pick(std::array{0.0, 1.0, 4.0, 100.0});
    if (!history_.one_in(4)) path.velocity = way;
    if (history_.one_in(3))
      path.velocity += size * history_.pick(std::array{1e-9, 0.1, 10.0}) * unit_vector(history_);
    if (history_.one_in(3)) path.acceleration = size * unit_vector(history_);
    if (history_.coin()) path.deviation = size * unit_vector(history_).cwiseAbs();
    if (path.velocity.allFinite() && path.acceleration.allFinite() && path.deviation.allFinite())
      as_caller([&] { world_.set_path(id, path); });
  }

  /// Until the end; or not at all, so that a motion is fitted to where the body has been.
  void predict_long(BodyId id, const Vector3d& velocity) {
    const double size = reach(world_.shape(id));
    if (!history_.one_in(4))
      world_.set_path(id,
                      {.duration = 1000 * road_.dt, .velocity = velocity, .deviation = {0.01 * size, 0, 0}});
  }

  void ask_between_steps() {
    if (found_) return;
    const WorldView view{world_, player_, ids_, road_.float_mode, road_.box_growth > 0};
    disagree(selftest::ask_between_steps(view, history_, tally_));
    if (road_.threads > 1 && history_.one_in(3)) ask_at_once(view);
  }

  /// Several threads ask what is `const`, each something of its own.
  void ask_at_once(const WorldView& view) {
    if (!at_once_) at_once_.emplace(road_.threads);
    std::vector<Tally> tallies(static_cast<std::size_t>(road_.threads));
    std::vector<std::optional<WrongAnswer>> wrong(tallies.size());
    const std::uint64_t seed = history_.next();
    at_once_->run([&](int thread) {
      const auto i = static_cast<std::size_t>(thread);
      Draw draw(seed + i);
      wrong[i] = selftest::ask_between_steps(view, draw, tallies[i]);
    });
    for (const Tally& tally : tallies) tally_ += tally;
    for (const std::optional<WrongAnswer>& of_thread : wrong) disagree(of_thread);
  }

  /// A scene that names pairs asks no others.
  void choose_pairs() {
    std::vector<BodyPair> pairs;
    for (const auto& [a, b] : truths_.pairs()) {
      if (ids_[a] && ids_[b]) pairs.push_back({std::min(*ids_[a], *ids_[b]), std::max(*ids_[a], *ids_[b])});
    }
    const bool named = case_.scene.pairs.has_value();
    if (named) filters_.allow_only(world_, pairs);
    filters_.change(world_, named ? std::vector<BodyPair>() : std::move(pairs));
  }

  /// None if it took more memory than it may.
  const Frame* step() {
    limited_ = history_.coin();
    constexpr double no_seconds = std::numeric_limits<double>::infinity();
    constexpr std::size_t no_pairs = std::numeric_limits<std::size_t>::max();
    world_.set_budget(limited_ ? road_.budget_seconds : no_seconds, limited_ ? road_.budget_pairs : no_pairs);
    const double dt = road_.dt > 0 ? road_.dt : history_.pick(std::array{1.0, 1.0, 0.25, 7.0});
    if (road_.interrupted) {
      if (history_.one_in(4)) must_be_cancelled([&] { step_by(dt, stopped()); }, {});
      if (const Frame* frame = interrupted_step(dt)) return frame;
    }
    filters_.begin_step();
    return road_.memory < generous_memory ? step_or_nothing(dt, {}) : &step_by(dt, {});
  }
  const Frame& step_by(double dt, const std::stop_token& stop) {
    return as_caller([&]() -> const Frame& { return world_.step(dt, stop); });
  }

  /// Is stopped after its broad phase, if that finds a few pairs, or after some time, if there are many. None if it was.
  const Frame* interrupted_step(double dt) {
    filters_.begin_step();
    std::stop_source source;
    std::optional<StopLater> later;
    if (player_.size() > 100 && history_.coin()) {
      later.emplace(std::chrono::microseconds(history_.small(0, 3000)));
    } else {
      filters_.stop_after(world_, history_.small(0, 3), source);
    }
    const Frame* frame = step_or_nothing(dt, later ? later->token() : source.get_token());
    if (!later) filters_.set_predicate(world_);
    return frame;
  }

  /// A step that may throw Error, and then changes nothing.
  const Frame* step_or_nothing(double dt, const std::stop_token& stop) {
    const Frame before = world_.frame();
    try {
      return &step_by(dt, stop);
    } catch (const Error&) {
      if (!same_frame(before, world_.frame()))
        disagree("another frame after an exception", "that of the last step", {});
      return nullptr;
    }
  }

  /// As an articulated body moves: a step while pieces of compounds are elsewhere, whose answers are not compared; then they are
  /// where the scene has them.
  void step_with_pieces_elsewhere() {
    std::vector<std::size_t> moved;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (!ids_[i] || !is_compound(player_.shape(i)) || !history_.coin()) continue;
      set_shape(*ids_[i], with_pieces_elsewhere(player_.shape(i), history_));
      moved.push_back(i);
    }
    if (moved.empty()) return;
    step_without_truth();
    for (const std::size_t i : moved) {
      std::vector<Pose> poses;
      for (const Piece& piece : std::get<Compound>(player_.shape(i).kind()).pieces)
        poses.push_back(piece.pose);
      set_shape(*ids_[i], world_.shape(*ids_[i]).with_poses(poses));
    }
  }

  void step_without_truth() {
    const Frame* frame = step();
    if (frame == nullptr) return;
    check_lists(*frame);
    colliding_ = colliding_after(*frame);
  }

  /// A step while some bodies have quite different shapes; then they have their own again, new or as they were.
  void step_with_other_shapes() {
    std::vector<std::size_t> changed;
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      if (!ids_[i] || !history_.one_in(3)) continue;
      set_shape(*ids_[i], other_shape(i));
      changed.push_back(i);
    }
    if (!history_.one_in(4)) step_without_truth();
    for (const std::size_t i : changed)
      set_shape(*ids_[i], history_.coin() ? player_.shape(i) : Shape::of(player_.shape(i).kind()));
  }

  /// Of any kind, about as large as the body.
  Shape other_shape(std::size_t body) {
    const double size = std::clamp(reach(player_.shape(body)), 1e-290, 1e290);
    switch (history_.small(0, 3)) {
      case 0:
        return Shape::of(Sphere{size});
      case 1:
        return Shape::of(Convex{{support(player_.shape(body), unit_vector(history_))}});
      case 2:
        return player_.shape(history_.below(player_.size()));
      default:
        return scaled(any_shape(history_, Grid::fine), size);
    }
  }

  /// The pairs that collide, and those that did so when they were last tested.
  std::set<BodyPair> colliding_after(const Frame& frame) const {
    std::set<BodyPair> result;
    for (const Collision& collision : frame.collisions) result.insert({collision.a, collision.b});
    for (const BodyPair& pair : frame.undecided) {
      if (colliding_.contains(pair)) result.insert(pair);
    }
    return result;
  }

  void check(const Frame& frame) {
    tally_.counters += frame.counters.queries;
    check_lists(frame);
    check_budget(frame);
    check_candidates(frame);
    if (const std::string fault = filters_.fault_of_predicate(world_); !fault.empty())
      disagree("the predicate was " + fault, "pairs in order, each once, that pass all other filters", {});
    std::vector<char> hit(truths_.pairs().size());
    for (const Collision& collision : frame.collisions) {
      if (found_) return;
      check_begins(collision);
      check_collision(frame, collision, hit);
    }
    for (std::size_t pair = 0; pair < hit.size() && !found_; ++pair) check_pair(frame, pair, hit[pair] != 0);
    std::set<BodyPair> colliding = colliding_after(frame);
    check_ended(frame, colliding);
    colliding_ = std::move(colliding);
  }

  /// Sorted, each pair once and in one list alone.
  void check_lists(const Frame& frame) {
    std::vector<BodyPair> collisions, both;
    for (const Collision& collision : frame.collisions) collisions.push_back({collision.a, collision.b});
    for (const std::span<const BodyPair> list :
         std::array<std::span<const BodyPair>, 3>{collisions, frame.ended, frame.undecided}) {
      const bool sorted = std::ranges::adjacent_find(list, std::ranges::greater_equal()) == list.end();
      const bool in_order = std::ranges::all_of(list, [](const BodyPair& p) { return p.a < p.b; });
      if (!sorted || !in_order) return disagree("a list of pairs that is not sorted", "sorted", {});
    }
    std::ranges::set_intersection(collisions, frame.undecided, std::back_inserter(both));
    if (!both.empty()) disagree("collide, and undecided", "one of these", {});
  }

  /// Times decide nothing here: 0 seconds are over before any pair is asked, a week is not.
  void check_budget(const Frame& frame) {
    const auto& counters = frame.counters;
    if (counters.queries[Shortcut::repeated_step] > 0) return;
    const std::uint64_t asked = counters.tested - counters.queries[Shortcut::kept_answer];
    const std::size_t most = !limited_                   ? std::numeric_limits<std::size_t>::max()
                             : road_.budget_seconds == 0 ? 0
                                                         : road_.budget_pairs;
    if (asked > most || (asked < most && !frame.undecided.empty()))
      disagree(fmt::format("{} pairs asked, {} undecided", asked, frame.undecided.size()),
               fmt::format("{} asked at most, and so many if some are undecided", most), {});
    if (!frame.undecided.empty() && is_out_of_order(world_, frame))
      disagree("a pair was asked, and one nearer to an interactive body was not", "nearest pairs first", {});
  }

  /// Those of another broad phase that begins with the bodies as they are now. Not of boxes that know where bodies have been.
  void check_candidates(const Frame& frame) {
    if (road_.box_growth > 0 || road_.boxes == BodyBoxes::climbed) return;
    const auto other = road_.broad_phase == BroadPhaseKind::uniform_grid ? BroadPhaseKind::sweep_and_prune
                                                                         : BroadPhaseKind::uniform_grid;
    const std::size_t truth = candidates_anew(world_, other, road_.boxes);
    if (frame.counters.candidates != truth)
      disagree(fmt::format("{} candidates", frame.counters.candidates), fmt::format("{}", truth), {});
  }

  void check_pair(const Frame& frame, std::size_t pair, bool hit) {
    const auto [a, b] = truths_.pairs()[pair];
    if (!ids_[a] || !ids_[b]) return;
    const BodyPair ids{std::min(*ids_[a], *ids_[b]), std::max(*ids_[a], *ids_[b])};
    const bool undecided = std::ranges::binary_search(frame.undecided, ids);
    if (!filters_.wants(world_, ids.a, ids.b)) {
      if (hit || undecided) disagree(hit ? "collide" : "undecided", "not asked for", {a, b});
      return;
    }
    if (undecided) return;
    const PairTruth& truth = truths_.at(player_.frame(), pair);
    tally_.add(truth.rational, hit);
    if (!hit && truth.must_hit()) disagree("clear", faces_text(truth.surely), {a, b});
  }

  void check_begins(const Collision& collision) {
    const BodyPair ids{collision.a, collision.b};
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
    const std::span<const FacePair> reported = frame.faces(collision);
    if (std::ranges::adjacent_find(reported, std::ranges::greater_equal()) != reported.end())
      return disagree("not sorted: " + faces_text(reported), "sorted", bodies);
    std::vector<FacePair> faces;
    for (const FacePair& p : reported) faces.push_back(turned ? FacePair{p.b, p.a} : p);
    std::sort(faces.begin(), faces.end());
    const bool all = road_.question == Question::all;
    const bool right = truth.may_hit() && std::ranges::includes(truth.perhaps, faces) &&
                       (all ? !faces.empty() && std::ranges::includes(faces, truth.surely)
                            : faces.size() == (road_.question == Question::first ? 1 : 0));
    if (!right) disagree("collide, " + faces_text(faces), faces_text(truth.surely), bodies);
  }

  Draw history_;
  WorldFilters filters_;
  World world_;
  bool limited_ = false;  ///< the last step had the road's budget
  std::vector<std::optional<BodyId>> ids_;
  std::map<BodyId, std::size_t> body_of_;  ///< also of those that are gone
  std::map<std::array<std::size_t, 2>, std::size_t> pair_of_;
  std::set<BodyPair> colliding_;
  std::optional<AtOnce> at_once_;
};

}  // namespace

std::optional<Disagreement> follow_world(const Road& road, const Case& c, const Truths& truths,
                                         Tally& tally) {
  return WorldWalk(road, c, truths, tally).run();
}

}  // namespace graze::selftest
