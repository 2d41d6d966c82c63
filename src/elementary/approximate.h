// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "exact/signs.h"

namespace graze {

/// N points under a pose, rounded, each coordinate within `error` of the truth.
template <std::size_t N>
struct Image {
  std::array<Eigen::Vector3d, N> p;
  double error = 0;
};
template <std::size_t N>
Image<N> approximate(const std::array<Eigen::Vector3d, N>& points, const Pose* X,
                     const PoseChain* outer = nullptr) {
  Image<N> image;
  if (X == nullptr) {
    image.p = points;
    return image;
  }
  for (std::size_t i = 0; i < N; ++i) {
    const exact::Approximation a = exact::approximate({points[i], X, outer});
    image.p[i] = a.p;
    image.error = std::max(image.error, a.error);
  }
  return image;
}

}  // namespace graze
