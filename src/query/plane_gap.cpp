// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Let A be farthest along n at p, and B against n at q. Where q - p does not look along n, n is mirrored in the plane across
// q - p, as chung-wang1996 have it; where it does, n is turned towards q - p, which widens the slab.
//
// What is proven does not depend on n being any good: n·(R·v + t) = (Rᵀn)·v + n·t for the rotation as it is given.
#include "query/plane_gap.h"

namespace graze {
namespace {

struct Extreme {
  double along;        ///< no point of the body is farther along n
  Eigen::Vector3d at;  ///< about where
};

Extreme extreme(const MeshIndex& mesh, const Pose& X, const Eigen::Vector3d& n) {
  const ReachMap::Reach reach = mesh.reach_map().reach(X.R.transpose() * n);
  // Far more than what is rounded here.
  const double rounding = 0x1p-45 * (mesh.bounds().reach + X.t.cwiseAbs().maxCoeff());
  return {reach.most + n.dot(X.t) + rounding, X * reach.point};
}

/// What lies between A and B along n.
struct Slab {
  double width;  ///< at least; none if not above zero
  Eigen::Vector3d
      across;  ///< from where A is farthest along n to where B is farthest against it, of length 1

  Slab(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB, const Eigen::Vector3d& n) {
    const Extreme in_a = extreme(a, X_WA, n), in_b = extreme(b, X_WB, -n);
    width = -in_b.along - in_a.along;
    across = (in_b.at - in_a.at).normalized();
  }
};

bool worth_a_try(const MeshIndex& a, const MeshIndex& b, PlaneGapMemory& memory) {
  constexpr int misses_first = 8;
  const bool prepared = a.has_reach_map() && b.has_reach_map();
  if (!prepared && ++memory.misses < misses_first) return false;
  if (memory.searches++ < (1 << memory.refusals) - 1) return false;
  memory.searches = 0;
  return a.reach_map().usable() && b.reach_map().usable();
}

}  // namespace

std::optional<double> find_plane_gap(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b,
                                     const Pose& X_WB, PlaneGapMemory& memory) {
  constexpr int most_refusals = 3, tries = 4;
  if (!worth_a_try(a, b, memory)) return std::nullopt;
  Eigen::Vector3d n = memory.n;
  if (memory.refusals > 0 || n.isZero())
    n = (X_WB * b.bounds().centre - X_WA * a.bounds().centre).normalized();
  for (int i = 0; i < tries && n.allFinite(); ++i) {
    const Slab slab(a, X_WA, b, X_WB, n);
    if (slab.width > 0) {
      // Once more, a little better.
      const Eigen::Vector3d other = (n + slab.across).normalized();
      const double width = Slab(a, X_WA, b, X_WB, other).width;
      memory.n = width > slab.width ? other : n;
      memory.refusals = 0;
      return std::max(width, slab.width) * (1 - 1e-9);  // for n's length
    }
    n = (n - 2 * n.dot(slab.across) * slab.across).normalized();
  }
  memory.refusals = std::min(memory.refusals + 1, most_refusals);
  return std::nullopt;
}

}  // namespace graze
