// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The centres. R·c + t has coordinates of at most row_sum·reach + |t|, and 14 operations lead to `between_`. So each coordinate
// is off by at most rounding(2·reach_A + 2·reach_B + |t_A| + |t_B|) and by the placements' own errors; a direction of length
// 1.001 picks up at most 1.8 times that.
//
// Balls. A placement stretches a radius by at most stretch(n), and both placements by no more than that of the longer product. A round
// body stays round, so it is stretched by nothing.
//
// Boxes. Let n be column i of the rounded R_A, in world directions. A's box reaches from its centre along n by
// Σⱼ|(R_Aᵀn)ⱼ|·hⱼ. With the exact R_A = R̂_A + D, |D| ≤ ρ, the entries of R_Aᵀn differ from those of the axis i by at most
// off_orthonormal(n) + 4ρ, so the sum is at most hᵢ + (off + 4ρ)·Σh. B's box reaches by Σⱼ|(R_Bᵀn)ⱼ|·hⱼ; R̂_Bᵀn is what is
// computed, and R_B is off by ρ in each entry, which adds at most 2ρ·Σh. The same with A and B exchanged. What is left of the
// distance of the centres along n is a distance of the bodies, but for the length of n, which is below 1.001.
#include "math/body_bounds.h"

#include <algorithm>
#include <cmath>

namespace graze {

double length_bound(const Eigen::Vector3d& v) {
  const double square = v.squaredNorm();
  return no_less(is_ordinary_square(square) ? std::sqrt(square) : v.lpNorm<1>());
}

BodyBounds::BodyBounds(const AxisBox& box) {
  if (!(box.low.array() <= box.high.array()).all()) return;
  reach = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff();
  centre = 0.5 * box.low + 0.5 * box.high;
  half = (box.high - centre).cwiseMax(centre - box.low);
  radius = length_bound(half);
}

double PosedBounds::boxes_distance(const BodyBounds& a, const Placement& X_WA, const BodyBounds& b,
                                   const Placement& X_WB, Eigen::Vector3d between, double slack_of_between) {
  const Eigen::Matrix3d &R_A = X_WA.X->R, &R_B = X_WB.X->R;
  const Eigen::Matrix3d R_AB = (R_A.transpose() * R_B).cwiseAbs();
  const double sum = a.half.sum() + b.half.sum();
  const double bent = off_orthonormal(std::max(X_WA.poses, X_WB.poses)) +
                      6 * std::max(X_WA.rotation_error, X_WB.rotation_error);
  const Eigen::Array3d slack = Eigen::Array3d::Constant(bent * sum + rounding(sum) + slack_of_between);
  const Eigen::Array3d along_a = (R_A.transpose() * between).cwiseAbs(),
                       along_b = (R_B.transpose() * between).cwiseAbs();
  const Eigen::Array3d reach_a = (a.half + R_AB * b.half).array() + slack,
                       reach_b = (b.half + R_AB.transpose() * a.half).array() + slack;
  // A gap above zero is one; NaN, which may hide others, is none. An infinite one is none either: a sum overflowed.
  const Eigen::Array3d gap = (along_a - reach_a).max(along_b - reach_b);
  const double distance = 0.999 * std::max(gap[0], std::max(gap[1], gap[2]));
  return distance < INFINITY ? distance : 0;
}

}  // namespace graze
