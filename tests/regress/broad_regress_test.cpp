// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Failures of broad phases and of World, each named after what went wrong.
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "broad/broad_phases.h"
#include "broad/predictive/tube.h"
#include "math/random.h"
#include "support/error_of.h"
#include "world/body_box.h"

namespace graze {
namespace {

using Eigen::Vector3d;

Pose at(double x, double y = 0, double z = 0) {
  return {Eigen::Matrix3d::Identity(), {x, y, z}};
}

std::vector<SlotPair> pairs_by(BroadPhaseKind kind, const std::vector<BroadBox>& boxes) {
  std::vector<Slot> all;
  for (Slot slot = 0; slot < boxes.size(); ++slot) all.push_back(slot);
  const std::vector<Mobility> mobilities(boxes.size(), Mobility::moving);
  BroadFrame frame;
  frame.boxes = boxes;
  frame.mobilities = mobilities;
  frame.added = all;
  std::vector<SlotPair> pairs;
  make_broad_phase(kind)->find_pairs(frame, pairs);
  return pairs;
}

/// Their extents were lost in a sum with coordinates of nodes.
TEST(BroadRegress, QuadTreeMissedPairsOfTinyBodies) {
  for (const double size : {1e-41, 1e-38, 1e-20}) {
    Random random(1);
    std::vector<BroadBox> boxes = {{{-1, -1, -1}, {-0.5F, -0.5F, -0.5F}}};
    if (size < 1e-30) boxes.clear();
    for (int i = 0; i < 300; ++i) {
      BroadBox box;
      for (std::size_t k = 0; k < 3; ++k) {
        const double centre = size * random.uniform(-5, 5);
        box.low[k] = static_cast<float>(centre - size);
        box.high[k] = static_cast<float>(centre + size);
      }
      boxes.push_back(box);
    }
    EXPECT_EQ(pairs_by(BroadPhaseKind::quad_tree, boxes), pairs_by(BroadPhaseKind::brute_force, boxes))
        << size;
  }
}

/// Large boxes that reached into a heap from both sides kept the heap's cell from being divided, again and again, for
/// ever.
TEST(BroadRegress, CellsDividedForEver) {
  Random random(1);
  std::vector<BroadBox> boxes;
  for (int i = 0; i < 160; ++i) {
    const auto x = static_cast<float>(random.uniform(-0.5, 0.5));
    boxes.push_back(i % 7 == 0
                        ? BroadBox{{i % 2 == 0 ? 0.0F : -100.0F, -1, -1}, {i % 2 == 0 ? 100.0F : 0.0F, 1, 1}}
                        : BroadBox{{x, x, x}, {x + 0.01F, x + 0.01F, x + 0.01F}});
  }
  EXPECT_EQ(pairs_by(BroadPhaseKind::cells, boxes), pairs_by(BroadPhaseKind::brute_force, boxes));
}

/// In float, the squares of small lengths are 0 and those of large ones infinite: each is at most the other.
TEST(BroadRegress, TubeWatchWasCertainOfWhatItCouldNotSee) {
  for (const double size : {1e-40, 1e-25, 1e25, 1e37}) {
    Motion motion;
    motion.end = 100;
    motion.radius = size;
    const auto s = static_cast<float>(size);
    const BroadBox inside = {{-s / 2, -s / 2, -s / 2}, {s / 2, s / 2, s / 2}};
    const BroadBox outside = {{4 * s, 4 * s, 4 * s}, {5 * s, 5 * s, 5 * s}};
    const auto tube = tube_of(motion, inside, 0, 10);
    ASSERT_TRUE(tube);
    EXPECT_TRUE(holds(*tube, inside, 1));
    EXPECT_FALSE(holds(*tube, outside, 1));
    EXPECT_FALSE(certainly_holds(TubeWatch(*tube), outside, 1)) << size;
  }
}

TEST(BroadRegress, PredictiveMissedPairsOfTinyAndHugeBodies) {
  for (const double size : {1e-30, 1e30}) {
    World world({.broad_phase = BroadPhaseKind::predictive});
    const Shape ball = Shape::mesh(make_icosphere(size, 1));
    const BodyId a = world.add(ball, at(0)), b = world.add(ball, at(10 * size));
    for (const BodyId id : {a, b}) world.set_path(id, {.duration = 100});  // both are said to rest
    EXPECT_TRUE(world.step().collisions.empty());
    world.move(b, at(size));
    EXPECT_EQ(world.step().collisions.size(), 1U) << size;
  }
}

/// The pose shrank the box of a sphere; the sphere itself stays as large as it is.
TEST(BroadRegress, SphereReachedOutOfItsBox) {
  const Shape ball = Shape::of(Sphere{1});
  Pose bent;
  bent.R *= 1 - 4.9e-7;
  const Pose there = at(2);
  ASSERT_TRUE(collides(ball, bent, ball, there));
  World world;
  world.add(ball, bent);
  world.add(ball, there);
  EXPECT_EQ(world.step().collisions.size(), 1U);
  const BroadBox box = body_box(local_bounds(ball), bent, BodyBoxes::turned);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_GE(box.high[k], 1);
}

/// What had moved before a step that failed was taken for unchanged by the next.
TEST(BroadRegress, AnswerWasKeptAcrossAFailedStep) {
  World world;
  const Shape triangle = Shape::mesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}});
  world.add(triangle);
  const BodyId b = world.add(triangle, at(0.1, 0.1));
  ASSERT_EQ(world.step().collisions.size(), 1U);
  world.set_predicate([](BodyId, BodyId) -> bool { throw std::runtime_error("no"); });
  world.move(b, at(0.9, 0.9));  // apart, though the boxes overlap
  EXPECT_THROW(world.step(), std::runtime_error);
  EXPECT_EQ(world.frame().collisions.size(), 1U) << "the frame of the last step that ended well";
  world.set_predicate({});
  EXPECT_TRUE(world.step().collisions.empty());
  EXPECT_EQ(world.frame().ended.size(), 1U);
}

