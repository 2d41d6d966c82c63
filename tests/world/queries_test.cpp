// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Queries of a world equal asking every body by itself, while bodies come, go and move between them.
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

#include "math/random.h"
#include "math/slack.h"
#include "oracle/test_scale.h"
#include "support/bent_pose.h"

namespace graze {
namespace {

using Eigen::Vector3d;

class Town {
 public:
  Town(std::size_t bodies, std::vector<Shape> shapes, const WorldOptions& options, std::uint64_t seed)
      : world_(options), shapes_(std::move(shapes)), random_(seed) {
    while (alone_.size() < bodies) add();
    world_.step();
  }
  const World& world() const { return world_; }
  Random& random() { return random_; }

  void change(std::size_t bodies) {
    for (std::size_t i = 0; i < bodies; ++i) {
      auto it = alone_.begin();
      std::advance(it, static_cast<std::ptrdiff_t>(random_.below(alone_.size())));
      const BodyId id = it->first;
      if (random_.below(4) == 0) {
        world_.remove(id);
        alone_.erase(it);
        add();
        continue;
      }
      const Pose X = random_pose();
      world_.move(id, X);
      it->second.world.move(it->second.id, X);
      if (random_.below(4) != 0) continue;
      const Shape& shape = shapes_[random_.below(shapes_.size())];
      world_.set_shape(id, shape);
      it->second.world.set_shape(it->second.id, shape);
    }
    if (random_.below(2) == 0) world_.step();
  }
  Vector3d random_point() {
    return {random_.uniform(-2, 22), random_.uniform(-2, 22), random_.uniform(-2, 22)};
  }

  std::vector<BodyId> bodies_in_box(const Vector3d& low, const Vector3d& high) const {
    std::vector<BodyId> found;
    for (const auto& [id, body] : alone_) {
      if (!body.world.bodies_in_box(low, high).empty()) found.push_back(id);
    }
    return found;
  }
  std::optional<World::BodyHit> first_hit(const Path& path) const {
    std::optional<World::BodyHit> best;
    for (const auto& [id, body] : alone_) {
      const auto hit = body.world.first_hit(path);
      if (hit && (!best || hit->hit.s < best->hit.s)) best = World::BodyHit{id, hit->hit};
    }
    return best;
  }
  std::optional<World::Nearest> nearest_body(const Vector3d& p) const {
    std::optional<World::Nearest> best;
    for (const auto& [id, body] : alone_) {
      const auto nearest = body.world.nearest_body(p);
      if (nearest && (!best || nearest->distance < best->distance)) best = {id, nearest->distance};
    }
    return best;
  }

 private:
  struct Alone {
    World world;
    BodyId id;
  };
  Pose random_pose() {
    const Vector3d axis(random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(0.1, 1));
    // Some on a lattice, so that several are equally near.
    const double step = random_.below(3) == 0 ? 2 : 0;
    Vector3d at = random_point();
    if (step > 0) at = (at / step).array().round().matrix() * step;
    return {random_.below(3) == 0
                ? Eigen::Matrix3d::Identity().eval()
                : Eigen::AngleAxisd(random_.uniform(-3, 3), axis.normalized()).toRotationMatrix(),
            at};
  }
  void add() {
    const Shape& shape = shapes_[random_.below(shapes_.size())];
    const Pose X = random_pose();
    Alone& alone = alone_[world_.add(shape, X)];
    alone.id = alone.world.add(shape, X);
  }

