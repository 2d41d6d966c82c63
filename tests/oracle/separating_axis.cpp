// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/separating_axis.h"

#include <algorithm>
#include <vector>

namespace graze::oracle {
namespace {

using Direction = IntegerPoint;

Direction difference(const IntegerPoint& p, const IntegerPoint& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}

Direction cross(const Direction& u, const Direction& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

mpz_class dot(const Direction& u, const Direction& v) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

bool is_zero(const Direction& u) {
  return u[0] == 0 && u[1] == 0 && u[2] == 0;
}

/// Differences of points, without those that are 0 or repeat an earlier one up to sign (a box has many).
void add_directions(std::vector<Direction>& directions, std::span<const IntegerPoint> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      Direction e = difference(points[i], points[j]);
      const Direction opposite = {-e[0], -e[1], -e[2]};
      const bool known = std::any_of(directions.begin(), directions.end(),
                                     [&](const Direction& f) { return f == e || f == opposite; });
      if (!is_zero(e) && !known) {
        directions.push_back(std::move(e));
      }
    }
  }
}

class Separation {
 public:
  Separation(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) : a_(a), b_(b) {
    add_directions(directions_, a);
    add_directions(directions_, b);
  }

  bool apart() const {
    const Direction p = difference(a_[0], b_[0]);
    if (directions_.empty()) {
      return !is_zero(p);
    }
    const Direction& e = directions_.front();
    const Direction m = plane_normal();
    if (is_zero(m)) {
      return !is_zero(cross(e, p)) || separates(e);
    }
    return is_flat(m) ? separates(m) || separated_in_plane(m) : separated_by_facet();
  }

 private:
  Direction plane_normal() const {
    for (const Direction& f : directions_) {
      Direction m = cross(directions_.front(), f);
      if (!is_zero(m)) {
        return m;
      }
    }
    return {};
  }

  bool is_flat(const Direction& m) const {
    return std::all_of(directions_.begin(), directions_.end(),
                       [&](const Direction& e) { return dot(m, e) == 0; });
  }

  bool separated_in_plane(const Direction& m) const {
    return std::any_of(directions_.begin(), directions_.end(),
                       [&](const Direction& e) { return separates(cross(m, e)); });
  }

  bool separated_by_facet() const {
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (separates(cross(directions_[i], directions_[j]))) {
          return true;
        }
      }
    }
    return false;
  }

  bool separates(const Direction& n) const {
    const auto [a_low, a_high] = range(n, a_);
    const auto [b_low, b_high] = range(n, b_);
    return a_high < b_low || b_high < a_low;
  }

  static std::pair<mpz_class, mpz_class> range(const Direction& n, std::span<const IntegerPoint> points) {
    std::vector<mpz_class> heights;
    for (const IntegerPoint& p : points) {
      heights.push_back(dot(n, p));
    }
    const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
    return {*low, *high};
  }

  std::span<const IntegerPoint> a_;
  std::span<const IntegerPoint> b_;
  std::vector<Direction> directions_;
};

}  // namespace

bool hulls_meet_by_axes(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) {
  return !Separation(a, b).apart();
}

}  // namespace graze::oracle
