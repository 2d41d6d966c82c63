// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

namespace graze {
namespace {

/// Two close spheres: enough node pairs that threads are really used.
TEST(Threads, ChangeNothing) {
  const Shape a = Shape::mesh(make_sphere(1, 128, 64)), b = Shape::mesh(make_sphere(1, 120, 60));
  const Pose deep{Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
                  {0.001, 0.002, 0.003}};
  Counters counters;
  const auto expected = face_pairs(a, {}, b, deep, {.counters = &counters});
  ASSERT_GT(counters.box_tests, 8 * 4096u) << "too small a query for threads";
  const auto witness = first_face_pair(a, {}, b, deep);
  for (const int threads : {1, 2, 3, 8}) {
    EXPECT_EQ(face_pairs(a, {}, b, deep, {.threads = threads}), expected);
    EXPECT_EQ(first_face_pair(a, {}, b, deep, {.threads = threads}), witness);
  }
}

/// Nested shells that nearly touch: a miss that takes long, then a hit that is found late.
TEST(Threads, FindTheSameWitnessInLongSearches) {
  const Shape outer = Shape::mesh(make_sphere(1, 128, 64)), inner = Shape::mesh(make_sphere(0.9985, 128, 64));
  const Pose turned{Eigen::AngleAxisd(0.01, Eigen::Vector3d::UnitZ()).toRotationMatrix(), {0, 0, 0}};
  for (const double shift : {0.0, 0.0012, 0.0014, 0.0016, 0.002}) {
    Pose X_WB = turned;
    X_WB.t.x() = shift;
    const auto witness = first_face_pair(outer, {}, inner, X_WB);
    for (const int threads : {2, 8})
      EXPECT_EQ(first_face_pair(outer, {}, inner, X_WB, {.threads = threads}), witness);
  }
}

}  // namespace
}  // namespace graze
