// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/wide/reach_map.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"
#include "tree/bodies.h"

namespace graze {
namespace {

Eigen::Vector3d random_direction(Random& random) {
  const Eigen::Vector3d n(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  return std::exp2(random.uniform(-3, 3)) * n.normalized();
}

/// As far as the farthest vertex, and not much farther; from one face to thousands, at all scales and places.
TEST(ReachMap, ReachesAsFarAsTheMesh) {
  Random random(3);
  const Mesh triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  for (const Mesh& base : {triangle, make_box({1, 2, 3}), make_torus(1, 0.3, 12, 8), make_tetraflake(1, 4),
                           make_icosphere(1, 5), test::make_soup(60, 4)}) {
    for (const double unit : {1.0, 1e-200, 1e200}) {
      for (const double offset : {0.0, 1e3}) {
        Mesh mesh = base;
        for (Eigen::Vector3d& v : mesh.vertices) v = unit * (v + Eigen::Vector3d(offset, 0, -offset));
        const MeshBounds bounds(mesh);
        const ReachMap map{WideBvh(mesh, bounds)};
        ASSERT_TRUE(map.usable());
        for (int i = 0; i < 300; ++i) {
          const Eigen::Vector3d n = random_direction(random);
          double most = -INFINITY;
          for (const Eigen::Vector3d& v : mesh.vertices) most = std::max(most, n.dot(v / unit));
          const ReachMap::Reach reach = map.reach(n);
          const double size = n.norm() * (bounds.box.high / unit - bounds.box.low / unit).maxCoeff();
          const double rounding = 1e-13 * n.norm() * (offset + 1);
          ASSERT_GE(reach.most / unit, most - rounding);
          ASSERT_LE(reach.most / unit, most + (base.faces.size() > 10000 ? 0.003 : 0.06) * size + rounding);
          ASSERT_NEAR(n.dot(reach.point / unit), reach.most / unit, 1e-12 * size + rounding);
        }
      }
    }
  }
  EXPECT_FALSE(ReachMap(WideBvh({}, MeshBounds(Mesh{}))).usable());
}

/// Along axes and diagonals of the cube, between its sides and between the two halves of a cell.
TEST(ReachMap, KnowsTheDirectionsBetweenItsParts) {
  const Mesh mesh = make_box({1, 2, 3});
  const ReachMap map{WideBvh(mesh, MeshBounds(mesh))};
  for (int x = -8; x <= 8; ++x) {
    for (int y = -8; y <= 8; ++y) {
      for (int z = -8; z <= 8; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        const double most = std::abs(x) * 1.0 + std::abs(y) * 2.0 + std::abs(z) * 3.0;
        EXPECT_GE(map.reach({1.0 * x, 1.0 * y, 1.0 * z}).most, most - 1e-12);
        EXPECT_LE(map.reach({1.0 * x, 1.0 * y, 1.0 * z}).most, most * (1 + 1e-3));
      }
    }
  }
}

/// Long thin faces askew have boxes that reach much farther than they do: a search opens most of the tree.
TEST(ReachMap, TakesBoundedWorkForAnyMesh) {
  Random random(5);
  Mesh slivers, fan, soup = test::make_soup(100000, 8);
  fan.vertices.push_back({0, 0, 0});
  for (std::uint32_t i = 0; i < 100000; ++i) {
    const Eigen::Vector3d p = test::random_point(random), n = test::random_point(random).normalized();
    slivers.vertices.insert(slivers.vertices.end(),
                            {p - n, p + n, p + n + 1e-4 * test::random_point(random)});
    slivers.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    fan.vertices.push_back(n);
    if (i > 0) fan.faces.push_back({0, i, i + 1});
  }
  for (const Mesh& mesh : {slivers, fan, soup}) {
    const ReachMap map{WideBvh(mesh, MeshBounds(mesh))};
    ASSERT_TRUE(map.usable());
    EXPECT_LE(map.visits(), 2 * mesh.faces.size());
    for (int i = 0; i < 50; ++i) {
      const Eigen::Vector3d n = random_direction(random);
      double most = -INFINITY;
      for (const Face& f : mesh.faces) {
        for (const std::uint32_t v : f) most = std::max(most, n.dot(mesh.vertices[v]));
      }
      ASSERT_GE(map.reach(n).most, most - 1e-12);
      ASSERT_LE(map.reach(n).most, most + 1.0 * n.norm());
    }
  }
}

}  // namespace
}  // namespace graze
