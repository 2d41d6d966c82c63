// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/way_out.h"

#include <algorithm>
#include <cmath>

#include "selftest/bodies.h"

namespace graze::selftest {
namespace {

using oracle::IntegerPoint;
using Points = std::span<const IntegerPoint>;

constexpr int directions_tried = 60, tries_near = 70;

/// Both hulls seen from a point of a, rounded to 53 bits of the largest coordinate.
class RoundedHulls {
 public:
  RoundedHulls(Points a, Points b) : origin_(a[0]) {
    std::size_t bits = 0;
    for (const Points points : {a, b}) {
      for (const IntegerPoint& p : points) {
        for (std::size_t k = 0; k < 3; ++k)
          bits = std::max(bits, mpz_sizeinbase(mpz_class(p[k] - origin_[k]).get_mpz_t(), 2));
      }
    }
    shift_ = bits > 62 ? bits - 62 : 0;
    add(a, a_);
    add(b, b_);
  }

  /// How far b must be moved along n to leave a.
  double way_along(const Vector3d& n) const {
    double of_a = 0, of_b = n.dot(b_[0]);  // a has the origin
    for (const Vector3d& p : a_) of_a = std::max(of_a, n.dot(p));
    for (const Vector3d& p : b_) of_b = std::min(of_b, n.dot(p));
    return of_a - of_b;
  }

 private:
  void add(Points points, std::vector<Vector3d>& rounded) const {
    for (const IntegerPoint& p : points) {
      Vector3d& r = rounded.emplace_back();
      for (std::size_t k = 0; k < 3; ++k)
        r[static_cast<int>(k)] = mpz_class((p[k] - origin_[k]) >> shift_).get_d();
    }
  }

  const IntegerPoint& origin_;
  std::size_t shift_ = 0;
  std::vector<Vector3d> a_, b_;
};

/// A direction and the way along it.
struct Direction {
  Vector3d n;
  double way;
};

/// Tries directions ever closer to the best one.
Direction improved(const RoundedHulls& hulls, Direction best, Draw& draw) {
  double spread = 0.3;
  for (int i = 0; i < tries_near; ++i) {
    const Vector3d n = (best.n + spread * unit_vector(draw)).normalized();
    if (const double way = hulls.way_along(n); way < best.way) {
      best = {n, way};
    } else {
      spread *= 0.85;
    }
  }
  return best;
}

mpz_class dot(const IntegerPoint& p, const IntegerPoint& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

WayOut way_along(Points a, Points b, const IntegerPoint& n) {
  mpz_class of_a = dot(n, a[0]), of_b = dot(n, b[0]);
  for (const IntegerPoint& p : a) of_a = std::max(of_a, dot(n, p), [](auto& x, auto& y) { return x < y; });
  for (const IntegerPoint& p : b) of_b = std::min(of_b, dot(n, p), [](auto& x, auto& y) { return x < y; });
  return {of_a - of_b, dot(n, n)};
}

}  // namespace

WayOut short_way_out(Points a, Points b, const Vector3d& near) {
  const RoundedHulls hulls(a, b);
  Draw draw(a.size() + b.size());
  const auto direction = [&](const Vector3d& n) { return Direction{n, hulls.way_along(n)}; };
  Direction best = direction(Vector3d::UnitX());
  const auto try_out = [&](const Direction& d) {
    if (d.way < best.way) best = d;
  };
  for (int k = 0; k < 3; ++k) {
    for (const double sign : {-1.0, 1.0}) try_out(direction(sign * Vector3d::Unit(k)));
  }
  for (int i = 0; i < directions_tried; ++i) try_out(direction(unit_vector(draw)));
  try_out(improved(hulls, best, draw));
  if (near.allFinite()) try_out(improved(hulls, direction(near), draw));
  IntegerPoint n;
  for (std::size_t k = 0; k < 3; ++k)
    n[k] = mpz_class(std::trunc(std::ldexp(best.n[static_cast<int>(k)], 40)));
  return way_along(a, b, n);
}

}  // namespace graze::selftest
