// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Rings from the neck to the crown. A table gives each height's ellipse; bumps and hollows over (angle,
// height) give it a face.
#include <graze/generate.h>

#include <array>
#include <cmath>
#include <numbers>

#include "models.h"
#include "solids.h"

namespace graze::scenes {
namespace {

using std::numbers::pi;

/// A ring of the bare skull: half lengths along x and y, and the middle's x.
struct Ellipse {
  double z, a, b, x;
};

constexpr std::array<Ellipse, 15> skull = {{{-1.95, 0.72, 0.80, -0.30},
                                            {-1.75, 0.55, 0.57, -0.29},
                                            {-1.45, 0.46, 0.46, -0.26},
                                            {-1.15, 0.47, 0.46, -0.22},
                                            {-1.02, 0.58, 0.50, -0.10},
                                            {-0.88, 0.74, 0.56, -0.02},
                                            {-0.50, 0.85, 0.66, -0.04},
                                            {-0.10, 0.93, 0.74, -0.08},
                                            {0.30, 0.98, 0.78, -0.10},
                                            {0.60, 0.97, 0.77, -0.13},
                                            {0.80, 0.89, 0.72, -0.15},
                                            {0.97, 0.74, 0.61, -0.16},
                                            {1.09, 0.55, 0.46, -0.17},
                                            {1.16, 0.36, 0.31, -0.17},
                                            {1.20, 0.18, 0.16, -0.17}}};

Ellipse ellipse_at(double z) {
  std::size_t i = 0;
  while (i + 2 < skull.size() && skull[i + 1].z < z) ++i;
  const Ellipse& p = skull[i];
  const Ellipse& q = skull[i + 1];
  const double t = (z - p.z) / (q.z - p.z);
  return {z, p.a + t * (q.a - p.a), p.b + t * (q.b - p.b), p.x + t * (q.x - p.x)};
}

/// A rounded mound about (angle, height).
double mound(double angle, double z, double angle0, double z0, double angle_width, double z_width) {
  return bump(angle - angle0, angle_width) * bump(z - z0, z_width);
}

/// How far the surface stands out of the skull; `side` is the angle from the front, alike to both sides.
double relief(double side, double z) {
  const double bridge = 0.05 + 0.27 * smooth_step(0.30, -0.16, z);
  const double nose = bridge * smooth_step(-0.30, -0.20, z) * smooth_step(0.46, 0.22, z) *
                      bump(side, 0.11 + 0.09 * smooth_step(0.2, -0.2, z));
  const double nostrils = 0.05 * mound(side, z, 0.19, -0.19, 0.07, 0.06);
  const double sockets = -0.17 * mound(side, z, 0.37, 0.17, 0.17, 0.10);
  const double eyeballs = 0.075 * mound(side, z, 0.38, 0.16, 0.10, 0.06);
  const double brows = 0.05 * mound(side, z, 0.38, 0.33, 0.28, 0.06);
  const double lips =
      0.085 * mound(side, z, 0, -0.445, 0.21, 0.035) + 0.085 * mound(side, z, 0, -0.56, 0.18, 0.04);
  const double mouth = -0.05 * mound(side, z, 0, -0.50, 0.28, 0.025);
  const double below_lips = -0.04 * mound(side, z, 0, -0.66, 0.2, 0.05);
  const double chin = 0.10 * mound(side, z, 0, -0.84, 0.26, 0.11);
  const double cheeks = 0.05 * mound(side, z, 0.62, -0.08, 0.28, 0.2);
  const double ears = 0.17 * mound(side, z, 1.72, 0.02, 0.15, 0.22);
  const double bun = 0.30 * mound(side, z, pi, 0.42, 0.55, 0.24);
  const double hairline = 0.06 * smooth_step(0.50, 0.64, z + 0.12 * smooth_step(0.3, 1.4, side));
  return nose + nostrils + sockets + eyeballs + brows + lips + mouth + below_lips + chin + cheeks + ears +
         bun + hairline;
}

std::vector<Vector3d> ring(double z, int sides) {
  const Ellipse e = ellipse_at(z);
  std::vector<Vector3d> section;
  for (int k = 0; k < sides; ++k) {
    // More points towards the face than on the back of the head.
    const double even = 2 * pi * k / sides;
    const double angle = even - 0.5 * std::sin(even);
    const double side = std::min(angle, 2 * pi - angle);
    const double out = relief(side, z);
    // The jaw and the base of the skull rise towards the back.
    const double rise =
        0.30 * smooth_step(-1.6, -1.0, z) * smooth_step(0.2, -0.7, z) * (1 - std::cos(angle)) / 2;
    section.emplace_back(e.x + (e.a + out) * std::cos(angle), (e.b + out) * std::sin(angle), z + rise);
  }
  return section;
}

}  // namespace

Mesh make_head() {
  constexpr std::array heights = {-1.95, -1.75, -1.48, -1.22, -1.06, -0.95, -0.85, -0.75, -0.66,
                                  -0.60, -0.55, -0.50, -0.45, -0.39, -0.30, -0.23, -0.17, -0.07,
                                  0.05,  0.15,  0.24,  0.35,  0.56,  0.80,  0.99,  1.12};
  constexpr int sides = 34;
  std::vector<std::vector<Vector3d>> sections;
  for (const double z : heights) sections.push_back(ring(z, sides));
  sections.push_back({{-0.17, 0, 1.21}});
  Mesh mesh;
  append(mesh, loft(sections), at({0, 0, 0.24}, 180, {0, 0, 1}) * Eigen::Scaling(0.125));
  return refined_to(mesh, 1816);
}

}  // namespace graze::scenes
