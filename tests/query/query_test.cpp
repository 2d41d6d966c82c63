// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/distance.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>

#include "support/error_of.h"

namespace graze {
namespace {

const Mesh unit_box = make_box({1, 1, 1});

Pose at(double x, double y, double z) {
  return {Eigen::Matrix3d::Identity(), {x, y, z}};
}

TEST(Query, BoxesThatShareAFaceTouch) {
  const Shape box = Shape::mesh(unit_box);
  for (const Method method : all_methods()) {
    const QueryOptions options{.method = method};
    EXPECT_TRUE(collides(box, {}, box, at(2, 0, 0), options)) << method_name(method);
    EXPECT_FALSE(collides(box, {}, box, at(std::nextafter(2.0, 3.0), 0, 0), options)) << method_name(method);
    EXPECT_TRUE(collides(box, {}, box, at(std::nextafter(2.0, 1.0), 0, 0), options)) << method_name(method);
    EXPECT_TRUE(collides(box, {}, box, at(2, 2, 2), options)) << "corner to corner, " << method_name(method);
    EXPECT_FALSE(collides(box, {}, box, at(2, 2, std::nextafter(2.0, 3.0)), options)) << method_name(method);
  }
}

TEST(Query, AMeshIsItsSurface) {
  const Shape outer = Shape::mesh(make_box({3, 3, 3})), inner = Shape::mesh(unit_box);
  EXPECT_FALSE(collides(outer, {}, inner, {}));
}

TEST(Query, FacePairsAreSortedAndWithoutRepeats) {
  const Shape a = Shape::mesh(make_icosphere(1, 2)), b = Shape::mesh(make_icosphere(1, 2));
  for (const Method method : all_methods()) {
    const auto pairs = face_pairs(a, {}, b, at(0.5, 0.25, 0.125), {.method = method});
    ASSERT_GT(pairs.size(), 20u);
    EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
    EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
  }
}

TEST(Query, TheWitnessIsOneOfThePairs) {
  const Shape a = Shape::mesh(make_torus(1, 0.4, 12, 8)), b = Shape::mesh(make_torus(1, 0.4, 10, 6));
  const Pose X_WB = at(1, 0.125, 0);
  for (const Method method : all_methods()) {
    const auto witness = first_face_pair(a, {}, b, X_WB, {.method = method});
    const auto pairs = face_pairs(a, {}, b, X_WB, {.method = method});
    ASSERT_TRUE(witness.has_value());
    EXPECT_TRUE(std::binary_search(pairs.begin(), pairs.end(), *witness));
    EXPECT_EQ(first_face_pair(a, {}, b, at(9, 0, 0), {.method = method}), std::nullopt);
  }
}

TEST(Query, MeshesWithoutFacesMeetNothing) {
  const Shape empty = Shape::mesh({}), points = Shape::mesh({{{0, 0, 0}}, {}}), box = Shape::mesh(unit_box);
  for (const Method method : all_methods()) {
    EXPECT_FALSE(collides(empty, {}, box, {}, {.method = method}));
    EXPECT_FALSE(collides(box, {}, points, {}, {.method = method}));
    EXPECT_FALSE(collides(empty, {}, empty, {}, {.method = method}));
  }
}

TEST(Query, BadPosesAreNamed) {
  const Shape box = Shape::mesh(unit_box);
  Pose scaled, reflected, broken = at(0, std::nan(""), 0);
  reflected.R(2, 2) = -1;
  scaled.R(0, 0) = 1.5;
  scaled.R(0, 1) = 0.1;
  EXPECT_EQ(testing::error_of([&] { collides(box, scaled, box, {}); }),
            "X_WA is not rigid: RᵀR is off the identity by 1.25 (at most 1e-06 is allowed), "
            "R = [1.5 0.1 0; 0 1 0; 0 0 1]");
  EXPECT_EQ(testing::error_of([&] { collides(box, {}, box, reflected); }),
            "X_WB is a reflection: det R = -1, R = [1 0 0; 0 1 0; 0 0 -1]");
  EXPECT_EQ(testing::error_of([&] { collides(box, {}, box, broken); }),
            "X_WB has an entry that is not finite: R = [1 0 0; 0 1 0; 0 0 1], t = [0 nan 0]");
  Pose huge;
  huge.R *= 1e200;
  EXPECT_NE(testing::error_of([&] { collides(box, {}, box, huge); }).find("not rigid"), std::string::npos);
  const Shape ball = Shape::of(Sphere{1});
  EXPECT_TRUE(testing::error_of([&] { distance(ball, {}, ball, scaled); }).starts_with("X_WB is not rigid"));
  EXPECT_TRUE(testing::error_of([&] {
                Shape::of(Compound{{{ball, {}}, {ball, scaled}}});
              }).starts_with("the pose of piece 1 is not rigid"));
}

TEST(Query, CannotIsNeverReportedAsNo) {
  const Shape box = Shape::mesh(unit_box), ball = Shape::of(Sphere{1});
  EXPECT_NE(testing::error_of([&] {
              distance(box, {}, ball, {});
            }).find("the distance of mesh and sphere is not supported"),
            std::string::npos);
}

TEST(Query, ABadMethodLeavesThePairsAsTheyWere) {
  const Shape box = Shape::mesh(make_box({1, 1, 1}));
  std::vector<FacePair> pairs = {{7, 8}};
  EXPECT_THROW(face_pairs(box, {}, box, {}, {.method = static_cast<Method>(99)}, pairs), Error);
  EXPECT_EQ(pairs, (std::vector<FacePair>{{7, 8}}));
}

TEST(Query, MethodsHaveNames) {
  for (const Method method : all_methods()) EXPECT_EQ(method_from_name(method_name(method)), method);
  EXPECT_NE(testing::error_of([] { method_from_name("magic"); }).find("'magic'"), std::string::npos);
}

TEST(Query, BadMeshesAreNamed) {
  EXPECT_EQ(testing::error_of([] {
              Shape::mesh({{{0, 0, 0}}, {{0, 0, 7}}});
            }),
            "face 0 of 'mesh' uses vertex 7, but there are only 1");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_NE(testing::error_of([&] {
              Shape::mesh({{{0, infinity, 0}}, {}});
            }).find("vertex 0"),
            std::string::npos);
  EXPECT_NE(testing::error_of([] { Shape::of(Sphere{-1}); }).find("radius -1"), std::string::npos);
}

TEST(Query, CountersAreAddedTo) {
  const Shape box = Shape::mesh(unit_box);
  Counters counters;
  face_pairs(box, {}, box, at(1, 0.5, 0.25), {.method = Method::naive, .counters = &counters});
  EXPECT_EQ(counters.face_tests, 144u);
  face_pairs(box, {}, box, at(1, 0.5, 0.25), {.method = Method::naive, .counters = &counters});
  EXPECT_EQ(counters.face_tests, 288u);
}

TEST(Query, OneShapeServesManyThreads) {
  const Shape a = Shape::mesh(make_torus(1, 0.4, 16, 8)), b = Shape::mesh(make_icosphere(0.9, 2));
  for (const Method method : all_methods()) {
    const auto expected = face_pairs(a, {}, b, at(0.5, 0, 0), {.method = method});
    std::vector<std::vector<FacePair>> results(4);
    std::vector<std::thread> threads;
    const Shape fresh =
        Shape::mesh(make_torus(1, 0.4, 16, 8));  // so that what is built lazily is built under contention
    for (auto& result : results) {
      threads.emplace_back([&] { result = face_pairs(fresh, {}, b, at(0.5, 0, 0), {.method = method}); });
    }
    for (std::thread& t : threads) t.join();
    for (const auto& result : results) EXPECT_EQ(result, expected) << method_name(method);
  }
}

}  // namespace
}  // namespace graze
