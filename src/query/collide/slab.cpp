// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Let A be farthest along n at p, and B against n at q. Where q - p does not look along n, n is mirrored in the plane across
// q - p, as chung-wang1996 have it; where it does, n is turned towards q - p, which widens the slab.
//
// What is proven does not depend on the choice of n. For the R as given, n·(R·v + t) = (Rᵀn)·v + n·t, so no point of A is
// farther along n than its reach along Rᵀn plus n·t. The computed Rᵀn is off by a few roundings in each entry, which moves its
// product with v, and n·t, by less than rounding(reach + |t|); entries of n are at most 1. A slab of width w across n is
// w/|n| thick, and `unit` gives |n| to within 1e-12. Where a sum overflows, in whatever order its terms are added, the width is
// infinite or NaN: such a slab is none.
#include "query/collide/slab.h"

#include <cmath>

#include "math/slack.h"

namespace graze {
namespace {

/// v scaled to length 1, give or take 1e-12; none for zero, NaN and infinity. Scaling by the largest entry first keeps squares
/// from underflow and overflow, where they might.
std::optional<Eigen::Vector3d> unit(const Eigen::Vector3d& v) {
  if (const double square = v.squaredNorm(); is_ordinary_square(square)) return v * (1 / std::sqrt(square));
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0x1p-1000 && largest < 0x1p1000)) return std::nullopt;
  const Eigen::Vector3d scaled = v / largest;
  return scaled / scaled.norm();
}

struct Extreme {
  double along;        ///< no point of the body is farther along n
  Eigen::Vector3d at;  ///< about where
};

Extreme extreme(const MeshIndex& mesh, const Pose& X, const Eigen::Vector3d& n) {
  const ReachMap::Reach reach = mesh.reach_map().reach(X.R.transpose() * n);
  const double size = 2 * mesh.bounds().reach + X.t.cwiseAbs().maxCoeff();
  return {reach.most + n.dot(X.t) + 3 * rounding(size), X * reach.point};
}

/// What lies between A and B along n.
struct Slab {
  Extreme in_a, in_b;

  Slab(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB, const Eigen::Vector3d& n)
      : in_a(extreme(a, X_WA, n)), in_b(extreme(b, X_WB, -n)) {}

  /// At least; none if not above zero.
  double width() const {
    const double width = -in_b.along - in_a.along;
    return std::isfinite(width) ? width : 0;
  }
  /// From A's extreme point to B's, of length 1.
  std::optional<Eigen::Vector3d> across() const { return unit(in_b.at - in_a.at); }
};

bool worth_a_try(const MeshIndex& a, const MeshIndex& b, SlabMemory& memory) {
  const bool prepared = a.has_reach_map() && b.has_reach_map();
  return (prepared || memory.misses.is_over()) && memory.backoff.due() && a.reach_map().usable() &&
         b.reach_map().usable();
}

}  // namespace

std::optional<double> find_slab(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                                SlabMemory& memory) {
  constexpr int tries = 4;
  if (!worth_a_try(a, b, memory)) return std::nullopt;
  std::optional<Eigen::Vector3d> n = memory.n;
  if (memory.backoff.failed_last() || memory.n.isZero())
    n = unit(X_WB * b.bounds().centre - X_WA * a.bounds().centre);
  for (int i = 0; i < tries && n; ++i) {
    const Slab slab(a, X_WA, b, X_WB, *n);
    const std::optional<Eigen::Vector3d> across = slab.across();
    if (const double width = slab.width(); width > 0) {
      // A second direction may widen the slab.
      const std::optional<Eigen::Vector3d> other = across ? unit(*n + *across) : std::nullopt;
      const double other_width = other ? Slab(a, X_WA, b, X_WB, *other).width() : 0;
      memory.n = other_width > width ? *other : *n;
      memory.backoff.succeeded();
      return std::max(other_width, width) * (1 - 1e-9);
    }
    if (!across) break;
    n = unit(*n - 2 * n->dot(*across) * *across);
  }
  memory.backoff.failed();
  return std::nullopt;
}

}  // namespace graze
