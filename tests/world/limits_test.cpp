// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Steps that are cancelled from another thread, or that find more pairs of faces than they may: the world is as before.
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include "support/cancel.h"
#include "support/error_of.h"

namespace graze {
namespace {

using testing::dense_soup;
using testing::expect_soon_cancelled;

std::vector<BodyPair> collisions(const Frame& frame) {
  std::vector<BodyPair> pairs;
  for (const Collision& c : frame.collisions) pairs.push_back({c.a, c.b});
  return pairs;
}

Pose at(double x) {
  return {Eigen::Matrix3d::Identity(), {x, 0, 0}};
}

/// Within the query of one pair: many seconds of it.
TEST(WorldLimits, AStepIsCancelledWithinAPair) {
  const Shape soup = Shape::mesh(dense_soup(30000, 1));
  prepare(soup);
  for (const int threads : {1, 2}) {
    World world({.faces = FaceReport::all, .threads = threads});
    const BodyId a = world.add(soup, at(0)), b = world.add(soup, at(10));
    world.step();
    ASSERT_TRUE(world.frame().collisions.empty());
    world.move(b, {Eigen::AngleAxisd(1, Eigen::Vector3d::UnitX()).toRotationMatrix(), {0.1, 0, 0}});
    expect_soon_cancelled([&](const std::stop_token& stop) { world.step(1, stop); });
    EXPECT_TRUE(world.frame().collisions.empty());
    world.move(a, at(5));
    EXPECT_TRUE(world.step().collisions.empty());
    EXPECT_EQ(world.size(), 2U);
  }
}

/// Between pairs, of which each is asked in a microsecond. The next step finds what the cancelled one would have found, and says of
/// each collision that it begins.
TEST(WorldLimits, AStepIsCancelledBetweenPairs) {
  const Shape ball = Shape::mesh(make_icosphere(1, 2));
  prepare(ball);
  for (const int threads : {1, 2}) {
    for (const bool budget : {false, true}) {
      WorldOptions options{.method = Method::naive, .faces = FaceReport::first, .threads = threads};
      if (budget) options.budget_seconds = 1e6;
      World world(options), other;
      std::vector<BodyId> ids;
      for (int i = 0; i < 1000; ++i) {
        ids.push_back(world.add(ball, at(100 + 3 * i)));
        other.add(ball, at(100 + 3 * i));
      }
      world.step();
      ASSERT_TRUE(world.frame().collisions.empty());
      for (int i = 0; i < 1000; ++i) world.move(ids[i], at(1e-3 * i));
      expect_soon_cancelled([&](const std::stop_token& stop) { world.step(1, stop); });
      EXPECT_TRUE(world.frame().collisions.empty());
      for (int i = 0; i < 1000; ++i) {
        world.move(ids[i], at(1.9 * i));
        other.move(ids[i], at(1.9 * i));
      }
      EXPECT_EQ(collisions(world.step()), collisions(other.step()));
      EXPECT_EQ(world.frame().collisions.size(), 999U);
      for (const Collision& c : world.frame().collisions) EXPECT_TRUE(c.begins);
    }
  }
}

TEST(WorldLimits, AStopThatWasRequestedBeforeEndsAtOnce) {
  World world;
  const Shape box = Shape::of(Box{{1, 1, 1}});
  world.add(box);
  const BodyId moved = world.add(box, at(5));
  world.step();
  world.move(moved, at(1));
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(world.step(1, source.get_token()), Cancelled);
  EXPECT_TRUE(world.frame().collisions.empty());
  EXPECT_EQ(world.step().collisions.size(), 1U);
}

TEST(WorldLimits, MemoryIsKeptTo) {
  const Shape soup = Shape::mesh(dense_soup(300, 2));
  World free({.faces = FaceReport::all});
  for (int i = 0; i < 4; ++i) free.add(soup, at(0.01 * i));
  const Frame& expected = free.step();
  ASSERT_GT(expected.face_pairs.size(), 50000U);
  int failures = 0, successes = 0;
  for (std::size_t memory = 1 << 10; memory <= 1 << 26; memory *= 4) {
    World world({.faces = FaceReport::all, .memory = memory});
    std::vector<BodyId> ids;
    for (int i = 0; i < 4; ++i) ids.push_back(world.add(soup, at(0.01 * i)));
    const std::string error = testing::error_of([&] { world.step(); });
    if (error == "no error") {
      ++successes;
      EXPECT_EQ(world.frame().face_pairs, expected.face_pairs);
    } else {
      ++failures;
      EXPECT_NE(error.find(std::to_string(memory)), std::string::npos) << error;
      EXPECT_TRUE(world.frame().collisions.empty());
    }
    for (int i = 0; i < 4; ++i) world.move(ids[i], at(10 * i));
    EXPECT_TRUE(world.step().collisions.empty());
  }
  EXPECT_GT(failures, 3);
  EXPECT_GT(successes, 1);
}

/// The order in which pairs are asked was found by comparing each of them with each interactive body, however long that took.
TEST(WorldLimits, ManyInteractiveBodiesKeepToTheBudgetAndAreCancelled) {
  using Clock = std::chrono::steady_clock;
  const Shape ball = Shape::of(Sphere{0.55});
  for (const bool all : {true, false}) {
    World world({.budget_seconds = 1e-3});
    for (int i = 0; i < 20000; ++i) {
      const Pose X{Eigen::Matrix3d::Identity(), {double(i % 100), double(i / 100 % 100), double(i / 10000)}};
      world.add(ball, X, {.mobility = all || i % 2 == 0 ? Mobility::interactive : Mobility::moving});
    }
    const auto start = Clock::now();
    world.step();
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    EXPECT_LT(seconds, 1);
    EXPECT_GT(world.frame().counters.candidates, 100000U);
    expect_soon_cancelled([&](const std::stop_token& stop) {
      while (true) world.step(1, stop);
    });
  }
}

/// The pairs that a budget leaves undecided are those that are furthest from interactive bodies, by comparing each with each.
TEST(WorldLimits, PairsNearestToAnInteractiveBodyAreAskedFirst) {
  Random random(7);
  for (const std::size_t hands : {1, 3, 8, 9, 100, 300}) {
    for (const double scale : {1e-12, 1.0, 1e9}) {
      const auto budget = static_cast<std::size_t>(1 + random.below(400));
      World world({.budget_pairs = budget}), all;
      std::vector<BodyId> ids;
      for (std::size_t i = 0; i < 1000; ++i) {
        const Eigen::Vector3d t(random.uniform(0, 10), random.uniform(0, 10), random.uniform(0, 10));
        const Pose X{Eigen::Matrix3d::Identity(), scale * t};
        const BodyOptions options{.mobility =
                                      i % (1000 / hands) == 0 ? Mobility::interactive : Mobility::moving};
        ids.push_back(world.add(Shape::of(Sphere{0.7 * scale}), X, options));
        all.add(Shape::of(Sphere{0.7 * scale}), X, options);
      }
      all.set_budget(1e9, 0);  // so that all candidates are undecided
      const auto urgency = [&](const BodyPair& pair) {
        double least = std::numeric_limits<double>::infinity();
        for (const BodyId id : ids) {
          if (world.options(id).mobility != Mobility::interactive) continue;
          for (const BodyId of : {pair.a, pair.b})
            least = std::min(least, (world.pose(of).t - world.pose(id).t).norm());
        }
        return static_cast<float>(least);
      };
      std::vector<BodyPair> expected = all.step().undecided;
      ASSERT_GT(expected.size(), budget);
      std::vector<std::pair<float, BodyPair>> order;
      for (const BodyPair& pair : expected) order.emplace_back(urgency(pair), pair);
      std::sort(order.begin(), order.end());
      expected.clear();
      for (std::size_t i = budget; i < order.size(); ++i) expected.push_back(order[i].second);
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(world.step().undecided, expected) << hands << " interactive bodies, scale " << scale;
    }
  }
}

}  // namespace
}  // namespace graze
