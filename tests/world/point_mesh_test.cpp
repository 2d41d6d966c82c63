// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The nearest face by the tree is the nearest of all faces.
#include "world/point_mesh.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"
#include "oracle/test_scale.h"
#include "world/point_triangle.h"

namespace graze {
namespace {

using Eigen::Vector3d;

double by_all_faces(const Mesh& mesh, const Pose& X, const Vector3d& p) {
  double least = INFINITY;
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    const Triangle t = triangle(mesh, f);
    least = std::min(least, squared_distance(p, Triangle{X * t[0], X * t[1], X * t[2]}));
  }
  return least;
}

Vector3d random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

TEST(PointMesh, IsAsFarAsTheNearestOfAllFaces) {
  const Mesh meshes[] = {make_torus(1, 0.3, 40, 30), make_random_convex(1, 400, 3), make_box({1, 2, 3}),
                         Mesh()};
  Random random(8);
  for (const Mesh& original : meshes) {
    for (int n = 0; n < oracle::scaled_count(40); ++n) {
      Mesh mesh = original;
      const double sizes[] = {1e-100, 1e-6, 1, 1e6, 1e100};
      const double size = sizes[random.below(5)];
      const double away = random.below(2) == 0 ? 0 : std::pow(10, random.uniform(0, 12));
      for (Vector3d& v : mesh.vertices) v *= size;
      const Shape shape = Shape::mesh(mesh);
      Pose X = {
          Eigen::AngleAxisd(random.uniform(-3, 3), random_vector(random).normalized()).toRotationMatrix(),
          size * away * random_vector(random)};
      if (random.below(2) == 0) X.R *= 1 + 3e-7;
      for (int k = 0; k < 6; ++k) {
        // Near, inside, on a vertex, and far.
        Vector3d p = X.t + size * std::pow(10, random.uniform(-3, 3)) * random_vector(random);
        if (k == 0 && !mesh.vertices.empty()) p = X * mesh.vertices[random.below(mesh.vertices.size())];
        ASSERT_EQ(squared_distance(*shape.impl().mesh, X, p), by_all_faces(mesh, X, p))
            << size << ' ' << away;
      }
    }
  }
}

}  // namespace
}  // namespace graze
