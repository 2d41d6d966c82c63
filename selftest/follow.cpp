// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/distance.h>
#include <graze/progressive.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "selftest/at_once.h"
#include "selftest/bodies.h"
#include "selftest/follow_among.h"
#include "selftest/follow_casts.h"
#include "selftest/follow_world.h"
#include "selftest/pair_walk.h"
#include "selftest/parts.h"
#include "selftest/reposed.h"
#include "selftest/roads.h"
#include "selftest/stop_later.h"
#include "selftest/truth_measures.h"

namespace graze::selftest {
namespace {

/// A pair of bodies in one frame, in the order in which the road asks for it.
struct Asked {
  const Shape& a;
  const Pose& X_WA;
  const Shape& b;
  const Pose& X_WB;
};

/// A pair as it was in an earlier frame.
struct Kept {
  std::size_t frame, pair;
  Shape a;
  Pose X_WA;
  Shape b;
  Pose X_WB;
};

/// By queries of pairs.
class QueryWalk : PairWalk {
 public:
  QueryWalk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : PairWalk(road, c, truths, tally) {
    if (road.cached) caches_.resize(road.one_cache ? 1 : truths.pairs().size());
  }

  std::optional<Disagreement> run() {
    return over_frames([&] {
      ask_frame();
      if (road_.call == Call::pair && !found_) keep_and_ask_again();
    });
  }

 private:
  void ask_frame() {
    for (pair_ = 0; pair_ < truths_.pairs().size() && !found_; ++pair_) {
      auto [a, b] = truths_.pairs()[pair_];
      turned_ = road_.swapped != (road_.orders_in_turn && player_.frame() % 2 == 1);
      if (turned_) std::swap(a, b);
      const Asked asked{player_.shape(a), player_.pose(a), player_.shape(b), player_.pose(b)};
      switch (road_.call) {
        case Call::progressive:
          ask_progressive(asked);
          break;
        case Call::concurrent:
          ask_concurrently(a, b);
          break;
        case Call::distance:
          ask_distance(asked);
          break;
        default:
          ask_pair(asked);
      }
    }
  }

  PairCache* cache() {
    if (!road_.cached) return nullptr;
    return road_.one_cache ? caches_.data() : &caches_[pair_];
  }
  Method method() const {
    constexpr std::array some = {Method::automatic,        Method::gjk,      Method::wide_bvh,
                                 Method::separating_plane, Method::dop_tree, Method::lin_canny};
    return road_.methods_in_turn ? some[player_.frame() % some.size()] : road_.method;
  }

  void ask_pair(const Asked& q) {
    const QueryOptions options{.method = method(),
                               .scratch = &scratch_,
                               .counters = &tally_.counters,
                               .cache = cache(),
                               .threads = road_.threads,
                               .shortcuts = road_.shortcuts};
    as_caller([&] {  // what is compared are integers
      if (road_.interrupted) ask_interrupted(q, options);
      if (!found_) ask_and_check(q, options);
    });
    use_cache_otherwise(q, options);
  }

  void use_cache_otherwise(const Asked& q, const QueryOptions& options) {
    if (road_.forgets && player_.frame() % 5 == 3) options.cache->forget();
    if (!road_.one_cache || truths_.pairs().size() != 1 || found_) return;
    const bool other = as_caller([&] { return collides(q.b, q.X_WA, q.b, q.X_WB, options); });
    constexpr std::size_t few_parts = 12;  // of which the truth takes little time
    if (count_parts(q.b) > few_parts || !has_rational_truth(q.b, q.b)) return;
    with_truth(truth_of(q.b, q.X_WA, q.b, q.X_WB), [&] { check_yes_no(other); });
  }

  /// A shape that a Deformer gave out stays what it was. Some are kept while their bodies are deformed on, and asked again later.
  void keep_and_ask_again() {
    const std::size_t frame = player_.frame(), in_turn = frame % 8;
    if (in_turn == 1 || in_turn == 2 || in_turn == 4) keep(frame % truths_.pairs().size());
    if (in_turn != 6 && !player_.at_end()) return;
    for (const Kept& kept : kept_) ask_again(kept);
    kept_.clear();
  }

  void keep(std::size_t pair) {
    const auto [a, b] = truths_.pairs()[pair];
    const Shape &shape_a = player_.shape(a), &shape_b = player_.shape(b);
    constexpr std::size_t most_parts = 5000;
    if (!is_deformable(shape_a) && !is_deformable(shape_b)) return;
    if (count_parts(shape_a) + count_parts(shape_b) > most_parts) return;
    kept_.push_back({player_.frame(), pair, shape_a, player_.pose(a), shape_b, player_.pose(b)});
  }

