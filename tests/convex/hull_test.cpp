// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/hull.h"

#include <gtest/gtest.h>

#include "exact/predicates.h"
#include "oracle/test_scale.h"
#include "point_sets.h"

namespace graze {
namespace {

/// Every given point lies in the hull: below all faces, and, of a flat hull, in its plane.
void expect_holds(const Polytope& p, const Points& points) {
  for (const Eigen::Vector3d& q : points) {
    for (const Polytope::FaceLoop& face : p.faces) {
      const auto c = p.corners_of(face);
      const int side = exact::orient3d({p.vertices[c[0]]}, {p.vertices[c[1]]}, {p.vertices[c[2]]}, {q});
      ASSERT_LE(side, 0) << q.transpose();
    }
  }
}

TEST(Hull, OfRandomPointsIsExact) {
  Draw draw(1);
  for (const PointSet kind : point_sets) {
    for (int i = 0; i < oracle::scaled_count(300); ++i) {
      const int n = i % 10 == 0 ? draw.small(40, 120) : draw.small(1, 20);
      Points points = point_set(kind, n, draw);
      const int exponent = draw.pick(std::array{0, 0, -1000, -300, 300, 1000});
      for (Eigen::Vector3d& p : points) p = oracle::scaled(p, {exponent, exponent, exponent});
      const Polytope p = hull(points);
      ASSERT_NO_THROW(p.validate()) << static_cast<int>(kind) << ", case " << i;
      expect_holds(p, points);
      for (std::size_t v = 0; v < p.vertices.size(); ++v) EXPECT_EQ(p.vertices[v], points[p.source[v]]);
    }
  }
}

TEST(Hull, MergesFacesAndDropsWhatIsNotExtreme) {
  Points points;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) {
      for (int z = 0; z < 4; ++z) points.emplace_back(x, y, z);
    }
  }
  const Polytope cube = hull(points);
  cube.validate();
  EXPECT_EQ(cube.vertices.size(), 8u);
  EXPECT_EQ(cube.edges.size(), 12u);
  EXPECT_EQ(cube.faces.size(), 6u);
  EXPECT_EQ(cube.stride, 8u);
  for (const Polytope::FaceLoop& face : cube.faces) {
    EXPECT_EQ(face.count, 4u);
    EXPECT_DOUBLE_EQ(face.normal.norm(), 1);
  }
}

TEST(Hull, KnowsItsDimension) {
  EXPECT_EQ(hull(Points{{1, 2, 3}, {1, 2, 3}}).dimension, 0);
  EXPECT_EQ(hull(Points{{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {2, 2, 2}}).source,
            (std::vector<std::uint32_t>{0, 2}));
  const Polytope square = hull(Points{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.5, 0, 1}});
  EXPECT_EQ(square.dimension, 2);
  EXPECT_EQ(square.vertices.size(), 4u);
  EXPECT_EQ(square.faces.size(), 2u);
  // One rounding off the plane is off the plane.
  const Polytope bent = hull(Points{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, std::nextafter(1, 2)}});
  EXPECT_EQ(bent.dimension, 3);
  bent.validate();
}

TEST(Hull, OfAThousandPointsOnASphereKeepsThemAll) {
  Draw draw(2);
  const Points points = point_set(PointSet::sphere, 1000, draw);
  const Polytope p = hull(points);
  p.validate();
  EXPECT_EQ(p.vertices.size(), 1000u);
}

}  // namespace
}  // namespace graze
