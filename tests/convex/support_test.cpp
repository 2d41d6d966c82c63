// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Support points against all vertices, in the same arithmetic: what cells of directions leave out is never the
// farthest.
#include <gtest/gtest.h>

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

/// Round, long and flat ones, some with vertices crowded together.
Points many_points(int n, Draw& draw) {
  Points points = point_set(draw.coin() ? PointSet::sphere : PointSet::ball, n, draw);
  const Eigen::Vector3d stretch(draw.pick(std::array{1.0, 1e-3, 0.1}), draw.pick(std::array{1.0, 30.0}), 1);
  const double crowd = draw.pick(std::array{0.0, 0.0, 5.0});
  for (Eigen::Vector3d& p : points) {
    p = p.cwiseProduct(stretch);
    p.z() += crowd * p.z() * p.z();
  }
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
      const bool climbed =
          body.core == ConvexBody::Core::cells && p.cells.cells[direction_cell(d[0], d[1], d[2])].count == 0;
      ASSERT_GE(reached, climbed ? most - 1e-13 * p.reach * d.norm() : most) << i << ", " << k;
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

}  // namespace
}  // namespace graze
