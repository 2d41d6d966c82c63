// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Worlds that are made for one part of a step: threads of broad phases, predictions of motions, caches of large meshes.
#include <graze/generate.h>

#include <algorithm>
#include <numeric>

#include "selftest/bodies.h"
#include "selftest/kinds.h"

namespace graze::selftest::kinds {
namespace {

/// Balls of diameter 1 at sites of a grid. Sites are so far apart that balls meet only where one is beside another.
class BallsAtSites {
 public:
  BallsAtSites(std::size_t count, Draw& draw) : draw_(draw), sites_(side * side * side) {
    std::iota(sites_.begin(), sites_.end(), std::size_t{0});
    for (std::size_t i = sites_.size(); i-- > 1;) std::swap(sites_[i], sites_[draw.below(i + 1)]);
    for (std::size_t i = 0; i < count; ++i) poses_.push_back(place(i));
  }

  const std::vector<Pose>& poses() const { return poses_; }

  /// Bodies change sites with others.
  void exchange(int times, SceneFrame& frame) {
    for (; times > 0; --times) {
      const std::size_t a = draw_.below(poses_.size()), b = draw_.below(poses_.size());
      std::swap(sites_[leader(a)], sites_[leader(b)]);
      for (const std::size_t first : {leader(a), leader(b)}) {
        for (std::size_t i = first; i < poses_.size() && leader(i) == first; ++i) move(i, frame);
      }
    }
  }

  /// All bodies go to the site of the next.
  void shift(SceneFrame& frame) {
    std::rotate(sites_.begin(), sites_.begin() + 1, sites_.end());
    for (std::size_t i = 0; i < poses_.size(); ++i) move(i, frame);
  }

 private:
  static constexpr std::size_t side = 21, group = 6;
  static constexpr double spacing = 4;

  /// The last of each group is beside the one before it.
  static std::size_t leader(std::size_t i) { return i % group == group - 1 ? i - 1 : i; }

  Pose place(std::size_t i) {
    const std::size_t site = sites_[leader(i)];
    Vector3d p(double(site % side), double(site / side % side), double(site / side / side));
    p *= spacing;
    if (leader(i) != i) p += 0.25 * draw_.small(0, 7) * Vector3d::Unit(draw_.small(0, 2));
    return {Matrix3d::Identity(), p};
  }

  void move(std::size_t i, SceneFrame& frame) {
    poses_[i] = place(i);
    frame.push_back({i, poses_[i], {}});
  }

  Draw& draw_;
  std::vector<std::size_t> sites_;
  std::vector<Pose> poses_;
};

}  // namespace

Case throngs(Draw& draw) {
  BallsAtSites balls(static_cast<std::size_t>(draw.small(8'400, 8'900)), draw);
  const Shape ball = Shape::of(Sphere{0.5});
  std::vector<SceneBody> bodies;
  for (const Pose& X : balls.poses()) bodies.push_back(body(ball, X));
  Case c = case_of(std::move(bodies));
  c.mostly = Call::world;
  // While a few move, the others come to rest; then all leave where they were.
  balls.exchange(draw.small(1, 20), c.scene.frames.emplace_back());
  balls.shift(c.scene.frames.emplace_back());
  balls.exchange(draw.small(1, 20), c.scene.frames.emplace_back());
  return c;
}

Case drifting(Draw& draw) {
  const int meeting = draw.small(20, 100), frames = meeting + meeting / 2;
  // Where a body is when it meets the others, and the way that it makes until then: straight, or on a parabola.
  struct Way {
    Matrix3d R;
    Vector3d at, straight, bow;
    Pose pose(double s) const { return {R, at + s * straight + s * s * bow}; }
  };
  std::vector<Way> ways;
  std::vector<SceneBody> bodies;
  for (int i = draw.small(3, 5); i > 0; --i) {
    Way way{turn(draw), 0.4 * point(draw, Grid::fine), Vector3d::Zero(), Vector3d::Zero()};
    if (!draw.one_in(6)) way.straight = draw.uniform(2, 12) * unit_vector(draw);
    if (draw.one_in(4)) way.bow = draw.uniform(0, 0.4) * way.straight.norm() * unit_vector(draw);
    const Shape shape = draw.coin() ? Shape::of(Sphere{0.5}) : scaled(any_shape(draw, Grid::fine), 0.7);
    bodies.push_back(body(shape, way.pose(-1)));
    ways.push_back(way);
  }
  Case c = case_of(std::move(bodies));
  c.mostly = Call::world;
  for (int f = 1; f <= frames; ++f) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    for (std::size_t i = 0; i < ways.size() && f <= meeting; ++i) {  // then all rest
      if (!ways[i].straight.isZero(0)) frame.push_back({i, ways[i].pose(double(f) / meeting - 1), {}});
    }
  }
  return c;
}

Case large_neighbours(Draw& draw) {
  const Shape large =
      mesh_or_deformable(make_sphere(1, 15, 15), draw);  // worlds keep caches from 400 faces on
  const auto place = [&] { return Pose(rotation(draw), 1.4 * point(draw, Grid::fine)); };
  std::vector<SceneBody> bodies;
  for (int i = draw.small(2, 3); i > 0; --i) bodies.push_back(body(large, place()));
  for (int i = draw.small(1, 3); i > 0; --i)
    bodies.push_back(body(mesh_or_deformable(small_mesh(draw, Grid::fine), draw), place()));
  std::vector<Pose> poses;
  for (const SceneBody& b : bodies) poses.push_back(b.pose);
  Case c = case_of(std::move(bodies));
  c.mostly = Call::world;
  for (int f = draw.small(6, 12); f > 0; --f) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    for (std::size_t i = 0; i < poses.size(); ++i) {
      if (!draw.one_in(3)) continue;
      // Elsewhere; or so near to where it was that what a cache knows is of use.
      if (draw.one_in(4)) {
        poses[i] = place();
      } else {
        poses[i].t += 0.02 * point(draw, Grid::fine);
      }
      frame.push_back({i, poses[i], {}});
    }
  }
  return c;
}

}  // namespace graze::selftest::kinds
