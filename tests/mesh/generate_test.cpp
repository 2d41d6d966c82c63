// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/generate.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>

#include "elementary/triangle_triangle.h"
#include "exact/predicates.h"
#include "math/random.h"
#include "mesh/sound.h"

namespace graze {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Case {
  const char* name;
  std::function<Mesh()> make;
  std::size_t faces;
  int euler;  // 2 for a sphere, 0 for a torus
};

class Generator : public testing::TestWithParam<Case> {};

TEST_P(Generator, MakesAClosedOutwardSurfaceOfTheStatedSize) {
  const Mesh mesh = GetParam().make();
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.faces, GetParam().faces);
  EXPECT_EQ(report.parts, 1U);
  EXPECT_EQ(euler_characteristic(report), GetParam().euler);
  expect_solid(report);
}

TEST_P(Generator, GivesTheSameMeshAgain) {
  EXPECT_EQ(hash(GetParam().make()), hash(GetParam().make()));
}

INSTANTIATE_TEST_SUITE_P(
    All, Generator,
    testing::Values(Case{"sphere8", [] { return make_sphere(1, 4, 2); }, 8, 2},
                    Case{"sphere10", [] { return make_sphere(1, 5, 2); }, 10, 2},
                    Case{"sphere24", [] { return make_sphere(1, 6, 3); }, 24, 2},
                    Case{"sphere48", [] { return make_sphere(2, 6, 5); }, 48, 2},
                    Case{"sphere120", [] { return make_sphere(2, 12, 6); }, 120, 2},
                    Case{"sphere168", [] { return make_sphere(2, 12, 8); }, 168, 2},
                    Case{"sphere528", [] { return make_sphere(0.5, 24, 12); }, 528, 2},
                    Case{"sphere960", [] { return make_sphere(1, 32, 16); }, 960, 2},
                    Case{"sphere3968", [] { return make_sphere(1, 64, 32); }, 3968, 2},
                    Case{"icosphere0", [] { return make_icosphere(1, 0); }, 20, 2},
                    Case{"icosphere4", [] { return make_icosphere(3, 4); }, 5120, 2},
                    Case{"torus", [] { return make_torus(2, 0.5, 40, 17); }, 1360, 0},
                    Case{"torus_least", [] { return make_torus(2, 0.5, 3, 3); }, 18, 0},
                    Case{"cylinder", [] { return make_cylinder(1, 2, 20, 5); }, 240, 2},
                    Case{"cylinder_least", [] { return make_cylinder(1, 2, 3, 1); }, 12, 2},
                    Case{"hyperboloid", [] { return make_hyperboloid(0.2, 1, 2, 24, 10); }, 528, 2},
                    Case{"box",
                         [] {
                           return make_box({1, 2, 3});
                         },
                         12, 2},
                    Case{"tetraflake0", [] { return make_tetraflake(1, 0); }, 4, 2},
                    Case{"tetraflake1", [] { return make_tetraflake(1, 1); }, 24, 2},
                    Case{"tetraflake4", [] { return make_tetraflake(1, 4); }, 5184, 2},
                    Case{"convex4", [] { return make_random_convex(1, 4, 7); }, 4, 2},
                    Case{"convex36", [] { return make_random_convex(1, 36, 7); }, 36, 2},
                    Case{"convex20000", [] { return make_random_convex(1, 20000, 7); }, 20000, 2},
                    Case{"huge_sphere", [] { return make_sphere(1e150, 16, 8); }, 224, 2},
                    Case{"tiny_torus", [] { return make_torus(1e-90, 1e-91, 8, 8); }, 128, 0},
                    Case{"huge_convex", [] { return make_random_convex(1e90, 100, 1); }, 100, 2}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(Sphere, HasItsVerticesOnTheSphereAndItsBoundsExact) {
  const Mesh mesh = make_sphere(3, 24, 12);
  for (const Eigen::Vector3d& p : mesh.vertices) EXPECT_NEAR(p.norm(), 3, 1e-14);
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.low, Eigen::Vector3d(-3, -3, -3));
  EXPECT_EQ(report.high, Eigen::Vector3d(3, 3, 3));
}

TEST(Sphere, IsSymmetricToTheLastBit) {
  const Mesh mesh = make_sphere(1, 24, 12);
  for (const Eigen::Vector3d& p : mesh.vertices) {
    for (int axis = 0; axis < 3; ++axis) {
      Eigen::Vector3d mirrored = p;
      mirrored[axis] = -mirrored[axis];
      EXPECT_NE(std::find(mesh.vertices.begin(), mesh.vertices.end(), mirrored), mesh.vertices.end());
    }
  }
}

TEST(Icosphere, HasItsVerticesOnTheSphere) {
  for (const Eigen::Vector3d& p : make_icosphere(0.25, 3).vertices) EXPECT_NEAR(p.norm(), 0.25, 1e-15);
}

TEST(Torus, HasItsVerticesOnTheTube) {
  for (const Eigen::Vector3d& p : make_torus(3, 1, 24, 12).vertices) {
    EXPECT_NEAR(std::hypot(std::hypot(p.x(), p.y()) - 3, p.z()), 1, 1e-14);
  }
}

TEST(Torus, EnclosesNearlyTheVolumeOfTheRoundOne) {
  const double volume = *inspect(make_torus(3, 1, 200, 100)).volume;
  EXPECT_NEAR(volume, 2 * std::numbers::pi * std::numbers::pi * 3, 0.1);
}

TEST(Cylinder, HasSidesAtTheRadiusAndCapsAtTheEnds) {
  for (const Eigen::Vector3d& p : make_cylinder(2, 5, 16, 4).vertices) {
    const double r = std::hypot(p.x(), p.y());
    EXPECT_TRUE(r == 0 || std::abs(r - 2) < 1e-15);
    EXPECT_TRUE(r > 0 || std::abs(p.z()) == 5);
  }
}

TEST(Hyperboloid, HasItsVerticesOnTheSurface) {
  for (const Eigen::Vector3d& p : make_hyperboloid(1, 2, 3, 16, 8).vertices) {
    const double square = p.x() * p.x() + p.y() * p.y();
    if (square == 0) continue;  // the caps' centres
    EXPECT_NEAR(square, 1 + (4 - 1) * p.z() * p.z() / 9, 1e-13);
  }
}

TEST(Hyperboloid, KeepsItsShapeAtExtremeSizes) {
  const Mesh one = make_hyperboloid(1, 2, 3, 16, 8);
  const Mesh huge = make_hyperboloid(0x1p600, 0x1p601, 3 * 0x1p600, 16, 8);
  for (std::size_t i = 0; i < one.vertices.size(); ++i) {
    EXPECT_NEAR((huge.vertices[i] * 0x1p-600 - one.vertices[i]).norm(), 0, 1e-14);
  }
}

TEST(Box, HasTheVolumeOfItsSides) {
  EXPECT_DOUBLE_EQ(*inspect(make_box({1, 2, 3})).volume, 48);
}

TEST(Tetraflake, StartsAsATetrahedronOfTheGivenEdge) {
  const Mesh mesh = make_tetraflake(5, 0);
  for (int i = 1; i < 4; ++i) EXPECT_NEAR((mesh.vertices[i] - mesh.vertices[0]).norm(), 5, 1e-14);
}

TEST(Tetraflake, DoesNotMeetItself) {
  const Mesh mesh = make_tetraflake(1, 3);
  const auto corners = [&](const Face& f) {
    return Triangle{mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]};
  };
  const auto disjoint_corners = [](const Face& f, const Face& g) {
    return std::none_of(f.begin(), f.end(),
                        [&](std::uint32_t v) { return std::find(g.begin(), g.end(), v) != g.end(); });
  };
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    for (std::size_t j = i + 1; j < mesh.faces.size(); ++j) {
      const Face& f = mesh.faces[i];
      const Face& g = mesh.faces[j];
      if (!disjoint_corners(f, g)) continue;
      ASSERT_FALSE(triangles_meet({corners(f)}, {corners(g)})) << "faces " << i << " and " << j;
    }
  }
}

