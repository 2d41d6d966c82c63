// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/placement.h"

namespace graze::exact {

/// The point X·p in exact arithmetic, with no rounding; p itself without a pose. A piece of a compound is mapped on, by the
/// poses of the compounds that it is in.
struct Point {
  Eigen::Vector3d p;
  const Pose* X = nullptr;
  const PoseChain* outer = nullptr;  ///< none without an X
};

// Signs, each -1, 0 or +1 and each the one of real arithmetic, for all finite doubles.

/// Of (b-a)×(c-a)·(d-a): +1 if d lies on the side of the plane abc from which a, b, c run counter-clockwise.
int orient3d(const Point& a, const Point& b, const Point& c, const Point& d);

/// Of component `axis` of (b-a)×(c-a): the turn that a, b, c make when looked at against that axis.
int orient2d(const Point& a, const Point& b, const Point& c, int axis);

/// Of coordinate `axis` of a-b.
int compare(const Point& a, const Point& b, int axis);

}  // namespace graze::exact
