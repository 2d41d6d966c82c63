// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/distance.h>
#include <graze/error.h>
#include <graze/io.h>
#include <graze/progressive.h>
#include <graze/query.h>
#include <graze/world.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "check_report.h"
#include "method_option.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::cli {
namespace {

struct CheckOptions {
  std::vector<std::filesystem::path> files;
  bool json = false;
  std::string faces = "none";
  std::string method = "automatic";
  std::string broad_phase;  // none: pair by pair
  std::filesystem::path dump;
  int threads = 1;
  bool distance = false;
  std::optional<double> budget_us;  // for a pair of meshes
};

FaceReport faces_from_name(const std::string& name) {
  if (name == "first") return FaceReport::first;
  return name == "all" ? FaceReport::all : FaceReport::none;
}

bool is_scene(const std::filesystem::path& file) {
  return file.extension() == ".json";
}

Shape shape_of(const PolytopeModel& model, const std::filesystem::path& file) {
  try {
    return Shape::of(convex_of(model));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {} ('graze inspect' tells more)", file.string(), error.what()));
  }
}

/// The name as wished, with a number where another body has it already.
std::string body_name(const std::string& wish, std::set<std::string>& taken) {
  std::string name = wish;
  for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}-{}", wish, i);
  return name;
}

/// A mesh goes by its file's name without the ending, polytopes of a library by their own.
Scene scene_of_files(const std::vector<std::filesystem::path>& files) {
  Scene scene;
  std::set<std::string> taken;
  const auto add = [&](const std::string& name, Shape shape) {
    scene.bodies.push_back({body_name(name, taken), std::move(shape), Pose()});
  };
  for (const auto& file : files) {
    const Progress progress(fmt::format("reading {}", file.string()));
    if (!is_polytope_library(file)) {
      add(file.stem().string(), Shape::mesh(load_mesh(file)));
      continue;
    }
    for (const PolytopeModel& model : load_polytopes(file)) add(model.name, shape_of(model, file));
  }
  if (scene.bodies.size() < 2) {
    throw Error(
        fmt::format("'{}' alone has nothing to collide with: give two bodies or more, or a scene (.json)",
                    files.front().string()));
  }
  return scene;
}

Scene read_scene(const std::vector<std::filesystem::path>& files) {
  const auto scene_file = std::find_if(files.begin(), files.end(), is_scene);
  if (scene_file == files.end()) return scene_of_files(files);
  if (files.size() > 1) {
    throw Error(fmt::format("the scene '{}' stands alone: give one scene, or meshes and polytopes",
                            scene_file->string()));
  }
  const Progress progress(fmt::format("reading {}", scene_file->string()));
  return load_scene(*scene_file);
}

