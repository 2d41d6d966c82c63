// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/deform.h>
#include <graze/distance.h>
#include <graze/error.h>
#include <graze/progressive.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "selftest/at_once.h"
#include "selftest/bodies.h"
#include "selftest/follow_casts.h"
#include "selftest/follow_world.h"
#include "selftest/parts.h"
#include "selftest/reposed.h"
#include "selftest/roads.h"
#include "selftest/stop_later.h"
#include "selftest/truth_measures.h"
#include "selftest/walk.h"

namespace graze::selftest {
namespace {

/// A pair of bodies in one frame, in the order in which the road asks for it.
struct Asked {
  const Shape& a;
  const Pose& X_WA;
  const Shape& b;
  const Pose& X_WB;
};

FacePair swapped(FacePair pair) {
  return {pair.b, pair.a};
}

std::string yes_or_no(bool yes) {
  return yes ? "collide" : "clear";
}

/// By queries of pairs, and of all bodies.
class QueryWalk : Walk {
 public:
  QueryWalk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : Walk(road, c, truths, tally) {
    if (road.cached) caches_.resize(road.one_cache ? 1 : truths.pairs().size());
  }

  std::optional<Disagreement> run() {
    for (;; advance()) {
      try {
        ask_frame();
      } catch (const std::exception& error) {
        disagree_that_threw(error, bodies_asked());
      }
      check_mode();
      if (found_ || player_.at_end()) return std::move(found_);
    }
  }

 private:
  void ask_frame() {
    if (road_.call == Call::among) return ask_among();
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
      use_cache_otherwise(q, options);
    });
  }

