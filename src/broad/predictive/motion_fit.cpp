// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/predictive/motion_fit.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace graze {

void MotionFit::add(double time, const Eigen::Vector3d& centre) {
  if (count_ > 0 && !(time > sample(count_ - 1).time)) clear();
  if (count_ == capacity) {
    first_ = (first_ + 1) % capacity;
    --count_;
  }
  samples_[(first_ + count_) % capacity] = {time, centre};
  ++count_;
}

Motion MotionFit::motion(double radius, double ahead) const {
  Motion motion;
  motion.radius = radius;
  if (count_ < 2) return motion;
  const double now = sample(count_ - 1).time, past = now - sample(0).time;
  // In units of the time that the samples span, so that the matrix is of order one.
  const auto row = [&](std::size_t i) {
    const double m = (sample(i).time - now) / past;
    return Eigen::Vector3d(1, m, count_ > 2 ? m * m : 0);
  };
  Eigen::Matrix3d normal = Eigen::Matrix3d::Zero(), right = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < count_; ++i) {
    const Eigen::Vector3d x = row(i);
    normal += x * x.transpose();
    right += x * (sample(i).centre - sample(count_ - 1).centre).transpose();
  }
  if (count_ == 2) normal(2, 2) = 1;  // no third coefficient
  const Eigen::Matrix3d g = normal.inverse();
  const Eigen::Matrix3d fit = g * right;  // a row for each power
  if (!fit.allFinite()) return motion;

  double squares = 0, worst = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const Eigen::Vector3d left_over =
        fit.transpose() * row(i) - (sample(i).centre - sample(count_ - 1).centre);
    squares += left_over.squaredNorm();
    worst = std::max(worst, left_over.norm());
  }
  const double sigma = count_ > 3 ? std::sqrt(squares / (count_ - 3)) : 0;
  motion.begin = now;
  motion.end = now + ahead;
  motion.s = sample(count_ - 1).centre + fit.row(0).transpose();
  motion.v = fit.row(1).transpose() / past;
  motion.a = 2 * fit.row(2).transpose() / (past * past);
  const Eigen::Vector3d spread = 3 * sigma * g.diagonal().cwiseSqrt();
  motion.d = {std::max({spread[0], worst, 0.01 * radius}), spread[1] / past, spread[2] / (past * past)};
  // Two samples give no acceleration: allow for one that stops the body or doubles its speed within their time.
  motion.d[2] += count_ > 2 ? motion.a.norm() / 2 : motion.v.norm() / past / 2;
  return motion;
}

bool keeps_to(const Motion& motion, double time, const Eigen::Vector3d& centre) {
  if (!(motion.begin <= time && time <= motion.end)) return false;
  const double m = time - motion.begin;
  const Eigen::Vector3d path = motion.s + m * (motion.v + m * (motion.a / 2));
  return (centre - path).norm() <= motion.d[0] + m * (motion.d[1] + m * motion.d[2]);
}

}  // namespace graze