TEST(RandomConvex, IsStrictlyConvex) {
  for (const int faces : {4, 6, 8, 36, 200, 528}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Mesh mesh = make_random_convex(2, faces, seed);
      ASSERT_EQ(mesh.faces.size(), std::size_t(faces));
      ASSERT_EQ(mesh.vertices.size(), std::size_t(faces / 2 + 2));
      for (const auto& [a, b, c] : mesh.faces) {
        for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
          if (v == a || v == b || v == c) continue;
          ASSERT_LT(
              exact::orient3d({mesh.vertices[a]}, {mesh.vertices[b]}, {mesh.vertices[c]}, {mesh.vertices[v]}),
              0);
        }
        ASSERT_LT(exact::orient3d({mesh.vertices[a]}, {mesh.vertices[b]}, {mesh.vertices[c]},
                                  {Eigen::Vector3d::Zero()}),
                  0);
      }
    }
  }
}

TEST(RandomConvex, HasItsVerticesOnTheSphere) {
  for (const Eigen::Vector3d& p : make_random_convex(2, 300, 3).vertices) EXPECT_NEAR(p.norm(), 2, 1e-15 * 2);
}

TEST(RandomConvex, DependsOnTheSeedAlone) {
  EXPECT_EQ(make_random_convex(1, 60, 1), make_random_convex(1, 60, 1));
  EXPECT_NE(make_random_convex(1, 60, 1), make_random_convex(1, 60, 2));
  EXPECT_EQ(hash(make_random_convex(1, 60, 1)), 0x42381f25977c4762ULL);  // as every compiler must make it
}

