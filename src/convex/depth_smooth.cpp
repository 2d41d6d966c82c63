// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The penetration depth of smooth bodies: the distance from the origin to the boundary of their difference, between
// a polytope inside it and the planes that touch it (as EPA does, vandenbergen2003).
//
//   1. A polytope P: the hull of the points of A - B farthest along some directions.
//   2. No face of P is farther from the origin than the boundary is in its direction; the nearest face bounds the depth
//      from below. Along the nearest few faces' normals find the farthest points of A - B; each bounds it from above.
//   3. Stop when the bounds meet; else add the points, and repeat.
//
// We deviate by making P anew each time, with exact signs (hull.h): EPA's surgery on a polytope whose faces rounding
// has folded is what fails in practice. Near the answer a round quarters the error.
//
// Cost: ten to twenty hulls of one or two hundred points.
#include <algorithm>
#include <vector>

#include "convex/depth.h"
#include "convex/hull.h"

namespace graze {
namespace {

constexpr int max_rounds = 48;
constexpr std::size_t faces_a_round = 6;
constexpr std::size_t max_points = 600;

std::vector<Eigen::Vector3d> first_directions() {
  std::vector<Eigen::Vector3d> directions;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (x != 0 || y != 0 || z != 0) directions.push_back(Eigen::Vector3d(x, y, z).normalized());
      }
    }
  }
  return directions;
}

}  // namespace

Depth depth_of_smooth(const ConvexPair& pair) {
  const double size = pair.a.reach + pair.b.reach + (pair.X_WA.t - pair.X_WB.t).norm();
  Overlap overlap(pair);
  Depth best;
  best.depth = INFINITY;
  std::vector<Eigen::Vector3d> points;
  const auto look = [&](const Eigen::Vector3d& n) {
    points.push_back(overlap.point(n));
    const double depth = n.dot(points.back());
    if (depth < best.depth) {
      best.depth = depth;
      best.normal = n;
    }
    return depth;
  };
  // Seen from A and from B: their axes are where flat ends and rims are.
  for (const Eigen::Vector3d& d : first_directions()) {
    look(pair.X_WA.R * d);
    look(pair.X_WB.R * d);
  }
  double lower = 0;
  for (int round = 0; round < max_rounds && points.size() < max_points; ++round) {
    const Polytope inner = hull(points);
    if (inner.faces.empty()) break;
    std::vector<std::pair<double, std::size_t>> nearest;
    for (std::size_t f = 0; f < inner.faces.size(); ++f) {
      // A sliver's normal may be lost to rounding.
      if (inner.faces[f].normal.squaredNorm() > 0.5) nearest.emplace_back(inner.faces[f].offset, f);
    }
    if (nearest.empty()) break;
    std::sort(nearest.begin(), nearest.end());
    lower = std::max(lower, nearest[0].first);
    bool grown = false;
    for (std::size_t k = 0; k < std::min(faces_a_round, nearest.size()); ++k) {
      const auto& [offset, f] = nearest[k];
      if (offset >= best.depth - 0.1 * smooth_tolerance * size) break;
      if (look(inner.faces[f].normal) > offset + 1e-15 * size) grown = true;
    }
    if (!grown) break;
  }
  best.depth = std::max(best.depth, 0.0);
  best.error = std::max(best.depth - lower, 0x1p-45 * size);
  return best;
}

}  // namespace graze
