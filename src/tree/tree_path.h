// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A path in the frame of a tree, clipped to the part that can meet the mesh, with bounds on its error.
//
// Notation: u = 2^-53. The true path in the tree's frame is P(τ) = o + τ·d, τ the scaled parameter (see LocalPath)
// times the tree's scale; the mesh lies in |x| ≤ 1. Rounded: P̂.
//
//   o is off by ε = o_error·scale + u|o|, d by δ. P in |x| ≤ 1 means τ ≤ T = (1 + |o| + ε)/(D - δ), where D
//   is the largest entry of d; there P̂ is off by at most μ₀ = ε + Tδ. Required: |o| < 2^36, μ₀ < 2^-8. The
//   path is cut to |x| ≤ 1 + 2^-7. A cut is computed to within 4u(2 + |o|) < 2^-14, so that all of P in |x| ≤
//   1 is kept. Axes along which the path moves less than T·2^-60 < 2^-21 are not cut, but compared. The start
//   p = o + τ₀·d adds 4u(|o| + 2): p + r·d is off by μ₁ = μ₀ + 4u(|o| + 2), r = τ - τ₀ from 0 to `length`,
//   where D·length ≤ 2.04.
#pragma once

#include <algorithm>
#include <cmath>

#include "elementary/path_face.h"
#include "math/slack.h"
#include "tree/tree_frame.h"

namespace graze {

class TreePath {
 public:
  enum class Use : std::uint8_t { misses, passes, unknown };  ///< unknown: too extreme for bounds

  Use use = Use::unknown;
  Eigen::Vector3d p, d;
  double error = 0;           ///< μ₁
  double length = 0;          ///< of r
  double certain_end = 0;     ///< of r: the path certainly goes on to here
  double inverse_square = 0;  ///< 1/d²

  TreePath(const TreeFrame& frame, const LocalPath& path) : scale_(frame.scale) {
    constexpr double u = unit_roundoff, bound = 1 + 0x1p-7;
    const Eigen::Vector3d o = (path.o - frame.origin) * scale_;
    d = path.d;
    const double size = o.cwiseAbs().maxCoeff();
    const double eps = path.o_error * scale_ + u * size + 0x1p-1000;
    const double T = (1.001 + size + eps) / (path.largest - path.d_error);
    const double mu = eps + T * path.d_error;
    if (!(path.usable && o.allFinite() && size < 0x1p36 && mu < 0x1p-8 && frame.fits())) return;

    double from = 0, to = path.end.high * scale_;
    use = Use::misses;
    for (int i = 0; i < 3; ++i) {
      if (std::abs(d[i]) < 0x1p-60) {
        if (std::abs(o[i]) > bound) return;
        continue;
      }
      const double side = d[i] > 0 ? bound : -bound;
      const double per_unit = 1 / d[i];
      from = std::max(from, (-side - o[i]) * per_unit);
      to = std::min(to, (side - o[i]) * per_unit);
    }
    if (from > to) return;
    use = Use::passes;
    start_ = from;
    length = (to - from) * (1 + 4 * u);
    certain_end = (path.end.low * scale_ - from) * (1 - 4 * u);
    p = from > 0 ? Eigen::Vector3d(o + from * d) : o;
    error = mu + 4 * u * (size + 2);
    inverse_square = 1 / d.squaredNorm();
  }

  /// r of a scaled parameter, rounded up.
  float r(double s) const {
    const double up = no_less(std::max(s * scale_ - start_, 0.0));
    return static_cast<float>(std::min(up, length)) * (1 + 0x1p-22F);
  }

 private:
  double scale_;
  double start_ = 0;  // τ₀
};

}  // namespace graze
