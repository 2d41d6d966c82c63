// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Two boxes by the fifteen axes of gottschalk1996: faces' normals, and products of edges.
//
// Notation: a_i, b_j are the columns of R_A and R_B, t the way from A to B; C = R_AᵀR_B, T = R_Aᵀt, U = R_Bᵀt; h half
// extents. Along a_i × b_j, t has T_k·C_mj - T_m·C_kj (i, m, k in turn), A has Σ h|C| over the other rows of column j,
// and B the same over the other columns of row i; all this where columns are orthonormal.
//
// Bounds. Let δ = max|RᵀR - I| of both, summed, and S = |t| + Σh. R is taken literally.
//   Along a face's normal a_i, A itself reaches Σ h_k|a_k·a_i|, which is off h_i by less than δS; T and C are what they are.
//   Cofactors are (det R)·R(RᵀR)⁻¹, so a_k × a_i is off ±a_m by less than (1.6 + 3.1)δ, and the dual of a_m by 3.1δ. With
//   b_j = Σ C_mj·(dual of a_m), a_i × b_j is off C_mj·a_k - C_kj·a_m by less than √3·(4.7 + 3.1)δ < 14δ, and its product
//   with t by 14δ|t|; the reaches h|a_m·(a_i × b_j)| = h|(a_m × a_i)·b_j| by 5δ·h each. Together less than 16δS.
//   The boxes with the nearest rotations in place of R have all these numbers off by as much again, and no point of theirs
//   is farther from the bodies' than 1.6δS.
//   Rounding: less than 64uS. The poses' error moves each body: along axes no longer than 1 + 2δ, by 2.1 times it.
// Beyond margin = (40δ + 128u)S + 3·(the poses' error) both answers are certain: an axis that parts them does; and where
// all overlap, the axes being no longer than 1, the depth of the boxes with rotations exceeds what the bodies are off.
//
// Parallel edges have no product, and their axis says nothing; unless the boxes are aligned, when the faces' normals
// are enough, such pairs are left to others.
#include "convex/box_box.h"

#include <cmath>

#include "exact/signs.h"
#include "math/orthonormal.h"
#include "math/slack.h"

namespace graze {
namespace {

/// Every entry is 0 or ±1.
bool is_aligned(const Eigen::Matrix3d& C) {
  return (C.array() * (C.array().square() - 1) == 0).all();
}

}  // namespace

Verdict boxes_meet_filter(const ConvexPair& pair) {
  const Eigen::Matrix3d &R_A = pair.X_WA.R, &R_B = pair.X_WB.R;
  const Eigen::Vector3d t = pair.X_WB.t - pair.X_WA.t;
  const Eigen::Vector3d &h_A = pair.a.half, &h_B = pair.b.half;
  const Eigen::Matrix3d C = R_A.transpose() * R_B, abs_C = C.cwiseAbs();
  const Eigen::Vector3d T = R_A.transpose() * t, U = R_B.transpose() * t;
  const double size = t.lpNorm<1>() + h_A.sum() + h_B.sum();
  const double off = measured_off_orthonormal(R_A) + measured_off_orthonormal(R_B);
  const double margin = (40 * off + 128 * exact::unit_roundoff) * size + 3 * pair.pose_error;
  if (!is_ordinary_size(size)) return Verdict::unsure;

  const Eigen::Vector3d apart_A = T.cwiseAbs() - (h_A + abs_C * h_B);
  const Eigen::Vector3d apart_B = U.cwiseAbs() - (h_B + abs_C.transpose() * h_A);
  double most = std::max(apart_A.maxCoeff(), apart_B.maxCoeff());
  if (most > margin) return Verdict::apart;
  if (is_aligned(C)) return most < -margin ? Verdict::meet : Verdict::unsure;
  for (int i = 0; i < 3; ++i) {
    const int m = (i + 1) % 3, k = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int n = (j + 1) % 3, l = (j + 2) % 3;
      const double along = std::abs(T[k] * C(m, j) - T[m] * C(k, j));
      const double reach =
          (h_A[m] * abs_C(k, j) + h_A[k] * abs_C(m, j)) + (h_B[n] * abs_C(i, l) + h_B[l] * abs_C(i, n));
      most = std::max(most, along - reach);
    }
  }
  if (most > margin) return Verdict::apart;
  return most < -margin ? Verdict::meet : Verdict::unsure;
}

}  // namespace graze
