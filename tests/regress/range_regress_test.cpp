// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What went wrong where sums overflow, one test each.
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include <cfloat>

#include "math/relative_pose.h"
#include "oracle/draw.h"
#include "oracle/oracle.h"
#include "oracle/poses.h"

namespace graze {
namespace {

using Eigen::Vector3d;

Shape one_face(const Triangle& t) {
  return Shape::mesh({{t[0], t[1], t[2]}, {{0, 1, 2}}});
}

/// The images of B's corners overflowed to infinity, whereas the bound of their error stayed finite: infinitely far apart.
TEST(RangeRegress, ImagesThatOverflowAreNotApart) {
  oracle::Draw draw(7);
  const Triangle ta = {Vector3d(DBL_MAX, -1e300, 0), Vector3d(DBL_MAX, 1e300, 0), Vector3d(0, 0, 0)};
  const Shape a = one_face(ta);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const Eigen::Matrix3d R = oracle::random_rotation(draw);
    const Pose X_WA(R, Vector3d::Zero()), X_WB(R, R * Vector3d(draw.uniform(0.44, 0.5) * DBL_MAX, 0, 0));
    const Vector3d y = RelativePose(Placement(X_WA), Placement(X_WB)).t;
    const double x = draw.coin() ? DBL_MAX - y.x() : std::nextafter(DBL_MAX - y.x(), INFINITY);
    const Triangle tb = {Vector3d(x, -y.y(), -y.z() - 1e300), Vector3d(x, -y.y() + 1e299, -y.z() + 1e300),
                         Vector3d(x, -y.y() - 1e299, -y.z() + 1e300)};
    const Shape b = one_face(tb);
    const bool truth = oracle::triangles_meet({ta, &X_WA}, {tb, &X_WB});
    hits += truth ? 1 : 0;
    for (const Method method : all_methods()) {
      if (method_for(a, b, method) != method) continue;
      ASSERT_EQ(collides(a, X_WA, b, X_WB, {.method = method}), truth) << i << ", " << method_name(method);
      ASSERT_EQ(collides(b, X_WB, a, X_WA, {.method = method}), truth) << i << ", " << method_name(method);
    }
  }
  EXPECT_GT(hits, 20);
}

/// n·t overflowed in a partial sum, so that a slab was infinitely wide.
TEST(RangeRegress, ASlabIsNotInfinite) {
  constexpr double size = 4e299;
  Mesh mesh = make_icosphere(1, 2);
  for (Vector3d& v : mesh.vertices) v *= size;
  const Shape a = Shape::mesh(mesh), b = Shape::mesh(mesh);
  prepare(a);
  prepare(b);
  const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
  PairCache cache;
  EXPECT_FALSE(collides(a, {}, b, {I, 2.02 * size * Vector3d(0.6, 0.6, std::sqrt(0.28))}, {.cache = &cache}));
  const Pose X_WA(I, {-1.4980776137994766e308, -1.4980776137994766e308, 1.4980776123852631e308}),
      X_WB(I, {-1.4980776109710496e308, -1.4980776109710496e308, 1.4980776123852631e308});
  ASSERT_TRUE(collides(a, X_WA, b, X_WB, {.method = Method::naive}));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(collides(a, X_WA, b, X_WB, {.cache = &cache})) << i;
}

}  // namespace
}  // namespace graze
