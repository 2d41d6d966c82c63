// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The box around a posed box.
//
// Let a box have the middle c and half extents h, and let R·p + t be the image of its point p. Then in coordinate i
//   |(R·p + t)ᵢ - (R·c + t)ᵢ| = |(R·(p - c))ᵢ| ≤ (|R|·h)ᵢ,
// so that R·c + t ± |R|·h holds the image. R is taken as given; nothing is assumed of how near it is to a rotation.
//
// Rounding. Let Sᵢ = (|R|·(|c| + h))ᵢ + |tᵢ|, u = 2^-53. c may be any point, since h is measured from it; h is off by
// at most u·h. The three products and three additions of (R·c + t)ᵢ round by at most u·Sᵢ each, or by 2^-1075 where a
// product underflows. So do those of (|R|·h)ᵢ, the last addition or subtraction, and h through |R|. These are less than
// 16 roundings; rounding(Sᵢ) of slack.h bounds a hundred times as many, which is enough for Sᵢ being rounded itself.
#pragma once

#include <graze/pose.h>

#include <cmath>

#include "math/axis_box.h"
#include "math/relative_pose.h"
#include "math/slack.h"

namespace graze {

/// A box by its middle and half extents, as computed: these may be off by 2^-53 of themselves.
struct CentredBox {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Vector3d half = Eigen::Vector3d::Zero();

  CentredBox() = default;
  /// Of a box that is not empty.
  explicit CentredBox(const AxisBox& box)
      : centre(0.5 * box.low + 0.5 * box.high), half((box.high - centre).cwiseMax(centre - box.low)) {}
};

/// Half extents, about the computed point X·centre, of a box that holds the exact image of every point of the box. Not
/// finite where doubles overflow.
inline Eigen::Vector3d image_half(const CentredBox& box, const Pose& X) {
  const Eigen::Matrix3d size = X.R.cwiseAbs();
  const Eigen::Vector3d reach = size * (box.centre.cwiseAbs() + box.half) + X.t.cwiseAbs();
  return size * box.half + reach.unaryExpr([](double s) { return rounding(s); });
}

/// Holds the exact image of every point of the box under the pose as given. An empty box has an empty image. Along an
/// axis where the box is infinite, or doubles overflow, the image is infinite both ways.
inline AxisBox image_of(const AxisBox& box, const Pose& X) {
  if (box.is_empty()) return {};
  const CentredBox centred(box);
  const Eigen::Vector3d centre = X * centred.centre, half = image_half(centred, X);
  AxisBox image = {centre - half, centre + half};
  for (int i = 0; i < 3; ++i) {
    if (std::isfinite(image.low[i]) && std::isfinite(image.high[i])) continue;
    image.low[i] = -std::numeric_limits<double>::infinity();
    image.high[i] = std::numeric_limits<double>::infinity();
  }
  return image;
}

/// The same under a relative pose, which is known with an error.
inline AxisBox image_of(const AxisBox& box, const RelativePose& X) {
  if (box.is_empty()) return {};
  AxisBox image = image_of(box, Pose(X.R, X.t));
  const double error = X.point_error(box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff());
  image.low.array() -= error;
  image.high.array() += error;
  return image;
}

/// The same of boxes that all lie in one, `around`. What does not depend on the box is computed once: none has a larger Sᵢ or a
/// point with a larger error than `around`.
class BoxImages {
 public:
  BoxImages(const AxisBox& around, const RelativePose& X) : R_(X.R), size_(X.R.cwiseAbs()), t_(X.t) {
    if (around.is_empty()) return;
    const Eigen::Vector3d reach = around.low.cwiseAbs().cwiseMax(around.high.cwiseAbs());
    const Eigen::Vector3d sum = size_ * reach + t_.cwiseAbs();
    const double error = X.point_error(reach.maxCoeff());
    margin_ = sum.unaryExpr([&](double s) { return rounding(s) + error; });
    is_bounded_ = margin_.allFinite();
  }

  AxisBox operator()(const AxisBox& box) const {
    if (box.is_empty()) return {};
    if (!is_bounded_) {
      const Eigen::Vector3d all = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
      return {-all, all};
    }
    const CentredBox centred(box);
    const Eigen::Vector3d centre = R_ * centred.centre + t_, half = size_ * centred.half + margin_;
    return {centre - half, centre + half};
  }

 private:
  Eigen::Matrix3d R_, size_;
  Eigen::Vector3d t_, margin_ = Eigen::Vector3d::Zero();
  bool is_bounded_ = true;
};

}  // namespace graze
