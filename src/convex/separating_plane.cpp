// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Cached separating planes (kitamura1998, section 5.1, after heckbert1994).
//
//   1. Does the plane that parted the polytopes last, carried along by A, still part them? All vertices are looked at.
//   2. If not, find the nearest vertices by the method of gjk1988: the vector between them is the new plane's normal,
//      and the plane passes through one of them. The polytopes meet if there is no such plane.
//
// We deviate: a plane is kept by its normal alone, since any offset between the two sides will do; and where the plane
// across the nearest vertices fails, as it may when edges or faces are nearest, the vector between the nearest points
// is the normal instead. The answer is exact: a plane counts where it parts beyond rounding, and pairs left over are
// decided in integers by gjk.
//
// Cost: a product for every vertex while the plane holds.
#include "convex/separating_plane.h"

#include <cmath>

#include "convex/support_point.h"
#include "math/slack.h"

namespace graze {
namespace {

/// The nearest among the vertices of the simplex that GJK ends with.
Eigen::Vector3d between_nearest_vertices(const ConvexPair& pair, const GjkResult& result) {
  Eigen::Vector3d best = result.v;
  double least = INFINITY;
  const Eigen::Vector3d t = pair.X_WA.t - pair.X_WB.t;
  for (int i = 0; i < result.size; ++i) {
    for (int j = 0; j < result.size; ++j) {
      const Eigen::Vector3d w = pair.X_WA.R * result.p_A[static_cast<std::size_t>(i)] -
                                pair.X_WB.R * result.p_B[static_cast<std::size_t>(j)] + t;
      if (w.squaredNorm() < least) {
        least = w.squaredNorm();
        best = w;
      }
    }
  }
  return best;
}

}  // namespace

bool is_parted_across(const ConvexPair& pair, const Eigen::Vector3d& v) {
  const Eigen::Vector3d t = pair.X_WA.t - pair.X_WB.t;
  const double size = pair.a.reach + pair.b.reach + t.norm();
  Eigen::Vector3d n = v;
  double square = v.squaredNorm();
  if (!is_ordinary_square(square)) [[unlikely]] {
    n /= v.cwiseAbs().maxCoeff();
    square = n.squaredNorm();
  }
  // Beyond, gjk decides.
  if (!is_ordinary_square(square) || !is_ordinary_size(size)) return false;
  const double a = support_height(pair.a, -(pair.X_WA.R.transpose() * n));
  const double b = support_height(pair.b, pair.X_WB.R.transpose() * n);
  return n.dot(t) - a - b > no_less((support_rounding(size) + 2 * pair.pose_error) * std::sqrt(square));
}

bool separating_plane_meet(const ConvexPair& pair, SeparatingPlaneMemory& memory, Counters& counters) {
  if (is_parted_across(pair, pair.X_WA.R * memory.normal_A)) {
    ++counters[Shortcut::separating_plane];
    return false;
  }
  GjkResult result;
  gjk(pair, GjkGoal::distance, &memory.gjk, result);
  if (result.state != GjkResult::State::meet) {
    const Eigen::Vector3d choices[] = {between_nearest_vertices(pair, result), result.v};
    for (const Eigen::Vector3d& v : choices) {
      if (!is_parted_across(pair, v)) continue;
      memory.normal_A = pair.X_WA.R.transpose() * v;
      return false;
    }
  }
  return convex_meet(pair, nullptr, counters);
}

}  // namespace graze
