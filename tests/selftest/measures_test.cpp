// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Do the checks of `graze selftest` see what is wrong, and nothing else?
#include "selftest/truth_measures.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "selftest/at_once.h"
#include "selftest/bodies.h"
#include "selftest/reposed.h"

namespace graze::selftest {
namespace {

const Pose here, aside(Matrix3d::Identity(), {3, 0.5, 0});

TEST(Measures, SeeADistanceThatIsOff) {
  const Shape ball = Shape::of(Sphere{0.5}), box = Shape::of(Box{{1, 1, 1}});
  const Distance right = distance(ball, here, box, aside);
  EXPECT_EQ(distance_holds(ball, here, box, aside, right), true);
  Distance wrong = right;
  wrong.distance += 1e-9;
  EXPECT_EQ(distance_holds(ball, here, box, aside, wrong), false);
}

// Such a distance is the largest double, and its error infinite: that was called wrong.
TEST(Measures, ADistanceBeyondTheRangeHolds) {
  const Shape rod = Shape::of(Box{{1e299, 1e299, 2e305}});
  const Pose far(Matrix3d::Identity(), {-3.4e307, 8e307, -1.6e308});
  const Distance d = distance(rod, here, rod, far);
  ASSERT_EQ(d.error, std::numeric_limits<double>::infinity());
  EXPECT_EQ(distance_holds(rod, here, rod, far, d), true);
  EXPECT_EQ(distance_holds(rod, here, rod, aside, d), false);
  Distance none = d;
  none.distance = 1;
  EXPECT_EQ(distance_holds(rod, here, rod, far, none), false);
}

TEST(Measures, WithoutDepthsOverlapIsDistanceZero) {
  const Shape corner = Shape::of(Convex{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  const Pose within(Matrix3d::Identity(), {0.25, 0.25, 0});
  const Distance deep = distance(corner, here, corner, within);
  ASSERT_LT(deep.distance, -0.1);
  EXPECT_EQ(distance_holds(corner, here, corner, within, deep), true);
  EXPECT_EQ(distance_holds(corner, here, corner, within, deep, false), false);
  EXPECT_EQ(distance_holds(corner, here, corner, within, Distance{}), false);
  EXPECT_EQ(distance_holds(corner, here, corner, within, Distance{}, false), true);
}

TEST(Measures, SeeADepthOfBoxesThatIsOff) {
  const Shape box = Shape::of(Box{{1, 0.5, 0.75}});
  const Pose turned(Eigen::AngleAxisd(0.5, Vector3d(1, 2, 3).normalized()).toRotationMatrix(), {1, 0.25, 0});
  const Distance right = distance(box, here, box, turned);
  ASSERT_LT(right.distance, 0);
  EXPECT_EQ(distance_holds(box, here, box, turned, right), true);
  for (const double by : {-1e-9, 1e-9}) {
    Distance wrong = right;
    wrong.distance += by;
    EXPECT_EQ(distance_holds(box, here, box, turned, wrong), false);
  }
}

TEST(Measures, SeeADistanceOfSmoothBodiesThatIsFarOff) {
  const Shape cone = Shape::of(Cone{0.5, 1}), longer = Shape::of(Cone{0.5, 2}), ball = Shape::of(Sphere{0.5});
  const Pose above(Matrix3d::Identity(), {0, 0, 4});
  EXPECT_EQ(distance_holds(cone, here, ball, above, distance(cone, here, ball, above)), true);
  EXPECT_EQ(distance_holds(cone, here, ball, above, distance(longer, here, ball, above)), false);
  EXPECT_EQ(distance_holds(longer, here, ball, above, distance(cone, here, ball, above)), false);
}

TEST(Measures, SeeAnErrorThatIsTooLarge) {
  const Shape ball = Shape::of(Sphere{0.5}), box = Shape::of(Box{{1, 1, 1}});
  Distance wrong = distance(ball, here, box, aside);
  wrong.error += 1e-11;
  EXPECT_NE(fault_of_points(ball, here, box, aside, wrong), "");
}

TEST(Measures, SeePointsThatAreOff) {
  const Shape ball = Shape::of(Sphere{0.5}), hull = Shape::of(Convex{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
  const Distance right = distance(ball, here, hull, aside);
  EXPECT_EQ(fault_of_points(ball, here, hull, aside, right), "");
  Distance wrong = right;
  wrong.point_a -= 0.5 * right.normal;  // the radius forgotten
  EXPECT_NE(fault_of_points(ball, here, hull, aside, wrong), "");
  wrong = right;
  wrong.normal *= 1.001;
  EXPECT_NE(fault_of_points(ball, here, hull, aside, wrong), "");
  wrong = right;
  wrong.point_a += 1e-6 * right.normal;
  wrong.point_b += 1e-6 * right.normal;
  EXPECT_NE(fault_of_points(ball, here, hull, aside, wrong), "");
  wrong = right;
  ASSERT_GT(wrong.feature_b.size, 0);
  wrong.feature_b = {1, {1, 0, 0}};
  EXPECT_NE(fault_of_points(ball, here, hull, aside, wrong), "");
}

TEST(Measures, SeeATouchThatIsOff) {
  const Shape shape = Shape::mesh({{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}, {{0, 1, 2}}});
  const Path ray = Ray{{-3, 0, 0}, {1, 0, 0}};
  const CastTruth truth = cast_truth(*mesh_of(shape), here, ray);
  ASSERT_TRUE(truth.first.has_value());
  EXPECT_EQ(truth.first->s, 3);
  const RayHit right = first_hit(shape, here, ray).value();
  EXPECT_TRUE(touch_holds(ray, *truth.first, right));
  RayHit wrong = right;
  wrong.s += 1e-8;
  EXPECT_FALSE(touch_holds(ray, *truth.first, wrong));
  wrong = right;
  wrong.point.x() += 1e-8;
  EXPECT_FALSE(touch_holds(ray, *truth.first, wrong));
}

TEST(Reposed, CompoundsAreTheSameAgain) {
  Draw draw(5);
  int moved = 0;
  for (int i = 0; i < 100; ++i) {
    const Shape compound = draw_compound(draw, Grid::fine, 3);
    EXPECT_TRUE(posed_again(compound, draw).kind() == compound.kind());
    moved += with_pieces_elsewhere(compound, draw).kind() == compound.kind() ? 0 : 1;
  }
  EXPECT_GT(moved, 50);
}

TEST(AtOnce, EveryThreadWorksOnceARound) {
  std::array<std::atomic<int>, 3> calls = {};
  AtOnce threads(3);
  for (int round = 0; round < 100; ++round) threads.run([&](int i) { ++calls[static_cast<std::size_t>(i)]; });
  for (const auto& count : calls) EXPECT_EQ(count, 100);
}

TEST(AtOnce, PassesOnWhatAThreadThrows) {
  AtOnce threads(2);
  EXPECT_THROW(threads.run([](int i) {
    if (i == 1) throw std::runtime_error("no");
  }),
               std::runtime_error);
  EXPECT_NO_THROW(threads.run([](int) {}));
}

}  // namespace
}  // namespace graze::selftest
