// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Deforming bodies. All contenders run in turn over the same frames, under the
// identity, so that a frame is: new vertices, whatever has to be made up to date, and all pairs of faces.
// Medians of frames are printed.
//   pairs    our ways beside FCL's, in partial overlap, three sizes of three kinds of bodies
//   refit    faces a second on one core
//   update   the octree update method beside the face octree at contact, rigid bodies (kitamura1998: about 16
//            times)
//   many     15 bodies of 528 faces beside two of them (kitamura1998: less than 7.5 times), and more bodies
//   growth   cost against faces that overlap, and against faces that do not; both are drawn into FOLDER
#include <graze/deform.h>
#include <graze/error.h>
#include <graze/generate.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "deform/growth.h"
#include "deform/octree_update.h"
#include "deform/refit.h"
#include "deform/timing.h"
#include "deforming.h"
#include "models.h"
#include "program.h"
#ifdef GRAZE_WITH_FCL
#include "deform/fcl_frames.h"
#endif

namespace graze::bench {
namespace {

using Eigen::Vector3d;

/// Two bodies in partial overlap over the frames of a period.
struct Frames {
  std::string name;
  Mesh a, b;  // at rest
  std::vector<std::vector<Vector3d>> vertices_a, vertices_b;
};

Frames frames_of(std::string name, const scenes::DeformingBody& a, const scenes::DeformingBody& b,
                 const Pose& X_AB, int count) {
  Frames frames = {std::move(name), a.rest, b.rest, {}, {}};
  for (Vector3d& v : frames.b.vertices) v = X_AB * v;
  for (int i = 0; i < count; ++i) {
    std::vector<Vector3d> p(a.rest.vertices.size()), q(b.rest.vertices.size());
    a.deform(static_cast<double>(i) / count, p);
    b.deform(static_cast<double>(i) / count, q);
    for (Vector3d& v : q) v = X_AB * v;
    frames.vertices_a.push_back(std::move(p));
    frames.vertices_b.push_back(std::move(q));
  }
  return frames;
}

struct Contender {
  std::string name;
  std::function<std::size_t(const std::vector<Vector3d>&, const std::vector<Vector3d>&)> frame;
  std::vector<double> times = {};
  std::size_t pairs = 0;
};

/// Our ways. `method` none: the octree's bintree form.
Contender ours(std::string name, const Frames& frames, std::optional<Method> method) {
  struct State {
    Deformer a, b;
    Scratch scratch;
    std::vector<FacePair> pairs;
    std::vector<BodyFacePair> among;
  };
  auto state = std::make_shared<State>(State{Deformer(frames.a), Deformer(frames.b), {}, {}, {}});
  return {std::move(name), [state, method](const std::vector<Vector3d>& va, const std::vector<Vector3d>& vb) {
            const Shape a = state->a.deform(va), b = state->b.deform(vb);
            if (method) {
              face_pairs(a, {}, b, {}, {.method = *method, .scratch = &state->scratch}, state->pairs);
              return state->pairs.size();
            }
            const BodyView views[] = {{a, {}}, {b, {}}};
            face_pairs_among(views, {.subdivision = Subdivision::bintree, .scratch = &state->scratch},
                             state->among);
            return state->among.size();
          }};
}

/// A tree of our own built anew each frame.
Contender rebuilt(std::string name, const Frames& frames, Method method) {
  return {std::move(name),
          [&frames, method](const std::vector<Vector3d>& va, const std::vector<Vector3d>& vb) {
            return face_pairs(Shape::mesh({va, frames.a.faces}), {}, Shape::mesh({vb, frames.b.faces}), {},
                              {.method = method})
                .size();
          }};
}

void race(const Frames& frames, std::vector<Contender>& contenders, int rounds) {
  for (int round = -1; round < rounds; ++round) {
    for (Contender& contender : contenders) {
      for (std::size_t i = 0; i < frames.vertices_a.size(); ++i) {
        std::size_t pairs = 0;
        const double time =
            seconds_of([&] { pairs = contender.frame(frames.vertices_a[i], frames.vertices_b[i]); });
        if (round < 0) {
          contender.pairs += pairs;
        } else {
          contender.times.push_back(time);
        }
      }
    }
  }
}

struct Ratios {
  double fcl = 1, dop_tree = 1;
  int count = 0;
};

void race_and_print(const Frames& frames, int rounds, Ratios& ratios) {
  std::vector<Contender> contenders = {ours("graze, default", frames, Method::automatic),
                                       ours("graze, refit", frames, Method::wide_bvh),
                                       ours("graze, face octree", frames, Method::face_octree),
                                       ours("graze, face bintree", frames, std::nullopt),
                                       rebuilt("graze, DOP-tree rebuilt", frames, Method::dop_tree)};
  const std::size_t first_fcl = contenders.size();
#ifdef GRAZE_WITH_FCL
  const auto fcl = all_fcl_frames(frames.a, frames.b);
  for (const auto& f : fcl) {
    contenders.push_back({f->name(), [&f](const std::vector<Vector3d>& va, const std::vector<Vector3d>& vb) {
                            return f->frame(va, vb);
                          }});
  }
#endif
  race(frames, contenders, rounds);
  const double base = median(contenders[0].times);
  std::printf("%s, %zu and %zu faces\n", frames.name.c_str(), frames.a.faces.size(), frames.b.faces.size());
  double fastest_fcl = INFINITY;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    const double time = median(contenders[i].times);
    if (i >= first_fcl) fastest_fcl = std::min(fastest_fcl, time);
    std::printf("  %-26s%10.1f us  x%-8.2f%8zu pairs a period\n", contenders[i].name.c_str(), 1e6 * time,
                time / base, contenders[i].pairs);
  }
  ratios.fcl *= fastest_fcl / base;
  ratios.dop_tree *= median(contenders[4].times) / median(contenders[2].times);
  ++ratios.count;
}

void run_pairs(const std::vector<double>& sizes) {
  Ratios ratios;
  const Pose aside{Eigen::Matrix3d::Identity(), {1.5, 0.1, 0.05}};
  const Pose across{Eigen::AngleAxisd(EIGEN_PI / 2, Vector3d::UnitY()).toRotationMatrix(), {0.2, 0.1, 0.3}};
  const Pose facing{Eigen::AngleAxisd(EIGEN_PI, Vector3d::UnitZ()).toRotationMatrix(), {-0.05, 0.003, 0.002}};
  for (const double faces : sizes) {
    const int rounds = faces < 5e4 ? 3 : 1, frames = 8;
    const int n = static_cast<int>(std::lround(std::sqrt(faces / 4)));
    race_and_print(frames_of("pulsing spheres", scenes::make_pulsing_sphere(2 * n, n + 1, 0.2),
                             scenes::make_pulsing_sphere(2 * n, n + 1, 0.2), aside, frames),
                   rounds, ratios);
    const int m = std::max(1, static_cast<int>(std::lround(std::sqrt(faces / 40))));
    race_and_print(frames_of("twisting bars", scenes::make_twisting_bar(m, 5 * m, 0.25),
                             scenes::make_twisting_bar(m, 5 * m, 0.25), across, frames),
                   rounds, ratios);
    const auto hand = scenes::make_moving_hand(static_cast<std::size_t>(std::max(960.0, faces)));
    race_and_print(frames_of("hands", hand, hand, facing, frames), rounds, ratios);
  }
  std::printf("fastest FCL / graze default, geometric mean: %.1f (at least 8 is wanted)\n",
              std::pow(ratios.fcl, 1.0 / ratios.count));
  std::printf("DOP-tree rebuilt / face octree, geometric mean: %.1f\n",
              std::pow(ratios.dop_tree, 1.0 / ratios.count));
}

void run_refit() {
  for (const int n : {16, 50, 158, 500}) {
    Mesh mesh = make_sphere(1, 2 * n, n + 1);
    const MeshBounds bounds(mesh);
    WideBvh tree(mesh, bounds);
    const RefitPlan plan(tree, mesh);
    const double time = time_of([&] { refit(tree, plan, mesh, bounds, 1); });
    const auto faces = static_cast<double>(mesh.faces.size());
    std::printf("refit, %zu faces: %.1f us, %.1f million faces a second (over 60 are wanted)\n",
                mesh.faces.size(), 1e6 * time, 1e-6 * faces / time);
    // Numbers and vertices in, corners and nodes out and, being written, in.
    const double written = 36 * faces + static_cast<double>(tree.nodes().size() * sizeof(WideBvh::Node));
    const double bytes = static_cast<double>(plan.bytes() + tree.leaves().size() * sizeof(WideBvh::Leaf) +
                                             mesh.vertices.size() * sizeof(Vector3d)) +
                         2 * written;
    std::vector<double> from(static_cast<std::size_t>(bytes / 24)), to(from.size());
    const double copy = time_of([&] { std::copy(from.begin(), from.end(), to.begin()); });
    std::printf(
        "  it moves %.0f bytes a face, %.1f GB a second; a copy that moves as many, %.1f GB a second\n",
        bytes / faces, 1e-9 * bytes / time, 1e-9 * bytes / copy);
    std::printf("  tree and plan take %.1f bytes a face\n",
                static_cast<double>(tree.bytes() + plan.bytes()) / faces);
  }
}

/// Two bodies at the pose where they first touch on their way towards each other.
void run_update() {
  const Shape head = Shape::mesh(scenes::make_head()), shuttle = Shape::mesh(scenes::make_shuttle());
  const Mesh head_mesh = std::get<Mesh>(head.kind()), shuttle_mesh = std::get<Mesh>(shuttle.kind());
  // The head as large as the shuttle.
  const auto sized = [](Mesh mesh) {
    const MeshBounds bounds(mesh);
    const Vector3d middle = 0.5 * (bounds.box.low + bounds.box.high);
    const double size = (bounds.box.high - bounds.box.low).maxCoeff();
    for (Vector3d& v : mesh.vertices) v = (v - middle) * (2 / size);
    return mesh;
  };
  const Mesh mesh_a = sized(head_mesh), mesh_b = sized(shuttle_mesh);
  const Shape a = Shape::mesh(mesh_a), b = Shape::mesh(mesh_b);
  const auto pose = [](double distance) {
    return Pose(Eigen::AngleAxisd(0.7 + distance, Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
                distance * Vector3d(1, 0.3, 0.2));
  };
  double apart = 3, contact = 0;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (apart + contact);
    (collides(a, {}, b, pose(middle)) ? contact : apart) = middle;
  }
  Scratch scratch;
  std::vector<FacePair> pairs;
  const Pose X = pose(contact - 0.01);
  const auto time_by = [&](Method method) {
    return time_of([&] { face_pairs(a, {}, b, X, {.method = method, .scratch = &scratch}, pairs); });
  };
  const double octree = time_by(Method::face_octree);
  const std::size_t bytes = scratch_bytes(scratch);
  const double update = time_by(Method::octree_update);
  std::printf("at contact, head %zu and shuttle %zu faces, %zu pairs: face octree %.1f us, %zu bytes\n",
              mesh_a.faces.size(), mesh_b.faces.size(), pairs.size(), 1e6 * octree, bytes);
  std::printf("  octree update, levels from the data: %.1f us, x%.1f\n", 1e6 * update, update / octree);
  for (const int level : {4, 5, 6}) {
    const MeshBounds bounds_a(mesh_a), bounds_b(mesh_b);
    const BlackNodes nodes_a(mesh_a, bounds_a, level), nodes_b(mesh_b, bounds_b, level);
    OctreeUpdateScratch update_scratch;
    std::vector<BodyFacePair> found;
    const OctreeBody bodies[] = {OctreeBody::posed(mesh_a, bounds_a, nullptr),
                                 OctreeBody::posed(mesh_b, bounds_b, &X)};
    const double time = time_of([&] {
      found.clear();
      Counters counters;
      ListShare share;
      find_by_update(bodies, nodes_a, nodes_b, false, update_scratch, counters, no_limits, found, share);
    });
    std::printf(
        "  octree update, level %d: %.1f us, x%.1f, %zu black nodes, %zu bytes (the paper: about 16 times)\n",
        level, 1e6 * time, time / octree, nodes_a.nodes().size() + nodes_b.nodes().size(),
        nodes_a.bytes() + nodes_b.bytes());
  }
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  std::string out;
  std::vector<std::string> procedures;
  CLI::App app("Deforming bodies, beside FCL's.", "graze bench deform");
  app.add_option("PROCEDURE", procedures, "Of: pairs, refit, update, many, growth; without any, all of them")
      ->option_text("...")
      ->check(CLI::IsMember({"pairs", "refit", "update", "many", "growth"}));
  app.add_option("--out", out, "Draw the plots of 'many' and 'growth' there: a new folder")
      ->option_text("FOLDER");
  app.footer(footer("  graze bench deform pairs refit\n  graze bench deform growth --out plots"));
  return run_program(app, argc, argv, [&] {
    const auto wanted = [&](const char* name) {
      return procedures.empty() || std::find(procedures.begin(), procedures.end(), name) != procedures.end();
    };
    if (!out.empty()) {
      if (!wanted("many") && !wanted("growth"))
        throw graze::Error("--out: only 'many' and 'growth' draw plots");
      graze::cli::make_new_folder("--out", out);
    }
    if (wanted("pairs")) run_pairs({1e3, 1e4, 1e5});
    if (wanted("refit")) run_refit();
    if (wanted("update")) run_update();
    if (wanted("many")) run_many(out);
    if (wanted("growth")) run_growth(out);
    return true;
  });
}
