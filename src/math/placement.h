// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>

namespace graze {

/// An exact product of poses, innermost first: p becomes …(outer->X·(X·p)). Nothing is rounded: exact stages map a point
/// through one pose after the other.
struct PoseChain {
  const Pose* X;
  const PoseChain* outer = nullptr;
};

/// Where a body is: at a pose, or, as a piece of a compound, at the compound's placement times the piece's pose. It refers to
/// the poses that it is made of, which must outlive it.
///
/// `X` is the product rounded. The exact product (R, t) differs from it by at most `rotation_error` in each entry of R and
/// `translation_error` in each entry of t; both are 0 for a single pose.
struct Placement {
  PoseChain exact;
  const Pose* X;
  double rotation_error = 0;
  double translation_error = 0;
  int poses = 1;  ///< in the product; how far it may be off a rotation is a matter of this (math/slack.h)

  Placement(const Pose& pose) : exact{&pose}, X(&pose) {}  // NOLINT: a pose is a placement

  /// How far the image of a point under `X`, not rounded, may be from the exact one in each coordinate, for points with no
  /// coordinate larger than `reach`.
  double point_error(double reach) const { return 3 * rotation_error * reach + translation_error; }

 private:
  friend class PiecePlacement;
  Placement(const Placement& outer, const Pose& local, const Pose& rounded);
};

/// The placement of a piece, and the rounded product that it refers to.
class PiecePlacement {
 public:
  PiecePlacement(const Placement& outer, const Pose& local)
      : rounded_(*outer.X * local), placement_(outer, local, rounded_) {}
  PiecePlacement(const PiecePlacement&) = delete;
  PiecePlacement& operator=(const PiecePlacement&) = delete;

  operator const Placement&() const { return placement_; }  // NOLINT: it is one

 private:
  Pose rounded_;
  Placement placement_;
};

}  // namespace graze