  void use_cache_otherwise(const Asked& q, const QueryOptions& options) {
    if (road_.forgets && player_.frame() % 5 == 3) options.cache->forget();
    if (road_.one_cache && truths_.pairs().size() == 1) collides(q.b, q.X_WA, q.b, q.X_WB, options);
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

  /// A query that is stopped, or has hardly any memory, gives up or is right.
  void ask_interrupted(const Asked& q, QueryOptions options) {
    std::optional<StopLater> later;
    if ((player_.frame() + pair_) % 2 == 0) {
      options.memory = 100;
    } else if (takes_a_while(q)) {
      later.emplace(std::chrono::microseconds(50 << player_.frame() % 6));
      options.stop = later->token();
    } else {
      options.stop = stopped();
    }
    try {
      ask_and_check(q, options);
    } catch (const Error&) {  // as it must be allowed to
    }
  }

  /// So long that a stop may come in the middle?
  static bool takes_a_while(const Asked& q) { return count_parts(q.a) + count_parts(q.b) > 500; }

  /// By a request that is there already.
  static std::stop_token stopped() {
    std::stop_source source;
    source.request_stop();
    return source.get_token();
  }

  void ask_progressive(const Asked& q) {
    as_caller([&] { progressive_.start(q.a, q.X_WA, q.b, q.X_WB); });
    Partial partial;
    // So many slices that a hang shows as a disagreement and not as a hang.
    const auto budget =
        road_.budget_ns < 0 ? std::chrono::nanoseconds::max() : std::chrono::nanoseconds(road_.budget_ns);
    int slices = 0;
    for (; slices < 10'000'000 && partial.answer == Answer::undecided; ++slices)
      partial = as_caller([&] { return progressive_.run(budget); });
    if (road_.budget_ns < 0 && slices > 1) return disagree("undecided, with time without end", truth_text());
    if (road_.budget_ns == 0 && slices == 1 && partial.answer == Answer::miss && takes_long(q))
      return disagree("all done in a slice of no time", "a slice ends with its budget");
    if (partial.answer == Answer::undecided) return disagree("undecided after 10^7 slices", truth_text());
    check_yes_no(partial.answer == Answer::hit);
    if (partial.witness) check_first(partial.witness);
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

  void ask_among() {
    std::vector<BodyView> bodies;
    for (std::size_t i = 0; i < player_.size(); ++i) bodies.push_back({player_.shape(i), player_.pose(i)});
    FaceOctreeOptions options = octree_options();
    if (road_.interrupted) among_interrupted(bodies, options);
    const auto answer = as_caller([&] { return face_pairs_among(bodies, options); });
    if (std::ranges::adjacent_find(answer, std::ranges::greater_equal()) != answer.end())
      return disagree("pairs that are not sorted, or twice", "sorted");
    std::map<std::array<std::size_t, 2>, std::vector<FacePair>> faces;
    for (const BodyFacePair& p : answer) faces[{p.body_a, p.body_b}].push_back({p.face_a, p.face_b});
    for (pair_ = 0; pair_ < truths_.pairs().size() && !found_; ++pair_) {
      const auto found = faces.extract(truths_.pairs()[pair_]);
      check_all(found.empty() ? std::vector<FacePair>() : std::move(found.mapped()));
    }
    // A scene that names pairs says nothing of others.
    for (const auto& [others, _] : faces) {
      if (!case_.scene.pairs || others[0] >= others[1]) Walk::disagree("collide", "clear", others);
    }
  }

  /// Is stopped before it begins, or in the middle, or has hardly any memory.
  void among_interrupted(std::span<const BodyView> bodies, FaceOctreeOptions options) {
    std::optional<StopLater> later;
    switch (player_.frame() % 3) {
      case 0:
        options.stop = stopped();
        break;
      case 1:
        later.emplace(std::chrono::microseconds(100));
        options.stop = later->token();
        break;
      default:
        options.memory = 100;
    }
    try {
      face_pairs_among(bodies, options);
    } catch (const Error&) {  // as it must be allowed to
    }
  }

  /// The box around a body in the world, rounded.
  std::array<Vector3d, 2> box_of(std::size_t body) const {
    const Pose& X = player_.pose(body);
    const auto end = [&](const Vector3d& d) { return X * support(player_.shape(body), X.R.transpose() * d); };
    std::array<Vector3d, 2> box;
    for (int k = 0; k < 3; ++k) box[0][k] = end(-Vector3d::Unit(k))[k];
    for (int k = 0; k < 3; ++k) box[1][k] = end(Vector3d::Unit(k))[k];
    return box;
  }

  /// About as large as a body, or as what it shares with another one: holds it, or some of it, or is next to it. Often it begins
  /// where that does and ends just before or behind its end.
  Cube draw_cube(Draw& draw) const {
    auto [low, high] = box_of(draw.below(player_.size()));
    if (draw.coin()) {
      const auto [other_low, other_high] = box_of(draw.below(player_.size()));
      low = low.cwiseMax(other_low);
      high = high.cwiseMin(other_high);
    }
    const double shorter = std::pow(10, -draw.uniform(0.3, 9));
    const double side =
        (high - low).maxCoeff() * draw.pick(std::array{0.1, 1.0, 4.0, 1 - shorter, 1 - shorter});
    return {draw.coin() ? low : Vector3d(low + side * point(draw, Grid::coarse)), side};
  }

  FaceOctreeOptions octree_options() {
    FaceOctreeOptions options{.threads = road_.threads, .scratch = &scratch_, .counters = &tally_.counters};
    if (road_.history == 0) return options;
    Draw draw(road_.history);
    if (draw.coin()) options.level = draw.small(0, 4);
    if (draw.coin()) options.subdivision = Subdivision::bintree;
    const auto [low, side] = draw_cube(draw);
    // Other cubes are refused.
    if (side > 1e-301 && side < 1e290 && low.cwiseAbs().maxCoeff() < 1e290) options.world = Cube{low, side};
    return options;
  }

  void ask_distance(const Asked& q) {
    const bool depths = road_.question != Question::yes_no;
    const Distance d = as_caller([&] {
      return distance(q.a, q.X_WA, q.b, q.X_WB,
                      {.method = method_for(q.a, q.b, road_.method),
                       .cache = cache(),
                       .counters = &tally_.counters,
                       .depth = depths});
    });
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

  const PairTruth& truth() const { return truths_.at(player_.frame(), pair_); }
  std::string truth_text() const {
    return truth().must_hit() ? faces_text(truth().surely) : truth().may_hit() ? "either" : "clear";
  }

  void check_yes_no(bool hit) {
    tally_.add(truth().rational, hit);
    if (hit ? !truth().may_hit() : truth().must_hit()) disagree(yes_or_no(hit), truth_text());
  }
  void check_first(std::optional<FacePair> pair) {
    tally_.add(truth().rational, pair.has_value());
    const bool right =
        pair ? std::ranges::binary_search(truth().perhaps, as_named(*pair)) : !truth().must_hit();
    if (!right) disagree(pair ? fmt::format("faces {} {}", pair->a, pair->b) : "clear", truth_text());
  }
  void check_all(std::vector<FacePair> pairs) {
    tally_.add(truth().rational, !pairs.empty());
    if (!std::ranges::is_sorted(pairs)) return disagree("not sorted: " + faces_text(pairs), truth_text());
    std::ranges::transform(pairs, pairs.begin(), [&](FacePair p) { return as_named(p); });
    std::sort(pairs.begin(), pairs.end());
    if (!std::ranges::includes(pairs, truth().surely) || !std::ranges::includes(truth().perhaps, pairs) ||
        std::ranges::adjacent_find(pairs) != pairs.end())
      disagree(faces_text(pairs), truth_text());
  }
  /// In the order of the truth.
  FacePair as_named(FacePair pair) const { return turned_ ? swapped(pair) : pair; }

  using Walk::disagree;
  void disagree(std::string said, std::string truth) {
    disagree(std::move(said), std::move(truth), bodies_asked());
  }
  std::array<std::size_t, 2> bodies_asked() const {
    return pair_ < truths_.pairs().size() ? truths_.pairs()[pair_] : std::array<std::size_t, 2>{};
  }

  std::vector<PairCache> caches_;
  Scratch scratch_;
  std::vector<FacePair> faces_;  ///< whose memory is re-used
  ProgressiveQuery progressive_;
  std::optional<AtOnce> at_once_;
  std::size_t pair_ = 0;
  bool turned_ = false;  ///< the pair is asked as (b, a)
};

}  // namespace

std::string faces_text(std::span<const FacePair> pairs) {
  if (pairs.empty()) return "clear";
  std::string text = fmt::format("{} pairs of faces:", pairs.size());
  for (const FacePair& p : pairs.first(std::min<std::size_t>(pairs.size(), 12)))
    text += fmt::format(" {}-{}", static_cast<std::int32_t>(p.a), static_cast<std::int32_t>(p.b));
  return text + (pairs.size() > 12 ? " …" : "");
}

namespace {

Case with_compounds_posed_again(Case c, std::uint64_t seed) {
  Draw draw(seed);
  for (SceneBody& body : c.scene.bodies) body.shape = posed_again(body.shape, draw);
  return c;
}

std::optional<Disagreement> follow_as_posed(const Road& road, const Case& c, const Truths& truths,
                                            Tally& tally) {
  if (road.call == Call::world) return follow_world(road, c, truths, tally);
  if (road.call == Call::cast) return follow_casts(road, c, truths, tally);
  return QueryWalk(road, c, truths, tally).run();
}

}  // namespace

std::optional<Disagreement> follow(const Road& road, const Case& c, const Truths& truths, Tally& tally) {
  if (road.posed == 0) return follow_as_posed(road, c, truths, tally);
  return follow_as_posed(road, with_compounds_posed_again(c, road.posed), truths, tally);
}

}  // namespace graze::selftest
