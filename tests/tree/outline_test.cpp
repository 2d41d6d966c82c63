// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/outline.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"

namespace graze {
namespace {

/// As far as the farthest vertex, and not much farther; from one face to thousands, at all scales and places.
TEST(Outline, ReachesAsFarAsTheMesh) {
  Random random(3);
  const Mesh triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  for (const Mesh& base : {triangle, make_box({1, 2, 3}), make_torus(1, 0.3, 12, 8), make_icosphere(1, 5)}) {
    for (const double unit : {1.0, 1e-200, 1e200}) {
      for (const double offset : {0.0, 1e3}) {
        Mesh mesh = base;
        for (Eigen::Vector3d& v : mesh.vertices) v = unit * (v + Eigen::Vector3d(offset, 0, -offset));
        const MeshBounds bounds(mesh);
        const Outline outline{WideBvh(mesh, bounds)};
        ASSERT_TRUE(outline.usable());
        for (int i = 0; i < 200; ++i) {
          const Eigen::Vector3d n =
              Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))
                  .normalized();
          double most = -INFINITY;
          for (const Eigen::Vector3d& v : mesh.vertices) most = std::max(most, n.dot(v));
          const Outline::Reach reach = outline.reach(n);
          const double size = 2 * (bounds.box.high - bounds.box.low).maxCoeff();
          ASSERT_GE(reach.most, most);
          ASSERT_LE(reach.most, most + size);
          ASSERT_NEAR(n.dot(reach.corner) / unit, reach.most / unit, 1e-5 * size / unit + 1e-9 * offset);
        }
      }
    }
  }
  EXPECT_FALSE(Outline(WideBvh({}, MeshBounds(Mesh{}))).usable());
}

}  // namespace
}  // namespace graze
