// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/deform.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

Pose random_pose(Random& random, double reach) {
  Eigen::Quaterniond q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                       random.uniform(-1, 1));
  return {q.normalized().toRotationMatrix(),
          {random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)}};
}

/// Turns by quarters and moves by eighths: coplanar faces and shared edges everywhere.
Pose aligned_pose(Random& random, int reach) {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  for (const Eigen::Vector3d& axis : {Eigen::Vector3d::UnitX().eval(), Eigen::Vector3d::UnitZ().eval()}) {
    const double angle = EIGEN_PI / 2 * static_cast<double>(random.below(4));
    R = R * Eigen::AngleAxisd(angle, axis).toRotationMatrix().array().round().matrix();
  }
  const auto eighth = [&] { return std::round(random.uniform(-reach, reach)) / 8; };
  return {R, {eighth(), eighth(), eighth()}};
}

std::vector<BodyFacePair> naive_among(const std::vector<BodyView>& bodies) {
  std::vector<BodyFacePair> pairs;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    for (std::uint32_t j = i + 1; j < bodies.size(); ++j) {
      for (const FacePair& p : face_pairs(bodies[i].shape, bodies[i].pose, bodies[j].shape, bodies[j].pose,
                                          {.method = Method::naive})) {
        pairs.push_back({i, j, p.a, p.b});
      }
    }
  }
  return pairs;
}

std::vector<Mesh> meshes() {
  Mesh soup = make_icosphere(1, 1);
  Random random(4);
  for (int i = 0; i < 40; ++i) {
    const auto pick = [&] { return static_cast<std::uint32_t>(random.below(soup.vertices.size())); };
    soup.faces.push_back({pick(), pick(), pick()});
  }
  soup.faces.push_back({1, 1, 1});
  soup.faces.push_back({1, 2, 1});
  soup.vertices.emplace_back(1e6, -1e6, 1e6);  // that no face uses
  return {make_sphere(1, 12, 6), make_torus(0.8, 0.3, 14, 8), make_box({1, 0.5, 0.75}), soup};
}

/// Every way to set the octree up.
std::vector<FaceOctreeOptions> setups(double scale) {
  std::vector<FaceOctreeOptions> list;
  for (const Subdivision subdivision : {Subdivision::octree, Subdivision::bintree}) {
    list.push_back({.subdivision = subdivision});
    list.push_back({.subdivision = subdivision, .threads = 2});
    for (const int level : {0, 1, 4, 6}) list.push_back({.level = level, .subdivision = subdivision});
    // A world that holds everything, one that is too small, and one that is elsewhere.
    list.push_back({.world = Cube{{-5 * scale, -5 * scale, -5 * scale}, 10 * scale},
                    .level = 5,
                    .subdivision = subdivision});
    list.push_back({.world = Cube{{0, 0, 0}, 0.7 * scale}, .level = 2, .subdivision = subdivision});
    list.push_back({.world = Cube{{9 * scale, 9 * scale, -20 * scale}, scale}, .subdivision = subdivision});
  }
  return list;
}

class FaceOctreeScale : public testing::TestWithParam<double> {};

TEST_P(FaceOctreeScale, ManyBodiesAtOnceEqualNaivePairs) {
  const double scale = GetParam();
  std::vector<Shape> shapes;
  for (Mesh mesh : meshes()) {
    for (Eigen::Vector3d& v : mesh.vertices) v *= scale;
    shapes.push_back(Shape::mesh(std::move(mesh)));
  }
  Random random(7);
  Scratch scratch;
  int hits = 0, misses = 0;
  for (int round = 0; round < oracle::scaled_count(12); ++round) {
    std::vector<BodyView> bodies;
    const std::size_t count = 2 + random.below(6);
    for (std::size_t i = 0; i < count; ++i) {
      Pose X = round % 3 == 0 ? aligned_pose(random, 16) : random_pose(random, 2);
      if (round % 3 == 1) X.R.setIdentity();
      if (round % 6 == 5) X = {};
      X.t *= scale;
      bodies.push_back({shapes[random.below(shapes.size())], X});
    }
    const std::vector<BodyFacePair> expected = naive_among(bodies);
    (expected.size() < 100 ? misses : hits) += 1;
    for (FaceOctreeOptions options : setups(scale)) {
      options.scratch = &scratch;
      ASSERT_EQ(face_pairs_among(bodies, options), expected)
          << "round " << round << ", level " << options.level.value_or(-1);
    }
  }
  EXPECT_GT(hits, 0);
}

INSTANTIATE_TEST_SUITE_P(Scales, FaceOctreeScale, testing::Values(1.0, 0x1p-40, 1e150, 1e-300));