TEST(BroadRegress, TimeBecameInfinite) {
  World world;
  world.step(std::numeric_limits<double>::max());
  EXPECT_THROW(world.step(std::numeric_limits<double>::max()), Error);
  EXPECT_NO_THROW(world.step(1));
}

TEST(BroadRegress, ListsOfPairsAcceptedBodiesThatAreNotThere) {
  const Shape cube = Shape::mesh(make_box({0.5, 0.5, 0.5}));
  World world;
  const BodyId a = world.add(cube), b = world.add(cube, at(0.2)), gone = world.add(cube);
  world.remove(gone);
  world.forbid(std::vector<BodyPair>{{a, b}});
  const auto calls = {+[](World& w, const std::vector<BodyPair>& list) { w.forbid(list); },
                      +[](World& w, const std::vector<BodyPair>& list) { w.allow_only(list); }};
  for (const auto call : calls) {
    EXPECT_EQ(testing::error_of([&] {
                call(world, {{a, b}, {a, gone}});
              }),
              "body 2 of generation 0 has been removed from this world");
    EXPECT_EQ(testing::error_of([&] {
                call(world, {{{9, 0}, a}});
              }),
              "body 9 of generation 0 never was in this world");
    EXPECT_EQ(testing::error_of([&] { call(world, {{b, b}}); }), "body 1 is listed as a pair with itself");
  }
  EXPECT_TRUE(world.step().collisions.empty()) << "the pair is still forbidden";
}

TEST(BroadRegress, WorldAcceptedOptionsThatMeanNothing) {
  EXPECT_EQ(testing::error_of([] { World({.threads = 0}); }), "threads is 0: it must be at least 1");
  EXPECT_EQ(testing::error_of([] { World({.threads = -3}); }), "threads is -3: it must be at least 1");
  EXPECT_THROW(World({.faces = static_cast<FaceReport>(7)}), Error);
  EXPECT_THROW(World({.boxes = static_cast<BodyBoxes>(7)}), Error);
  EXPECT_THROW(World({.budget_seconds = -1}), Error);
  EXPECT_THROW(World({.budget_seconds = NAN}), Error);
  World world;
  EXPECT_THROW(world.set_budget(NAN, 1), Error);
  EXPECT_THROW(world.set_budget(-1, 1), Error);
  const Shape cube = Shape::mesh(make_box({0.5, 0.5, 0.5}));
  EXPECT_THROW(world.add(cube, {}, {.mobility = static_cast<Mobility>(9)}), Error);
  const BodyId id = world.add(cube);
  EXPECT_EQ(world.size(), 1U);
  EXPECT_THROW(world.set_options(id, {.mobility = static_cast<Mobility>(9)}), Error);
  EXPECT_THROW(world.set_path(id, {.duration = NAN}), Error);
  EXPECT_EQ(testing::error_of([&] {
              world.set_path(id, {.velocity = {0, NAN, 0}});
            }),
            "path of body 0 has velocity 0 nan 0: it must be finite");
  EXPECT_THROW(world.set_path(id, {.acceleration = {0, INFINITY, 0}}), Error);
  EXPECT_THROW(world.set_path(id, {.deviation = {0, NAN, 0}}), Error);
}