std::vector<BodyNumbers> pairs_to_check(const Scene& scene) {
  std::vector<BodyNumbers> pairs;
  if (scene.pairs) {
    pairs = *scene.pairs;
  } else {
    for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
      for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) pairs.push_back({a, b});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

PairAnswer check_pair(const SceneBody& a, const SceneBody& b, FaceReport faces, const QueryOptions& options) {
  PairAnswer answer;
  bool collide = false;
  switch (faces) {
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

bool is_mesh(const SceneBody& body) {
  return std::holds_alternative<Mesh>(body.shape.kind()) ||
         std::holds_alternative<Deformable>(body.shape.kind());
}

/// Two meshes within a budget; their trees are built before its time begins.
PairAnswer check_in_time(const SceneBody& a, const SceneBody& b, FaceReport faces, double budget_us) {
  ProgressiveQuery query;
  query.start(a.shape, a.pose, b.shape, b.pose);
  const Partial partial =
      query.run(std::chrono::nanoseconds(static_cast<std::int64_t>(std::round(1000 * budget_us))));
  PairAnswer answer;
  answer.answer = partial.answer;
  answer.open = partial.open;
  if (faces != FaceReport::none && partial.witness) answer.faces.push_back(*partial.witness);
  return answer;
}

Answers check_scene(const Scene& scene, const CheckOptions& check) {
  const std::vector<BodyNumbers> pairs = pairs_to_check(scene);
  const FaceReport faces = faces_from_name(check.faces);
  Scratch scratch;
  const QueryOptions options{
      .method = method_from_name(check.method), .scratch = &scratch, .threads = check.threads};
  Answers answers;
  answers.pairs.reserve(pairs.size());
  Progress progress("checking pairs");
  const auto start = std::chrono::steady_clock::now();
  for (const BodyNumbers& pair : pairs) {
    const SceneBody& a = scene.bodies[pair[0]];
    const SceneBody& b = scene.bodies[pair[1]];
    try {
      answers.pairs.push_back(check.budget_us && is_mesh(a) && is_mesh(b)
                                  ? check_in_time(a, b, faces, *check.budget_us)
                                  : check_pair(a, b, faces, options));
      if (check.distance) answers.pairs.back().distance = distance(a.shape, a.pose, b.shape, b.pose);
    } catch (const Error& error) {
      throw Error(fmt::format("cannot check '{}' against '{}': {}", a.name, b.name, error.what()));
    }
    answers.pairs.back().bodies = pair;
    progress.update(answers.pairs.size(), pairs.size());
  }
  answers.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answers;
}

/// The same by a world: its broad phase leaves out pairs whose boxes are apart.
Answers check_world(const Scene& scene, const WorldOptions& options) {
  World world(options);
  std::vector<BodyId> ids;
  for (const SceneBody& body : scene.bodies) ids.push_back(world.add(body.shape, body.pose));
  const auto in_order = [&](const BodyNumbers& pair) {
    return BodyPair{std::min(ids[pair[0]], ids[pair[1]]), std::max(ids[pair[0]], ids[pair[1]])};
  };
  const std::vector<BodyNumbers> pairs = pairs_to_check(scene);
  if (scene.pairs) {
    std::vector<BodyPair> wanted;
    for (const BodyNumbers& pair : pairs) wanted.push_back(in_order(pair));
    world.allow_only(wanted);
  }
  const Progress progress("checking bodies");
  const Frame& frame = world.step();
  Answers answers;
  answers.seconds = frame.seconds.total();
  const auto before = [](const Collision& c, const BodyPair& pair) { return BodyPair{c.a, c.b} < pair; };
  for (const BodyNumbers& pair : pairs) {
    PairAnswer answer;
    answer.bodies = pair;
    const BodyPair wanted = in_order(pair);
    const auto hit = std::lower_bound(frame.collisions.begin(), frame.collisions.end(), wanted, before);
    if (hit != frame.collisions.end() && hit->a == wanted.a && hit->b == wanted.b) {
      answer.answer = Answer::hit;
      const bool turned = ids[pair[0]] != hit->a;
      for (const FacePair& f : frame.faces(*hit)) answer.faces.push_back(turned ? FacePair{f.b, f.a} : f);
      std::sort(answer.faces.begin(), answer.faces.end());
    }
    answers.pairs.push_back(std::move(answer));
  }
  return answers;
}

int exit_code_of(const Answers& answers) {
  if (answers.count(Answer::hit) > 0) return exit_collision;
  return answers.count(Answer::undecided) > 0 ? exit_undecided : exit_clear;
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
  const FaceReport faces = faces_from_name(options.faces);
  const Scene scene = read_scene(options.files);
  // Before the query, so that one which fails can be sent in.
  if (!options.dump.empty()) save_scene(scene, options.dump);
  const Method method = method_from_name(options.method);
  const Answers answers = options.broad_phase.empty()
                              ? check_scene(scene, options)
                              : check_world(scene, {.broad_phase = broad_phase_from_name(options.broad_phase),
                                                    .method = method,
                                                    .faces = faces,
                                                    .caches = false,
                                                    .threads = options.threads});
  if (options.json) {
    print_json(scene, answers, faces);
  } else {
    print_table(scene, answers);
    print_verdict(answers);
  }
  return exit_code_of(answers);
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
  add_broad_phase_option(
      *verb, options->broad_phase,
      "Look only at bodies whose boxes overlap, found in this way; the answer is the same");
  verb->add_option("--threads", options->threads,
                   "For pairs that take long; the answer is the same (default: 1)")
      ->option_text("N")
      ->check(CLI::Range(1, 256));
  verb->add_flag("--distance", options->distance,
                 "Also report signed distances and nearest points of convex bodies: below zero, how deep "
                 "they overlap")
      ->excludes("--broad-phase");  // which leaves out pairs that are far apart
  verb->add_option(
          "--budget-us", options->budget_us,
          "Microseconds for a pair of meshes, whose trees are there; what is not known by then is undecided")
      ->option_text("N")
      ->check(CLI::Range(0.0, 1e9))
      ->excludes("--broad-phase")
      ->excludes("--distance");
  verb->add_option("--dump", options->dump,
                   "Write what is checked as a scene that stands alone, for a bug report")
      ->option_text("FILE");
  verb->footer(
      "A mesh is its surface: one that lies inside another without touching it is clear of it. Other shapes "
      "are "
      "filled.\n"
      "Exit code: 0 no collision, 1 collision, 2 error, 3 no collision known but some pair undecided.\n"
      "\n"
      "Examples:\n"
      "  graze check door.stl frame.obj\n"
      "  graze check scene.json --json --faces all\n"
      "  graze check warehouse.json --broad-phase automatic --threads 2\n"
      "  graze check door.stl frame.obj --dump report.json && graze check report.json");
  verb->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace graze::cli
