// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Pairs of polytopes, many of them on the verge of touching.
#pragma once

#include <graze/query.h>

#include "convex/body.h"
#include "convex/gjk.h"
#include "convex/hull.h"
#include "oracle/hulls.h"
#include "oracle/poses.h"
#include "point_sets.h"

namespace graze {

enum class PairKind {
  random,    ///< about half of them meet
  verge,     ///< within 1e-9 of touching, most much nearer
  lattice,   ///< small whole coordinates and quarter turns: many touch just so
  flat,      ///< points, segments and polygons among them
  together,  ///< the same pose for both
};
inline constexpr std::array pair_kinds = {PairKind::random, PairKind::verge, PairKind::lattice,
                                          PairKind::flat, PairKind::together};

struct PolytopePair {
  Points points_a, points_b;
  Pose X_WA, X_WB;
};

inline Points corners_of(const ConvexBody& body) {
  return {body.vertices.begin(), body.vertices.end()};
}

inline Pose random_pose(Draw& draw, double spread) {
  return {oracle::random_rotation(draw), spread * in_ball(draw)};
}

inline bool truth(const PolytopePair& pair) {
  std::vector<exact::Point> points;
  for (const Eigen::Vector3d& p : pair.points_a) points.push_back({p, &pair.X_WA});
  for (const Eigen::Vector3d& p : pair.points_b) points.push_back({p, &pair.X_WB});
  const std::vector<oracle::IntegerPoint> integers = oracle::to_integers(points);
  const auto all = std::span(integers);
  return oracle::hulls_of_many_meet(all.first(pair.points_a.size()), all.subspan(pair.points_a.size()));
}

/// Moves B until it touches A, but for rounding and `gap`.
inline void bring_to_touch(PolytopePair& pair, double gap) {
  const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
  const ConvexBody body_a = body_of(a), body_b = body_of(b);
  const Eigen::Vector3d away = (pair.X_WB.t - pair.X_WA.t).normalized();
  if (!away.allFinite() || away.norm() < 0.5) return;
  pair.X_WB.t = pair.X_WA.t + 5 * away;
  GjkResult result;
  gjk({body_a, pair.X_WA, body_b, pair.X_WB}, GjkGoal::distance, nullptr, result);
  if (result.upper > 0) pair.X_WB.t += result.v * ((result.upper - gap) / result.upper);
}

inline PolytopePair polytope_pair(PairKind kind, Draw& draw, int largest = 12) {
  PolytopePair pair;
  const auto points = [&](PointSet set) { return point_set(set, draw.small(4, largest), draw); };
  const PointSet solids[] = {PointSet::ball, PointSet::sphere, PointSet::lattice, PointSet::tiny_lattice};
  switch (kind) {
    case PairKind::random:
    case PairKind::verge:
      pair.points_a = points(draw.pick(solids));
      pair.points_b = points(draw.pick(solids));
      pair.X_WA = random_pose(draw, 1);
      pair.X_WB = random_pose(draw, 1);
      pair.X_WB.t = pair.X_WA.t + draw.uniform(0.4, 2) * in_ball(draw).normalized();
      if (kind == PairKind::verge) {
        const double gap = draw.pick(std::array{1e-9, 1e-12, 1e-15, 1e-16, 0.0});
        bring_to_touch(pair, draw.coin() ? gap : -gap);
      }
      break;
    case PairKind::lattice: {
      const PointSet lattices[] = {PointSet::lattice, PointSet::tiny_lattice};
      pair.points_a = points(draw.pick(lattices));
      pair.points_b = points(draw.pick(lattices));
      pair.X_WA.R = oracle::quarter_turn(draw).cast<double>();
      for (int i = 0; i < 3; ++i) pair.X_WB.t[i] = static_cast<double>(draw.integer(-5, 5)) / 4;
      break;
    }
    case PairKind::flat:
      pair.points_a = points(draw.pick(point_sets));
      pair.points_b = points(draw.pick(point_sets));
      if (draw.coin()) {
        pair.X_WB.t = 0.5 * in_ball(draw);
      } else {
        pair.X_WA = random_pose(draw, 0.25);
        pair.X_WB = random_pose(draw, 0.25);
        if (draw.coin()) bring_to_touch(pair, draw.pick(std::array{0.0, -1e-14, -1e-10}));
      }
      break;
    case PairKind::together:
      pair.points_a = points(draw.pick(point_sets));
      pair.points_b = points(draw.pick(point_sets));
      for (Eigen::Vector3d& p : pair.points_b)
        p += Eigen::Vector3d(draw.small(-1, 1), draw.small(-1, 1), 0.5);
      pair.X_WA = pair.X_WB = random_pose(draw, 1);
      break;
  }
  return pair;
}

}  // namespace graze
