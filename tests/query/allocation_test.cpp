// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/cast.h>
#include <graze/generate.h>
#include <graze/progressive.h>
#include <gtest/gtest.h>

#include "support/allocations.h"

namespace graze {
namespace {

/// Twice, as some memory changes places with other.
std::size_t allocations_once_warm(const auto& ask) {
  ask();
  ask();
  const std::size_t before = testing::allocations();
  ask();
  return testing::allocations() - before;
}

class QueryAllocation : public ::testing::TestWithParam<Method> {};

TEST_P(QueryAllocation, ThereIsNoneOnceMemoryHasGrown) {
  const Shape a = Shape::mesh(make_torus(0.7, 0.3, 24, 12)), b = Shape::mesh(make_icosphere(0.8, 2));
  Scratch scratch;
  PairCache cache;
  std::vector<FacePair> pairs;
  const QueryOptions options{.method = GetParam(), .scratch = &scratch};
  const QueryOptions cached{.method = GetParam(), .scratch = &scratch, .cache = &cache};
  EXPECT_EQ(allocations_once_warm([&] {
              for (int i = 0; i < 30; ++i) {
                const Pose X(Eigen::AngleAxisd(0.2 * i, Eigen::Vector3d::UnitZ()).toRotationMatrix(),
                             {0.07 * i, 0.1, 0});
                collides(a, {}, b, X, options);
                collides(a, {}, b, X, cached);
                first_face_pair(a, {}, b, X, options);
                face_pairs(a, {}, b, X, options, pairs);
              }
            }),
            0u);
}
INSTANTIATE_TEST_SUITE_P(Methods, QueryAllocation, ::testing::ValuesIn(all_methods()),
                         [](const auto& method) { return std::string(method_name(method.param)); });

struct TwoShapes {
  Shape a, b;
};
TwoShapes two_meshes() {
  return {Shape::mesh(make_torus(0.7, 0.3, 16, 8)), Shape::mesh(make_icosphere(0.8, 1))};
}
TwoShapes two_polytopes() {
  return {Shape(Box{{0.5, 0.6, 0.7}}), Shape(Convex{make_icosphere(0.8, 1).vertices})};
}
TwoShapes two_compounds() {
  const auto compound_of = [](const TwoShapes& pieces) {
    return Shape(Compound{{{pieces.a, {}}, {pieces.b, {Eigen::Matrix3d::Identity(), {1, 0, 0}}}}});
  };
  return {compound_of(two_meshes()), compound_of(two_polytopes())};
}

class PrepareAllocation : public ::testing::TestWithParam<Method> {};

/// What queries of prepared shapes allocate is what those of shapes allocate of which all has been built.
TEST_P(PrepareAllocation, LeavesNothingToBuild) {
  for (const auto make : {two_meshes, two_polytopes, two_compounds}) {
    Scratch scratch;
    PairCache cache;
    std::vector<FacePair> pairs;
    const QueryOptions options{.method = GetParam(), .scratch = &scratch};
    const QueryOptions cached{.method = GetParam(), .scratch = &scratch, .cache = &cache};
    const auto allocations_of = [&](const TwoShapes& bodies) {
      const std::size_t before = testing::allocations();
      for (int i = 0; i < 30; ++i) {
        const Pose X(Eigen::AngleAxisd(0.02 * i, Eigen::Vector3d::UnitZ()).toRotationMatrix(),
                     {0.06 * i, 0.1, 0});
        collides(bodies.a, {}, bodies.b, X, cached);
        face_pairs(bodies.a, {}, bodies.b, X, options, pairs);
      }
      return testing::allocations() - before;
    };
    const TwoShapes known = make(), prepared = make(), fresh = make();
    for (const Shape& shape : {prepared.a, prepared.b}) {
      prepare(shape, {.method = GetParam()});
      prepare(shape);  // for pieces that the method does not serve
    }
    allocations_of(known);
    allocations_of(fresh);
    const std::size_t of_prepared = allocations_of(prepared);
    EXPECT_EQ(of_prepared, allocations_of(known));
  }
}
INSTANTIATE_TEST_SUITE_P(Methods, PrepareAllocation, ::testing::ValuesIn(all_methods()),
                         [](const auto& method) { return std::string(method_name(method.param)); });

TEST(ProgressiveAllocation, ThereIsNoneOnceMemoryHasGrown) {
  const Shape a = Shape::mesh(make_torus(0.7, 0.3, 24, 12));
  ProgressiveQuery query;
  EXPECT_EQ(allocations_once_warm([&] {
              for (int i = 0; i < 10; ++i) {
                const Pose X(Eigen::AngleAxisd(0.2 * i, Eigen::Vector3d::UnitZ()).toRotationMatrix(),
                             {0.2 * i, 0.1, 0});
                query.start(a, {}, a, X);
                query.run(std::chrono::seconds(10));
              }
            }),
            0u);
}

TEST(CastAllocation, ThereIsNoneOnceMemoryHasGrown) {
  const Shape sphere = Shape::mesh(make_icosphere(1, 4));
  Pose X;
  X.t = {0.5, 0, 0};
  Scratch scratch;
  const CastOptions options{.scratch = &scratch};
  std::vector<std::uint32_t> faces;
  EXPECT_EQ(allocations_once_warm([&] {
              for (int i = -8; i <= 8; ++i) {
                const Ray ray{{3, 0, 0}, {-1, i / 16.0, 0}, 10};  // some along edges, decided exactly
                first_hit(sphere, X, ray, options);
                hits(sphere, X, ray, options);
                hit_faces(sphere, X, ray, options, faces);
                faces_in_box(sphere, X, {-1, -1, -1}, {1, 1, i / 8.0}, options, faces);
              }
            }),
            0u);
}

}  // namespace
}  // namespace graze