/// Bodies beyond what the octree can scale, together with others.
TEST(FaceOctree, ExtremeBodiesAreNotLost) {
  Mesh huge = make_icosphere(1, 1), tiny = make_icosphere(1, 1);
  for (Eigen::Vector3d& v : huge.vertices) v *= 1.5e308;
  for (Eigen::Vector3d& v : tiny.vertices) v *= 1e-310;
  const Shape shapes[] = {Shape::mesh(huge), Shape::mesh(tiny), Shape::mesh(make_icosphere(1, 1)),
                          Shape::mesh(make_box({1, 1, 1})), Shape::mesh({})};
  const Pose turned{Eigen::AngleAxisd(1, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
                    {0.5, 0, 0}};
  const std::vector<BodyView> bodies = {{shapes[0], {}},     {shapes[2], {}},     {shapes[1], {}},
                                        {shapes[3], turned}, {shapes[0], turned}, {shapes[4], {}},
                                        {shapes[1], {}}};
  const std::vector<BodyFacePair> expected = naive_among(bodies);
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(face_pairs_among(bodies), expected);
}

TEST(FaceOctree, ThreadsChangeNothing) {
  const Shape a = Shape::mesh(make_sphere(1, 64, 32)), b = Shape::mesh(make_torus(1, 0.4, 60, 30));
  const std::vector<BodyView> bodies = {{a, {}},
                                        {b, {Eigen::Matrix3d::Identity(), {0.5, 0, 0}}},
                                        {a, {Eigen::Matrix3d::Identity(), {0.1, 0.2, 0.3}}}};
  const auto expected = face_pairs_among(bodies);
  ASSERT_GT(expected.size(), 500u);
  for (const int threads : {1, 2, 8}) {
    EXPECT_EQ(face_pairs_among(bodies, {.threads = threads}), expected);
    EXPECT_EQ(face_pairs_among(bodies, {.level = 6, .subdivision = Subdivision::bintree, .threads = threads}),
              expected);
  }
}

/// A pair that shares many cells is still tested only once.
TEST(FaceOctree, TestsEachPairOnce) {
  const Mesh big{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const Mesh other{{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}, {{0, 1, 2}}};
  const Shape a = Shape::mesh(big), b = Shape::mesh(other);
  const std::vector<BodyView> bodies = {{a, {}}, {b, {}}};
  for (const Subdivision subdivision : {Subdivision::octree, Subdivision::bintree}) {
    Counters counters;
    EXPECT_EQ(
        face_pairs_among(bodies, {.level = 5, .subdivision = subdivision, .counters = &counters}).size(), 1u);
    EXPECT_EQ(counters.face_tests, 1u);
    EXPECT_GT(counters.box_tests, 100u) << "the pair was not cut at all";
  }
}

/// Memory follows the faces that may meet, not those of the bodies.
/// Faces, and not their boxes, are given to cells: thin faces along different diagonals of one box share no small cell.
TEST(FaceOctree, CellsHoldTheFacesThatReachIntoThem) {
  const Shape a = Shape::mesh({{{0, 0, 0}, {1, 1, 1}, {0.01, 0, 0}}, {{0, 1, 2}}});
  const Shape b = Shape::mesh({{{0, 1, 0.3}, {1, 0, 1}, {0.01, 1, 0.3}}, {{0, 1, 2}}});
  Counters counters;
  const std::vector<BodyView> bodies = {{a, {}}, {b, {}}};
  EXPECT_TRUE(face_pairs_among(bodies, {.level = 5, .counters = &counters}).empty());
  EXPECT_EQ(counters.face_tests, 0U);
}

TEST(FaceOctree, MemoryDoesNotGrowWithFacesThatDoNotOverlap) {
  std::size_t before = 0;
  for (const int n : {16, 64, 256}) {
    // Tori whose far sides are finer and finer, and the same small ball where they touch.
    Mesh mesh = make_torus(4, 1, 4 * n, n);
    const Mesh ball = make_sphere(0.25, 12, 6);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Eigen::Vector3d& v : ball.vertices) mesh.vertices.emplace_back(v + Eigen::Vector3d(8, 0, 0));
    for (const Face& f : ball.faces) mesh.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    const Shape a = Shape::mesh(mesh), b = Shape::mesh(mesh);
    const Pose X_WB{Eigen::AngleAxisd(EIGEN_PI, Eigen::Vector3d::UnitZ()).toRotationMatrix(),
                    {16.1, 0.1, 0.05}};
    Scratch scratch;
    const auto pairs = face_pairs(a, {}, b, X_WB, {.method = Method::face_octree, .scratch = &scratch});
    EXPECT_GT(pairs.size(), 10u);
    const std::size_t now = scratch_bytes(scratch);
    if (before > 0) {
      EXPECT_EQ(now, before) << mesh.faces.size() << " faces";
    }
    before = now;
  }
}

TEST(FaceOctree, RefusesWhatItCannotDo) {
  const Shape box = Shape::mesh(make_box({1, 1, 1})), ball = Shape::of(Sphere{1});
  const std::vector<BodyView> boxes = {{box, {}}, {box, {}}}, mixed = {{box, {}}, {ball, {}}};
  EXPECT_THROW(face_pairs_among(boxes, {.level = 21}), Error);
  EXPECT_THROW(face_pairs_among(boxes, {.level = -1}), Error);
  EXPECT_THROW(face_pairs_among(boxes, {.threads = 0}), Error);
  EXPECT_THROW(face_pairs_among(boxes, {.world = Cube{{0, 0, 0}, 0}}), Error);
  EXPECT_THROW(face_pairs_among(boxes, {.world = Cube{{0, NAN, 0}, 1}}), Error);
  EXPECT_THROW(face_pairs_among(mixed), Error);
  const std::vector<BodyView> mirrored = {{box, {}}, {box, {-Eigen::Matrix3d::Identity(), {0, 0, 0}}}};
  EXPECT_THROW(face_pairs_among(mirrored), Error);
  EXPECT_TRUE(face_pairs_among({}).empty());
}

}  // namespace
}  // namespace graze
