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

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/box_box.cpp"
#include <hwy/foreach_target.h>

#include "convex/xyz.h"
#include "exact/signs.h"
#include "math/orthonormal.h"
#include "math/slack.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// Entry i of a product a × b is a_m·b_k - a_k·b_m: m is the next one, k that after it.
HWY_INLINE Xyz next(Xyz v) {
  return __builtin_shufflevector(v, v, 1, 2, 0, 3);
}
HWY_INLINE Xyz after_next(Xyz v) {
  return __builtin_shufflevector(v, v, 2, 0, 1, 3);
}
HWY_INLINE Xyz absolute(Xyz v) {
  return v < 0.0 ? -v : v;
}
HWY_INLINE double largest(Xyz v) {
  return std::max(v[0], std::max(v[1], v[2]));
}
/// Every entry is 0 or ±1.
HWY_INLINE bool is_aligned(const Xyz* C) {
  Xyz off = {0, 0, 0, 0};
  for (int j = 0; j < 3; ++j) off = off + absolute(C[j] * (C[j] * C[j] - 1.0));
  return (off[0] + off[1]) + off[2] == 0;
}

/// S, and the largest gap along any axis, the widths of both boxes allowed for; of aligned boxes along the faces' normals. No number is
/// NaN where S is finite, so that comparisons lose none.
void find_gap(const ConvexPair& pair, double& size, double& gap) {
  const Turn R_A(pair.X_WA.R), R_B(pair.X_WB.R);
  const Xyz t = xyz(pair.X_WB.t - pair.X_WA.t), h_A = xyz(pair.a.half), h_B = xyz(pair.b.half);
  Xyz C[3], abs_C[3];
  for (int j = 0; j < 3; ++j) {
    C[j] = R_A.back(R_B.column[j]);
    abs_C[j] = absolute(C[j]);
  }
  const Xyz T = R_A.back(t), U = R_B.back(t), abs_t = absolute(t);
  size = ((abs_t[0] + abs_t[1]) + abs_t[2]) + ((h_A[0] + h_A[1]) + h_A[2]) + ((h_B[0] + h_B[1]) + h_B[2]);

  const Xyz reach_B = (times(abs_C[0], h_B[0]) + times(abs_C[1], h_B[1])) + times(abs_C[2], h_B[2]);
  const Xyz reach_A = {dot(abs_C[0], h_A), dot(abs_C[1], h_A), dot(abs_C[2], h_A), 0};
  const Xyz apart_A = absolute(T) - (h_A + reach_B), apart_B = absolute(U) - (h_B + reach_A);
  Xyz most = apart_A > apart_B ? apart_A : apart_B;
  if (!is_aligned(C)) {
    for (int j = 0; j < 3; ++j) {  // along b_j × a_i, for all i
      const int n = (j + 1) % 3, l = (j + 2) % 3;
      const Xyz along = absolute(next(T) * after_next(C[j]) - after_next(T) * next(C[j]));
      const Xyz reach = (next(h_A) * after_next(abs_C[j]) + after_next(h_A) * next(abs_C[j])) +
                        (times(abs_C[l], h_B[n]) + times(abs_C[n], h_B[l]));
      most = along - reach > most ? along - reach : most;
    }
  }
  gap = largest(most);
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(find_gap);
}

Verdict boxes_meet_filter(const ConvexPair& pair) {
  double size, gap;
  HWY_DYNAMIC_DISPATCH(find_gap)(pair, size, gap);
  if (!is_ordinary_size(size)) return Verdict::unsure;
  const auto margin = [&](double off) {
    return (40 * off + 128 * exact::unit_roundoff) * size + 3 * pair.pose_error;
  };
  // What R is off is measured only where that matters.
  const double most_margin = margin(2 * off_orthonormal(pair.pose_error > 0 ? most_poses : 1));
  if (gap > most_margin) return Verdict::apart;
  if (gap < -most_margin) return Verdict::meet;
  const double measured =
      margin(measured_off_orthonormal(pair.X_WA.R) + measured_off_orthonormal(pair.X_WB.R));
  return gap > measured ? Verdict::apart : gap < -measured ? Verdict::meet : Verdict::unsure;
}

}  // namespace graze
#endif
