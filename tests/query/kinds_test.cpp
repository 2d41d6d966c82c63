// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every pair of kinds, every query. The table in docs/shape-pairs.md is what this test sees.
#include <graze/distance.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace graze {
namespace {

/// One of each kind, about as large as the unit sphere; solids hold the origin, and the meshes' surfaces pass near
/// enough to it that two bodies at one place meet.
std::vector<Shape> one_of_each() {
  const Mesh mesh = make_icosphere(1, 1);
  return {Shape::mesh(mesh),
          Shape::of(Deformable{make_torus(0.8, 0.3, 8, 6)}),
          Shape::of(Convex{make_random_convex(1, 20, 3).vertices}),
          Shape::of(Sphere{1}),
          Shape::of(Box{{0.9, 0.8, 0.7}}),
          Shape::of(Capsule{0.5, 0.6}),
          Shape::of(Cylinder{0.8, 0.6}),
          Shape::of(Cone{0.9, 0.9}),
          Shape::of(Ellipsoid{{1, 0.9, 0.7}}),
          Shape::of(Compound{{{Shape::of(Sphere{0.5}), Pose(Eigen::Matrix3d::Identity(), {0.6, 0, 0})},
                              {Shape::mesh(mesh), Pose(Eigen::Matrix3d::Identity(), {-0.3, 0, 0})}}})};
}

Pose at(double x, double y, double z) {
  return {Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(), {x, y, z}};
}

bool has_faces(const Shape& s) {
  return s.kind().index() <= 1 || std::holds_alternative<Compound>(s.kind());
}

std::string distance_cell(const Shape& a, const Shape& b) {
  try {
    const double apart = distance(a, {}, b, at(4, 0, 0)).distance;
    EXPECT_GT(apart, 1.5);
    EXPECT_LT(apart, 3);
    EXPECT_LT(distance(a, {}, b, at(0.1, 0, 0)).distance, -0.3);
    return "yes";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("not supported"), std::string::npos);
    return "error";
  }
}

std::string meets_cell(const Shape& a, const Shape& b) {
  for (const Method method : all_methods()) {
    const QueryOptions options{.method = method};
    EXPECT_FALSE(collides(a, {}, b, at(4, 0, 0), options));
    EXPECT_TRUE(collides(a, {}, b, at(0.9, 0.1, 0.2), options));
    const auto witness = first_face_pair(a, {}, b, at(0.9, 0.1, 0.2), options);
    EXPECT_TRUE(witness.has_value());
    if (!witness) return "wrong";
    EXPECT_EQ(witness->a == no_face, !has_faces(a));
    EXPECT_EQ(witness->b == no_face, !has_faces(b));
    const auto all = face_pairs(a, {}, b, at(0.9, 0.1, 0.2), options);
    EXPECT_NE(std::find(all.begin(), all.end(), *witness), all.end());
  }
  return has_faces(a) || has_faces(b) ? "faces" : "yes";
}

std::string table() {
  const std::vector<Shape> shapes = one_of_each();
  std::ostringstream out;
  out << "# Pairs of kinds\n\n"
         "What every pair of kinds answers, as `tests/query/kinds_test.cpp` finds it: before the stroke "
         "`collides`,\n"
         "`first_face_pair` and `face_pairs` (\"faces\" where one of the two has faces or pieces to name), "
         "behind it\n"
         "`distance`.\n\n|";
  for (const Shape& b : shapes) out << " | " << kind_name(b.kind());
  out << " |\n|---";
  for (std::size_t i = 0; i < shapes.size(); ++i) out << "|---";
  out << "|\n";
  for (const Shape& a : shapes) {
    out << "| " << kind_name(a.kind());
    for (const Shape& b : shapes) out << " | " << meets_cell(a, b) << " / " << distance_cell(a, b);
    out << " |\n";
  }
  return out.str();
}

TEST(Kinds, EveryPairAnswersAndTheTableSaysSo) {
  const std::string file = GRAZE_SOURCE_DIR "/docs/shape-pairs.md";
  const std::string seen = table();
  std::ifstream in(file);
  const std::string known{std::istreambuf_iterator<char>(in), {}};
  if (std::getenv("GRAZE_WRITE_TABLES") != nullptr) {
    std::ofstream(file) << seen;
    return;
  }
  EXPECT_EQ(seen, known) << "run the test with GRAZE_WRITE_TABLES=1 to write " << file;
}

