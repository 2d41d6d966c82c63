// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/deform.h>
#include <graze/distance.h>
#include <graze/progressive.h>

#include <algorithm>
#include <cfenv>
#include <thread>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "selftest/bodies.h"
#include "selftest/follow_world.h"
#include "selftest/roads.h"
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

/// Reads back exactly: scenes have no paths.
std::string path_text(const Path& path) {
  const auto vector = [](const Vector3d& v) { return fmt::format("({}, {}, {})", v.x(), v.y(), v.z()); };
  if (const auto* ray = std::get_if<Ray>(&path))
    return fmt::format("ray {} {} {}", vector(ray->origin), vector(ray->direction), ray->length);
  const auto& segment = std::get<LineSegment>(path);
  return fmt::format("segment {} {}", vector(segment.from), vector(segment.to));
}

/// The calling thread rounds in some way, for as long as this lives.
class CallersMode {
 public:
  explicit CallersMode(FloatMode mode) {
    std::fegetenv(&found_);
    if (mode == FloatMode::upward) std::fesetround(FE_UPWARD);
    if (mode == FloatMode::downward) std::fesetround(FE_DOWNWARD);
    if (mode == FloatMode::toward_zero) std::fesetround(FE_TOWARDZERO);
#if defined(__SSE2__)
    if (mode == FloatMode::flush_to_zero) _mm_setcsr(_mm_getcsr() | 0x8040U);  // results and operands
#endif
  }
  ~CallersMode() {
    std::fesetenv(&found_);
  }
  CallersMode(const CallersMode&) = delete;
  CallersMode& operator=(const CallersMode&) = delete;

 private:
  std::fenv_t found_;
};

/// By queries of pairs, of paths and of all bodies.
class QueryWalk : Walk {
 public:
  QueryWalk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : Walk(road, c, truths, tally) {
    if (road.cached) caches_.resize(truths.pairs().size());
  }

  std::optional<Disagreement> run() {
    for (;; player_.advance()) {
      try {
        ask_frame();
      } catch (const std::exception& error) {
        disagree(fmt::format("threw: {}", error.what()), "an answer");
      }
      if (found_ || player_.at_end()) return std::move(found_);
    }
  }

 private:
  void ask_frame() {
    if (road_.call == Call::among) return ask_among();
    if (road_.call == Call::cast) return ask_paths();
    for (pair_ = 0; pair_ < truths_.pairs().size() && !found_; ++pair_) {
      auto [a, b] = truths_.pairs()[pair_];
      if (road_.swapped) std::swap(a, b);
      const Asked asked{player_.shape(a), player_.pose(a), player_.shape(b), player_.pose(b)};
      switch (road_.call) {
        case Call::progressive:
          ask_progressive(asked);
          break;
        case Call::concurrent:
          ask_concurrently(asked);
          break;
        case Call::distance:
          ask_distance(asked);
          break;
        default:
          ask_pair(asked);
      }
    }
  }

  void ask_pair(const Asked& q) {
    const QueryOptions options{.method = road_.method,
                               .scratch = &scratch_,
                               .counters = &tally_.counters,
                               .cache = road_.cached ? &caches_[pair_] : nullptr,
                               .threads = road_.threads,
                               .shortcuts = road_.shortcuts};
    Question question = road_.question;
    if (question == Question::in_turn)
      question = player_.frame() % 3 == 2 ? Question::first : Question::yes_no;
    const CallersMode mode(road_.float_mode);  // what is compared below are integers
    switch (question) {
      case Question::all:
        check_all(face_pairs(q.a, q.X_WA, q.b, q.X_WB, options));
        break;
      case Question::first:
        check_first(first_face_pair(q.a, q.X_WA, q.b, q.X_WB, options));
        break;
      default:
        check_yes_no(collides(q.a, q.X_WA, q.b, q.X_WB, options));
    }
  }

