// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Paths that are told, guessed, kept and dropped.
#include "world/motions.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

namespace graze {
namespace {

using Eigen::Vector3d;

class MotionsTest : public testing::Test {
 protected:
  Slot add(const Vector3d& at, Mobility mobility) {
    return bodies_.add(Shape::mesh(make_box({0.1, 0.1, 0.1})), pose(at), {.mobility = mobility}).number;
  }
  static Pose pose(const Vector3d& at) { return {Eigen::Matrix3d::Identity(), at}; }
  void step() {
    bodies_.update_boxes(0, 1);
    now_ += 1;
    motions_.update(bodies_, bodies_.changes(), now_);
    bodies_.changes_are_known();
  }
  const Motion& motion(Slot slot) const { return motions_.motions()[slot]; }
  /// How far the centre will be off `there`, less what the motion allows for.
  double excess(const Motion& m, double time, const Vector3d& there) const {
    const double t = time - m.begin;
    return (m.s + t * m.v + t * t / 2 * m.a - there).norm() - (m.d[0] + m.d[1] * t + m.d[2] * t * t);
  }

  Bodies bodies_;
  Motions motions_;
  double now_ = 0;
};

TEST_F(MotionsTest, FixedBodiesStayForEver) {
  const Slot slot = add({1, 2, 3}, Mobility::fixed);
  step();
  EXPECT_EQ(motion(slot).s, Vector3d(1, 2, 3));
  EXPECT_TRUE(motion(slot).v.isZero() && motion(slot).a.isZero() && motion(slot).d.isZero());
  EXPECT_EQ(motion(slot).end, std::numeric_limits<double>::infinity());
  EXPECT_GE(motion(slot).radius, std::sqrt(0.03));
  bodies_.move(slot, pose({5, 5, 5}));
  step();
  EXPECT_EQ(motion(slot).s, Vector3d(5, 5, 5));
  EXPECT_EQ(motion(slot).begin, now_);
}

TEST_F(MotionsTest, AParabolaIsGuessedAndKept) {
  const auto path = [](double t) { return Vector3d(t, 2 - 0.3 * t, 0.05 * t * t); };
  const Slot slot = add(path(0), Mobility::interactive);
  step();
  EXPECT_LT(motion(slot).end, motion(slot).begin) << "nothing is known of it";
  for (int i = 0; i < 5; ++i) {
    bodies_.move(slot, pose(path(now_)));
    step();
  }
  const Motion guess = motion(slot);
  ASSERT_GT(guess.end, now_ + 2);
  // In the world's time the body is at path(t - 1).
  for (double t = guess.begin; t <= guess.end; t += 0.25) EXPECT_LE(excess(guess, t, path(t - 1)), 0) << t;
  for (int i = 0; i < 2; ++i) {
    bodies_.move(slot, pose(path(now_)));
    step();
    EXPECT_EQ(motion(slot).begin, guess.begin) << "it still holds";
  }
  bodies_.move(slot, pose({-7, -7, -7}));  // out of its tube: void at once
  step();
  EXPECT_NE(motion(slot).begin, guess.begin);
  if (motion(slot).end >= now_) {
    EXPECT_LE(excess(motion(slot), now_, {-7, -7, -7}), 0);
  }
}

TEST_F(MotionsTest, WhatIsToldHoldsUntilItDoesNot) {
  const Slot slot = add({0, 0, 0}, Mobility::moving);
  motions_.set_path(bodies_, slot, {.duration = 10, .velocity = {1, 0, 0}, .deviation = {0.01, 0, 0}}, now_);
  step();  // at time 1 the body is where it was at 0: told wrongly
  EXPECT_LT(motion(slot).end, motion(slot).begin);
  motions_.set_path(bodies_, slot, {.duration = 10, .velocity = {1, 0, 0}, .deviation = {0.01, 0, 0}}, now_);
  for (int i = 1; i <= 9; ++i) {
    bodies_.move(slot, pose({static_cast<double>(i), 0.005, 0}));
    step();
    EXPECT_EQ(motion(slot).v, Vector3d(1, 0, 0));
    EXPECT_EQ(motion(slot).begin, 1);
  }
  bodies_.set_shape(slot, Shape::mesh(make_box({3, 3, 3})));  // another sphere
  step();
  EXPECT_NE(motion(slot).begin, 1);
  EXPECT_GT(motion(slot).radius, 5);
}

TEST_F(MotionsTest, StandingStillMayBreakAPromise) {
  const Slot still = add({0, 0, 0}, Mobility::moving), quick = add({9, 0, 0}, Mobility::moving);
  step();
  motions_.set_path(bodies_, still, {.duration = 100, .deviation = {0.1, 0, 0}}, now_);
  motions_.set_path(bodies_, quick, {.duration = 100, .velocity = {1, 0, 0}, .deviation = {0.1, 0, 0}}, now_);
  step();  // neither moves
  EXPECT_EQ(motion(still).end, 101);
  EXPECT_LT(motion(quick).end, 101);
  ASSERT_EQ(motions_.moved().size(), 1U);
  EXPECT_EQ(motions_.moved()[0], quick);
}

TEST_F(MotionsTest, AnotherBodyInTheSamePlaceKnowsNothing) {
  const Slot slot = add({0, 0, 0}, Mobility::moving);
  step();
  motions_.set_path(bodies_, slot, {.duration = 100}, now_);
  bodies_.remove(slot);
  motions_.forget(slot);
  EXPECT_EQ(add({0, 0, 0}, Mobility::moving), slot);
  step();
  EXPECT_LT(motion(slot).end, motion(slot).begin);
}

}  // namespace
}  // namespace graze
