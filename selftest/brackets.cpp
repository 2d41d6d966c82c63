// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Each smooth body is an affine image of the unit ball, the cylinder or the cone of radius and half length 1. Polytopes are made
// there, of corners on circles of 2·`steps` points. Coordinates of their images are rounded to 21 bits, which makes integer
// arithmetic faster and moves a corner by less than 2^-19 as seen from the unit body; moving all corners by 2^-16 towards or away
// from a centre makes up for that.
//
// Around. A regular polygon around a circle has its corners at 1/cos α, α being half an angle between neighbours. Of the ball's
// corners, on circles of latitude, some one is within α of any direction along both: the cosine of the angle between them is
// cos(a - b) - cos a·cos b·(1 - cos Δ) ≥ 2·cos α - 1, with latitudes a, b and Δ ≤ α. So the hull of the corners at 1/(2·cos α - 1)
// reaches 1 along each direction.
//
// A body that holds the ball of radius ρ around c grows by at least s·ρ everywhere when it is stretched by 1 + s from c.
#include "selftest/brackets.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace graze::selftest {
namespace {

using Eigen::Vector3d;

constexpr int steps = 6;
constexpr double alpha = std::numbers::pi / (2 * steps);  ///< half an angle between corners
constexpr double rounding = 0x1p-16, leeway = 2e-9;

double rounded(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, 20)), exponent - 20);
}

/// In the frame of the unit body.
struct UnitHull {
  std::vector<Vector3d> corners;
  Vector3d centre = Vector3d::Zero();
};

void add_circle(std::vector<Vector3d>& corners, double radius, double z) {
  for (int i = 0; i < 2 * steps; ++i)
    corners.emplace_back(radius * std::cos(2 * alpha * i), radius * std::sin(2 * alpha * i), z);
}

double outward(Smooth which, double factor) {
  return which == Smooth::around ? 1 / factor : 1;
}

UnitHull unit_hull(const Cylinder&, Smooth which) {
  UnitHull hull;
  for (const double z : {-1.0, 1.0}) add_circle(hull.corners, outward(which, std::cos(alpha)), z);
  return hull;
}
UnitHull unit_hull(const Cone&, Smooth which) {
  UnitHull hull{{{0, 0, 1}}, {0, 0, -0.5}};
  add_circle(hull.corners, outward(which, std::cos(alpha)), -1);
  return hull;
}
UnitHull unit_hull(const Ellipsoid&, Smooth which) {
  const double r = outward(which, 2 * std::cos(alpha) - 1);
  UnitHull hull{{{0, 0, r}, {0, 0, -r}}};
  for (int k = 1; k < steps; ++k) {
    const double latitude = 2 * alpha * k - std::numbers::pi / 2;
    add_circle(hull.corners, r * std::cos(latitude), r * std::sin(latitude));
  }
  return hull;
}

/// Points of a circle of this radius: on the axes, and multiples of (3, 4) if they are not rounded.
void add_exact_circle(std::vector<Vector3d>& corners, double r, double z) {
  corners.insert(corners.end(), {{r, 0, z}, {-r, 0, z}, {0, r, z}, {0, -r, z}});
  const double unit = r / 5;
  if (std::fma(5, unit, -r) != 0 || std::fma(3, unit, -(3 * unit)) != 0) return;
  for (const double x : {-unit, unit}) {
    for (const double y : {-unit, unit})
      corners.insert(corners.end(), {{3 * x, 4 * y, z}, {4 * x, 3 * y, z}});
  }
}

std::vector<Vector3d> exact_points(const Cylinder& c) {
  std::vector<Vector3d> points;
  for (const double z : {-c.half_length, c.half_length}) add_exact_circle(points, c.radius, z);
  return points;
}
std::vector<Vector3d> exact_points(const Cone& c) {
  std::vector<Vector3d> points = {{0, 0, c.half_length}};
  add_exact_circle(points, c.radius, -c.half_length);
  return points;
}
std::vector<Vector3d> exact_points(const Ellipsoid& e) {
  std::vector<Vector3d> points;
  for (int k = 0; k < 3; ++k) {
    for (const double sign : {-1.0, 1.0}) points.emplace_back(sign * e.half[k] * Vector3d::Unit(k));
  }
  return points;
}

Vector3d half_of(const Cylinder& c) {
  return {c.radius, c.radius, c.half_length};
}
Vector3d half_of(const Cone& c) {
  return {c.radius, c.radius, c.half_length};
}
Vector3d half_of(const Ellipsoid& e) {
  return e.half;
}

/// The radius of a ball around the centre of the unit hull's image, which the body holds.
double ball_of(const Cone& c) {
  return std::min(0.5 * c.half_length,
                  1.5 * c.half_length * (c.radius / std::hypot(c.radius, 2 * c.half_length)));
}
template <class Body>
double ball_of(const Body& body) {
  return half_of(body).minCoeff();
}

template <class Body>
std::vector<Vector3d> corners_of(const Body& body, Smooth which) {
  if (which == Smooth::exact) return exact_points(body);
  UnitHull hull = unit_hull(body, which);
  const Vector3d half = half_of(body);
  const double stretch =
      which == Smooth::inside ? -rounding : rounding + leeway * (half.norm() / ball_of(body));
  for (Vector3d& p : hull.corners)
    p = (p + stretch * (p - hull.centre)).cwiseProduct(half).unaryExpr(&rounded);
  return std::move(hull.corners);
}

template <class Result, class Ask>
Result of_smooth(const Shape& shape, Result otherwise, const Ask& ask) {
  const ShapeKind& kind = shape.kind();
  if (const auto* cylinder = std::get_if<Cylinder>(&kind)) return ask(*cylinder);
  if (const auto* cone = std::get_if<Cone>(&kind)) return ask(*cone);
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&kind)) return ask(*ellipsoid);
  return otherwise;
}

}  // namespace

bool is_smooth(const Shape& shape) {
  return of_smooth(shape, false, [](const auto&) { return true; });
}

bool has_bracket(const Shape& shape) {
  return of_smooth(shape, false, [](const auto& body) {
    const Vector3d half = half_of(body);
    return half.minCoeff() > 1e-140 && half.maxCoeff() < 1e140;  // squares stay in range
  });
}

std::vector<Vector3d> bracket_corners(const Shape& smooth, Smooth which) {
  return of_smooth(smooth, std::vector<Vector3d>(),
                   [&](const auto& body) { return corners_of(body, which); });
}

}  // namespace graze::selftest
