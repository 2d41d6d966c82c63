// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Which pairs are asked, and which are listed:
//   - Pairs that the scene names, all pairs of few bodies, and all pairs with --distance are asked one by one, and
//     each is listed.
//   - All pairs of more bodies are asked by a World, whose broad phase leaves out those with boxes apart. Those that
//     collide or stay undecided are listed, and all are counted.
#include <fmt/format.h>
#include <graze/distance.h>
#include <graze/error.h>
#include <graze/io.h>
#include <graze/progressive.h>
#include <graze/query.h>
#include <graze/world.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>

#include "check_report.h"
#include "check_scene.h"
#include "method_option.h"
#include "output_file.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::cli {
namespace {

/// Of all pairs, when the scene names none, so many are listed one by one.
constexpr std::size_t most_listed_pairs = 40;

struct CheckOptions {
  std::vector<std::filesystem::path> files;
  bool json = false;
  std::string faces = "none";
  std::string method = "automatic";
  bool method_given = false;
  std::string broad_phase;  // none: as the number of pairs suggests
  std::optional<std::filesystem::path> dump;
  int threads = 1;
  bool distance = false;
  std::optional<double> budget_us;  // for a pair of meshes
};

FaceReport faces_from_name(const std::string& name) {
  if (name == "first") return FaceReport::first;
  return name == "all" ? FaceReport::all : FaceReport::none;
}

bool is_mesh(const SceneBody& body) {
  return std::holds_alternative<Mesh>(body.shape.kind()) ||
         std::holds_alternative<Deformable>(body.shape.kind());
}

bool has_distances(Method method) {
  return method == Method::gjk || method == Method::lin_canny;
}

/// Asks what the options say of the scene, and tells the report.
class Check {
 public:
  Check(const Scene& scene, const CheckOptions& options, CheckReport& report)
      : scene_(scene),
        options_(options),
        report_(report),
        faces_(faces_from_name(options.faces)),
        method_(method_from_name(options.method)) {
    totals_.method = method_;
    if (scene.pairs) {
      named_ = *scene.pairs;
      std::sort(named_.begin(), named_.end());
      named_.erase(std::unique(named_.begin(), named_.end()), named_.end());
      totals_.pairs = named_.size();
    } else {
      totals_.pairs = scene.bodies.size() * (scene.bodies.size() - 1) / 2;
      if (scene.bodies.empty()) totals_.pairs = 0;
    }
  }