  void ask_again(const Kept& kept) {
    if (found_) return;
    pair_ = kept.pair;
    turned_ = false;
    const QueryOptions options{.method = road_.method, .scratch = &scratch_, .shortcuts = road_.shortcuts};
    as_caller([&] { face_pairs(kept.a, kept.X_WA, kept.b, kept.X_WB, options, faces_); });
    with_truth(truths_.at(kept.frame, kept.pair), [&] { check_all(faces_); });
    if (found_) found_->said = fmt::format("shapes of frame {}, asked again: {}", kept.frame, found_->said);
  }

  /// Throws what the query throws.
  void ask_and_check(const Asked& q, const QueryOptions& options) {
    Question question = road_.question;
    if (question == Question::in_turn)
      question = player_.frame() % 3 == 2 ? Question::first : Question::yes_no;
    switch (question) {
      case Question::all:
        face_pairs(q.a, q.X_WA, q.b, q.X_WB, options, faces_);
        check_all(faces_);
        break;
      case Question::first:
        check_first(first_face_pair(q.a, q.X_WA, q.b, q.X_WB, options));
        break;
      default:
        check_yes_no(collides(q.a, q.X_WA, q.b, q.X_WB, options));
    }
  }

  /// Is stopped before it begins, or in the middle, or has hardly any memory, or enough.
  void ask_interrupted(const Asked& q, QueryOptions options) {
    const auto ask = [&] { ask_and_check(q, options); };
    switch ((player_.frame() + pair_) % 4) {
      case 0:
        options.memory = 100;
        return may_give_up(ask);
      case 1:
        options.memory = generous_memory;
        return ask();
      default:
        break;
    }
    if (!takes_a_while(q)) {
      options.stop = stopped();
      return must_be_cancelled(ask, bodies_asked());
    }
    const StopLater later(std::chrono::microseconds(50 << player_.frame() % 6));
    options.stop = later.token();
    may_give_up(ask);
  }

  /// So long that a stop may come in the middle?
  static bool takes_a_while(const Asked& q) { return count_parts(q.a) + count_parts(q.b) > 500; }

  void ask_progressive(const Asked& q) {
    as_caller([&] { progressive_.start(q.a, q.X_WA, q.b, q.X_WB); });
    Partial partial;
    // So many slices that a hang shows as a disagreement and not as a hang.
    const auto budget =
        road_.budget_ns < 0 ? std::chrono::nanoseconds::max() : std::chrono::nanoseconds(road_.budget_ns);
    int slices = 0;
    for (; slices < 10'000'000 && partial.answer == Answer::undecided; ++slices) {
      partial = as_caller([&] { return progressive_.run(budget); });
      if ((partial.answer == Answer::undecided) != (partial.open > 0))
        return disagree(fmt::format("{} pairs of nodes open", partial.open), "some exactly while undecided");
    }
    if (road_.budget_ns < 0 && slices > 1) return disagree("undecided, with time without end", truth_text());
    if (road_.budget_ns == 0 && slices == 1 && partial.answer == Answer::miss && takes_long(q))
      return disagree("all done in a slice of no time", "a slice ends with its budget");
    if (partial.answer == Answer::undecided) return disagree("undecided after 10^7 slices", truth_text());
    check_yes_no(partial.answer == Answer::hit);
    check_first(partial.witness);
    const Partial again = as_caller([&] { return progressive_.run(std::chrono::nanoseconds(0)); });
    if (again.answer != partial.answer || again.witness != partial.witness || again.open != 0)
      disagree("another answer once it was decided", "the same again");
  }

  /// Do two meshes take some thousand tests of nodes to be told apart?
  static bool takes_long(const Asked& q) {
    if (mesh_of(q.a) == nullptr || mesh_of(q.b) == nullptr) return false;
    Counters counters;
    collides(q.a, q.X_WA, q.b, q.X_WB, {.method = Method::wide_bvh, .counters = &counters});
    return counters.box_tests > 8000;
  }

