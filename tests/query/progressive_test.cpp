// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/progressive.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "query/context.h"

namespace graze {
namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

Pose at(double x, double y, double z) {
  return {Eigen::Matrix3d::Identity(), {x, y, z}};
}

TEST(Progressive, SlicesEndInTheAnswerOfTheWholeQuery) {
  const Shape a = Shape::mesh(make_torus(1, 0.4, 60, 40)), b = Shape::mesh(make_icosphere(0.7, 4));
  ProgressiveQuery query;
  int undecided = 0, hits = 0, misses = 0;
  for (int i = 0; i < 200; ++i) {
    const Pose X_WB = at(0.013 * i, 0.002 * i, 0.1);
    query.start(a, {}, b, X_WB);
    Partial partial = query.run(nanoseconds(0));
    for (int slices = 0; partial.answer == Answer::undecided; ++slices) {
      ASSERT_GT(partial.open, 0u);
      ASSERT_LT(slices, 1000000);
      ++undecided;
      partial = query.run(nanoseconds(0));
    }
    ASSERT_EQ(partial.answer == Answer::hit, collides(a, {}, b, X_WB));
    ASSERT_EQ(partial.witness.has_value(), partial.answer == Answer::hit);
    ASSERT_EQ(query.run(microseconds(1)).answer, partial.answer) << "asked again";
    (partial.answer == Answer::hit ? hits : misses) += 1;
  }
  EXPECT_GT(hits, 20);
  EXPECT_GT(misses, 20);
  EXPECT_GT(undecided, 100) << "no slice was too short, so that nothing was tested";
}

TEST(Progressive, TheWitnessIsOne) {
  const Shape a = Shape::mesh(make_icosphere(1, 3));
  ProgressiveQuery query;
  query.start(a, {}, a, at(1, 0.5, 0.25));
  const Partial partial = query.run(std::chrono::seconds(10));
  ASSERT_EQ(partial.answer, Answer::hit);
  const auto pairs = face_pairs(a, {}, a, at(1, 0.5, 0.25), {.method = Method::naive});
  EXPECT_TRUE(std::binary_search(pairs.begin(), pairs.end(), *partial.witness));
}

TEST(Progressive, MustBeStarted) {
  ProgressiveQuery query;
  EXPECT_THROW(query.run(microseconds(1)), Error);
  const Shape ball = Shape::of(Sphere{});
  const Pose no_pose(2 * Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero());
  EXPECT_THROW(query.start(ball, {}, ball, no_pose), Error);
  EXPECT_THROW(query.run(microseconds(1)), Error) << "a start that failed is no start";
}

TEST(Progressive, PairsThatAreNoMeshesAreAnsweredAtOnce) {
  const Shape ball = Shape::of(Sphere{}), box = Shape::of(Box{}), mesh = Shape::mesh(make_icosphere(1, 2));
  const Shape compound =
      Shape::of(Compound{{{mesh, {}}, {box, Pose(Eigen::Matrix3d::Identity(), {0, 5, 0})}}});
  ProgressiveQuery query;
  for (const Shape& a : {ball, box, mesh, compound}) {
    for (const Shape& b : {ball, box, compound}) {
      for (const double x : {0.5, 1.9, 2.5, 9.0}) {
        const Pose X(Eigen::Matrix3d::Identity(), {x, 0, 0});
        query.start(a, {}, b, X);
        EXPECT_EQ(query.run(microseconds(0)).answer, collides(a, {}, b, X) ? Answer::hit : Answer::miss);
      }
    }
  }
}

/// Its counters were those of the thread that had made it: another thread wrote to memory that was gone, or raced for it.
TEST(Progressive, MayBeRunByAnotherThreadThanItsMaker) {
  const Shape ball = Shape::mesh(make_icosphere(1, 4));
  std::optional<ProgressiveQuery> query;
  std::thread([&] { query.emplace(); }).join();
  query->start(ball, {}, ball, at(1.9999, 0, 0));
  std::thread([&] { query->run(std::chrono::hours(1)); }).join();
  EXPECT_EQ(query->run(nanoseconds(1)).answer,
            collides(ball, {}, ball, at(1.9999, 0, 0)) ? Answer::hit : Answer::miss);

  ProgressiveQuery own;
  own.start(ball, {}, ball, at(1.9999, 0, 0));
  const std::uint64_t at_start = unread_counters.box_tests;
  std::thread([&] { own.run(std::chrono::hours(1)); }).join();
  EXPECT_EQ(unread_counters.box_tests, at_start) << "another thread has counted here";
}

}  // namespace
}  // namespace graze