  const CheckTotals& run() {
    const bool each_is_listed = scene_.pairs || options_.distance || totals_.pairs <= most_listed_pairs;
    if (!options_.broad_phase.empty()) {
      ask_world(broad_phase_from_name(options_.broad_phase), each_is_listed);
    } else if (each_is_listed) {
      ask_each();
    } else if (options_.budget_us) {
      ask_candidates();
    } else {
      ask_world(BroadPhaseKind::automatic, false);
    }
    return totals_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  const SceneBody& body(std::size_t number) const { return scene_.bodies[number]; }

  void for_each_pair(const std::function<void(const BodyNumbers&)>& visit) const {
    if (scene_.pairs) {
      for (const BodyNumbers& pair : named_) visit(pair);
      return;
    }
    for (std::size_t a = 0; a < scene_.bodies.size(); ++a) {
      for (std::size_t b = a + 1; b < scene_.bodies.size(); ++b) visit({a, b});
    }
  }

  /// Counts and lists.
  void add(PairAnswer& answer) {
    if (answer.answer == Answer::hit) ++totals_.hits;
    if (answer.answer == Answer::undecided) ++totals_.undecided;
    if (!answer.no_distance.empty() && totals_.without_distance++ == 0)
      totals_.no_distance = answer.no_distance;
    answer.method = method_for(body(answer.bodies[0]).shape, body(answer.bodies[1]).shape, method_);
    report_.add(answer);
  }

  // One by one.

  void ask_each() {
    Progress progress("checking pairs");
    std::size_t done = 0;
    for_each_pair([&](const BodyNumbers& pair) {
      PairAnswer answer = timed_answer(pair);
      add(answer);
      if (answer.method != method_) ++totals_.left_to_automatic;
      progress.update(++done, totals_.pairs);
    });
  }

  PairAnswer timed_answer(const BodyNumbers& pair) {
    const auto start = Clock::now();
    const SceneBody &a = body(pair[0]), &b = body(pair[1]);
    PairAnswer answer;
    try {
      answer = options_.budget_us && is_mesh(a) && is_mesh(b) ? answer_in_time(a, b) : answer_of(a, b);
    } catch (const Error& error) {
      throw Error(fmt::format("cannot check '{}' against '{}': {}", a.name, b.name, error.what()));
    }
    answer.bodies = pair;
    if (options_.distance) measure(a, b, answer);
    totals_.seconds += std::chrono::duration<double>(Clock::now() - start).count();
    return answer;
  }

  PairAnswer answer_of(const SceneBody& a, const SceneBody& b) {
    const QueryOptions options{.method = method_, .scratch = &scratch_, .threads = options_.threads};
    PairAnswer answer;
    bool collide = false;
    switch (faces_) {
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
  PairAnswer answer_in_time(const SceneBody& a, const SceneBody& b) const {
    ProgressiveQuery query;
    query.start(a.shape, a.pose, b.shape, b.pose);
    const Partial partial = query.run(
        std::chrono::nanoseconds(static_cast<std::int64_t>(std::round(1000 * *options_.budget_us))));
    PairAnswer answer;
    answer.answer = partial.answer;
    answer.open = partial.open;
    if (faces_ != FaceReport::none && partial.witness) answer.faces.push_back(*partial.witness);
    return answer;
  }

  /// A pair that has no distance is told so, and the others are asked all the same.
  void measure(const SceneBody& a, const SceneBody& b, PairAnswer& answer) const {
    if (has_distances(method_)) answer.distance_method = method_for(a.shape, b.shape, method_);
    try {
      const Distance d = distance(a.shape, a.pose, b.shape, b.pose, {.method = answer.distance_method});
      if (std::isfinite(d.distance) && std::isfinite(d.error)) {
        answer.distance = d;
      } else {
        answer.no_distance = "the distance is beyond the range of doubles";
      }
    } catch (const Error& error) {
      answer.no_distance = error.what();
    }
  }

  // By a world.

  World world_of_bodies(const WorldOptions& options) {
    World world(options);
    world.reserve(scene_.bodies.size());
    for (const SceneBody& body : scene_.bodies) ids_.push_back(world.add(body.shape, body.pose));
    for (std::size_t i = 0; i < ids_.size(); ++i) number_of_[ids_[i]] = i;
    return world;
  }

  BodyPair in_order(const BodyNumbers& pair) const {
    return {std::min(ids_[pair[0]], ids_[pair[1]]), std::max(ids_[pair[0]], ids_[pair[1]])};
  }

  BodyNumbers numbers(BodyId a, BodyId b) const {
    BodyNumbers pair = {number_of_.at(a), number_of_.at(b)};
    std::sort(pair.begin(), pair.end());
    return pair;
  }

  void ask_world(BroadPhaseKind kind, bool each_is_listed) {
    World world = world_of_bodies({.broad_phase = kind,
                                   .method = method_,
                                   .faces = faces_,
                                   .caches = false,
                                   .threads = options_.threads});
    if (scene_.pairs) {
      std::vector<BodyPair> wanted;
      for (const BodyNumbers& pair : named_) wanted.push_back(in_order(pair));
      world.allow_only(wanted);
    }
    const Progress progress("checking bodies");
    const Frame& frame = world.step();
    totals_.seconds = frame.seconds.total();
    totals_.left_to_automatic = count_left_to_automatic();
    if (each_is_listed) {
      for_each_pair([&](const BodyNumbers& pair) {
        const auto before = [](const Collision& c, const BodyPair& p) { return BodyPair{c.a, c.b} < p; };
        const BodyPair wanted = in_order(pair);
        const auto at = std::lower_bound(frame.collisions.begin(), frame.collisions.end(), wanted, before);
        const bool hit = at != frame.collisions.end() && BodyPair{at->a, at->b} == wanted;
        PairAnswer answer;
        if (hit) answer = answer_of(frame, *at, pair);
        answer.bodies = pair;
        add(answer);
      });
      return;
    }
    for (const Collision& collision : frame.collisions) {
      PairAnswer answer = answer_of(frame, collision, numbers(collision.a, collision.b));
      add(answer);
    }
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

  /// Within a budget for each pair: the broad phase names the pairs, which are then asked one by one.
  void ask_candidates() {
    World world = world_of_bodies({.caches = false, .threads = options_.threads});
    std::vector<BodyNumbers> candidates;
    world.set_predicate([&](BodyId a, BodyId b) {
      candidates.push_back(numbers(a, b));
      return false;
    });
    totals_.seconds = world.step().seconds.total();
    Progress progress("checking pairs");
    std::size_t done = 0;
    for (const BodyNumbers& pair : candidates) {
      PairAnswer answer = timed_answer(pair);
      if (answer.answer != Answer::miss) add(answer);
      progress.update(++done, candidates.size());
    }
    totals_.left_to_automatic = count_left_to_automatic();
  }

  /// Pairs of which the method does not serve the kinds, counted by kind.
  std::size_t count_left_to_automatic() const {
    if (method_ == Method::automatic) return 0;
    std::size_t count = 0;
    if (scene_.pairs) {
      for (const BodyNumbers& pair : named_)
        count += method_for(body(pair[0]).shape, body(pair[1]).shape, method_) != method_;
      return count;
    }
    struct Kind {
      const Shape* example;
      std::size_t bodies = 0;
    };
    // Of one kind some may be served and some not: a capsule without a radius is a polytope.
    std::map<std::pair<std::size_t, Method>, Kind> kinds;
    for (const SceneBody& b : scene_.bodies) {
      const auto key = std::pair(b.shape.kind().index(), method_for(b.shape, b.shape, method_));
      ++kinds.try_emplace(key, Kind{&b.shape}).first->second.bodies;
    }
    for (auto a = kinds.begin(); a != kinds.end(); ++a) {
      for (auto b = a; b != kinds.end(); ++b) {
        const std::size_t n = a->second.bodies, m = b->second.bodies;
        if (method_for(*a->second.example, *b->second.example, method_) != method_)
          count += a == b ? n * (n - 1) / 2 : n * m;
      }
    }
    return count;
  }

  const Scene& scene_;
  const CheckOptions& options_;
  CheckReport& report_;
  FaceReport faces_;
  Method method_;
  std::vector<BodyNumbers> named_;  ///< if the scene names pairs: sorted, each once
  CheckTotals totals_;
  Scratch scratch_;
  std::vector<BodyId> ids_;
  std::map<BodyId, std::size_t> number_of_;
};

int exit_code_of(const CheckTotals& totals) {
  if (totals.hits > 0) return exit_collision;
  return totals.undecided > 0 ? exit_undecided : exit_clear;
}

/// What a budget cannot go with: the question is a yes or no, asked of the wide trees.
void check_budget(const CheckOptions& options) {
  if (!options.budget_us) return;
  if (options.faces == "all") throw Error("--budget-us finds one pair of faces at most, not --faces all");
  if (options.method != "automatic" && options.method != "wide_bvh") {
    throw Error(fmt::format("--budget-us is for the method wide_bvh, not '{}'", options.method));
  }
}

int check(const CheckOptions& options) {
  check_budget(options);
  if (options.dump) require_new_file("--dump", *options.dump, {".json"});
  const Scene scene = read_scene(options.files);
  // Before the query, so that one which fails can be sent in.
  if (options.dump) save_scene(scene, *options.dump, IfExists::fail);
  const ReportOptions columns = {
      .faces = faces_from_name(options.faces), .method = options.method_given, .distance = options.distance};
  const auto report = options.json ? make_json_report(scene, columns) : make_table_report(scene, columns);
  Check check(scene, options, *report);
  const CheckTotals& totals = check.run();
  const bool no_distance_at_all = totals.pairs > 0 && totals.without_distance == totals.pairs;
  if (!no_distance_at_all || report->has_printed()) report->finish(totals);
  if (no_distance_at_all) throw Error(fmt::format("no pair has a distance: {}", totals.no_distance));
  return exit_code_of(totals);
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("check", "Which bodies collide? Touching counts; the answer is exact");
  auto options = std::make_shared<CheckOptions>();
  verb->add_option("FILE", options->files,
                   "One scene (.json), or meshes and libraries of polytopes (.polytopes), as they lie")
      ->option_text("...")
      ->required();
  verb->add_flag("--json", options->json, "Print the answer as JSON");
  verb->add_option(
          "--faces", options->faces,
          "Which pairs of faces to report: none (the default), first (some pair that meets), or all, sorted")
      ->option_text("WHICH")
      ->check(CLI::IsMember({"none", "first", "all"}));
  add_method_option(*verb, options->method);
  add_broad_phase_option(*verb, options->broad_phase,
                         "Ask only bodies whose boxes overlap, found in this way; the answer is the same. "
                         "More than 9 bodies are always "
                         "asked so, if the scene names no pairs");
  verb->add_option("--threads", options->threads,
                   "For pairs that take long; the answer is the same (default: 1)")
      ->option_text("N")
      ->check(in_range(1, 256));
  verb->add_flag("--distance", options->distance,
                 "Also report signed distances and nearest points of convex bodies: below zero, how deep "
                 "they overlap. Every pair is listed; one that has no distance is told so")
      ->excludes("--broad-phase");  // which leaves out pairs that are far apart
  verb->add_option(
          "--budget-us", options->budget_us,
          "Microseconds for a pair of meshes, whose trees are there; what is not known by then is undecided")
      ->option_text("N")
      ->check(in_range(0.0, 1e9))
      ->excludes("--broad-phase")
      ->excludes("--distance");
  verb->add_option("--dump", options->dump,
                   "Write what is checked as a scene that stands alone, for a bug report: a new file (.json)")
      ->option_text("FILE");
  verb->footer(
      "A mesh is its surface: one that lies inside another without touching it is clear of it. Other shapes "
      "are "
      "filled.\n"
      "Listed are the pairs that a scene names, or all pairs of up to 9 bodies; of more bodies only those "
      "that\n"
      "collide, and how many were checked.\n"
      "Exit code: 0 no collision, 1 collision, 2 error, 3 no collision known but some pair undecided.\n"
      "\n"
      "Examples:\n"
      "  graze check door.stl frame.obj\n"
      "  graze check scene.json --json --faces all\n"
      "  graze check warehouse.json --broad-phase automatic --threads 2\n"
      "  graze check door.stl frame.obj --dump report.json && graze check report.json");
  verb->callback([verb, options, &exit_code] {
    options->method_given = verb->count("--method") > 0;
    exit_code = check(*options);
  });
}

}  // namespace graze::cli
