// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "math/axis_box.h"
#include "math/placement.h"
#include "math/slack.h"

namespace graze {

/// A ball and a box about one centre, in the body's frame. Both hold the body.
struct BodyBounds {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d half = Eigen::Vector3d::Zero();  ///< from the centre to the sides of the box
  double radius = 0;                               ///< of the ball; infinite where it is not known
  double reach = 0;  ///< no point of the body has a larger coordinate, in absolute value

  BodyBounds() = default;
  /// Around the box; empty: of a body without points. The ball is the one around the box.
  explicit BodyBounds(const AxisBox& box);
};

/// An upper bound on the length of v that does not fail where squares underflow or overflow.
double length_bound(const Eigen::Vector3d& v);

/// The bounds of two placed bodies. What both tests need is derived once. Inline, since it is most of what a short query does.
class PosedBounds {
 public:
  PosedBounds(const BodyBounds& a, const Placement& X_WA, const BodyBounds& b, const Placement& X_WB)
      : a_(a), b_(b), X_WA_(X_WA), X_WB_(X_WB), between_(*X_WB.X * b.centre - *X_WA.X * a.centre) {
    const double size =
        2 * (a.reach + b.reach) + X_WA.X->t.cwiseAbs().maxCoeff() + X_WB.X->t.cwiseAbs().maxCoeff();
    slack_ = 1.8 * (rounding(size) + X_WA.point_error(a.reach) + X_WB.point_error(b.reach));
  }

  // Certain if true. NaN and infinities give false.
  bool balls_apart() const {
    const int poses = std::max(X_WA_.poses, X_WB_.poses);
    const double reach = (1 + stretch(poses)) * (a_.radius + b_.radius) + slack_;
    // Below, squares underflow. Where they overflow, NaN and two infinities say no.
    constexpr double least = 0x1p-480;
    return reach > least && between_.squaredNorm() > no_less(reach * reach);
  }
  bool boxes_apart() const { return boxes_distance() > 0; }
  /// The bodies are at least so far apart in the world; none if not above zero.
  double boxes_distance() const { return boxes_distance(a_, X_WA_, b_, X_WB_, between_, slack_); }

 private:
  // Given values, so that this object never has to be in memory.
  static double boxes_distance(const BodyBounds& a, const Placement& X_WA, const BodyBounds& b,
                               const Placement& X_WB, Eigen::Vector3d between, double slack);

  const BodyBounds &a_, &b_;
  const Placement &X_WA_, &X_WB_;
  Eigen::Vector3d between_;  // from A's centre to B's, rounded
  double slack_;             // how far `between_` may be off, in any direction
};

}  // namespace graze
