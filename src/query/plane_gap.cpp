// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Directions are improved as chung-wang1996 have it: where A's extreme point p and B's q are in each other's way along n,
// n is mirrored in the plane across q - p.
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
  const Outline::Reach reach = mesh.outline().reach(X.R.transpose() * n);
  // Far more than what is rounded here.
  const double rounding = 0x1p-45 * (mesh.bounds().reach + X.t.cwiseAbs().maxCoeff());
  return {reach.most + n.dot(X.t) + rounding, X * reach.corner};
}

}  // namespace

std::optional<double> find_plane_gap(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b,
                                     const Pose& X_WB, PlaneGapMemory& memory) {
  constexpr int most_refusals = 4, tries = 2;
  if (!a.outline().usable() || !b.outline().usable()) return std::nullopt;
  if (memory.searches++ < (1 << memory.refusals) - 1) return std::nullopt;
  memory.searches = 0;
  Eigen::Vector3d n = memory.n;
  if (memory.refusals > 0 || n.isZero())
    n = (X_WB * b.bounds().centre - X_WA * a.bounds().centre).normalized();
  for (int i = 0; i < tries && n.allFinite(); ++i) {
    const Extreme in_a = extreme(a, X_WA, n), in_b = extreme(b, X_WB, -n);
    const double gap = -in_b.along - in_a.along;
    if (gap > 0) {
      memory.n = n;
      memory.refusals = 0;
      return gap * (1 - 1e-9);  // for n's length
    }
    const Eigen::Vector3d r = (in_b.at - in_a.at).normalized();
    n = (n - 2 * n.dot(r) * r).normalized();
  }
  memory.refusals = std::min(memory.refusals + 1, most_refusals);
  return std::nullopt;
}

}  // namespace graze
