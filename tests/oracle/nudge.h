// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <limits>

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

}  // namespace graze::oracle
