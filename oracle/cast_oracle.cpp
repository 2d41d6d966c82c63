// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/cast_oracle.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracle/exact_points.h"
#include "oracle/linear_system.h"

namespace graze::oracle {
namespace {

using Vector = std::array<mpz_class, 3>;

Vector minus(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
mpz_class dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// All in integers: the path start + s·along up to s = end, and the corners.
struct Case {
  Vector start, along;
  std::optional<mpq_class> end;
  std::array<Vector, 3> corner;

  Case(const Path& path, const PosedTriangle& face) {
    std::vector<exact::Point> points;
    const Ray* ray = std::get_if<Ray>(&path);
    if (ray != nullptr) {
      points = {{ray->origin, nullptr}, {ray->direction, nullptr}};
      if (std::isfinite(ray->length)) {
        end = mpq_class(ray->length);
      }
    } else {
      const LineSegment& segment = std::get<LineSegment>(path);
      points = {{segment.from, nullptr}, {segment.to, nullptr}};
      end = 1;
    }
    for (const Eigen::Vector3d& p : face.p) {
      points.push_back({p, face.X});
    }
    const std::vector<IntegerPoint> p = to_integers(points);
    start = p[0];
    along = ray != nullptr ? p[1] : minus(p[1], p[0]);
    corner = {p[2], p[3], p[4]};
  }

  /// Is start + s·along a convex combination of the corners?
  bool inside(const mpq_class& s) const {
    LinearSystem system(2);
    system.inequality()[1] = 1;
    system.inequality()[2] = 1;
    LinearSystem::Row& rest = system.inequality();
    rest[0] = 1;
    rest[1] = -1;
    rest[2] = -1;
    for (std::size_t k = 0; k < 3; ++k) {
      LinearSystem::Row& same = system.equation();
      same[0] = (corner[0][k] - start[k]) * s.get_den() - along[k] * s.get_num();
      same[1] = (corner[1][k] - corner[0][k]) * s.get_den();
      same[2] = (corner[2][k] - corner[0][k]) * s.get_den();
    }
    return std::move(system).feasible();
  }

  bool in_range(const mpq_class& s) const { return s >= 0 && (!end || s <= *end); }
};

mpq_class ratio(const mpz_class& numerator, const mpz_class& denominator) {
  mpq_class result(numerator, denominator);
  result.canonicalize();
  return result;
}

bool touches(const Case& c) {
  LinearSystem system(3);
  for (std::size_t unknown = 1; unknown <= 3; ++unknown) {
    system.inequality()[unknown] = 1;
  }
  LinearSystem::Row& rest = system.inequality();
  rest[0] = 1;
  rest[2] = -1;
  rest[3] = -1;
  if (c.end) {
    LinearSystem::Row& before_end = system.inequality();
    before_end[0] = c.end->get_num();
    before_end[1] = -c.end->get_den();
  }
  for (std::size_t k = 0; k < 3; ++k) {
    LinearSystem::Row& same = system.equation();
    same[0] = c.corner[0][k] - c.start[k];
    same[1] = -c.along[k];
    same[2] = c.corner[1][k] - c.corner[0][k];
    same[3] = c.corner[2][k] - c.corner[0][k];
  }
  return std::move(system).feasible();
}

}  // namespace

bool touches(const Path& path, const PosedTriangle& face) {
  return touches(Case(path, face));
}

std::optional<mpq_class> first_touch(const Path& path, const PosedTriangle& face) {
  const Case c(path, face);
  if (!touches(c)) {
    return std::nullopt;
  }
  std::vector<mpq_class> candidates{0};
  const Vector n = cross(minus(c.corner[1], c.corner[0]), minus(c.corner[2], c.corner[0]));
  if (const mpz_class slope = dot(n, c.along); slope != 0) {
    candidates.push_back(ratio(dot(n, minus(c.corner[0], c.start)), slope));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector to_corner = minus(c.corner[i], c.start);
    if (const mpz_class square = dot(c.along, c.along); square != 0) {
      candidates.push_back(ratio(dot(to_corner, c.along), square));
    }
    // Of the lines start + s·along and corner + w·edge, the points next to each other.
    const Vector edge = minus(c.corner[(i + 1) % 3], c.corner[i]);
    const Vector m = cross(c.along, edge);
    if (const mpz_class square = dot(m, m); square != 0) {
      candidates.push_back(ratio(dot(cross(to_corner, edge), m), square));
    }
  }
  std::sort(candidates.begin(), candidates.end());
  for (const mpq_class& s : candidates) {
    if (c.in_range(s) && c.inside(s)) {
      return s;
    }
  }
  return std::nullopt;  // never: the tests would show it
}

}  // namespace graze::oracle
