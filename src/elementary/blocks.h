// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "elementary/triangle.h"
#include "exact/signs.h"
#include "math/slack.h"

namespace graze {

inline constexpr int block_lanes = 8;

/// Up to eight triangles lane by lane in float: (p - origin)·scale, where no coordinate is larger than 1.
/// Lanes not in use repeat the last triangle.
struct TriangleBlock {
  Eigen::Vector3d origin;
  double scale;  ///< a power of two
  double error;  ///< how far a coordinate in the block may be from the truth, in the block's units
  alignas(32) float p[3][3][block_lanes];  ///< corner, axis, lane

  /// Triangles each of whose coordinates is within `coordinate_error` of the truth; at least one, all finite.
  TriangleBlock(std::span<const Triangle> triangles, double coordinate_error);
};

/// Eight boxes lane by lane; a box is empty where some low > high.
struct BoxBlock {
  alignas(64) double low[3][block_lanes];
  alignas(64) double high[3][block_lanes];
};

// One against eight: the verdicts that floating point is certain of, bit i for lane i. `error` as in
// triangles_meet_filter.
Verdicts triangle_against_8(const Triangle& t, double error, const TriangleBlock& block);
Verdicts edge_against_8(const Segment& edge, double error, const TriangleBlock& block);
Verdicts triangle_against_8_boxes(const Triangle& t, double error, const BoxBlock& boxes);

/// exact/signs.h's bound M²(56·u·M + 40·ε) with u = 2^-24, for points of at most `reach` in each coordinate, each within
/// `error` of the truth: an orient3d among them that is beyond it has a certain sign. M = 2·reach holds for all
/// differences. Infinite, so that no sign is certain, where floats do not hold cubes of differences, and for NaN.
inline float lane_sign_bound(double reach, double error) {
  const double M = 2 * reach;
  if (!(reach < 0x1p20 && reach > 0x1p-30 && error < 0x1p-16 * M)) return INFINITY;
  return static_cast<float>(M * M * (57 * float_roundoff * M + 41 * error));
}

/// A point or triangle as a block's lanes see it: float coordinates in the block's frame.
template <std::size_t N>
struct InBlock {
  float p[N][3];
  float bound;  ///< for signs among these and the block's points: see lane_sign_bound

  InBlock(const std::array<Eigen::Vector3d, N>& points, double coordinate_error, const TriangleBlock& block) {
    double reach = 1;
    for (std::size_t i = 0; i < N; ++i) {
      const Eigen::Vector3d q = (points[i] - block.origin) * block.scale;
      reach = std::max(reach, q.cwiseAbs().maxCoeff());
      for (int k = 0; k < 3; ++k) p[i][k] = static_cast<float>(q[k]);
    }
    bound = lane_bound(reach, coordinate_error * block.scale, block.error);
  }

  /// Coordinates are rounded to float, by at most u·reach(1 + 2^-16), and were off before.
  static float lane_bound(double reach, double point_error, double block_error) {
    return lane_sign_bound(reach, to_float_rounding * reach + std::max(point_error, block_error));
  }
};

}  // namespace graze
