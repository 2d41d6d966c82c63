// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The body's sheets. A section across the car runs from the right sill up the side to the belt line, on to
// the roof's edge and over the middle to the left sill; three curves along the car give the heights, two the
// widths.
#include <graze/generate.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "car_parts.h"
#include "models.h"
#include "solids.h"

namespace graze::scenes {
namespace car {
namespace {

struct Knot {
  double x, value;
};

/// Smooth between the knots, level at each.
double curve(std::span<const Knot> knots, double x) {
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    if (x > knots[i + 1].x) continue;
    return knots[i].value +
           (knots[i + 1].value - knots[i].value) * smooth_step(knots[i].x, knots[i + 1].x, x);
  }
  return knots.back().value;
}

/// Straight between the knots.
double polyline(std::span<const Knot> knots, double x) {
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    if (x > knots[i + 1].x) continue;
    const double t = std::max(0.0, (x - knots[i].x) / (knots[i + 1].x - knots[i].x));
    return knots[i].value + (knots[i + 1].value - knots[i].value) * t;
  }
  return knots.back().value;
}

constexpr double front = -2.15;
constexpr double rear = 2.15;

double sill(double x) {
  constexpr std::array<Knot, 4> knots = {{{-2.15, 0.34}, {-1.95, 0.24}, {1.9, 0.24}, {2.15, 0.36}}};
  return curve(knots, x);
}
double belt(double x) {
  constexpr std::array<Knot, 6> knots = {
      {{-2.15, 0.50}, {-2.02, 0.66}, {-1.3, 0.80}, {-0.6, 0.90}, {2.06, 0.93}, {2.15, 0.60}}};
  return polyline(knots, x);
}
double top(double x) {
  constexpr std::array<Knot, 11> knots = {{{-2.15, 0.52},
                                           {-2.04, 0.72},
                                           {-1.75, 0.82},
                                           {-0.95, 0.97},
                                           {-0.20, 1.38},
                                           {0.15, 1.44},
                                           {0.75, 1.42},
                                           {1.05, 1.37},
                                           {1.62, 1.03},
                                           {2.07, 0.98},
                                           {2.15, 0.64}}};
  return polyline(knots, x);
}
double half_width(double x) {
  constexpr std::array<Knot, 5> knots = {
      {{-2.15, 0.58}, {-1.75, 0.83}, {-0.5, 0.88}, {1.3, 0.88}, {2.15, 0.72}}};
  return curve(knots, x);
}
double roof_half_width(double x) {
  constexpr std::array<Knot, 6> knots = {
      {{-2.15, 0.50}, {-1.6, 0.70}, {-0.95, 0.72}, {-0.1, 0.56}, {0.95, 0.56}, {1.7, 0.62}}};
  return curve(knots, x);
}

// Where a section passes from side to window and from window to roof, as shares of its half.
constexpr double side_share = 0.46;
constexpr double window_share = 0.72;

/// Half a section: s = 0 at the sill, 1 over the middle; y as for the left side.
Vector3d half_section(double x, double s) {
  const double w = half_width(x);
  if (s < side_share) {
    const double t = s / side_share;
    const double z = sill(x) + t * (belt(x) - sill(x));
    const double bulge = 0.045 * std::sin(3.1 * t) - 0.012 * smooth_step(0.62, 0.68, t);
    return {x, w - 0.04 + bulge, z};
  }
  if (s < window_share) {
    const double t = (s - side_share) / (window_share - side_share);
    return {x, w - 0.052 + t * (roof_half_width(x) - w + 0.052),
            belt(x) + (top(x) - belt(x)) * (t + 0.25 * t * (1 - t))};
  }
  const double t = (s - window_share) / (1 - window_share);
  return {x, roof_half_width(x) * (1 - t), top(x) + 0.05 * t * (2 - t)};
}

/// The share of the way from the belt line up to the roof's edge; 0 on the side, 1 on the roof.
double window_height(double s) {
  return std::clamp((s - side_share) / (window_share - side_share), 0.0, 1.0);
}

/// Stations lean with the pillars, so that the windows' edges follow the grid: as far as this from the belt
/// line to the roof.
double lean(double x) {
  constexpr std::array<Knot, 4> knots = {{{front, 0}, {-0.80, 0.60}, {1.45, -0.40}, {rear, 0}}};
  return polyline(knots, x);
}

constexpr double arch_radius = 0.40;
constexpr std::array<double, 2> wheel_x = {-1.32, 1.32};

double from_wheel(double wheel, const Vector3d& p) {
  return std::hypot(p.x() - wheel, p.z() - 0.31);
}

bool in_wheel_arch(const Vector3d& p) {
  return from_wheel(wheel_x[0], p) < arch_radius || from_wheel(wheel_x[1], p) < arch_radius;
}

/// Draws the grid's points near an arch's edge towards it, so that the edge is round and not a stair.
Vector3d drawn_to_arch(Vector3d p) {
  for (const double wheel : wheel_x) {
    const double distance = from_wheel(wheel, p);
    const double off = distance - arch_radius;
    const double factor = (arch_radius + off * (0.1 + 0.9 * smooth_step(0, 0.07, std::abs(off)))) / distance;
    p.x() = wheel + (p.x() - wheel) * factor;
    p.z() = 0.31 + (p.z() - 0.31) * factor;
  }
  return p;
}

/// v = 0 at the right sill, 1 at the left one; x is the station at the belt line.
Vector3d section_point(double x, double v) {
  const double s = 1 - std::abs(2 * v - 1);
  Vector3d p = half_section(x + lean(x) * window_height(s), s);
  if (s < side_share) p = drawn_to_arch(p);
  if (v < 0.5) p.y() = -p.y();
  return p;
}

double station(double u) {
  return front + (rear - front) * u;
}

bool is_metal(double x, double v) {
  const double s = 1 - std::abs(2 * v - 1);
  const double t = window_height(s);
  const double roof_x = x + lean(x);
  const bool side_glass = t > 0.1 && t < 0.86 && x > -0.74 && x < 1.40 && std::abs(x - 0.28) > 0.05;
  const bool windshield = s > window_share + 0.02 && roof_x > -0.88 && roof_x < -0.28;
  const bool rear_window = s > window_share + 0.02 && roof_x > 1.12 && roof_x < 1.56;
  const bool arch = s < side_share && in_wheel_arch(half_section(x, s));
  return !side_glass && !windshield && !rear_window && !arch;
}

// The liner: the same sheet a little further in, from the firewall to the trunk.
double liner_station(double u) {
  return -0.82 + 2.2 * u;
}

Vector3d liner_point(double u, double v) {
  const Vector3d p = section_point(liner_station(u), v);
  return {p.x(), 0.95 * p.y(), 0.30 + 0.955 * (p.z() - 0.30)};
}

Vector3d floor_point(double u, double v) {
  const double x = -1.95 + 3.95 * u;
  const double y = (2 * v - 1) * (x < -1.7 ? 0.64 : x > 1.5 ? 0.66 : 0.80);
  const double tunnel = 0.14 * bump(y, 0.13) * smooth_step(-1.2, -0.8, x) * smooth_step(1.9, 0.9, x);
  const double ribs = 0.008 * std::sin(40 * x);
  return {x, y, 0.26 + tunnel + ribs + 0.16 * smooth_step(1.0, 1.2, x)};
}

Vector3d firewall_point(double u, double v) {
  const double y = (2 * u - 1) * 0.62;
  return {-0.92 - 0.10 * v + 0.03 * std::sin(9 * y), y, 0.28 + 0.62 * v};
}

}  // namespace

