// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/extremes.h"

#include "exact/signs.h"
#include "math/slack.h"

namespace graze {
namespace {

/// Heights along one axis. What the difference of two is off: height_rounding (math/slack.h).
class Slope {
 public:
  Slope(const Polytope& polytope, const Eigen::Matrix3d& R, int axis)
      : polytope_(polytope),
        R_(R),
        axis_(axis),
        r_(R.row(axis)),
        unsure_(height_rounding(r_.lpNorm<1>(), polytope.reach)) {
    for (int i = 0; i < 3; ++i) {
      if (r_[(i + 1) % 3] == 0 && r_[(i + 2) % 3] == 0) along_ = i;
    }
  }

  /// `up` is 1 or -1.
  std::uint32_t climb(std::uint32_t at, int up) const {
    double here = height(at);
    for (bool higher = true; higher;) {
      higher = false;
      for (const std::uint32_t neighbour : polytope_.neighbours_of(at)) {
        const double there = height(neighbour);
        const double difference = up * (there - here);
        if (difference < -unsure_) continue;
        if (!(difference > unsure_) && up * compare(neighbour, at) <= 0) continue;
        at = neighbour;
        here = there;
        higher = true;
        break;
      }
    }
    return at;
  }

 private:
  double height(std::uint32_t v) const {
    const Eigen::Vector3d& p = polytope_.vertices[v];
    return (r_[0] * p[0] + r_[1] * p[1]) + r_[2] * p[2];
  }
  int compare(std::uint32_t v, std::uint32_t w) const {
    const Eigen::Vector3d &p = polytope_.vertices[v], &q = polytope_.vertices[w];
    if (along_ >= 0) {  // not turned at all, about the other axes: neighbours are often equal
      const int sign = (p[along_] > q[along_]) - (p[along_] < q[along_]);
      return r_[along_] < 0 ? -sign : r_[along_] > 0 ? sign : 0;
    }
    const Pose turn = {R_, Eigen::Vector3d::Zero()};
    return exact::compare({p, &turn}, {q, &turn}, axis_);
  }

  const Polytope& polytope_;
  const Eigen::Matrix3d& R_;
  int axis_;
  Eigen::Vector3d r_;
  double unsure_;
  int along_ = -1;  // the only coordinate that counts
};

}  // namespace

void climb_to_extremes(const Polytope& polytope, const Eigen::Matrix3d& R, Extremes& extremes) {
  for (int i = 0; i < 3; ++i) {
    const Slope slope(polytope, R, i);
    extremes.lowest[i] = slope.climb(extremes.lowest[i], -1);
    extremes.highest[i] = slope.climb(extremes.highest[i], 1);
  }
}

}  // namespace graze