  World world_;
  std::vector<Shape> shapes_;
  Random random_;
  std::map<BodyId, Alone> alone_;
};

std::vector<Shape> meshes() {
  return {Shape::mesh(make_random_convex(1, 12, 1)),
          Shape::mesh(make_random_convex(0.2, 12, 2)),
          Shape::mesh(make_torus(1, 0.3, 8, 6)),
          Shape::mesh(make_box({0.5, 0.5, 0.5})),
          Shape::mesh({}),
          Shape::of(Deformable{make_box({0.1, 0.1, 3})})};
}

std::vector<Shape> all_kinds() {
  std::vector<Shape> shapes = meshes();
  shapes.push_back(Shape::of(Sphere{0.7}));
  shapes.push_back(Shape::of(Box{{0.5, 1, 0.2}}));
  shapes.push_back(Shape::of(Capsule{0.3, 1}));
  shapes.push_back(Shape::of(Cylinder{0.5, 0.5}));
  shapes.push_back(Shape::of(Cone{0.5, 0.5}));
  shapes.push_back(Shape::of(Ellipsoid{{0.3, 0.5, 1}}));
  shapes.push_back(Shape::of(Convex{make_random_convex(1, 30, 3).vertices}));
  shapes.push_back(Shape::of(Compound{{{Shape::of(Sphere{0.5}), {Eigen::Matrix3d::Identity(), {1, 0, 0}}},
                                       {Shape::of(Box{{0.3, 0.3, 0.3}}), {}},
                                       {Shape::mesh(make_box({0.2, 0.2, 0.2})), {}}}}));
  return shapes;
}

void expect_same_box(Town& town, std::size_t& found) {
  const Vector3d low = town.random_point();
  const Vector3d size(town.random().uniform(0, 4), town.random().uniform(0, 4), town.random().uniform(0, 4));
  const auto bodies = town.world().bodies_in_box(low, low + size);
  ASSERT_EQ(bodies, town.bodies_in_box(low, low + size));
  found += bodies.empty() ? 0 : 1;
}

void expect_same_hit(Town& town, std::size_t& found) {
  const Vector3d from = town.random_point(), to = town.random_point();
  const double length = town.random().below(2) == 0 ? 0.7 : INFINITY;
  const Path path =
      town.random().below(2) == 0 ? Path(LineSegment{from, to}) : Path(Ray{from, to - from, length});
  const auto hit = town.world().first_hit(path), expected = town.first_hit(path);
  ASSERT_EQ(hit.has_value(), expected.has_value());
  if (!hit) return;
  ++found;
  ASSERT_EQ(hit->body, expected->body);
  ASSERT_EQ(hit->hit.s, expected->hit.s);
  ASSERT_EQ(hit->hit.face, expected->hit.face);
}

void expect_same_nearest(Town& town) {
  const Vector3d p = town.random_point();
  const auto nearest = town.world().nearest_body(p), expected = town.nearest_body(p);
  ASSERT_TRUE(nearest && expected);
  ASSERT_EQ(nearest->body, expected->body);
  ASSERT_EQ(nearest->distance, expected->distance);
}

TEST(Queries, EqualAskingEveryBody) {
  for (const std::size_t bodies : {3, 70, 400}) {
    for (const BodyBoxes boxes : {BodyBoxes::turned, BodyBoxes::climbed}) {
      Town town(bodies, meshes(), {.boxes = boxes}, bodies);
      std::size_t hits = 0, boxes_hit = 0, asked = 0;
      for (int round = 0; round < oracle::scaled_count(12); ++round) {
        for (int i = 0; i < 8; ++i, ++asked) {
          ASSERT_NO_FATAL_FAILURE(expect_same_box(town, boxes_hit));
          ASSERT_NO_FATAL_FAILURE(expect_same_hit(town, hits));
          ASSERT_NO_FATAL_FAILURE(expect_same_nearest(town));
        }
        town.change(round % 3 == 0 ? bodies : bodies / 20 + 1);
      }
      if (bodies < 400) continue;
      EXPECT_GT(hits, asked * 3 / 10);
      EXPECT_GT(boxes_hit, asked * 3 / 10);
    }
  }
}

TEST(Queries, OfAllKindsThatHaveDistances) {
  Town town(200, all_kinds(), {}, 9);
  std::size_t found = 0;
  const int rounds = std::max(oracle::scaled_count(10), 10);
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < 8; ++i) {
      ASSERT_NO_FATAL_FAILURE(expect_same_box(town, found));
      ASSERT_NO_FATAL_FAILURE(expect_same_nearest(town));
    }
    town.change(20);
  }
  EXPECT_GT(found, 10U);
}

TEST(Queries, OfFilledBodies) {
  World world;
  const BodyId ball = world.add(Shape::of(Sphere{1}));
  const BodyId cube = world.add(Shape::mesh(make_box({1, 1, 1})), {Eigen::Matrix3d::Identity(), {5, 0, 0}});
  EXPECT_EQ(world.bodies_in_box({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}), std::vector<BodyId>{ball}) << "inside";
  EXPECT_EQ(world.bodies_in_box({4.9, -0.1, -0.1}, {5.1, 0.1, 0.1}), std::vector<BodyId>{})
      << "a surface only";
  EXPECT_EQ(world.bodies_in_box({1, 0, 0}, {4, 0, 0}), (std::vector<BodyId>{ball, cube})) << "touching both";
  EXPECT_EQ(world.nearest_body({0.2, 0, 0})->body, ball);
  EXPECT_EQ(world.nearest_body({0.2, 0, 0})->distance, 0);
  EXPECT_NEAR(world.nearest_body({0, 3, 0})->distance, 2, 1e-9);
  EXPECT_NEAR(world.nearest_body({5.5, 0, 0})->distance, 0.5, 1e-12) << "inside, from its surface";
}

/// Poses of pieces are multiplied in double: no farther off than graze/world.h says.
TEST(Queries, NearestOfDeeplyNestedPieces) {
  using Long = Eigen::Matrix<long double, 3, 1>;
  Random random(33);
  for (int round = 0; round < 200; ++round) {
    const Vector3d v(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    Shape shape = Shape::mesh({{v}, {{0, 0, 0}}});
    Long image = v.cast<long double>();
    double lengths = v.norm();
    Pose X;
    for (int depth = 0; depth <= most_nesting; ++depth) {
      X = testing::bent_pose(random, std::exp2(random.uniform(-20, 20)));
      image = X.R.cast<long double>() * image + X.t.cast<long double>();
      lengths += X.t.norm();
      if (depth < most_nesting) shape = Shape::of(Compound{{{shape, X}}});
    }
    World world;
    world.add(shape, X);
    const auto nearest = world.nearest_body({0, 0, 0});
    ASSERT_TRUE(nearest);
    EXPECT_NEAR(nearest->distance, static_cast<double>(image.norm()), 1e-13 * lengths);
  }
}

/// Some of them find that a tree pays.
TEST(Queries, ByManyThreadsAtOnce) {
  Town town(300, meshes(), {}, 21);
  town.change(100);
  std::vector<Vector3d> points;
  for (int i = 0; i < 100; ++i) points.push_back(town.random_point());
  std::vector<std::vector<World::Nearest>> answers(4);
  std::vector<std::thread> threads;
  for (auto& list : answers) {
    threads.emplace_back([&list, &points, &world = town.world()] {
      for (const Vector3d& p : points) list.push_back(*world.nearest_body(p));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto expected = town.nearest_body(points[i]);
    for (const auto& list : answers) {
      EXPECT_EQ(list[i].body, expected->body);
      EXPECT_EQ(list[i].distance, expected->distance);
    }
  }
}

}  // namespace
}  // namespace graze