Mesh body() {
  Mesh mesh;
  append(mesh, sheet(
                   126, 70, [](double u, double v) { return section_point(station(u), v); },
                   [](double u, double v) { return is_metal(station(u), v); }));
  append(mesh, sheet(48, 44, liner_point, [](double u, double v) { return is_metal(liner_station(u), v); }));
  append(mesh, sheet(42, 20, floor_point, [](double u, double v) {
           return !(std::abs(2 * v - 1) > 0.72 && in_wheel_arch(floor_point(u, 0.5)));
         }));
  append(mesh, sheet(24, 10, firewall_point, [](double, double) { return true; }));
  // Bumpers, lights, mirrors, plates, door handles.
  append(mesh, cushion({0.10, 0.62, 0.08}, 4, 32, 10), at({-2.12, 0, 0.42}));
  append(mesh, cushion({0.09, 0.74, 0.09}, 5, 32, 10), at({2.14, 0, 0.45}));
  for (const double side : {-1.0, 1.0}) {
    append(mesh, cushion({0.08, 0.16, 0.055}, 3, 24, 12),
           at({-2.0, side * 0.55, 0.66}, side * -12, {0, 0, 1}));
    append(mesh, cushion({0.03, 0.14, 0.06}, 4, 20, 10), at({2.14, side * 0.56, 0.78}));
    append(mesh, cushion({0.05, 0.09, 0.06}, 3, 20, 12), at({-0.62, side * 1.0, 0.98}));
    append(mesh,
           tube(rounded({{-0.62, side * 0.83, 0.90}, {-0.62, side * 0.93, 0.92}, {-0.62, side * 0.97, 0.96}},
                        0.05, 4),
                {0.015}, 8));
    for (const double x : {0.12, 1.05})
      append(mesh, cushion({0.09, 0.018, 0.014}, 4, 12, 6), at({x, side * 0.87, 0.80}));
  }
  for (int i = 0; i < 4; ++i) {  // grille
    append(mesh, make_box({0.02, 0.26, 0.008}), at({-2.135 + 0.018 * i, 0, 0.54 + 0.035 * i}));
  }
  append(mesh, make_box({0.005, 0.26, 0.055}), at({-2.22, 0, 0.42}));
  return mesh;
}

}  // namespace car

Mesh make_car() {
  Mesh mesh;
  append(mesh, car::body());
  append(mesh, car::wheels());
  append(mesh, car::interior());
  append(mesh, car::machinery());
  return refined_to(mesh, 60755);
}

}  // namespace graze::scenes
