// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/follow_among.h"

#include <graze/deform.h>

#include <cmath>
#include <map>

#include "selftest/bodies.h"
#include "selftest/pair_walk.h"
#include "selftest/stop_later.h"

namespace graze::selftest {
namespace {

class AmongWalk : PairWalk {
 public:
  AmongWalk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : PairWalk(road, c, truths, tally) {}

  std::optional<Disagreement> run() {
    return over_frames([&] { ask_frame(); });
  }

 private:
  void ask_frame() {
    std::vector<BodyView> bodies;
    for (std::size_t i = 0; i < player_.size(); ++i) bodies.push_back({player_.shape(i), player_.pose(i)});
    FaceOctreeOptions options = octree_options();
    if (road_.interrupted) ask_interrupted(bodies, options);
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

  /// Is stopped before it begins, or in the middle, or has hardly any memory, or enough.
  void ask_interrupted(std::span<const BodyView> bodies, FaceOctreeOptions options) {
    const auto ask = [&] { face_pairs_among(bodies, options); };
    switch (player_.frame() % 4) {
      case 0:
        options.stop = stopped();
        return must_be_cancelled(ask, {});
      case 1: {
        const StopLater later(std::chrono::microseconds(100));
        options.stop = later.token();
        return may_give_up(ask);
      }
      case 2:
        options.memory = generous_memory;
        return ask();
      default:
        options.memory = 100;
        return may_give_up(ask);
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

  Scratch scratch_;
};

}  // namespace

std::optional<Disagreement> follow_among(const Road& road, const Case& c, const Truths& truths,
                                         Tally& tally) {
  return AmongWalk(road, c, truths, tally).run();
}

}  // namespace graze::selftest