TEST(RandomConvex, WorksAtExtremeSizes) {
  for (const double radius : {1e-300, 1e-150, 1e150, 1e300}) {
    const MeshReport report = inspect(make_random_convex(radius, 50, 1));
    EXPECT_EQ(report.faces, 50U);
    expect_clean(report);
    EXPECT_TRUE(report.closed());
  }
}

TEST(Generators, RejectBadSizes) {
  for (const double bad : {0.0, -1.0, nan, infinity, -infinity, 1e-310, 1e301}) {
    EXPECT_THROW(make_sphere(bad, 8, 4), Error);
    EXPECT_THROW(make_icosphere(bad, 1), Error);
    EXPECT_THROW(make_torus(bad, 0.5, 8, 8), Error);
    EXPECT_THROW(make_torus(1, bad, 8, 8), Error);
    EXPECT_THROW(make_cylinder(bad, 1, 8, 1), Error);
    EXPECT_THROW(make_cylinder(1, bad, 8, 1), Error);
    EXPECT_THROW(make_hyperboloid(bad, 2, 1, 8, 1), Error);
    EXPECT_THROW(make_hyperboloid(1, bad, 1, 8, 1), Error);
    EXPECT_THROW(make_hyperboloid(1, 2, bad, 8, 1), Error);
    EXPECT_THROW(make_box({1, bad, 1}), Error);
    EXPECT_THROW(make_tetraflake(bad, 1), Error);
    EXPECT_THROW(make_random_convex(bad, 8, 0), Error);
  }
  EXPECT_THROW(make_torus(1, 1, 8, 8), Error);
  EXPECT_THROW(make_hyperboloid(2, 1, 1, 8, 1), Error);
}

TEST(Generators, RejectBadCounts) {
  EXPECT_THROW(make_sphere(1, 2, 4), Error);
  EXPECT_THROW(make_sphere(1, 3, 1), Error);
  EXPECT_THROW(make_sphere(1, -5, -5), Error);
  EXPECT_THROW(make_sphere(1, 1 << 20, 1 << 20), Error);
  EXPECT_THROW(make_icosphere(1, -1), Error);
  EXPECT_THROW(make_icosphere(1, 13), Error);
  EXPECT_THROW(make_torus(2, 1, 2, 3), Error);
  EXPECT_THROW(make_torus(2, 1, 3, 2), Error);
  EXPECT_THROW(make_cylinder(1, 1, 2, 1), Error);
  EXPECT_THROW(make_cylinder(1, 1, 3, 0), Error);
  EXPECT_THROW(make_tetraflake(1, -1), Error);
  EXPECT_THROW(make_tetraflake(1, 11), Error);
  for (const int faces : {-4, 0, 2, 3, 5, 37, 2'000'000'000})
    EXPECT_THROW(make_random_convex(1, faces, 0), Error);
}

TEST(Generators, SayTheBadValue) {
  try {
    make_random_convex(1, 37, 0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("37"), std::string::npos) << error.what();
  }
}

TEST(Random, FollowsItsDefinition) {  // the first outputs of splitmix64 for seed 0, as published
  Random random(0);
  EXPECT_EQ(random.next(), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(random.next(), 0x6e789e6aa1b965f4ULL);
  EXPECT_EQ(random.next(), 0x06c45d188009454fULL);
}

TEST(Random, StaysInRange) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-2, 3);
    EXPECT_TRUE(x >= -2 && x < 3);
    EXPECT_LT(random.below(7), 7U);
  }
}

}  // namespace
}  // namespace graze
