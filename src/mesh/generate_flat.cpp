// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/generate.h>

#include <Eigen/Geometry>
#include <cmath>

#include "math/float_environment.h"
#include "mesh/edge_middles.h"
#include "mesh/sizes.h"

namespace graze {

Mesh make_box(const Eigen::Vector3d& half) {
  const FloatEnvironment environment;
  for (int axis = 0; axis < 3; ++axis) require_size(half[axis], "a box's half length");
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {  // bit 0, 1, 2 of a vertex's number: which side along x, y, z
    mesh.vertices.emplace_back((i & 1 ? 1 : -1) * half.x(), (i & 2 ? 1 : -1) * half.y(),
                               (i & 4 ? 1 : -1) * half.z());
  }
  mesh.faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

// Each face is cut into four at the middles of its edges, and a tetrahedron is placed on the middle one: six
// faces for one. We deviate from the regular tetrahedron by making it lower: at full height the tips of
// neighbours on a hollow edge meet, and the surface would touch itself.
Mesh make_tetraflake(double size, int level) {
  const FloatEnvironment environment;
  require_size(size, "a tetraflake's size");
  require_at_least(0, level, "a tetraflake's level");
  if (level > 10) throw Error(message("a tetraflake's level is ", level, ", but must be at most 10"));
  const double regular_height = std::sqrt(2.0 / 3.0);  // of a tetrahedron with edge 1
  const double height = 0.8 * regular_height;

  Mesh mesh;
  mesh.vertices = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  mesh.faces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  for (int step = 0; step < level; ++step) {
    EdgeMiddles middles(mesh);
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      return middles.between(a, b, [](const Eigen::Vector3d& p, const Eigen::Vector3d& q) -> Eigen::Vector3d {
        return (p + q) / 2;
      });
    };
    std::vector<Face> finer;
    finer.reserve(6 * mesh.faces.size());
    for (const auto [a, b, c] : mesh.faces) {
      const std::uint32_t ab = middle(a, b);
      const std::uint32_t bc = middle(b, c);
      const std::uint32_t ca = middle(c, a);
      const Eigen::Vector3d p = mesh.vertices[ab];
      const Eigen::Vector3d u = mesh.vertices[bc] - p;
      const Eigen::Vector3d v = mesh.vertices[ca] - p;
      const double edge = (u.norm() + v.norm() + (u - v).norm()) / 3;
      const auto tip = static_cast<std::uint32_t>(mesh.vertices.size());
      mesh.vertices.push_back(p + (u + v) / 3 + height * edge * u.cross(v).normalized());
      finer.insert(finer.end(),
                   {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, tip}, {bc, ca, tip}, {ca, ab, tip}});
    }
    mesh.faces = std::move(finer);
  }
  const double scale = size / std::sqrt(8.0);  // the first tetrahedron's edge becomes `size`
  for (Eigen::Vector3d& p : mesh.vertices) p *= scale;
  return mesh;
}

}  // namespace graze
