// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/obb/obb_tree.h"

#include <graze/error.h>
#include <gtest/gtest.h>

#include <bit>

#include "tree/bodies.h"

namespace graze {
namespace {

using Eigen::Vector3d;

ObbTree tree_of(const Mesh& mesh) {
  return ObbTree(mesh, MeshBounds(mesh));
}

TEST(ObbTreeTest, HoldsAnySoup) {
  for (const test::Body& body : test::bodies()) {
    const ObbTree tree = tree_of(body.mesh);
    EXPECT_NO_THROW(tree.validate(body.mesh)) << body.name;
    EXPECT_LE(tree.depth(), 3 * std::bit_width(body.mesh.faces.size()) + 9) << body.name;
    EXPECT_EQ(tree.nodes().size(), body.mesh.faces.empty() ? 0 : 2 * body.mesh.faces.size() - 1) << body.name;
  }
}

TEST(ObbTreeTest, ValidateNoticesWhatSticksOut) {
  Mesh mesh = make_sphere(1, 24, 12);
  const ObbTree tree = tree_of(mesh);
  mesh.vertices[mesh.faces[0][0]] *= 1.001;
  EXPECT_THROW(tree.validate(mesh), Error);
}

TEST(ObbTreeTest, BoxesFollowTheSurface) {
  // A long thin beam that no axis-aligned box fits: its box must be little larger than it is.
  Mesh mesh = make_box({1, 0.1, 0.05});
  const Eigen::Matrix3d R = Eigen::AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  for (Vector3d& v : mesh.vertices) v = R * v;
  const ObbTree tree = tree_of(mesh);
  const ObbTree::Node& root = tree.nodes()[0];
  const double volume = 8 * static_cast<double>(root.h[0] * root.h[1] * root.h[2]);
  EXPECT_LT(volume, 1.01 * 8 * 1 * 0.1 * 0.05 * std::pow(tree.frame().scale, 3));
}

TEST(ObbTreeTest, FindsWhatTouches) {
  Random random(1);
  const Pose X;
  for (int round = 0; round < 4000; ++round) {
    const test::TouchingPair touching = test::make_touching(random);
    const MeshBounds bounds_a(touching.a), bounds_b(touching.b);
    Pose X_WB = X;
    X_WB.t = {1e-9 * static_cast<double>(round % 2), 0, 0};
    const MeshPair pair(touching.a, bounds_a, X, touching.b, bounds_b, X_WB);
    Counters counters;
    const auto found = test::pairs_found(pair, tree_of(touching.a), tree_of(touching.b), counters);
    ASSERT_EQ(found, test::pairs_blindly(pair)) << "round " << round;
    ASSERT_TRUE(round % 2 == 1 || !found.empty()) << "round " << round;
  }
}

TEST(ObbTreeTest, FindsWhatBlindSearchFinds) {
  Random random(2);
  const Mesh a = make_torus(0.8, 0.3, 16, 10), b = test::make_soup(100, 4);
  const ObbTree tree_a = tree_of(a), tree_b = tree_of(b);
  const MeshBounds bounds_a(a), bounds_b(b);
  for (int round = 0; round < 60; ++round) {
    const Pose X_WA{test::random_rotation(random), test::random_point(random, 0.5)};
    const Pose X_WB{test::random_rotation(random), test::random_point(random, 0.5)};
    const MeshPair pair(a, bounds_a, X_WA, b, bounds_b, X_WB);
    Counters counters;
    EXPECT_EQ(test::pairs_found(pair, tree_a, tree_b, counters), test::pairs_blindly(pair));
    EXPECT_LT(counters.face_tests, a.faces.size() * b.faces.size() / 10);
  }
}

TEST(ObbTreeTest, PrunesWhatIsApart) {
  const Mesh mesh = make_sphere(1, 64, 32);
  const ObbTree tree = tree_of(mesh);
  const MeshBounds bounds(mesh);
  const Pose X_WA;
  const auto tests_at = [&](double distance) {
    Pose X_WB;
    X_WB.R = Eigen::AngleAxisd(0.4, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    X_WB.t = {distance, 0, 0};
    Counters counters;
    EXPECT_TRUE(
        test::pairs_found(MeshPair(mesh, bounds, X_WA, mesh, bounds, X_WB), tree, tree, counters).empty());
    return counters.box_tests;
  };
  EXPECT_LT(tests_at(4), 10u);
  EXPECT_LT(tests_at(2.05), 1000u);
}

TEST(ObbTreeTest, TakesTwoCacheLinesAFace) {
  const Mesh mesh = make_sphere(1, 64, 32);
  EXPECT_LT(static_cast<double>(tree_of(mesh).bytes()), 129.0 * static_cast<double>(mesh.faces.size()));
}

/// Bounds are compared in the frame of the larger body, whichever of the two it is: in the smaller one's, float tells nothing
/// apart.
TEST(ObbTree, TakesAsLongTheOtherWayRound) {
  for (const double ratio : {1.0, 1e3, 1e6, 1e9, 1e20, 1e40, 1e200}) {
    const auto [one, other] = test::work_of_ratio<ObbTree>(ratio);
    EXPECT_LT(one, 100000u) << ratio;  // of 1.6 million pairs
    EXPECT_LT(other, 100000u) << ratio;
  }
}

}  // namespace
}  // namespace graze
