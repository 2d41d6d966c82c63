// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every method returns the same set as `naive`, on every generator, in poses from deep overlap to apart, at
// several scales.
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include "math/random.h"

namespace graze {
namespace {

struct Body {
  const char* name;
  Mesh mesh;
};

/// A soup of random triangles with degenerate, duplicate and coplanar ones among them.
Mesh make_soup(int faces, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  const auto coordinate = [&] { return std::round(random.uniform(-8, 8)) / 8; };
  for (int i = 0; i < faces; ++i) mesh.vertices.emplace_back(coordinate(), coordinate(), coordinate());
  for (int i = 0; i < faces; ++i) {
    const auto pick = [&] { return static_cast<std::uint32_t>(random.below(faces)); };
    mesh.faces.push_back({pick(), pick(), pick()});
  }
  mesh.faces.push_back({0, 0, 0});
  mesh.faces.push_back({0, 1, 0});
  mesh.faces.push_back(mesh.faces[0]);
  return mesh;
}

const std::vector<Body>& bodies() {
  static const std::vector<Body> list = {
      {"sphere", make_sphere(1, 12, 6)},
      {"icosphere", make_icosphere(1, 2)},
      {"torus", make_torus(0.8, 0.3, 14, 8)},
      {"cylinder", make_cylinder(0.6, 1, 12, 3)},
      {"hyperboloid", make_hyperboloid(0.3, 0.8, 1, 12, 6)},
      {"box", make_box({1, 0.5, 0.75})},
      {"tetraflake", make_tetraflake(1, 2)},
      {"convex", make_random_convex(1, 60, 7)},
      {"soup", make_soup(60, 11)},
      {"triangle", {{{-1, 0, 0}, {1, 0.25, 0}, {0, 1, 0.5}}, {{0, 1, 2}}}},
      {"segment", {{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}}},
      {"point", {{{0.5, 0, 0}}, {{0, 0, 0}}}},
  };
  return list;
}

Mesh scaled(Mesh mesh, double factor) {
  for (Eigen::Vector3d& v : mesh.vertices) v *= factor;
  return mesh;
}

Pose random_pose(Random& random, double distance) {
  Eigen::Quaterniond q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                       random.uniform(-1, 1));
  const Eigen::Vector3d direction(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  return {q.normalized().toRotationMatrix(), distance * direction};
}

/// Turns by quarters and moves by eighths: coplanar faces and shared edges everywhere.
Pose aligned_pose(Random& random) {
  const auto quarter = [&](const Eigen::Vector3d& axis) {
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(EIGEN_PI / 2 * std::floor(random.uniform(0, 4)), axis).toRotationMatrix();
    return Eigen::Matrix3d(R.array().round());
  };
  const auto eighth = [&] { return std::round(random.uniform(-12, 12)) / 8; };
  return {quarter(Eigen::Vector3d::UnitX()) * quarter(Eigen::Vector3d::UnitZ()),
          {eighth(), eighth(), eighth()}};
}

std::vector<FacePair> mirrored(std::vector<FacePair> pairs) {
  for (FacePair& p : pairs) std::swap(p.a, p.b);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

class Conformance : public testing::TestWithParam<double> {};

TEST_P(Conformance, EveryMethodEqualsNaive) {
  const double scale = GetParam();
  Random random(2026);
  std::size_t hits = 0, queries = 0;
  for (const Body& first : bodies()) {
    for (const Body& second : bodies()) {
      const Shape a = Shape::mesh(scaled(first.mesh, scale)), b = Shape::mesh(scaled(second.mesh, scale));
      for (int i = 0; i < 6; ++i) {
        Pose X_WA = i % 3 == 0 ? aligned_pose(random) : random_pose(random, 1);
        Pose X_WB = i % 3 == 0 ? aligned_pose(random) : random_pose(random, 1);
        if (i == 5) X_WB = X_WA;
        X_WA.t *= scale;
        X_WB.t *= scale;
        const auto expected = face_pairs(a, X_WA, b, X_WB, {.method = Method::naive});
        ++queries;
        hits += expected.empty() ? 0 : 1;
        for (const Method method : all_methods()) {
          const QueryOptions options{.method = method};
          const std::string where = std::string(first.name) + " and " + second.name + " by " +
                                    std::string(method_name(method)) + ", pose " + std::to_string(i);
          ASSERT_EQ(face_pairs(a, X_WA, b, X_WB, options), expected) << where;
          ASSERT_EQ(face_pairs(b, X_WB, a, X_WA, options), mirrored(expected)) << where;
          ASSERT_EQ(collides(a, X_WA, b, X_WB, options), !expected.empty()) << where;
        }
      }
    }
  }
  // Half of the bodies have hardly any volume, so that hits are rarer than in the elementary tests.
  EXPECT_GT(hits, queries / 4);
  EXPECT_LT(hits, queries * 3 / 4);
}

INSTANTIATE_TEST_SUITE_P(Scales, Conformance, testing::Values(1.0, 0x1p-40, 1e5, 1e-150, 1e150));

}  // namespace
}  // namespace graze
