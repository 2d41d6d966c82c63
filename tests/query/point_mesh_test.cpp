// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The nearest face by the tree is the nearest of all faces.
#include "query/point/point_mesh.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"
#include "math/slack.h"
#include "oracle/test_scale.h"
#include "query/point/point_triangle.h"

namespace graze {
namespace {

using Eigen::Vector3d;

double by_all_faces(const Mesh& mesh, const Pose& X, const Vector3d& p) {
  double least = INFINITY;
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    const Triangle t = triangle(mesh, f);
    least = std::min(least, distance(p, Triangle{X * t[0], X * t[1], X * t[2]}));
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
      const double sizes[] = {1e-305, 1e-200, 1e-100, 1e-6, 1, 1e6, 1e100, 1e200, 1e290};
      const double size = sizes[random.below(9)];
      const double away = random.below(2) == 0 ? 0 : std::pow(10, random.uniform(0, 12));
      for (Vector3d& v : mesh.vertices) v *= size;
      const Shape shape = Shape::mesh(mesh);
      Pose X = {
          Eigen::AngleAxisd(random.uniform(-3, 3), random_vector(random).normalized()).toRotationMatrix(),
          size * away * random_vector(random)};
      if (random.below(2) == 0) X.R *= 1 + 3e-7;
      if (random.below(2) == 0) X.R *= Eigen::DiagonalMatrix<double, 3>(1 + 1e-7, 1 - 4e-7, 1);
      for (int k = 0; k < 6; ++k) {
        // Near, inside, on a vertex, and far.
        Vector3d p = X.t + size * std::pow(10, random.uniform(-3, 3)) * random_vector(random);
        if (k == 0 && !mesh.vertices.empty()) p = X * mesh.vertices[random.below(mesh.vertices.size())];
        ASSERT_EQ(distance(*shape.impl().mesh, X, p), by_all_faces(mesh, X, p)) << size << ' ' << away;
      }
    }
  }
}

/// Bent as a product of several poses may be: the tree must not be believed farther than it is.
TEST(PointMesh, AllowsForProductsOfBentPoses) {
  const Mesh mesh = make_torus(1, 0.3, 40, 30);
  const Shape shape = Shape::mesh(mesh);
  Random random(9);
  for (int n = 0; n < oracle::scaled_count(300); ++n) {
    const int poses = 1 + static_cast<int>(random.below(most_poses));
    Eigen::Matrix3d bend = Eigen::Matrix3d::Identity();
    bend(0, 1) = bend(1, 0) = 4.9e-7 * poses;
    bend(2, 2) = 1 - 4.9e-7 * poses;
    const Pose X = {Eigen::AngleAxisd(random.uniform(-3, 3), random_vector(random).normalized()) * bend,
                    {1, 2, 3}};
    const Vector3d p = X.t + std::pow(10, random.uniform(-3, 7)) * random_vector(random);
    ASSERT_EQ(distance(*shape.impl().mesh, X, p, poses), by_all_faces(mesh, X, p));
  }
}

TEST(PointTriangle, IsRightAtAllScales) {
  for (int e = -1040; e <= 1020; e += 20) {
    const double size = std::ldexp(1.0, e);
    const Triangle t = {Vector3d(0, 0, 0), Vector3d(size, 0, 0), Vector3d(0, size, 0)};
    EXPECT_EQ(distance({size / 4, size / 4, size}, t), size);
    EXPECT_EQ(distance({-3 * size, -4 * size, 0}, t), 5 * size);
    EXPECT_EQ(distance({size / 4, size / 4, 0}, t), 0);
  }
}

}  // namespace
}  // namespace graze
