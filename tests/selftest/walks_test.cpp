// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// What roads through a case are made of.
#include <gtest/gtest.h>

#include "selftest/bodies.h"
#include "selftest/callers_mode.h"
#include "selftest/stop_later.h"

namespace graze::selftest {
namespace {

TEST(Walks, SeeAModeThatIsNotGivenBack) {
  bool changed = false;
  { const CallersMode mode(FloatMode::upward, changed); }
  EXPECT_FALSE(changed);
  {
    const CallersMode mode(FloatMode::upward, changed);
    std::fesetround(FE_DOWNWARD);
  }
  EXPECT_TRUE(changed);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Walks, StopLater) {
  const StopLater later(std::chrono::microseconds(1));
  while (!later.token().stop_requested()) std::this_thread::yield();
}

TEST(Walks, NearPairsOfAThrongAreThoseOfBallsThatMeet) {
  Draw draw(1);
  std::vector<SceneBody> bodies;
  for (std::size_t i = 0; i <= most_in_all_pairs; ++i)
    bodies.push_back(body(Shape::of(Sphere{0.125 * draw.small(1, 8)}),
                          Pose(Matrix3d::Identity(), 4 * point(draw, Grid::fine))));
  const Scene scene = case_of(std::move(bodies)).scene;
  std::vector<std::array<std::size_t, 2>> truth;
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) {
      const double most = 1.001 * (reach(scene.bodies[a].shape) + reach(scene.bodies[b].shape));
      if ((scene.bodies[a].pose.t - scene.bodies[b].pose.t).norm() <= most) truth.push_back({a, b});
    }
  }
  EXPECT_GT(truth.size(), 100);
  EXPECT_EQ(pairs_of(scene), truth);
}

TEST(Walks, ShapesAreMadeAnew) {
  const Scene scene = case_of({body(Shape::of(Box{{1, 1, 1}})), body(Shape::of(Sphere{1}))}).scene;
  Player player(scene);
  const void* before = &player.shape(0).kind();
  player.renew_shapes();
  EXPECT_NE(&player.shape(0).kind(), before);
  EXPECT_TRUE(player.shape(0).kind() == scene.bodies[0].shape.kind());
}

}  // namespace
}  // namespace graze::selftest
