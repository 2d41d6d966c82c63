// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "elementary/triangle.h"
#include "oracle/draw.h"

namespace graze::oracle {

/// To the next double above or below; a finite one stays finite.
inline void nudge(double& x, Draw& draw) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double next = std::nextafter(x, draw.coin() ? infinity : -infinity);
  x = std::isfinite(next) ? next : x;
}

/// Times a power of two by axis; exact but for denormals.
inline Eigen::Vector3d scaled(const Eigen::Vector3d& p, const std::array<int, 3>& exponents) {
  return {std::ldexp(p[0], exponents[0]), std::ldexp(p[1], exponents[1]), std::ldexp(p[2], exponents[2])};
}

/// All coordinates times 2^k. False, with p unchanged, if one of them would be rounded or overflow.
inline bool change_unit(Eigen::Vector3d& p, int k) {
  const Eigen::Vector3d q = scaled(p, {k, k, k});
  if (!q.allFinite() || scaled(q, {-k, -k, -k}) != p) {
    return false;
  }
  p = q;
  return true;
}

/// A point off the given one by at most `error` in each coordinate, mostly by nearly all of it. The error is
/// large enough beside the coordinates that the sum's rounding fits into the rest.
inline Triangle off_by(double error, Triangle t, Draw& draw) {
  for (Eigen::Vector3d& p : t) {
    for (double& x : p) {
      const double share = draw.one_in(3) ? draw.uniform(-0.99, 0.99) : (draw.coin() ? 0.99 : -0.99);
      x += share * error;
    }
  }
  return t;
}

inline double largest(const Triangle& t) {
  return std::max({t[0].cwiseAbs().maxCoeff(), t[1].cwiseAbs().maxCoeff(), t[2].cwiseAbs().maxCoeff()});
}

}  // namespace graze::oracle
