// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/mesh_pair.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"

namespace graze {
namespace {

Eigen::Vector3d random_sizes(Random& random) {
  return {random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
}

/// As far off a rotation as a pose may be.
Eigen::Matrix3d bent_turn(Random& random) {
  const Eigen::Vector3d axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  Eigen::Matrix3d R = Eigen::AngleAxisd(random.uniform(0, 6), axis.normalized()).toRotationMatrix();
  for (int i = 0; i < 9; ++i) R.data()[i] += random.uniform(-2e-7, 2e-7);
  return R;
}

/// How far the vertices reach along n.
double reach(const Mesh& mesh, const Pose& X, const Eigen::Vector3d& n) {
  double most = -INFINITY;
  for (const Eigen::Vector3d& v : mesh.vertices) most = std::max(most, n.dot(X * v));
  return most;
}

bool bounds_apart(const MeshBounds& a, const Pose& X_WA, const MeshBounds& b, const Pose& X_WB) {
  const Placement at_a = X_WA, at_b = X_WB;
  const PosedBounds bounds(a, at_a, b, at_b);
  return bounds.balls_apart() || bounds.boxes_apart();
}

/// A plane along a side of one box parts the two by very little, or not quite, at all scales and places.
TEST(BoundsApart, IsCertainAndNotTooCautious) {
  Random random(21);
  int apart = 0, tries = 0;
  for (int i = 0; i < 20000; ++i) {
    const double unit = i % 4 == 0 ? std::exp2(random.uniform(-400, 400)) : 1;
    Mesh a = make_box(random_sizes(random)), b = make_box(random_sizes(random));
    for (Mesh* mesh : {&a, &b}) {
      const Eigen::Vector3d off(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3));
      for (Eigen::Vector3d& v : mesh->vertices) v = unit * (v + off);
    }
    const Pose X_WA(bent_turn(random), unit * Eigen::Vector3d(random.uniform(-9, 9), 2, 1));
    Pose X_WB(bent_turn(random), unit * Eigen::Vector3d(1, random.uniform(-9, 9), 3));
    // Along an axis of either, beside each other up to a gap.
    Eigen::Vector3d n = (i % 2 == 0 ? X_WA : X_WB).R.col(i / 2 % 3).normalized();
    const double gap = random.uniform() < 0.5 ? -1e-9 : 1e-4;
    X_WB.t += (reach(a, X_WA, n) + reach(b, X_WB, -n) + gap * unit) * n;
    const Eigen::Vector3d between = X_WB * MeshBounds(b).centre - X_WA * MeshBounds(a).centre;
    X_WB.t -= between - n.dot(between) * n;  // their middles side by side
    const bool said = bounds_apart(MeshBounds(a), X_WA, MeshBounds(b), X_WB);
    ASSERT_EQ(said, bounds_apart(MeshBounds(b), X_WB, MeshBounds(a), X_WA));
    if (gap > 0) {
      ++tries;
      apart += said ? 1 : 0;
    } else {
      // Middles side by side: some other axis may still part them only if the vertices agree.
      bool parted = false;
      for (int k = 0; k < 3; ++k) {
        for (const Eigen::Vector3d& m : {X_WA.R.col(k).eval(), X_WB.R.col(k).eval()}) {
          parted =
              parted || reach(a, X_WA, m) < -reach(b, X_WB, -m) || reach(b, X_WB, m) < -reach(a, X_WA, -m);
        }
      }
      ASSERT_TRUE(!said || parted) << i;
    }
  }
  EXPECT_EQ(apart, tries);
}

TEST(BoundsApart, SaysNothingOfWhatOverflows) {
  MeshBounds all(AxisBox{Eigen::Vector3d::Constant(-1e308), Eigen::Vector3d::Constant(1e308)});
  EXPECT_FALSE(bounds_apart(all, {}, all, {}));
  EXPECT_FALSE(bounds_apart(all, {Eigen::Matrix3d::Identity(), {1e308, 0, 0}}, all,
                            {Eigen::Matrix3d::Identity(), {-1e308, 0, 0}}));
}

}  // namespace
}  // namespace graze
