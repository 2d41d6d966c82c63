// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The truth that `graze selftest` compares with, compared with the slow oracle.
#include "selftest/truth.h"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle/case_text.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"
#include "selftest/generators.h"
#include "selftest/triangles.h"

namespace graze::selftest {
namespace {

class EveryBucket : public oracle::BucketTest {};

TEST_P(EveryBucket, FacesMeetWhereTheLinearSystemSaysSo) {
  oracle::Draw draw = this->draw(0x5e1f7e57);
  const int cases = oracle::scaled_count(2000);
  for (int i = 0; i < cases; ++i) {
    const oracle::PairCase c = oracle::pair_case(GetParam(), draw);
    std::vector<exact::Point> points;
    for (std::size_t k = 0; k < 6; ++k) points.push_back(c.point(k));
    const auto p = oracle::to_integers(points);
    const std::span<const IntegerPoint> corners = p;
    const Facet a(corners.first(3)), b(corners.last(3));
    ASSERT_EQ(facets_meet(a, b), oracle::hulls_meet(a.corner, b.corner)) << to_text(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Truth, EveryBucket, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

/// The pairs of faces of two meshes that meet, one by one.
std::vector<FacePair> slowly(const Mesh& a, const Pose& X_WA, const Mesh& b, const Pose& X_WB) {
  const auto face = [](const Mesh& mesh, std::size_t i, const Pose& X) {
    const Face& f = mesh.faces[i];
    return PosedTriangle{{mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]}, &X};
  };
  std::vector<FacePair> pairs;
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    for (std::size_t k = 0; k < b.faces.size(); ++k) {
      if (oracle::triangles_meet(face(a, i, X_WA), face(b, k, X_WB)))
        pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k)});
    }
  }
  return pairs;
}

TEST(Truth, OfMeshesIsThatOfTheirFacesOneByOne) {
  int compared = 0;
  for (const Generator& generator : all_generators()) {
    oracle::Draw draw(42);
    for (int i = 0; i < oracle::scaled_count(20); ++i) {
      const Case c = generator.draw(draw);
      if (c.scene.bodies.size() < 2) continue;
      const SceneBody &a = c.scene.bodies[0], &b = c.scene.bodies[1];
      const Mesh *of_a = mesh_of(a.shape), *of_b = mesh_of(b.shape);
      if (of_a == nullptr || of_b == nullptr || of_a->faces.size() * of_b->faces.size() > 400) continue;
      ++compared;
      EXPECT_EQ(rational_truth(a.shape, a.pose, b.shape, b.pose).surely, slowly(*of_a, a.pose, *of_b, b.pose))
          << generator.name << " " << i;
    }
  }
  EXPECT_GT(compared, 20);
}

TEST(Truth, OfSpheresIsExact) {
  const Shape tiny = Shape::of(Sphere{0x1p-53}), ball = Shape::of(Sphere{1});
  const auto at = [](double x) { return Pose(Eigen::Matrix3d::Identity(), {x, 0, 0}); };
  EXPECT_TRUE(rational_truth(tiny, at(-0x1p-53), ball, at(1)).must_hit());
  EXPECT_FALSE(rational_truth(tiny, at(-0x1.0000000000001p-53), ball, at(1)).may_hit());
}

TEST(Truth, OfSmoothBodiesIsBetweenThatOfPolytopes) {
  const Shape point = Shape::of(Convex{{{0, 0, 0}}});
  const auto at = [](double x, double y, double z) { return Pose(Eigen::Matrix3d::Identity(), {x, y, z}); };
  const std::array smooth = {Shape::of(Cylinder{1, 2}), Shape::of(Cone{1, 2}),
                             Shape::of(Ellipsoid{{1, 3, 2}})};
  for (const Shape& shape : smooth) {
    for (int i = 0; i < 100; ++i) {
      const double angle = 0.0628 * i, r = std::holds_alternative<Cone>(shape.kind()) ? 0.5 : 1;
      const double long_y = std::holds_alternative<Ellipsoid>(shape.kind()) ? 3 : 1;
      const auto beside = [&](double f) {
        return rational_truth(shape, {}, point,
                              at(f * r * std::cos(angle), f * r * long_y * std::sin(angle), 0));
      };
      EXPECT_TRUE(beside(0.93).must_hit());
      EXPECT_TRUE(beside(1).may_hit());
      EXPECT_FALSE(beside(1.09).may_hit());
    }
    EXPECT_TRUE(rational_truth(shape, {}, point, at(0, 0, 1.99)).must_hit());
    EXPECT_FALSE(rational_truth(shape, {}, point, at(0, 0, 2.2)).may_hit());
  }
}

}  // namespace
}  // namespace graze::selftest
