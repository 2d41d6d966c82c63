// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "car_parts.h"

#include <graze/generate.h>

#include <cmath>
#include <numbers>

#include "solids.h"

namespace graze::scenes::car {
namespace {

using std::numbers::pi;

/// Along z, its outer side up; radius 0.31.
Mesh wheel() {
  Mesh mesh;
  append(mesh, looped_lathe({{0.20, -0.09},
                             {0.24, -0.105},
                             {0.29, -0.10},
                             {0.308, -0.08},
                             {0.310, -0.045},
                             {0.302, -0.040},
                             {0.302, -0.030},
                             {0.310, -0.025},
                             {0.310, 0.025},
                             {0.302, 0.030},
                             {0.302, 0.040},
                             {0.310, 0.045},
                             {0.308, 0.08},
                             {0.29, 0.10},
                             {0.24, 0.105},
                             {0.20, 0.09}},
                            38));
  append(mesh,
         looped_lathe({{0.175, -0.085}, {0.205, -0.095}, {0.205, 0.095}, {0.19, 0.095}, {0.175, 0.07}}, 36));
  append(mesh, lathe({{0, 0.02}, {0.055, 0.02}, {0.055, 0.07}, {0.03, 0.085}, {0, 0.085}}, 20));
  for (int k = 0; k < 5; ++k) {
    const Placement turned = at({0, 0, 0}, 72 * k, {0, 0, 1});
    const std::vector<Vector3d> path = {
        {0.03, 0, 0.055}, {0.09, 0, 0.065}, {0.15, 0, 0.06}, {0.185, 0, 0.045}};
    append(mesh, tube(path, {0.026, 0.02, 0.02, 0.026}, 10), turned);
    append(mesh, lathe({{0, 0.07}, {0.007, 0.07}, {0.007, 0.082}, {0, 0.082}}, 6),
           turned * at({0.04, 0.0, 0}));
  }
  append(mesh, looped_lathe({{0.06, -0.03}, {0.15, -0.03}, {0.15, -0.01}, {0.06, -0.01}}, 36));  // brake disc
  append(mesh, cushion({0.035, 0.06, 0.035}, 5, 12, 6), at({0.14, 0, -0.02}));
  return mesh;
}

/// Facing -x, the seat's middle at the origin.
Mesh seat() {
  Mesh mesh;
  append(mesh, cushion({0.26, 0.23, 0.07}, 5, 26, 12), at({0, 0, 0}, -6, {0, 1, 0}));
  append(mesh, cushion({0.07, 0.22, 0.32}, 5, 26, 14), at({0.30, 0, 0.34}, 14, {0, 1, 0}));
  append(mesh, cushion({0.05, 0.13, 0.09}, 4, 18, 10), at({0.40, 0, 0.77}, 10, {0, 1, 0}));
  for (const double side : {-1.0, 1.0}) {
    append(mesh, cushion({0.22, 0.05, 0.06}, 3, 16, 8), at({-0.02, side * 0.21, 0.05}, -6, {0, 1, 0}));
    append(mesh, cushion({0.05, 0.05, 0.26}, 3, 16, 8), at({0.25, side * 0.20, 0.32}, 14, {0, 1, 0}));
    append(mesh, tube({{0.37, side * 0.06, 0.60}, {0.40, side * 0.06, 0.74}}, {0.008}, 8));
    append(mesh, make_box({0.25, 0.02, 0.015}), at({0, side * 0.17, -0.12}));
    append(mesh, make_box({0.02, 0.015, 0.04}), at({-0.16, side * 0.17, -0.08}));
    append(mesh, make_box({0.02, 0.015, 0.04}), at({0.16, side * 0.17, -0.08}));
  }
  return mesh;
}

Mesh rear_bench() {
  Mesh mesh;
  for (const double y : {-0.44, 0.0, 0.44}) {
    append(mesh, cushion({0.26, 0.215, 0.08}, 6, 20, 12), at({0, y, 0}, -6, {0, 1, 0}));
    append(mesh, cushion({0.08, 0.215, 0.30}, 6, 20, 12), at({0.30, y, 0.32}, 20, {0, 1, 0}));
    append(mesh, cushion({0.04, 0.11, 0.06}, 4, 16, 10), at({0.42, y, 0.66}, 15, {0, 1, 0}));
  }
  return mesh;
}

/// The wheel's plane normal to z, towards the driver.
Mesh steering_wheel() {
  Mesh mesh;
  append(mesh, make_torus(0.185, 0.016, 40, 10));
  append(mesh, cushion({0.06, 0.06, 0.025}, 4, 20, 10));
  for (const double degrees : {0.0, 180.0, 270.0}) {
    append(mesh, tube({{0.04, 0, 0}, {0.11, 0, -0.005}, {0.185, 0, 0}}, {0.017, 0.012, 0.012}, 8),
           at({0, 0, 0}, degrees, {0, 0, 1}));
  }
  append(mesh, tube({{0, 0, -0.02}, {0, 0, -0.36}}, {0.025}, 14));
  for (const double side : {-1.0, 1.0})
    append(mesh, tube({{0, 0, -0.06}, {side * 0.14, 0.03, -0.06}}, {0.008, 0.012}, 8));
  return mesh;
}

/// A profile in (x, z) drawn across the car, sagging a little towards the sides.
Mesh dashboard() {
  const std::vector<Vector2d> profile = {{-0.86, 0.62}, {-0.62, 0.58}, {-0.52, 0.66}, {-0.50, 0.78},
                                         {-0.56, 0.86}, {-0.66, 0.90}, {-0.80, 0.92}, {-0.90, 0.90}};
  std::vector<std::vector<Vector3d>> sections;
  constexpr int steps = 40;
  for (int i = 0; i <= steps; ++i) {
    const double y = 0.76 * (2.0 * i / steps - 1);
    const double hood = 0.05 * bump(y - 0.37, 0.16);  // over the driver's gauges
    std::vector<Vector3d> section;
    for (auto p = profile.rbegin(); p != profile.rend(); ++p) {
      section.emplace_back(p->x() - 0.05 * y * y, y, p->y() + (p->y() > 0.84 ? hood : 0) - 0.04 * y * y);
    }
    sections.push_back(std::move(section));
  }
  return loft(sections);
}

}  // namespace

Mesh wheels() {
  Mesh mesh;
  for (const double x : {-1.32, 1.32}) {
    for (const double side : {-1.0, 1.0})
      append(mesh, wheel(), pointing({x, side * 0.74, 0.31}, {0, side, 0}));
    append(mesh, tube({{x, -0.68, 0.31}, {x, 0.68, 0.31}}, {0.025}, 12));
    for (const double side : {-1.0, 1.0}) {  // springs and dampers
      append(mesh, tube(helix(0.055, 0.05, 6, 14), {0.009}, 6), at({x, side * 0.58, 0.33}));
      append(mesh, tube({{x, side * 0.58, 0.31}, {x, side * 0.58, 0.68}}, {0.022}, 12));
    }
  }
  return mesh;
}

Mesh interior() {
  Mesh mesh;
  for (const double side : {-1.0, 1.0}) append(mesh, seat(), at({0.02, side * 0.37, 0.46}));
  append(mesh, rear_bench(), at({0.86, 0, 0.50}));
  append(mesh, dashboard());
  append(mesh, steering_wheel(), pointing({-0.36, 0.37, 0.83}, {0.9, 0, 0.42}));
  for (const double y : {0.29, 0.37, 0.45}) {
    append(mesh,
           lathe({{0, -0.01}, {0.05, -0.01}, {0.05, 0.012}, {0.044, 0.012}, {0.044, 0.004}, {0, 0.004}}, 24),
           pointing({-0.50, y, 0.79}, {1, 0, 0.1}));
  }
  for (const double y : {-0.5, -0.1, 0.1, 0.62}) {  // vents
    for (int i = 0; i < 5; ++i)
      append(mesh, make_box({0.012, 0.06, 0.003}), at({-0.505, y, 0.72 + 0.014 * i}, -20, {0, 1, 0}));
  }
  append(mesh, cushion({0.30, 0.09, 0.09}, 6, 24, 12), at({-0.10, 0, 0.44}));  // console
  append(mesh, tube(rounded({{-0.22, 0, 0.50}, {-0.20, 0, 0.60}, {-0.17, 0, 0.66}}, 0.05, 4), {0.009}, 8));
  append(mesh, make_sphere(0.025, 16, 10), at({-0.17, 0, 0.67}));
  append(mesh,
         tube(rounded({{0.05, 0.02, 0.52}, {-0.06, 0.02, 0.58}, {-0.14, 0.02, 0.60}}, 0.05, 4), {0.011}, 8));
  for (const double y : {0.27, 0.37, 0.46}) {  // pedals
    append(mesh, make_box({0.008, 0.03, 0.045}), at({-0.80, y, 0.42}, 25, {0, 1, 0}));
    append(mesh, tube(rounded({{-0.81, y, 0.43}, {-0.86, y, 0.56}, {-0.88, y, 0.64}}, 0.05, 3), {0.007}, 6));
  }
  append(mesh, cushion({0.015, 0.11, 0.03}, 4, 20, 10), at({-0.24, 0, 1.30}, -15, {0, 1, 0}));  // mirror
  append(mesh, cushion({0.10, 0.6, 0.01}, 4, 24, 8), at({1.40, 0, 1.00}));  // parcel shelf
  return mesh;
}

Mesh machinery() {
  Mesh mesh;
  append(mesh, make_box({0.26, 0.20, 0.16}), at({-1.45, 0, 0.52}));
  append(mesh, cushion({0.25, 0.13, 0.05}, 6, 24, 10), at({-1.45, 0, 0.72}));
  for (int i = 0; i < 4; ++i) {
    const double x = -1.63 + 0.12 * i;
    append(mesh,
           tube(rounded({{x, 0.18, 0.62}, {x, 0.34, 0.66}, {x, 0.38, 0.50}, {-1.2, 0.36, 0.40}}, 0.1, 6),
                {0.022}, 12));  // manifold
    append(mesh, tube(rounded({{x, -0.18, 0.62}, {x, -0.34, 0.68}, {x, -0.36, 0.76}}, 0.1, 5), {0.024}, 12));
    append(mesh, lathe({{0, 0}, {0.018, 0}, {0.018, 0.05}, {0.01, 0.05}, {0.01, 0.08}, {0, 0.08}}, 12),
           at({x, 0, 0.76}));
  }
  append(mesh, cushion({0.24, 0.05, 0.05}, 5, 24, 10), at({-1.45, -0.36, 0.78}));
  append(mesh,
         lathe({{0, 0},
                {0.13, 0},
                {0.13, 0.03},
                {0.11, 0.035},
                {0.11, 0.045},
                {0.13, 0.05},
                {0.13, 0.08},
                {0, 0.08}},
               28),
         pointing({-1.73, 0, 0.48}, {-1, 0, 0}));
  append(mesh, lathe({{0, 0}, {0.07, 0}, {0.07, 0.05}, {0, 0.05}}, 24),
         pointing({-1.73, -0.2, 0.60}, {-1, 0, 0}));
  append(mesh, looped_tube({{-1.77, 0.13, 0.48},
                            {-1.77, 0.05, 0.36},
                            {-1.77, -0.08, 0.38},
                            {-1.77, -0.27, 0.58},
                            {-1.77, -0.22, 0.67},
                            {-1.77, -0.12, 0.66}},
                           0.012, 8));
  append(mesh,
         plate(rectangle(0.42, 0.22),
               {reversed(circle(0.17, 24, {-0.2, 0})), reversed(circle(0.17, 24, {0.2, 0}))}, 0.03),
         at({-1.92, 0, 0.50}, 90, {0, 1, 0}) * at({0, 0, 0}, 90, {0, 0, 1}));  // radiator
  for (const double y : {-0.2, 0.2}) {
    for (int k = 0; k < 5; ++k) {
      append(mesh, cushion({0.008, 0.03, 0.075}, 3, 10, 6),
             at({-1.92, y, 0.50}, 72 * k, {1, 0, 0}) * at({0, 0, 0.085}, 20, {0, 0, 1}));
    }
  }
  append(mesh, lathe({{0, 0}, {0.17, 0}, {0.17, 0.1}, {0.10, 0.3}, {0.08, 0.5}, {0, 0.5}}, 24),
         pointing({-1.2, 0, 0.42}, {1, 0, -0.08}));  // gearbox
  append(mesh, tube({{-0.75, 0, 0.34}, {1.2, 0, 0.32}}, {0.03}, 14));
  append(mesh, make_sphere(0.11, 20, 12), at({1.30, 0, 0.31}));
  append(mesh, tube(rounded({{-1.2, 0.36, 0.40},
                             {-0.9, 0.30, 0.22},
                             {0.9, 0.30, 0.20},
                             {1.2, 0.45, 0.22},
                             {2.2, 0.45, 0.26}},
                            0.2, 8),
                    {0.028}, 14));
  append(mesh, cushion({0.28, 0.11, 0.07}, 4, 24, 12), at({0.45, 0.30, 0.20}));
  append(mesh, cushion({0.22, 0.10, 0.08}, 4, 24, 12), at({1.80, 0.45, 0.27}));
  append(mesh, cushion({0.25, 0.45, 0.10}, 6, 28, 14), at({0.95, -0.1, 0.33}));  // tank
  append(mesh, make_box({0.13, 0.09, 0.09}), at({-1.35, 0.55, 0.68}));           // battery
  append(mesh, lathe({{0, 0}, {0.31, 0}, {0.31, 0.12}, {0, 0.12}}, 36),
         at({1.72, -0.2, 0.46}));  // spare wheel
  return mesh;
}

}  // namespace graze::scenes::car