  /// Half of the threads ask (a, b), the others (b, a), at the same moment: of shapes that are new, all want the same trees. Small
  /// bodies, of which queries are short, are asked again and again, each time as new shapes.
  void ask_concurrently(std::size_t a, std::size_t b) {
    if (!at_once_) at_once_.emplace(road_.threads);
    // Many rounds where they are short: of two threads and small bodies, unless other programs have the processors.
    const bool small = case_.mostly == Call::concurrent && road_.threads == 2 &&
                       truths_.pairs().size() <= 3 &&
                       count_parts(player_.shape(a)) + count_parts(player_.shape(b)) <= 40;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(small ? 1 : 0);
    for (int round = 0; round == 0 || (round < 10 && std::chrono::steady_clock::now() < end); ++round) {
      player_.renew_shapes();
      const Asked q{player_.shape(a), player_.pose(a), player_.shape(b), player_.pose(b)};
      std::vector<OfThread> answers(static_cast<std::size_t>(road_.threads));
      at_once_->run([&](int thread) { answers[static_cast<std::size_t>(thread)] = ask_as(thread, q); });
      for (std::size_t i = 0; i < answers.size() && !found_; ++i) {
        turned_ = road_.swapped != (i % 2 == 1);
        if (answers[i].faces) {
          check_all(std::move(*answers[i].faces));
        } else {
          check_yes_no(answers[i].hit);
        }
      }
      if (found_) return;
    }
  }

  /// What a thread of several was answered: faces, or whether there are any.
  struct OfThread {
    std::optional<std::vector<FacePair>> faces;
    bool hit = false;
  };
  OfThread ask_as(int thread, const Asked& q) const {
    PairCache own;
    const QueryOptions options{
        .method = road_.method, .cache = road_.cached ? &own : nullptr, .shortcuts = road_.shortcuts};
    const Asked asked = thread % 2 == 1 ? Asked{q.b, q.X_WB, q.a, q.X_WA} : q;
    const bool all = road_.question == Question::all ||
                     (road_.question == Question::in_turn && (thread / 2 + thread) % 2 == 0);
    if (all) return {face_pairs(asked.a, asked.X_WA, asked.b, asked.X_WB, options)};
    return {std::nullopt, collides(asked.a, asked.X_WA, asked.b, asked.X_WB, options)};
  }

  void ask_distance(const Asked& q) {
    const bool depths = road_.question != Question::yes_no;
    const DistanceOptions options{.method = method_for(q.a, q.b, road_.method),
                                  .cache = cache(),
                                  .counters = &tally_.counters,
                                  .depth = depths};
    const Distance d = as_caller([&] { return distance(q.a, q.X_WA, q.b, q.X_WB, options); });
    const Distance reverse = distance(q.b, q.X_WB, q.a, q.X_WA, {.method = options.method, .depth = depths});
    if (std::abs(d.distance - reverse.distance) > d.error + reverse.error)
      return disagree(fmt::format("distance {} ± {}", d.distance, d.error),
                      fmt::format("the other way round, {} ± {}", reverse.distance, reverse.error));
    const auto holds = distance_holds(q.a, q.X_WA, q.b, q.X_WB, d, depths);
    if (holds) tally_.add(true, d.distance <= 0);
    if (holds && !*holds)
      return disagree(fmt::format("distance {} ± {}", d.distance, d.error),
                      "the true distance is not within that");
    if (!depths && d.distance <= 0) return;
    const std::string fault = fault_of_points(q.a, q.X_WA, q.b, q.X_WB, d);
    if (fault.empty()) return;
    const auto text = [](const Vector3d& v) { return fmt::format("({}, {}, {})", v.x(), v.y(), v.z()); };
    disagree(fmt::format("distance {} ± {}, normal {}, points {} and {}", d.distance, d.error, text(d.normal),
                         text(d.point_a), text(d.point_b)),
             fault);
  }

  std::vector<PairCache> caches_;
  Scratch scratch_;
  std::vector<FacePair> faces_;  ///< whose memory is re-used
  ProgressiveQuery progressive_;
  std::optional<AtOnce> at_once_;
  std::vector<Kept> kept_;
};

Case with_compounds_posed_again(Case c, std::uint64_t seed) {
  Draw draw(seed);
  for (SceneBody& body : c.scene.bodies) body.shape = posed_again(body.shape, draw);
  return c;
}

std::optional<Disagreement> follow_as_posed(const Road& road, const Case& c, const Truths& truths,
                                            Tally& tally) {
  if (road.call == Call::world) return follow_world(road, c, truths, tally);
  if (road.call == Call::among) return follow_among(road, c, truths, tally);
  if (road.call == Call::cast) return follow_casts(road, c, truths, tally);
  return QueryWalk(road, c, truths, tally).run();
}

}  // namespace

std::optional<Disagreement> follow(const Road& road, const Case& c, const Truths& truths, Tally& tally) {
  if (road.posed == 0) return follow_as_posed(road, c, truths, tally);
  return follow_as_posed(road, with_compounds_posed_again(c, road.posed), truths, tally);
}

}  // namespace graze::selftest
