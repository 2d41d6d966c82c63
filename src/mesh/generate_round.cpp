// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/generate.h>

#include <array>
#include <cmath>
#include <vector>

#include "math/float_environment.h"
#include "mesh/circle.h"
#include "mesh/edge_middles.h"
#include "mesh/sizes.h"

namespace graze {
namespace {

/// A ring of the surfaces about z below.
struct Ring {
  double radius;
  double z;
};

/// Rings of m vertices each, from low to high, joined by bands of 2·m faces and closed at both ends by a fan
/// of m faces about a vertex on the axis.
Mesh closed_surface_about_z(double bottom_z, const std::vector<Ring>& rings, double top_z, int m) {
  Mesh mesh;
  mesh.vertices.reserve(rings.size() * m + 2);
  mesh.faces.reserve(2 * rings.size() * m);
  for (const Ring& ring : rings) {
    for (int k = 0; k < m; ++k) {
      const Eigen::Vector2d c = circle_point(k, m);
      mesh.vertices.emplace_back(ring.radius * c.x(), ring.radius * c.y(), ring.z);
    }
  }
  const auto bottom = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.emplace_back(0, 0, bottom_z);
  mesh.vertices.emplace_back(0, 0, top_z);

  const auto at = [m](std::size_t ring, int k) { return static_cast<std::uint32_t>(ring * m + k % m); };
  for (int k = 0; k < m; ++k) mesh.faces.push_back({bottom, at(0, k + 1), at(0, k)});
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) {
    for (int k = 0; k < m; ++k) {
      mesh.faces.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1)});
      mesh.faces.push_back({at(i, k), at(i + 1, k + 1), at(i + 1, k)});
    }
  }
  const std::size_t last = rings.size() - 1;
  for (int k = 0; k < m; ++k) mesh.faces.push_back({bottom + 1, at(last, k), at(last, k + 1)});
  return mesh;
}

}  // namespace

Mesh make_sphere(double radius, int m, int n) {
  const FloatEnvironment environment;
  require_size(radius, "a sphere's radius");
  require_at_least(3, m, "a sphere's number of meridians");
  require_at_least(2, n, "a sphere's number of bands");
  require_countable(0, 2 * std::uint64_t(m) * (n - 1), "this sphere");
  std::vector<Ring> rings;
  for (int i = 1; i < n; ++i) {
    const Eigen::Vector2d c = circle_point(i, 2 * std::int64_t{n});  // the angle from the south pole
    rings.push_back({radius * c.y(), 0 - radius * c.x()});
  }
  return closed_surface_about_z(-radius, rings, radius, m);
}

Mesh make_cylinder(double radius, double half_length, int m, int n) {
  return make_hyperboloid(radius, radius, half_length, m, n);
}

Mesh make_hyperboloid(double waist, double rim, double half_length, int m, int n) {
  const FloatEnvironment environment;
  require_size(waist, "the radius at the waist");
  require_size(rim, "the radius at the rim");
  require_size(half_length, "the half length");
  if (rim < waist) throw Error(message("the rim's radius ", rim, " is less than the waist's ", waist));
  require_at_least(3, m, "the number of steps round");
  require_at_least(1, n, "the number of steps along");
  require_countable(0, 2 * std::uint64_t(m) * (std::uint64_t(n) + 1), "this surface");
  std::vector<Ring> rings;
  for (int i = 0; i <= n; ++i) {
    const double t = static_cast<double>(2 * std::int64_t{i} - n) / n;  // exact at both ends and the middle
    // r² = waist²·(1 - t²) + rim²·t², without the squares that would overflow. Equal radii stay equal to the
    // last bit.
    const double r = rim == waist ? rim : std::hypot(waist * std::sqrt((1 - t) * (1 + t)), rim * t);
    rings.push_back({r, half_length * t});
  }
  return closed_surface_about_z(-half_length, rings, half_length, m);
}

Mesh make_torus(double major, double minor, int m, int n) {
  const FloatEnvironment environment;
  require_size(major, "a torus's ring radius");
  require_size(minor, "a torus's tube radius");
  if (!(minor < major)) {
    throw Error(message("a torus's tube radius ", minor, " must be less than its ring radius ", major));
  }
  require_at_least(3, m, "a torus's number of steps round the ring");
  require_at_least(3, n, "a torus's number of steps round the tube");
  require_countable(0, 2 * std::uint64_t(m) * n, "this torus");
  Mesh mesh;
  mesh.vertices.reserve(std::size_t(m) * n);
  mesh.faces.reserve(2 * std::size_t(m) * n);
  for (int i = 0; i < m; ++i) {
    const Eigen::Vector2d round = circle_point(i, m);
    for (int j = 0; j < n; ++j) {
      const Eigen::Vector2d tube = circle_point(j, n);
      const double r = major + minor * tube.x();
      mesh.vertices.emplace_back(r * round.x(), r * round.y(), minor * tube.y());
    }
  }
  const auto at = [m, n](int i, int j) {
    return static_cast<std::uint32_t>(std::int64_t{i % m} * n + j % n);
  };
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      mesh.faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.faces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

Mesh make_icosphere(double radius, int level) {
  const FloatEnvironment environment;
  require_size(radius, "an icosphere's radius");
  require_at_least(0, level, "an icosphere's level");
  if (level > 12) throw Error(message("an icosphere's level is ", level, ", but must be at most 12"));

  // Three golden rectangles. All work is on the unit sphere, so that it does not depend on the radius.
  const double g = (1 + std::sqrt(5.0)) / 2;
  Mesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  for (Eigen::Vector3d& p : mesh.vertices) p.normalize();
  mesh.faces = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};

  for (int step = 0; step < level; ++step) {
    EdgeMiddles middles(mesh);
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      return middles.between(a, b, [](const Eigen::Vector3d& p, const Eigen::Vector3d& q) -> Eigen::Vector3d {
        return (p + q).normalized();
      });
    };
    std::vector<Face> finer;
    finer.reserve(4 * mesh.faces.size());
    for (const auto [a, b, c] : mesh.faces) {
      const std::uint32_t ab = middle(a, b);
      const std::uint32_t bc = middle(b, c);
      const std::uint32_t ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    mesh.faces = std::move(finer);
  }
  for (Eigen::Vector3d& p : mesh.vertices) p *= radius;
  return mesh;
}

}  // namespace graze
