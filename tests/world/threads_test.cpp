// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "box_crowd.h"
#include "support/allocations.h"

namespace graze {
namespace {

/// Tumbling polytopes, densely packed.
class Tumble {
 public:
  Tumble(std::size_t bodies, const WorldOptions& options)
      : world_(options), crowd_({.boxes = bodies, .density = 0.3}) {
    std::vector<Shape> shapes;
    for (std::uint64_t seed = 0; seed < 4; ++seed)
      shapes.push_back(Shape::mesh(make_random_convex(1, 20, seed)));
    for (std::size_t i = 0; i < bodies; ++i) ids_.push_back(world_.add(shapes[i % shapes.size()], pose(i)));
  }
  const Frame& step() {
    crowd_.advance();
    ++number_;
    for (std::size_t i = 0; i < ids_.size(); ++i) world_.move(ids_[i], pose(i));
    return world_.step();
  }

 private:
  Pose pose(std::size_t i) const {
    return {Eigen::AngleAxisd(0.2 * number_ + static_cast<double>(i), Eigen::Vector3d::UnitX())
                .toRotationMatrix(),
            crowd_.bodies()[i].centre.cast<double>()};
  }
  World world_;
  scenes::BoxCrowd crowd_;
  std::vector<BodyId> ids_;
  double number_ = 0;
};

bool same(const Frame& a, const Frame& b) {
  return a.ended == b.ended && a.undecided == b.undecided && a.face_pairs == b.face_pairs &&
         std::equal(a.collisions.begin(), a.collisions.end(), b.collisions.begin(), b.collisions.end(),
                    [](const Collision& x, const Collision& y) {
                      return x.a == y.a && x.b == y.b && x.begins == y.begins &&
                             x.first_face_pair == y.first_face_pair && x.face_pair_count == y.face_pair_count;
                    });
}

/// So many that the update, the broad phase and the narrow phase all use their threads.
TEST(Threads, AndRunsChangeNothing) {
  for (const FaceReport faces : {FaceReport::first, FaceReport::all}) {
    constexpr std::size_t bodies = 9000;
    Tumble one(bodies, {.faces = faces}), again(bodies, {.faces = faces}),
        two(bodies, {.faces = faces, .threads = 2}), eight(bodies, {.faces = faces, .threads = 8});
    for (int i = 0; i < 3; ++i) {
      const Frame& expected = one.step();
      ASSERT_GT(expected.collisions.size(), 1000U);
      ASSERT_EQ(expected.counters.updated, bodies);
      EXPECT_TRUE(same(again.step(), expected));
      EXPECT_TRUE(same(two.step(), expected));
      EXPECT_TRUE(same(eight.step(), expected));
    }
  }
}

/// So many that some of those that come to rest have to wait for it, and that cells are filled and emptied by all threads.
TEST(Threads, AndRestChangeNothing) {
  constexpr std::size_t bodies = 90'000;
  std::vector<World> worlds;
  worlds.emplace_back(WorldOptions{.broad_phase = BroadPhaseKind::uniform_grid});
  for (const int threads : {1, 2, 8}) worlds.emplace_back(WorldOptions{.threads = threads});
  const scenes::BoxCrowd crowd({.boxes = bodies, .density = 0.1});
  const Shape ball = Shape::of(Sphere{1});
  std::vector<BodyId> ids(bodies);
  const auto pose = [&](std::size_t i, int step) {
    return Pose{Eigen::Matrix3d::Identity(),
                (crowd.bodies()[i].centre.cast<double>().array() + 0.3 * (step % 3)).matrix()};
  };
  // Of each step: every so manieth body is moved, and every so manieth is replaced.
  constexpr struct {
    std::size_t moved, replaced;
  } changes[] = {{1, bodies}, {1, bodies}, {900, bodies},    {700, 900},
                 {4, 5},      {bodies, 3}, {bodies, bodies}, {2, 7}};
  int step = 0;
  for (const auto [moved, replaced] : changes) {
    ++step;
    for (World& world : worlds) {
      for (std::size_t i = 0; i < bodies; ++i) {
        if (step == 1 || i % replaced == 1) {
          if (step > 1) world.remove(ids[i]);
          const BodyId id = world.add(ball, pose(i, step));
          if (&world == &worlds.back()) ids[i] = id;
        } else if (i % moved == 0) {
          world.move(ids[i], pose(i, step));
        }
      }
      world.step();
    }
    const Frame& expected = worlds.front().frame();
    ASSERT_GT(expected.collisions.size(), 1000U);
    for (const World& world : worlds) {
      EXPECT_EQ(world.frame().counters.candidates, expected.counters.candidates) << "step " << step;
      EXPECT_TRUE(same(world.frame(), expected)) << "step " << step;
    }
  }
}

/// Budgets by pairs are deterministic, too.
TEST(Threads, KeepToABudget) {
  Tumble one(2000, {.budget_pairs = 100}), two(2000, {.threads = 2, .budget_pairs = 100});
  for (int i = 0; i < 3; ++i) {
    const Frame& expected = one.step();
    EXPECT_EQ(expected.counters.tested, 100U);
    EXPECT_GT(expected.undecided.size(), 100U);
    EXPECT_TRUE(same(two.step(), expected));
  }
}

TEST(Allocation, NoneInAStepOnceWarm) {
  for (const BroadPhaseKind kind : all_broad_phases()) {
    for (const FaceReport faces : {FaceReport::none, FaceReport::first, FaceReport::all}) {
      // To and fro between the same two frames, so that nothing can be larger than before.
      World world({.broad_phase = kind, .faces = faces});
      const scenes::BoxCrowd crowd({.boxes = 200, .density = 0.3});
      const Shape shape = Shape::mesh(make_random_convex(1, 20, 1));
      std::vector<BodyId> ids;
      for (const auto& body : crowd.bodies()) {
        ids.push_back(world.add(shape, {Eigen::Matrix3d::Identity(), body.centre.cast<double>()}));
      }
      const auto step = [&](int i) {
        for (std::size_t k = 0; k < ids.size(); k += 1 + static_cast<std::size_t>(i) % 2) {
          const auto& body = crowd.bodies()[k];
          const double sway = (i % 2 == 0 ? 1 : -1) * (k % 3 == 0 ? 1.0 : 0.1);
          world.move(ids[k],
                     {Eigen::Matrix3d::Identity(), (body.centre.cast<double>().array() + sway).matrix()});
        }
        return world.step().collisions.size();
      };
      std::size_t most = 0;
      for (int i = 0; i < 8; ++i) most = std::max(most, step(i));
      EXPECT_GT(most, 50U);
      const std::size_t before = testing::allocations();
      for (int i = 0; i < 6; ++i) step(i);
      EXPECT_EQ(testing::allocations() - before, 0U)
          << broad_phase_name(kind) << ", faces " << static_cast<int>(faces);
    }
  }
}

/// A scratch was made for each thread that was asked for.
TEST(WorldThreads, MoreThanAnybodyHasTakeNoMemory) {
  World few({.faces = FaceReport::first}), many({.faces = FaceReport::first, .threads = 100'000'000});
  const Shape ball = Shape::of(Sphere{0.6});
  for (World* const world : {&few, &many}) {
    for (int i = 0; i < 200; ++i) world->add(ball, {Eigen::Matrix3d::Identity(), {double(i), 0, 0}});
  }
  const std::size_t expected = few.step().collisions.size();
  testing::forget_most_held();
  const std::size_t before = testing::bytes_held();
  EXPECT_EQ(many.step().collisions.size(), expected);
  EXPECT_LT(testing::most_held() - before, 5'000'000U);
}

}  // namespace
}  // namespace graze
