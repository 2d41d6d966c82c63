// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Pairs of convex bodies: ours beside FCL's and Bullet's GJK, separated, near and overlapping; then how the methods
// under coherent motion depend on the number of faces; then a compound against all its pieces. All in one run.
#include <fmt/format.h>
#include <graze/distance.h>
#include <graze/generate.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>

#include "convex/peer.h"
#include "math/random.h"
#include "program.h"

namespace graze::bench {
namespace {

class GrazeConvex : public ConvexPeer {
 public:
  explicit GrazeConvex(const ConvexModel& model)
      : shape_(model.half ? Shape::of(Box{*model.half}) : Shape::of(Convex{model.mesh.vertices})) {}
  bool collides(const Pose& X_WA, const Pose& X_WB) override {
    return graze::collides(shape_, X_WA, shape_, X_WB, {.counters = &counters});
  }
  double distance(const Pose& X_WA, const Pose& X_WB) override {
    return graze::distance(shape_, X_WA, shape_, X_WB, {.counters = &counters, .depth = false}).distance;
  }
  Counters counters;

 private:
  Shape shape_;
};

using PosePair = std::pair<Pose, Pose>;

Eigen::Vector3d direction(Random& random) {
  for (;;) {
    const Eigen::Vector3d v(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (v.squaredNorm() > 1e-3 && v.squaredNorm() < 1) return v.normalized();
  }
}
Eigen::Matrix3d rotation(Random& random) {
  return Eigen::AngleAxisd(random.uniform(0, 6), direction(random)).toRotationMatrix();
}

/// Pairs whose distance is about `gap` times their size; below zero they overlap by as much.
std::vector<PosePair> poses_at(const ConvexModel& model, double gap, int count) {
  Random random(7);
  GrazeConvex measure(model);
  std::vector<PosePair> poses;
  for (int i = 0; i < count; ++i) {
    const Pose a(rotation(random), 3 * direction(random));
    const Eigen::Vector3d away = direction(random);
    Pose b(rotation(random), a.t + 6 * away);
    for (int k = 0; k < 8; ++k) {  // along `away` until the gap fits
      const double d = measure.distance(a, b);
      b.t -= (d - std::max(gap, 0.0)) * away;
      if (std::abs(d - std::max(gap, 0.0)) < 1e-6) break;
    }
    if (gap < 0) b.t += gap * away;
    poses.emplace_back(a, b);
  }
  return poses;
}

double seconds_of(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  double best = 1e30;
  for (int i = 0; i < 5; ++i) {
    const auto start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

double volatile sink = 0;

/// Nanoseconds; infinite for a peer that is not installed.
struct Cell {
  static constexpr double none = std::numeric_limits<double>::infinity();
  double graze = none, fcl = none, bullet = none;
  double ratio() const { return std::min(fcl, bullet) / graze; }
};

/// "-" for what was not measured.
std::string cell_text(double x, int width, int digits) {
  return std::isinf(x) ? fmt::format("{:>{}}", '-', width) : fmt::format("{:>{}.{}f}", x, width, digits);
}

template <class Ask>
Cell race(const ConvexModel& model, const std::vector<PosePair>& poses, const Ask& ask) {
  const auto time = [&](ConvexPeer& peer) {
    const double s = seconds_of([&] {
      double sum = 0;
      for (const PosePair& p : poses) sum += ask(peer, p);
      sink = sum;
    });
    return 1e9 * s / static_cast<double>(poses.size());
  };
  GrazeConvex ours(model);
  Cell cell;
  cell.graze = time(ours);
#ifdef GRAZE_WITH_FCL
  cell.fcl = time(*fcl_convex(model));
#endif
#ifdef GRAZE_WITH_BULLET
  cell.bullet = time(*bullet_convex(model));
#endif
  return cell;
}

void against_peers() {
  std::vector<ConvexModel> models;
  for (const int vertices : {8, 32, 128, 512}) {
    models.push_back({std::to_string(vertices) + " vertices",
                      make_random_convex(1, 2 * vertices - 4, static_cast<std::uint64_t>(vertices)),
                      {}});
  }
  const Eigen::Vector3d half(0.8, 0.6, 0.5);
  models.push_back({"box", make_box(half), half});
  const std::pair<const char*, double> places[] = {{"separated", 1.0}, {"near", 0.01}, {"overlapping", -0.2}};
  std::printf(
      "ns a query         place         distance: graze     fcl  bullet  ratio   collides: graze     fcl  "
      "bullet  "
      "ratio\n");
  double log_distance = 0, log_boolean = 0;
  int cells = 0;
  for (const ConvexModel& model : models) {
    for (const auto& [place, gap] : places) {
      const std::vector<PosePair> poses = poses_at(model, gap, 500);
      const Cell d = race(
          model, poses, [](ConvexPeer& peer, const PosePair& p) { return peer.distance(p.first, p.second); });
      const Cell c = race(model, poses, [](ConvexPeer& peer, const PosePair& p) {
        return peer.collides(p.first, p.second) ? 1.0 : 0.0;
      });
      const auto text = [](const Cell& cell) {
        return cell_text(cell.fcl, 7, 0) + " " + cell_text(cell.bullet, 7, 0) + " " +
               cell_text(cell.ratio(), 6, 1);
      };
      std::printf("%-18s %-12s         %9.0f %s          %8.0f %s\n", model.name.c_str(), place, d.graze,
                  text(d).c_str(), c.graze, text(c).c_str());
      log_distance += std::log(d.ratio());
      log_boolean += std::log(c.ratio());
      ++cells;
    }
  }
  if (std::isinf(log_distance)) {
    std::printf("neither FCL nor Bullet is installed\n\n");
    return;
  }
  std::printf("geometric mean against the best peer: distance %.2f times, boolean %.2f times faster\n\n",
              std::exp(log_distance / cells), std::exp(log_boolean / cells));
}

/// Two bodies turn and pass by each other in small steps, without contact.
std::vector<PosePair> coherent_poses(int steps) {
  std::vector<PosePair> poses;
  for (int i = 0; i < steps; ++i) {
    const double s = 0.002 * i;
    poses.emplace_back(
        Pose(Eigen::AngleAxisd(s, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(), {0, 0, 0}),
        Pose(Eigen::AngleAxisd(-1.3 * s, Eigen::Vector3d(-2, 1, 1).normalized()).toRotationMatrix(),
             {2.2 * std::cos(s), 2.2 * std::sin(s), 0.1}));
  }
  return poses;
}

void coherent() {
  std::printf(
      "coherent motion, ns a query   lin_canny distance   collides   gjk warm distance   collides   gjk cold "
      "distance   collides   plane collides\n");
  double first = 0, last = 0;
  for (const int faces : {20, 200, 2000}) {
    const Shape shape = Shape::of(Convex{make_random_convex(1, faces, 5).vertices});
    const std::vector<PosePair> poses = coherent_poses(5000);
    const auto measure = [&](Method method, bool warm, bool distances) {
      const double s = seconds_of([&] {
        PairCache cache;
        double sum = 0;
        for (const auto& [a, b] : poses) {
          PairCache* used = warm ? &cache : nullptr;
          sum +=
              distances
                  ? distance(shape, a, shape, b, {.method = method, .cache = used, .depth = false}).distance
                  : static_cast<double>(collides(shape, a, shape, b, {.method = method, .cache = used}));
        }
        sink = sum;
      });
      return 1e9 * s / static_cast<double>(poses.size());
    };
    const double walk = measure(Method::lin_canny, true, true);
    if (faces == 20) first = walk;
    last = walk;
    std::printf(
        "%5d faces                     %10.0f %10.0f      %10.0f %10.0f         %10.0f %10.0f       %10.0f\n",
        faces, walk, measure(Method::lin_canny, true, false), measure(Method::gjk, true, true),
        measure(Method::gjk, true, false), measure(Method::gjk, false, true),
        measure(Method::gjk, false, false), measure(Method::separating_plane, true, false));
  }
  std::printf("lin_canny, 2000 faces against 20: %.2f times the time\n\n", last / first);
}

bool hand_and_scene() {
  Random random(11);
  Compound hand, scene;
  for (int i = 0; i < 20; ++i) {
    hand.pieces.push_back({Shape::of(Convex{make_random_convex(0.2, 36, random.next()).vertices}),
                           Pose(rotation(random), 0.5 * direction(random))});
  }
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Vector3d at(random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-8, 8));
    scene.pieces.push_back({i % 2 == 0
                                ? Shape::of(Convex{make_random_convex(0.4, 36, random.next()).vertices})
                                : Shape::of(Box{{0.3, 0.2, 0.4}}),
                            Pose(rotation(random), at)});
  }
  const Shape a = Shape::of(hand), b = Shape::of(scene);
  std::vector<Pose> poses;
  for (int i = 0; i < 40; ++i) poses.emplace_back(rotation(random), 6 * direction(random) * random.uniform());
  std::vector<FacePair> tree, brute;
  const double fast = seconds_of([&] {
    tree.clear();
    for (const Pose& X : poses) {
      for (const FacePair& pair : face_pairs(a, X, b, {})) tree.push_back(pair);
    }
  });
  const double slow = seconds_of([&] {
    brute.clear();
    for (const Pose& X : poses) {
      for (std::uint32_t i = 0; i < hand.pieces.size(); ++i) {
        for (std::uint32_t j = 0; j < scene.pieces.size(); ++j) {
          if (collides(hand.pieces[i].shape, X * hand.pieces[i].pose, scene.pieces[j].shape,
                       scene.pieces[j].pose)) {
            brute.push_back({i, j});
          }
        }
      }
    }
  });
  std::printf(
      "hand of 20 pieces in a scene of 1000: %.1f us a query, all pairs %.1f us, %.1f times; %zu contacts, "
      "%s\n",
      1e6 * fast / 40, 1e6 * slow / 40, slow / fast, tree.size(), tree == brute ? "identical" : "DIFFERENT");
  return tree == brute;
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  CLI::App app("Convex bodies, beside FCL's and Bullet's.", "graze bench convex");
  app.footer(footer("  graze bench convex"));
  return run_program(app, argc, argv, [] {
    against_peers();
    coherent();
    return hand_and_scene();
  });
}
