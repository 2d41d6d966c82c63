// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a pair's cache concludes from a few points and planes, where numbers are at their worst.
#include "query/collide/crossing.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"
#include "query/collide/slab.h"

namespace graze {
namespace {

using Eigen::Vector3d;

/// A body that is far from the origin of its own frame, under a pose that is about as far off a rotation as is legal: the
/// transposed rotation in place of the inverse moves points by several cells.
TEST(Crossing, AllowsForPosesThatAreOff) {
  Random random(3);
  constexpr double far = 1e6, radius = 0.3;
  Mesh cube = make_box({1, 1, 1});
  for (Vector3d& v : cube.vertices) v.x() += far;
  const Mesh ball = make_icosphere(radius, 3);
  const MeshIndex a(ball), b(cube);
  ASSERT_TRUE(b.inside_grid().has_inside());
  for (int round = 0; round < 100; ++round) {
    Pose X_WB;
    for (double& entry : X_WB.R.reshaped()) entry += random.uniform(-3e-7, 3e-7);
    X_WB.t = -(X_WB.R * Vector3d(far, 0, 0));
    Pose X_WA;
    X_WA.t[round % 3] = (random.below(2) == 0 ? 1 : -1) * (1.01 + radius);  // beside the cube
    CrossingMemory memory;
    for (int i = 0; i < 40; ++i) {
      ASSERT_FALSE(find_crossing(a, X_WA, b, X_WB, memory)) << "round " << round;
      ASSERT_FALSE(still_crosses(a, X_WA, b, X_WB, memory)) << "round " << round;
    }
  }
}

/// Far out, where samples of the ball are rounded to a grid of an eighth: after a step from contact none may count as inside.
TEST(Crossing, AllowsForPlacesThatAreRounded) {
  Random random(6);
  constexpr double far = 0x1p49, radius = 0.365;
  const Mesh cube = make_box({1, 1, 1}), ball = make_icosphere(radius, 3);
  const MeshIndex a(ball), b(cube);
  ASSERT_TRUE(b.inside_grid().has_inside());
  for (int round = 0; round < 200; ++round) {
    const Vector3d axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1));
    const Pose X_WB(Eigen::Matrix3d::Identity(), Vector3d::Constant(far));
    Pose X_WA(Eigen::AngleAxisd(random.uniform(-3, 3), axis.normalized()).toRotationMatrix(), X_WB.t);
    CrossingMemory memory;
    X_WA.t[round % 3] = far + 1.25;
    for (int i = 0; i < 20; ++i) find_crossing(a, X_WA, b, X_WB, memory);
    X_WA.t[round % 3] = far + 1.375;
    ASSERT_FALSE(still_crosses(a, X_WA, b, X_WB, memory)) << "round " << round;
  }
}

/// Far out, n·t is rounded by more than boxes are wide.
TEST(Slab, IsNoneBetweenBodiesThatTouch) {
  Random random(4);
  const Mesh cube = make_box({1, 1, 1});
  const MeshIndex index(cube);
  ASSERT_TRUE(index.reach_map().usable());
  for (const double far : {0.0, 0x1p20, 0x1p40, 0x1p50}) {
    for (int round = 0; round < 1000; ++round) {
      const Pose X_WA(Eigen::Matrix3d::Identity(), {far, far, -far});
      const double y = 0.25 * static_cast<double>(random.below(8)) - 1;
      const Pose X_WB(Eigen::Matrix3d::Identity(), X_WA.t + Vector3d(2, y, -y));
      SlabMemory memory;
      const double tilt = std::min(0x1p-50 * far, 1e-2);
      memory.n = Vector3d(1, random.uniform(-tilt, tilt), random.uniform(-tilt, tilt)).normalized();
      ASSERT_FALSE(find_slab(index, X_WA, index, X_WB, memory)) << far << ", round " << round;
    }
  }
}

TEST(Slab, IsNoLargerThanTheDistance) {
  Random random(5);
  const Mesh cube = make_box({1, 1, 1});
  const MeshIndex index(cube);
  ASSERT_TRUE(index.reach_map().usable());
  int found = 0;
  constexpr int count = 2000;
  for (int round = 0; round < count; ++round) {
    Vector3d apart;  // along each axis
    for (double& x : apart) x = std::max(random.uniform(-1, 1), 0.0);
    const Pose X_WB(Eigen::Matrix3d::Identity(), apart.array() + 2);
    SlabMemory memory;
    const std::optional<double> gap = find_slab(index, {}, index, X_WB, memory);
    if (!gap) continue;
    ++found;
    ASSERT_GT(*gap, 0);
    ASSERT_LE(*gap, apart.norm()) << apart.transpose();
  }
  EXPECT_GT(found, count / 3);
}

}  // namespace
}  // namespace graze
