// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// How the edges of one BoxTree's boxes see the slabs of the other's, with the margin that makes it safe.
#pragma once

#include "tree/box/box_tree.h"

namespace graze {

/// Tree X's frame seen from tree Y's, y = k·R·x + t, and what clipping X's edges at planes of Y's boxes needs. Entries of
/// k·R are r_ji.
///
/// Along an edge of direction i, with parameter s = x_i, coordinate j of y is r_ji·s + P, and a plane y_j = c
/// is met at s = (c - P)/r_ji. An edge parallel to the plane has r_ji ≈ 0: entries smaller than k·2^-40
/// are replaced by that, so that the quotient exists and is very large with the right sign.
///
/// The margin μ. If X's and Y's contents share a point, then some edge of one box must be found inside the
/// other although all is rounded. v = 2^-24; |x|, |y| ≤ 1 for all boxes.
///   1. Contents stick out of their boxes by at most σ_X, σ_Y (BoxTree::slack). So there are points of the two
///      boxes within ρ = √3(σ_Y + k·σ_X·(1 + s)) of each other in Y's frame, where s = stretch(2·most_poses) of
///      math/slack.h; 1.74(σ_Y + k·σ_X) is more. If the boxes overlap, a
///      corner of what they share lies on two faces of one of them, so on an edge of it, and in the other. If
///      they do not, take a closest pair of points: one of the two is on an edge, or they are inside parallel
///      faces and can be moved until one is. So an edge of one box passes within ρ of the other along each axis.
///      (It may be an edge of either: a box has none in a second one that lies inside it. So boxes are apart
///      only if the intervals of *both* are empty.)
///   2. R and t in double are off by the poses' error, r and t in float by v(1.75·k + |t|) + 3·2^-40·k.
///   3. Evaluating (c - t - P)·(1/r): up to six roundings of sums no larger than S = 2 + |t| + 1.75·k, two
///      of 1/r and the product, one for adding ±μ/|r|: 9vS/|r|, that is, 9vS along y_j.
/// All of it, divided by |r_ji|, is an error of s; so slabs are widened by μ = ρ + 2·error + 16vS.
struct BoxMap : TreeFrameMap {
  float r[3][3];
  float t_float[3];
  float inverse[3][3];   ///< 1/r_ji
  float widening[3][3];  ///< μ/|r_ji|
  float margin;          ///< μ, in Y's frame
  bool usable;           ///< false where floats would overflow

  // For the four edges that a cut across axis i of X makes: lanes 0, 1 lie along axis i+1, at the low and high end of
  // axis i+2; lanes 2, 3 along axis i+2, at the ends of axis i+1.
  alignas(16) float cut_weight[3][3][4];   ///< [axis of the cut][j]: r of the axis whose ends they are at
  alignas(16) float cut_inverse[3][3][4];  ///< [axis of the cut][j]: 1/r of the axis along which they lie

  /// X_YX maps mesh coordinates, with point errors `point_error`.
  BoxMap(const BoxTree& y, const BoxTree& x, const RelativePose& X_YX, double point_error);
};

}  // namespace graze
