// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Fuselage, delta wings, fin, engine pods and nozzles; closed parts that run into each other, as CAD
// assemblies do.
#include <graze/generate.h>

#include <cmath>
#include <numbers>

#include "models.h"
#include "solids.h"

namespace graze::scenes {
namespace {

using std::numbers::pi;

/// A section of the fuselage: half width, heights of the belly and the back over the middle line.
struct Station {
  double x, half_width, belly, back, boxiness;
};

std::vector<Vector3d> fuselage_section(const Station& s, int sides) {
  const auto rounded_out = [&](double c) { return std::copysign(std::pow(std::abs(c), 2 / s.boxiness), c); };
  std::vector<Vector3d> section;
  for (int k = 0; k < sides; ++k) {
    const double t = 2 * pi * (k + 0.5) / sides;
    const double z =
        std::sin(t) < 0 ? s.belly * -rounded_out(std::sin(t)) : s.back * rounded_out(std::sin(t));
    section.emplace_back(s.x, s.half_width * rounded_out(std::cos(t)), z);
  }
  return section;
}

Mesh fuselage() {
  const std::vector<Station> stations = {{-17.6, 0.95, -0.75, 0.75, 2.0}, {-16.2, 1.75, -1.35, 1.35, 2.2},
                                         {-14.2, 2.35, -1.70, 1.95, 2.5}, {-12.6, 2.60, -1.80, 2.75, 2.7},
                                         {-10.5, 2.70, -1.85, 2.95, 2.9}, {0.0, 2.75, -1.90, 2.95, 3.0},
                                         {10.0, 2.80, -1.90, 2.95, 3.0},  {16.5, 3.00, -1.60, 2.85, 3.0}};
  std::vector<std::vector<Vector3d>> sections = {{{-18.4, 0, -0.1}}};
  for (const Station& station : stations) sections.push_back(fuselage_section(station, 12));
  return loft(sections);
}

/// Across the wing from leading to trailing edge, seen from the tip: the two sides of a thin profile.
std::vector<Vector3d> wing_section(double y, double lead, double trail, double thickness, double z) {
  const double chord = trail - lead;
  const auto point = [&](double along, double up) {
    return Vector3d(lead + along * chord, y, z + up * thickness / 2);
  };
  return {point(0, 0), point(0.25, 1), point(0.7, 0.8), point(1, 0), point(0.7, -0.5), point(0.25, -0.7)};
}

Mesh wing() {
  return loft({wing_section(1.5, -8.5, 15.5, 1.3, -1.2), wing_section(4.0, -2.5, 15.5, 1.2, -1.2),
               wing_section(5.6, 4.0, 15.2, 1.0, -1.1), wing_section(11.9, 11.3, 14.6, 0.4, -0.7)});
}

/// Upright: from the wing's section by turning the span from y to z.
Mesh fin() {
  std::vector<std::vector<Vector3d>> sections;
  for (const auto& [height, lead, trail, thickness] :
       {std::array{2.2, 8.6, 17.0, 1.0}, std::array{6.0, 12.2, 18.2, 0.8},
        std::array{10.4, 15.6, 19.6, 0.4}}) {
    std::vector<Vector3d> section;
    for (const Vector3d& p : wing_section(0, lead, trail, thickness, 0))
      section.emplace_back(p.x(), -p.z(), height);
    sections.push_back(std::move(section));
  }
  return loft(sections);
}

/// A bell, hollow from behind; along +z, its throat at the origin.
Mesh nozzle(double length, double radius) {
  return lathe({{0, -0.3 * length},
                {0.45 * radius, -0.2 * length},
                {radius, length},
                {0.35 * radius, 0.1 * length},
                {0, 0.1 * length}},
               6);
}

}  // namespace

Mesh make_shuttle() {
  Mesh mesh;
  append(mesh, fuselage());
  append(mesh, wing(), stretched({0, 0, 0}, {1, -1, 1}));
  append(mesh, wing());
  append(mesh, fin());
  for (const double side : {-1.0, 1.0}) {
    append(mesh, cushion({3.6, 1.25, 1.35}, 2.2, 6, 4), at({13.8, side * 2.1, 2.6}));
    append(mesh, nozzle(2.4, 1.2), pointing({16.6, side * 1.45, -0.2}, {1, 0, -0.1}));
  }
  append(mesh, nozzle(2.6, 1.25), pointing({16.4, 0, 1.9}, {1, 0, 0.18}));
  return refined_to(mesh, 528);
}

}  // namespace graze::scenes