  void ask_progressive(const Asked& q) {
    progressive_.start(q.a, q.X_WA, q.b, q.X_WB);
    Partial partial;
    // So many slices that a hang shows as a disagreement and not as a hang.
    const auto budget =
        road_.budget_ns < 0 ? std::chrono::nanoseconds::max() : std::chrono::nanoseconds(road_.budget_ns);
    int slices = 0;
    for (; slices < 10'000'000 && partial.answer == Answer::undecided; ++slices)
      partial = progressive_.run(budget);
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

  /// Half of the threads ask (a, b), the others (b, a): of shapes that are new in this frame, all wait for the same trees.
  void ask_concurrently(const Asked& q) {
    std::vector<std::vector<FacePair>> answers(static_cast<std::size_t>(road_.threads));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      threads.emplace_back([&q, &answer = answers[i], turned = i % 2 == 1] {
        answer = turned ? face_pairs(q.b, q.X_WB, q.a, q.X_WA) : face_pairs(q.a, q.X_WA, q.b, q.X_WB);
        if (!turned) return;
        std::ranges::transform(answer, answer.begin(), swapped);
        std::sort(answer.begin(), answer.end());
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (auto& answer : answers) check_all(std::move(answer));
  }

  void ask_among() {
    std::vector<BodyView> bodies;
    for (std::size_t i = 0; i < player_.size(); ++i) bodies.push_back({player_.shape(i), player_.pose(i)});
    const auto answer = face_pairs_among(bodies, octree_options());
    for (pair_ = 0; pair_ < truths_.pairs().size() && !found_; ++pair_) {
      const auto [a, b] = truths_.pairs()[pair_];
      std::vector<FacePair> faces;
      for (const BodyFacePair& p : answer) {
        if (p.body_a == a && p.body_b == b) faces.push_back({p.face_a, p.face_b});
      }
      check_all(std::move(faces));
    }
  }

  FaceOctreeOptions octree_options() {
    FaceOctreeOptions options{.threads = road_.threads, .scratch = &scratch_, .counters = &tally_.counters};
    if (road_.history == 0) return options;
    Draw draw(road_.history);
    if (draw.coin()) options.level = draw.small(0, 4);
    if (draw.coin()) options.subdivision = Subdivision::bintree;
    // A cube about the size of the first body that holds it, or some of it, or is next to it.
    const Vector3d t = player_.pose(0).t, corner = support(player_.shape(0), Vector3d::Ones());
    const double side = corner.norm() * draw.pick(std::array{0.1, 1.0, 4.0});
    const Vector3d low = t + side * point(draw, Grid::coarse);
    // Other cubes are refused.
    if (side > 1e-301 && side < 1e290 && low.cwiseAbs().maxCoeff() < 1e290) options.world = Cube{low, side};
    return options;
  }

  void ask_paths() {
    const CastOptions options{.method = road_.method, .scratch = &scratch_, .counters = &tally_.counters};
    for (std::size_t body = 0; body < player_.size() && !found_; ++body) {
      const Mesh* mesh = mesh_of(player_.shape(body));
      for (std::size_t i = 0; mesh != nullptr && i < case_.paths.size() && !found_; ++i) {
        check_path(*mesh, body, i, options);
        if (!found_) check_box(body, i, options);
      }
    }
  }

  void check_path(const Mesh& mesh, std::size_t body, std::size_t path_number, const CastOptions& options) {
    const Path& path = case_.paths[path_number];
    const Shape& shape = player_.shape(body);
    const Pose& X = player_.pose(body);
    const CastTruth truth = cast_truth(mesh, X, path);
    const auto faces = hit_faces(shape, X, path, options);
    const bool any = hits(shape, X, path, options);
    const auto first = first_hit(shape, X, path, options);
    for (int i = 0; i < 3; ++i) tally_.add(true, !truth.faces.empty());
    const bool right_first = first ? truth.first == first->face : !truth.first;
    if (faces == truth.faces && any == !faces.empty() && right_first) return;
    disagree(fmt::format("{}: faces [{}], hits {}, first {}", path_text(path), fmt::join(faces, " "), any,
                         first ? fmt::format("{}", first->face) : "none"),
             fmt::format("faces [{}], first {}", fmt::join(truth.faces, " "),
                         truth.first ? fmt::format("{}", *truth.first) : "none"),
             {body, body});
  }

  /// The box whose corners are two points of the path.
  void check_box(std::size_t body, std::size_t path_number, const CastOptions& options) {
    const Path& path = case_.paths[path_number];
    const auto* ray = std::get_if<Ray>(&path);
    const Vector3d from = ray != nullptr ? ray->origin : std::get<LineSegment>(path).from;
    const Vector3d to = ray != nullptr ? Vector3d(from + ray->direction) : std::get<LineSegment>(path).to;
    if (!to.allFinite()) return;
    const Vector3d low = from.cwiseMin(to), high = from.cwiseMax(to);
    const Shape& shape = player_.shape(body);
    const Pose& X = player_.pose(body);
    std::vector<std::uint32_t> truth;
    for (const FacePair& pair : rational_truth(shape, X, box_between(low, high), {}).surely)
      truth.push_back(pair.a);
    const auto faces = faces_in_box(shape, X, low, high, options);
    const bool any = box_meets(shape, X, low, high, options);
    for (int i = 0; i < 2; ++i) tally_.add(true, !truth.empty());
    if (faces == truth && any == !truth.empty()) return;
    disagree(
        fmt::format("box about the {}: faces [{}], meets {}", path_text(path), fmt::join(faces, " "), any),
        fmt::format("faces [{}]", fmt::join(truth, " ")), {body, body});
  }

  void ask_distance(const Asked& q) {
    const Distance d = [&] {
      const CallersMode mode(road_.float_mode);
      return distance(q.a, q.X_WA, q.b, q.X_WB,
                      {.method = method_for(q.a, q.b, road_.method),
                       .cache = road_.cached ? &caches_[pair_] : nullptr,
                       .counters = &tally_.counters});
    }();
    const auto holds = distance_holds(q.a, q.X_WA, q.b, q.X_WB, d.distance, d.error);
    if (!holds) return;
    tally_.add(true, d.distance <= 0);
    if (!*holds)
      disagree(fmt::format("distance {} ± {}", d.distance, d.error), "the true distance is not within that");
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
  FacePair as_named(FacePair pair) const { return road_.swapped ? swapped(pair) : pair; }

  using Walk::disagree;
  void disagree(std::string said, std::string truth) {
    const auto& pairs = truths_.pairs();
    disagree(std::move(said), std::move(truth), pairs.empty() ? std::array<std::size_t, 2>{} : pairs[pair_]);
  }

  std::vector<PairCache> caches_;
  Scratch scratch_;
  ProgressiveQuery progressive_;
  std::size_t pair_ = 0;
};

}  // namespace

std::string faces_text(std::span<const FacePair> pairs) {
  if (pairs.empty()) return "clear";
  std::string text = fmt::format("{} pairs of faces:", pairs.size());
  for (const FacePair& p : pairs.first(std::min<std::size_t>(pairs.size(), 12)))
    text += fmt::format(" {}-{}", static_cast<std::int32_t>(p.a), static_cast<std::int32_t>(p.b));
  return text + (pairs.size() > 12 ? " …" : "");
}

std::optional<Disagreement> follow(const Road& road, const Case& c, const Truths& truths, Tally& tally) {
  if (road.call == Call::world) return follow_world(road, c, truths, tally);
  return QueryWalk(road, c, truths, tally).run();
}

}  // namespace graze::selftest
