// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A block for the palm, fingers pulled out of its cells one knuckle at a time, and one step of smoothing. 120
// quadrangles of the rough form become 120·4·2 = 960 faces.
#include <graze/generate.h>

#include <cmath>
#include <stdexcept>

#include "models.h"
#include "subdivide.h"

namespace graze::scenes {
namespace {

constexpr int across = 4;  // cells of the palm, one for each finger
constexpr int along = 4;   // from the wrist to the knuckles

/// Numbers of the quadrangles to pull fingers out of.
struct Roots {
  std::array<std::size_t, across> fingers{};
  std::size_t thumb = 0;
};

Vector3d palm_point(int i, int j, int layer) {
  const double s = 2.0 * i / across - 1;  // -1 at the little finger, 1 at the thumb
  const double t = static_cast<double>(j) / along;
  const double half_width = 0.62 + 0.38 * smooth_step(0.05, 0.7, t);
  const double knuckles = 0.1 * (1 - s * s) + 0.04 * s;  // the middle finger starts highest
  const double thickness = 0.25 + 0.05 * (1 - t) + 0.06 * (1 - s * s) * (1 - std::abs(2 * t - 1));
  const double cup = 0.05 * s * s * t;
  return {half_width * s, 2.1 * t + knuckles * t, (layer == 1 ? thickness : -thickness) + cup};
}

QuadCage palm(Roots& roots) {
  QuadCage cage;
  for (int layer = 0; layer < 2; ++layer) {
    for (int i = 0; i <= across; ++i) {
      for (int j = 0; j <= along; ++j) cage.vertices.push_back(palm_point(i, j, layer));
    }
  }
  const auto v = [](int i, int j, int layer) {
    return static_cast<std::uint32_t>((layer * (across + 1) + i) * (along + 1) + j);
  };
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < along; ++j) {
      cage.quads.push_back({v(i, j, 1), v(i + 1, j, 1), v(i + 1, j + 1, 1), v(i, j + 1, 1)});
      cage.quads.push_back({v(i, j, 0), v(i, j + 1, 0), v(i + 1, j + 1, 0), v(i + 1, j, 0)});
    }
  }
  for (int i = 0; i < across; ++i) {
    cage.quads.push_back({v(i, 0, 0), v(i + 1, 0, 0), v(i + 1, 0, 1), v(i, 0, 1)});
    roots.fingers[i] = cage.quads.size();
    cage.quads.push_back({v(i, along, 1), v(i + 1, along, 1), v(i + 1, along, 0), v(i, along, 0)});
  }
  for (int j = 0; j < along; ++j) {
    cage.quads.push_back({v(0, j, 0), v(0, j, 1), v(0, j + 1, 1), v(0, j + 1, 0)});
    if (j == 1) roots.thumb = cage.quads.size();
    cage.quads.push_back({v(across, j, 0), v(across, j + 1, 0), v(across, j + 1, 1), v(across, j, 1)});
  }
  return cage;
}

/// Scales about the quadrangle's middle, turns it about there, then moves it.
Placement step(const QuadCage& cage, std::size_t quad, double scale, double degrees, const Vector3d& axis,
               const Vector3d& move) {
  const Vector3d m = cage.middle(quad);
  return at(m + move, degrees, axis) * Eigen::Scaling(scale) * Eigen::Translation3d(-m);
}

/// Joints bend towards the palm by `curl` degrees each.
void pull_finger(QuadCage& cage, std::size_t quad, const std::vector<double>& bones, double spread,
                 double curl) {
  const Eigen::AngleAxisd sideways(-spread * EIGEN_PI / 180, Vector3d::UnitZ());
  double bend = 0;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Eigen::AngleAxisd inward(bend * EIGEN_PI / 180, Vector3d::UnitX());
    const Vector3d move = sideways * (inward * Vector3d(0, bones[i], 0));
    const double scale = i == 0 ? 0.86 : i + 1 == bones.size() ? 0.8 : 0.97;
    cage.extrude(quad, step(cage, quad, scale, curl, sideways * Vector3d::UnitX(), move));
    bend += curl;
  }
}

void pull_thumb(QuadCage& cage, std::size_t quad) {
  cage.extrude(quad, step(cage, quad, 0.95, 30, {0, 0, 1}, {0.38, 0.2, 0.12}));
  cage.extrude(quad, step(cage, quad, 0.85, 12, {0, 0, 1}, {0.34, 0.5, 0.1}));
  cage.extrude(quad, step(cage, quad, 0.86, 8, {0, 0, 1}, {0.16, 0.5, 0.04}));
}

}  // namespace

Mesh make_hand() {
  Roots roots;
  QuadCage cage = palm(roots);
  pull_finger(cage, roots.fingers[0], {0.35, 0.5, 0.45}, -14, 8);
  pull_finger(cage, roots.fingers[1], {0.35, 0.5, 0.45, 0.4}, -5, 7);
  pull_finger(cage, roots.fingers[2], {0.38, 0.55, 0.48, 0.42}, 2, 6);
  pull_finger(cage, roots.fingers[3], {0.35, 0.5, 0.45, 0.4}, 10, 5);
  pull_thumb(cage, roots.thumb);
  Mesh mesh;
  Placement upright = Placement::Identity();  // from fingers along y and the palm towards z
  upright.linear() << 0, 0, -0.04, -0.04, 0, 0, 0, 0.04, 0;
  append(mesh, triangulated(smoothed(cage)), upright);
  return refined_to(mesh, 960);
}

}  // namespace graze::scenes
