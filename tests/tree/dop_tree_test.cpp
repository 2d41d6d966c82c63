// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/dop/dop_tree.h"

#include <graze/error.h>
#include <gtest/gtest.h>

#include "tree/bodies.h"

namespace graze {
namespace {

using Eigen::Vector3d;

class DopTreeTest : public testing::TestWithParam<int> {
 protected:
  DopTree tree_of(const Mesh& mesh) const {
    return DopTree(mesh, MeshBounds(mesh), {.orientations = GetParam()});
  }
  const DopOrientations& orientations() const { return DopOrientations::of(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Orientations, DopTreeTest, testing::Values(6, 8, 14, 18, 24, 26));

TEST(DopOrientationsTest, RefusesOtherCounts) {
  EXPECT_THROW(DopOrientations::of(10), Error);
  const Mesh mesh = make_box({1, 1, 1});
  EXPECT_THROW(DopTree(mesh, MeshBounds(mesh), {.orientations = 7}), Error);
}

TEST_P(DopTreeTest, HoldsAnySoup) {
  for (const test::Body& body : test::bodies()) {
    const DopTree tree = tree_of(body.mesh);
    EXPECT_NO_THROW(tree.validate(body.mesh)) << body.name;
    EXPECT_LE(tree.depth(), 3 * std::bit_width(body.mesh.faces.size()) + 9) << body.name;
  }
}

TEST_P(DopTreeTest, ValidateNoticesWhatSticksOut) {
  Mesh mesh = make_sphere(1, 24, 12);
  const DopTree tree = tree_of(mesh);
  mesh.vertices[mesh.faces[0][0]] *= 1.001;
  EXPECT_THROW(tree.validate(mesh), Error);
  mesh.faces.push_back(mesh.faces[0]);
  EXPECT_THROW(tree.validate(mesh), Error);
}

TEST_P(DopTreeTest, GenericDopHasItsVertices) {
  // A simple polytope with k faces has 2k - 4 vertices; the octahedron of k = 8 is not simple and has six.
  const DopOrientations& o = orientations();
  EXPECT_EQ(o.vertices.size(), o.k == 8 ? 3u : static_cast<std::size_t>(o.k - 2));
  EXPECT_EQ(o.triples.size(), o.k == 8 ? 12u : o.vertices.size());
}

/// A node's slabs about some points.
struct Slabs {
  float c[DopOrientations::max_slabs];
  float h[DopOrientations::max_slabs];

  Slabs(const DopOrientations& o, const std::vector<Vector3d>& points) {
    for (int i = 0; i < o.slabs; ++i) {
      double low = INFINITY, high = -INFINITY;
      for (const Vector3d& p : points) {
        low = std::min(low, o.B[i].dot(p));
        high = std::max(high, o.B[i].dot(p));
      }
      c[i] = static_cast<float>((low + high) / 2);
      h[i] = std::nextafter(static_cast<float>(std::max(high - c[i], c[i] - low)), INFINITY);
    }
  }
};

/// All vertices of the polytope: points where three planes meet and that are beyond none.
std::vector<Vector3d> vertices_of(const DopOrientations& o, const Slabs& slabs) {
  std::vector<Vector3d> normals, result;
  std::vector<double> offsets;
  for (const double side : {1.0, -1.0}) {
    for (int i = 0; i < o.slabs; ++i) {
      normals.push_back(side * o.B[i]);
      offsets.push_back(side * static_cast<double>(slabs.c[i]) + static_cast<double>(slabs.h[i]));
    }
  }
  for (int a = 0; a < o.k; ++a) {
    for (int b = a + 1; b < o.k; ++b) {
      for (int c = b + 1; c < o.k; ++c) {
        Eigen::Matrix3d rows;
        rows << normals[a].transpose(), normals[b].transpose(), normals[c].transpose();
        if (std::abs(rows.determinant()) < 0.5) continue;
        const Vector3d p = rows.inverse() * Vector3d(offsets[a], offsets[b], offsets[c]);
        bool inside = true;
        for (int i = 0; i < o.k && inside; ++i) inside = normals[i].dot(p) <= offsets[i] + 1e-12;
        if (inside) result.push_back(p);
      }
    }
  }
  return result;
}

struct Interval {
  float c, h;
};
Interval aligned(const DopAlignment& alignment, const Slabs& slabs, int i) {
  Interval result = {alignment.offset[i], alignment.margin[i]};
  for (int l = 0; l < 3; ++l) {
    result.c += alignment.w[i][l] * slabs.c[alignment.j[i][l]];
    result.h += std::abs(alignment.w[i][l]) * slabs.h[alignment.j[i][l]];
  }
  return result;
}

TreeFrameMap random_map(Random& random, const DopOrientations& o) {
  const Pose X_WA{test::random_rotation(random), test::random_point(random, 2)};
  Pose X_WB{test::random_rotation(random), test::random_point(random, 2)};
  if (random.below(4) == 0) X_WB.R = X_WA.R;  // where vertices tie
  if (random.below(4) == 0) {
    // The vertices of the generic DOP lie along the axes and on the planes between them: ties of another
    // kind.
    const Vector3d axis = o.B[random.below(o.slabs)].normalized();
    X_WB.R = X_WA.R * Eigen::AngleAxisd(EIGEN_PI / 4, axis).toRotationMatrix();
  }
  TreeFrame a, b;
  a.scale = std::ldexp(1, static_cast<int>(random.below(5)));
  const RelativePose X_AB(X_WA, X_WB);
  return {a, b, X_AB, X_AB.point_error(1)};
}

TEST_P(DopTreeTest, AlignmentEnclosesEveryNode) {
  const DopOrientations& o = orientations();
  Random random(GetParam());
  int beyond_without_margin = 0;
  for (int round = 0; round < 400; ++round) {
    const TreeFrameMap map = random_map(random, o);
    const DopAlignment alignment(o, map);
    ASSERT_TRUE(alignment.usable());
    // From a handful of points: many planes are redundant, supported by a single vertex.
    std::vector<Vector3d> points;
    const Vector3d centre = test::random_point(random, 0.1);
    for (int i = 0; i < 1 + round % 6; ++i) {
      points.push_back(centre + test::random_point(random, 0.2));
    }
    const Slabs slabs(o, points);
    std::vector<Vector3d> all = vertices_of(o, slabs);
    all.insert(all.end(), points.begin(), points.end());
    for (int i = 0; i < o.slabs; ++i) {
      const Interval interval = aligned(alignment, slabs, i);
      for (const Vector3d& p : all) {
        const double off =
            std::abs(o.B[i].dot(map.k * (map.R * p) + map.t) - static_cast<double>(interval.c));
        ASSERT_LE(off, static_cast<double>(interval.h)) << "slab " << i << ", round " << round;
        beyond_without_margin += off > static_cast<double>(interval.h - alignment.margin[i]) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(beyond_without_margin, 100);  // else this test would not miss the margin
}

TEST_P(DopTreeTest, AlignmentOfTheGenericDopIsTight) {
  const DopOrientations& o = orientations();
  Random random(GetParam());
  std::vector<Vector3d> generic;
  for (const DopOrientations::Vertex& v : o.vertices) {
    generic.push_back(0.4 * v.p);
    generic.push_back(-0.4 * v.p);
  }
  const Slabs slabs(o, generic);
  for (int round = 0; round < 400; ++round) {
    const TreeFrameMap map = random_map(random, o);
    const DopAlignment alignment(o, map);
    for (int i = 0; i < o.slabs; ++i) {
      double extent = 0;
      for (const Vector3d& p : generic) extent = std::max(extent, o.B[i].dot(map.k * (map.R * p)));
      const auto h = static_cast<double>(aligned(alignment, slabs, i).h);
      EXPECT_LT(h, extent + 1e-4 * map.k) << "slab " << i << ": a triple that does not hold the direction";
      for (int l = 0; l < 3; ++l) EXPECT_LE(std::abs(alignment.w[i][l]), 3 * map.k);
    }
  }
}

TEST_P(DopTreeTest, FindsWhatTouches) {
  Random random(GetParam());
  const Pose X;
  for (int round = 0; round < 1000; ++round) {
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

TEST_P(DopTreeTest, FindsWhatBlindSearchFinds) {
  Random random(GetParam());
  const Mesh a = make_torus(0.8, 0.3, 16, 10), b = test::make_soup(100, 4);
  const DopTree tree_a = tree_of(a), tree_b = tree_of(b);
  const MeshBounds bounds_a(a), bounds_b(b);
  for (int round = 0; round < 20; ++round) {
    const Pose X_WA{test::random_rotation(random), test::random_point(random, 0.5)};
    const Pose X_WB{test::random_rotation(random), test::random_point(random, 0.5)};
    const MeshPair pair(a, bounds_a, X_WA, b, bounds_b, X_WB);
    Counters counters;
    EXPECT_EQ(test::pairs_found(pair, tree_a, tree_b, counters), test::pairs_blindly(pair));
  }
}

TEST_P(DopTreeTest, PrunesWhatIsApart) {
  const Mesh mesh = make_sphere(1, 64, 32);
  const DopTree tree = tree_of(mesh);
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
  EXPECT_LT(tests_at(4), 40u);
  EXPECT_LT(tests_at(2.05), 4000u);
}

TEST_P(DopTreeTest, TakesLittleMemory) {
  const Mesh mesh = make_sphere(1, 64, 32);
  const double a_node =
      static_cast<double>(tree_of(mesh).bytes()) / (2.0 * static_cast<double>(mesh.faces.size()));
  EXPECT_LT(a_node, 4.0 * (GetParam() + 4) + 1);  // the offsets, a child, padding
}

/// Bounds are compared in the frame of the larger body, whichever of the two it is: in the smaller one's, float tells nothing
/// apart.
TEST(DopTree, TakesAsLongTheOtherWayRound) {
  for (const double ratio : {1.0, 1e3, 1e6, 1e9, 1e20, 1e40, 1e200}) {
    const auto [one, other] = test::work_of_ratio<DopTree>(ratio);
    EXPECT_LT(one, 100000u) << ratio;  // of 1.6 million pairs
    EXPECT_LT(other, 100000u) << ratio;
  }
}

}  // namespace
}  // namespace graze
