// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// One open sheet over a grid: the panel below the belt line, the window's frame above it, edges folded
// inwards.
#include <graze/generate.h>

#include <algorithm>
#include <cmath>

#include "models.h"
#include "solids.h"

namespace graze::scenes {
namespace {

constexpr double belt = 0.56;  // where the window starts, as a share of the grid's height

/// The outline: the door's front and rear edge at a share of its height.
double front_edge(double v) {
  return 0.02 * std::sin(3 * v) + 0.52 * std::pow(std::max(0.0, v - belt) / (1 - belt), 1.25);
}
double rear_edge(double v) {
  const double wheel_arch = 0.20 * std::pow(std::max(0.0, 0.34 - v) / 0.34, 2);
  return 1.12 - wheel_arch - 0.06 * smooth_step(belt, 1, v);
}

/// Outward (-y) bulge of the panel: full below, leaning in above the belt.
double bulge(double u, double v) {
  const double panel =
      0.07 * std::sin(2.6 * std::min(v, belt) / belt + 0.25) * (1 - 0.25 * (2 * u - 1) * (2 * u - 1));
  const double crease = 0.012 * smooth_step(0.40, 0.42, v) - 0.010 * smooth_step(0.16, 0.18, v);
  const double lean = -0.20 * std::pow(std::max(0.0, v - belt) / (1 - belt), 1.4);
  const double handle = -0.028 * bump((u - 0.84) / 0.10, 1) * bump((v - 0.47) / 0.035, 1);
  return panel + crease + lean + handle;
}

bool in_window(double u, double v) {
  const double left = 0.13 + 0.05 * (v - belt);
  return u > left && u < 0.93 && v > belt + 0.04 && v < 0.93;
}

/// The flange: how far the rim of the sheet is folded back towards the inside.
double fold(double u, double v) {
  const double rim = std::min({u, 1 - u, v, 1 - v});
  const double outer = 0.022 * smooth_step(0.03, 0.0, rim);
  const double du = std::max({0.13 + 0.05 * (v - belt) - u, u - 0.93, 0.0});
  const double dv = std::max({belt + 0.04 - v, v - 0.93, 0.0});
  const double inner =
      v > belt ? 0.018 * smooth_step(0.025, 0.0, std::hypot(du, dv)) : 0.018 * smooth_step(0.025, 0, dv);
  return std::max(outer, v > belt - 0.05 ? inner : 0.0);
}

Vector3d point(double u, double v) {
  const double x = front_edge(v) + u * (rear_edge(v) - front_edge(v));
  const double arch = 0.02 * (2 * u - 1) * smooth_step(0.9, 1.0, v);  // the roof's edge falls to the rear
  return {x, -bulge(u, v) + fold(u, v), 1.12 * v - arch};
}

}  // namespace

Mesh make_door_skin() {
  const Mesh mesh = sheet(42, 52, point, [](double u, double v) { return !in_window(u, v); });
  return refined_to(mesh, 3391);
}

}  // namespace graze::scenes
