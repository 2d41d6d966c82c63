// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Sets of points whose hulls are hard in different ways.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "oracle/draw.h"
#include "oracle/nudge.h"

namespace graze {

using oracle::Draw;
using Points = std::vector<Eigen::Vector3d>;

enum class PointSet {
  ball,
  sphere,
  lattice,
  tiny_lattice,
  polygon,
  tilted_polygon,
  line,
  point,
  prism,
  near_flat
};
inline constexpr std::array point_sets = {PointSet::ball,        PointSet::sphere, PointSet::lattice,
                                          PointSet::polygon,     PointSet::line,   PointSet::tilted_polygon,
                                          PointSet::point,       PointSet::prism,  PointSet::near_flat,
                                          PointSet::tiny_lattice};

inline Eigen::Vector3d in_ball(Draw& draw) {
  for (;;) {
    const Eigen::Vector3d p(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1));
    if (p.squaredNorm() <= 1 && p.squaredNorm() > 1e-6) return p;
  }
}

/// About n points within 1 of the origin in each coordinate, some of them perhaps twice.
inline Points point_set(PointSet kind, int n, Draw& draw) {
  Points points;
  const Eigen::Vector3d u = in_ball(draw), v = in_ball(draw);
  for (int i = 0; i < n; ++i) {
    const auto grid = [&](int k) { return static_cast<double>(draw.integer(-k, k)) / k; };
    switch (kind) {
      case PointSet::ball:
        points.push_back(in_ball(draw));
        break;
      case PointSet::sphere:
        points.push_back(in_ball(draw).normalized());
        break;
      case PointSet::lattice:
        points.emplace_back(grid(4), grid(4), grid(4));
        break;
      case PointSet::tiny_lattice:
        points.emplace_back(grid(1), grid(1), grid(1));
        break;
      case PointSet::polygon:
        points.emplace_back(grid(8), grid(8), 0.25);
        break;
      case PointSet::tilted_polygon: {  // x + 2y + z/2 = 0, exactly
        const double x = grid(16), y = grid(16) / 8;
        points.emplace_back(x / 4, y, -2 * (x / 4 + 2 * y));
        break;
      }
      case PointSet::line:
        points.emplace_back(Eigen::Vector3d(1, 0.5, -0.25) * grid(16));
        break;
      case PointSet::point:
        points.emplace_back(0.5, -0.125, 0.3);
        break;
      case PointSet::prism: {
        const double a = 2 * M_PI * i / n;
        points.emplace_back(std::cos(a), std::sin(a), -0.5);
        points.emplace_back(std::cos(a), std::sin(a), 0.5);
        break;
      }
      case PointSet::near_flat: {
        const double s = draw.uniform(-1, 1), t = draw.uniform(-1, 1);
        points.emplace_back(0.5 * (s * u + t * v));  // in a plane but for rounding
        break;
      }
    }
  }
  return points;
}

/// Beside each point another one, few roundings off: equally far along most directions, but neighbours of their own.
inline Points with_twins(Points points, Draw& draw) {
  const double off = draw.pick(std::array{1e-16, 1e-16, 1e-15, 1e-13, 1e-12});
  for (std::size_t k = points.size(); k-- > 0;) {
    const double size = points[k].cwiseAbs().maxCoeff();
    points.push_back(points[k] + size * off * in_ball(draw));
  }
  return points;
}

}  // namespace graze
