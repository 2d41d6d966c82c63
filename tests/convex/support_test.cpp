// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Support points against all vertices, in the same arithmetic: what cells of directions leave out is never the
// farthest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "convex/body.h"
#include "convex/hull.h"
#include "convex/support_point.h"
#include "oracle/poses.h"
#include "oracle/test_scale.h"
#include "point_sets.h"

namespace graze {
namespace {

double along(const Eigen::Vector3d& d, const Eigen::Vector3d& p) {
  return (d[0] * p[0] + d[1] * p[1]) + d[2] * p[2];
}

double farthest(const Polytope& p, const Eigen::Vector3d& d) {
  double most = -INFINITY;
  for (const Eigen::Vector3d& v : p.vertices) most = std::max(most, along(d, v));
  return most;
}

/// Anywhere, on the borders of cells, and next to them.
Eigen::Vector3d direction(Draw& draw) {
  Eigen::Vector3d d = in_ball(draw);
  if (draw.coin()) return d;
  for (int axis = 0; axis < 3; ++axis) d[axis] = static_cast<double>(draw.integer(-8, 8)) / 8;
  d[draw.small(0, 2)] = draw.coin() ? 1 : -1;
  const double off = draw.pick(std::array{0.0, 1e-17, 1e-15, 1e-12});
  return draw.uniform(0.1, 10) * (d + off * in_ball(draw));
}

/// Round, long and flat ones, some with vertices crowded together, or with twins.
Points many_points(int n, Draw& draw) {
  Points points = point_set(draw.coin() ? PointSet::sphere : PointSet::ball, n, draw);
  const Eigen::Vector3d stretch(draw.pick(std::array{1.0, 1e-3, 0.1}), draw.pick(std::array{1.0, 30.0}), 1);
  const double crowd = draw.pick(std::array{0.0, 0.0, 5.0});
  for (Eigen::Vector3d& p : points) {
    p = p.cwiseProduct(stretch);
    p.z() += crowd * p.z() * p.z();
  }
  if (draw.one_in(3)) points = with_twins(points, draw);
  // At the last, the products of a direction and a vertex are rounded to few bits.
  const double size = draw.pick(std::array{1.0, 1.0, 1.0, 1e100, 1e300, 1e-100, 1e-300, 1e-310});
  for (Eigen::Vector3d& p : points) p *= size;
  return points;
}

TEST(Support, IsTheFarthestOfAllVertices) {
  Draw draw(600);
  const int bodies = oracle::scaled_count(60);
  std::size_t cells = 0, climbs = 0, candidates = 0;
  for (int i = 0; i < bodies; ++i) {
    const Polytope p = hull(many_points(draw.small(4, i % 10 == 0 ? 4000 : 600), draw));
    const ConvexBody body = body_of(p);
    for (const DirectionCells::Cell& cell : p.cells.cells) {
      ++cells;
      climbs += cell.count == 0;
      candidates += cell.count;
    }
    std::uint32_t last = 0;
    for (int k = 0; k < 2000; ++k) {
      const Eigen::Vector3d d = direction(draw);
      const double reached = along(d, support_point(body, d, last)), most = farthest(p, d);
      // A walk knows the farthest in exact arithmetic, which may be another.
      const bool climbed =
          body.core == ConvexBody::Core::cells && p.cells.cells[direction_cell(d[0], d[1], d[2])].count == 0;
      ASSERT_GE(reached, climbed ? most - 0x1p-50 * p.reach * d.lpNorm<1>() : most) << i << ", " << k;
    }
  }
  std::printf("%.2f candidates a cell, %.4f of the cells climb\n",
              static_cast<double>(candidates) / static_cast<double>(cells - climbs),
              static_cast<double>(climbs) / static_cast<double>(cells));
  EXPECT_GT(climbs, 0U);
  EXPECT_LT(climbs, cells / 2);
}

TEST(Support, TakesTheFirstOfEqualVertices) {
  Draw draw(601);
  for (int i = 0; i < 50; ++i) {
    const Polytope p = hull(point_set(PointSet::lattice, draw.small(4, 60), draw));
    const ConvexBody body = body_of(p);
    for (int axis = 0; axis < 3; ++axis) {
      std::uint32_t found = 0;
      const Eigen::Vector3d d = (draw.coin() ? 1.0 : -1.0) * Eigen::Vector3d::Unit(axis);
      support_point(body, d, found);
      std::uint32_t first = 0;
      while (along(d, p.vertices[first]) < farthest(p, d)) ++first;
      ASSERT_EQ(found, first) << i;
    }
  }
}

/// The lattice's points in a ball: rings of vertices that are equally far along many directions.
TEST(Support, TakesTheFirstOfEqualVerticesInACell) {
  Points points;
  constexpr int radius = 9;
  for (int x = -radius; x <= radius; ++x) {
    for (int y = -radius; y <= radius; ++y) {
      for (int z = -radius; z <= radius; ++z) {
        if (x * x + y * y + z * z <= radius * radius) points.emplace_back(x, y, z);
      }
    }
  }
  const Polytope p = hull(points);
  const ConvexBody body = body_of(p);
  ASSERT_EQ(body.core, ConvexBody::Core::cells);
  int ties = 0;
  for (int i = 0; i < 27; ++i) {
    const Eigen::Vector3d d(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    if (d.isZero()) continue;
    if (p.cells.cells[direction_cell(d[0], d[1], d[2])].count == 0) continue;  // climbs
    std::uint32_t found = 0;
    support_point(body, d, found);
    const double most = farthest(p, d);
    const auto is_farthest = [&](const Eigen::Vector3d& v) { return along(d, v) == most; };
    const auto first = std::find_if(p.vertices.begin(), p.vertices.end(), is_farthest);
    EXPECT_EQ(found, first - p.vertices.begin()) << d.transpose();
    ties += std::count_if(p.vertices.begin(), p.vertices.end(), is_farthest) > 1 ? 1 : 0;
  }
  EXPECT_GT(ties, 5);
}

}  // namespace
}  // namespace graze