TEST(Kinds, AMeshInsideASolidMeetsIt) {
  const Shape ball = Shape::mesh(make_icosphere(0.1, 1));
  for (const Shape& solid : one_of_each()) {
    if (has_faces(solid)) continue;
    EXPECT_TRUE(collides(solid, {}, ball, at(0, 0, 0))) << kind_name(solid.kind());
    EXPECT_EQ(face_pairs(ball, at(0, 0, 0), solid, {}).size(), 80u) << kind_name(solid.kind());
  }
}

TEST(Kinds, ASolidInAMeshIsFoundAtItsFirstFace) {
  const Shape mesh = Shape::mesh(make_icosphere(1, 5));
  const Shape ball = Shape::of(Sphere{0.7});
  Counters one, all;
  EXPECT_TRUE(collides(mesh, {}, ball, at(0.9, 0, 0), {.counters = &one}));
  EXPECT_GT(face_pairs(mesh, {}, ball, at(0.9, 0, 0), {.counters = &all}).size(), 1000U);
  EXPECT_GT(all.face_tests, 1000U);
  if (default_shortcuts() == ShortcutSet::all()) {
    EXPECT_LT(one.face_tests, all.face_tests / 20);
  }
}

/// Sizes of 0 make other bodies of the same points: what is asked of both must be equal.
TEST(Kinds, SizesOfZeroAreLegal) {
  using Eigen::Vector3d;
  const auto hull = [](std::vector<Vector3d> points) { return Shape(Convex{std::move(points)}); };
  struct Pair {
    Shape shape, same;
  };
  const Pair pairs[] = {
      {Shape(Sphere{0}), hull({{0, 0, 0}})},
      {Shape(Capsule{0, 0.5}), hull({{0, 0, -0.5}, {0, 0, 0.5}})},
      {Shape(Capsule{0.4, 0}), Shape(Sphere{0.4})},
      {Shape(Capsule{0, 0}), hull({{0, 0, 0}})},
      {Shape(Box{{0, 0, 0}}), hull({{0, 0, 0}})},
      {Shape(Box{{0, 0.5, 0}}), hull({{0, -0.5, 0}, {0, 0.5, 0}})},
      {Shape(Box{{0.3, 0, 0.5}}), hull({{-0.3, 0, -0.5}, {0.3, 0, -0.5}, {-0.3, 0, 0.5}, {0.3, 0, 0.5}})},
  };
  const std::vector<Shape> others = one_of_each();
  int hits = 0, queries = 0;
  for (const auto& [shape, same] : pairs) {
    prepare(shape);
    for (const Shape& other : others) {
      for (int i = 0; i < 40; ++i) {
        const Pose X = at(0.05 * i, 0.02 * i, 0.01 * i);
        for (const Method method : all_methods()) {
          const bool meet = collides(same, {}, other, X, {.method = method});
          EXPECT_EQ(collides(shape, {}, other, X, {.method = method}), meet);
          EXPECT_EQ(collides(other, X, shape, {}, {.method = method}), meet);
          hits += meet ? 1 : 0;
          ++queries;
        }
        if (has_faces(other)) continue;
        for (const Method method : {Method::gjk, Method::lin_canny}) {
          const Distance d = distance(shape, {}, other, X, {.method = method});
          const Distance expected = distance(same, {}, other, X);
          EXPECT_NEAR(d.distance, expected.distance, d.error + expected.error);
        }
      }
    }
  }
  EXPECT_GT(10 * hits, 3 * queries);
  EXPECT_LT(10 * hits, 7 * queries);
}

TEST(Kinds, CornersOfFlatBoxesKeepTheirNumbers) {
  const Shape flat(Box{{1, 0, 1}});
  const Distance d = distance(flat, {}, Shape(Sphere{0.5}), Pose(Eigen::Matrix3d::Identity(), {3, 0, 3}));
  ASSERT_EQ(d.feature_a.size, 1);
  EXPECT_EQ(d.feature_a.vertices[0], 1U | 4U);
}

// Bodies at the end of the range are made smaller for it, and 0 became the least double.
TEST(Kinds, CornersOfHugeFlatBoxesKeepTheirNumbers) {
  constexpr double s = 1e302;
  const Shape flat(Box{{s, 0, s}});
  for (const Method method : {Method::gjk, Method::lin_canny}) {
    const Distance d = distance(flat, {}, Shape(Sphere{0}),
                                Pose(Eigen::Matrix3d::Identity(), {3 * s, s, 3 * s}), {.method = method});
    ASSERT_EQ(d.feature_a.size, 1);
    EXPECT_EQ(d.feature_a.vertices[0], 1U | 4U);
  }
}

}  // namespace
}  // namespace graze