/// A factor beyond the floats, times no way at all, was no number.
TEST(BroadRegress, BoxGrowthMadeBoxesThatAreNoNumbers) {
  const Shape cube = Shape::mesh(make_box({0.5, 0.5, 0.5}));
  World world({.box_growth = 1e300});
  const BodyId a = world.add(cube);
  world.add(cube, at(0.5));
  world.step();
  world.move(a, at(0));  // it has not moved
  EXPECT_EQ(world.step().collisions.size(), 1U);
}

/// Squares of such distances are 0, or infinite: all bodies were equally near.
TEST(BroadRegress, NearestBodyWasTheFirstAtTheEndsOfTheRange) {
  for (const double size : {1e-300, 1e-200, 1e200, 1e300}) {
    const Shape shapes[] = {Shape::mesh(make_box(Vector3d::Constant(size))),
                            Shape::mesh(make_icosphere(size, 2))};
    for (const Shape& shape : shapes) {
      World two;
      two.add(shape, at(9 * size));
      const BodyId near = two.add(shape, at(5 * size));
      ASSERT_TRUE(two.nearest_body({0, 0, 0}));
      EXPECT_EQ(two.nearest_body({0, 0, 0})->body, near) << size << ' ' << kind_name(shape.kind());
      EXPECT_NEAR(two.nearest_body({0, 0, 0})->distance / size, 4, 0.05);
    }
  }
}

/// The parameter of the hit is beyond the doubles.
TEST(BroadRegress, FirstHitMissedWhatARayReachesAtAnInfiniteParameter) {
  World world;
  const BodyId id = world.add(Shape::mesh(make_box({0.5, 0.5, 0.5})), at(1e20));
  const auto hit = world.first_hit(Ray{{0, 0, 0}, {1e-300, 0, 0}});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, id);
}

/// The product of poses that are bent as far as is allowed is bent further.
TEST(BroadRegress, NearestBodyRefusedACompoundOfBentPieces) {
  Pose bent;
  bent.R *= 1 + 4.9e-7;
  Shape shape = Shape::of(Sphere{1});
  for (int i = 0; i < 3; ++i) shape = Shape::of(Compound{{{shape, bent}}});
  World world;
  world.add(shape, bent);
  EXPECT_NEAR(world.nearest_body({3, 0, 0})->distance, 2, 1e-5);
}

// Steps were counted in eight bits: after 256 of them bodies at rest seemed to have changed, and a pair that a budget of 0 then
// left undecided stayed so.
TEST(WorldRegress, AnswersOfBodiesAtRestAreKeptForEver) {
  if (!default_shortcuts().has(Shortcut::kept_answer)) GTEST_SKIP() << "nothing is kept";
  World world;
  const Shape box = Shape::of(Box{{1, 1, 1}});
  world.add(box, at(0));
  world.add(box, at(1));
  const BodyId other = world.add(box, at(100));
  world.step();
  world.set_budget(1e9, 0);
  for (int i = 1; i < 600; ++i) {
    world.move(other, at(100 + i));
    const Frame& frame = world.step();
    ASSERT_EQ(frame.collisions.size(), 1U) << i;
    ASSERT_EQ(frame.counters.queries[Shortcut::kept_answer], 1U) << i;
  }
}

// A body went in the middle of the step that asked about it.
TEST(WorldRegress, APredicateCannotChangeTheWorld) {
  World world;
  const BodyId a = world.add(Shape::of(Sphere{1}), at(0)), b = world.add(Shape::of(Sphere{1}), at(1));
  const std::string refusal = "a predicate cannot change the world that asks it, nor step it";
  const std::vector<std::function<void()>> changes = {
      [&] { world.remove(a); },
      [&] { world.move(a, at(2)); },
      [&] { world.add(Shape::of(Sphere{1}), at(2)); },
      [&] { world.set_shape(a, Shape::of(Sphere{2})); },
      [&] { world.set_options(a, {}); },
      [&] { world.allow_all_pairs(); },
      [&] { world.set_predicate({}); },
      [&] { world.set_budget(1, 1); },
      [&] { world.step(); },
  };
  for (const auto& change : changes) {
    world.set_predicate([&](BodyId, BodyId) {
      change();
      return true;
    });
    EXPECT_EQ(testing::error_of([&] { world.step(); }), refusal);
  }
  world.set_predicate(
      [&](BodyId first, BodyId second) { return world.contains(first) && world.pose(second).t[0] == 1; });
  EXPECT_EQ(world.step().collisions.size(), 1U);
  EXPECT_EQ(world.size(), 2U);
  EXPECT_TRUE(world.contains(b));
}

TEST(WorldRegress, RoomForMoreBodiesThanThereMayBe) {
  World world;
  EXPECT_NE(testing::error_of([&] { world.reserve(std::size_t{1} << 40); }).find("1099511627776 bodies"),
            std::string::npos);
}

}  // namespace
}  // namespace graze
