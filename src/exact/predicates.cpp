// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "exact/predicates.h"

#include "exact/signs.h"

namespace graze::exact {
namespace {

/// sign_of(Signs), whose numbers are long enough for the points.
template <std::size_t N, class SignOf>
int sign_among(const std::array<Point, N>& points, const SignOf& sign_of) {
  constexpr int n = static_cast<int>(N);
  for (const Point& p : points) {
    if (p.outer == nullptr) continue;
    Signs<n, limbs_of_chained_coordinate> signs(points);
    return sign_of(signs);
  }
  Signs<n> signs(points);
  return sign_of(signs);
}

}  // namespace

int orient3d(const Point& a, const Point& b, const Point& c, const Point& d) {
  return sign_among(std::array{a, b, c, d}, [](auto& signs) { return signs.orient3d(0, 1, 2, 3); });
}

int orient2d(const Point& a, const Point& b, const Point& c, int axis) {
  return sign_among(std::array{a, b, c}, [&](auto& signs) { return signs.orient2d(0, 1, 2, axis); });
}

int compare(const Point& a, const Point& b, int axis) {
  return sign_among(std::array{a, b}, [&](auto& signs) { return signs.compare(0, 1, axis); });
}

}  // namespace graze::exact
