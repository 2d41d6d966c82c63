// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Failures of the octrees, one test each.
#include <graze/deform.h>
#include <graze/generate.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "deform/octree_update.h"
#include "math/random.h"
#include "regress/deform_bodies.h"
#include "support/watchdog.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using testing::moved;
using testing::one_face;
using testing::random_pose;
using testing::random_vector;
using testing::scaled;

/// What `naive` says, as pairs of bodies 0 and 1.
std::vector<BodyFacePair> naive_pairs(const BodyView& a, const BodyView& b) {
  std::vector<BodyFacePair> pairs;
  for (const FacePair& p : face_pairs(a.shape, a.pose, b.shape, b.pose, {.method = Method::naive}))
    pairs.push_back({0, 1, p.a, p.b});
  return pairs;
}

// --- The face octree with a given cube: where low + side is rounded, faces fell outside the root.

TEST(FaceOctreeWorld, KeepsAVertexThatRoundingPutsOutsideTheCube) {
  const Shape a = Shape::mesh(one_face({1e16 + 4, 0, 0}, {1e16, 1, 0}, {1e16, 0, 1})),
              b = Shape::mesh(one_face({1e16 + 4, 0, 0}, {1e16 + 8, 1, 0}, {1e16 + 8, 0, 1}));
  const BodyView bodies[] = {{a, {}}, {b, {}}};
  for (const std::optional<int> level : {std::optional<int>(), std::optional(0), std::optional(5)}) {
    for (const Subdivision subdivision : {Subdivision::octree, Subdivision::bintree}) {
      const auto pairs = face_pairs_among(
          bodies, {.world = Cube{{1e16, 0, 0}, 3}, .level = level, .subdivision = subdivision});
      EXPECT_EQ(pairs.size(), 1u) << "level " << level.value_or(-1);
    }
  }
}

TEST(FaceOctreeWorld, SmallCubesFarOutLoseNothing) {
  Random random(1);
  int hits = 0;
  for (int round = 0; round < 400; ++round) {
    // Faces that share one vertex, on or near the border of the cube.
    const double side = 5e-4;
    const Vector3d low = 8e8 * Vector3d::Ones() + random_vector(random, 1e8);
    Vector3d shared = low;
    for (int k = 0; k < 3; ++k) shared[k] += side * static_cast<double>(random.below(3)) / 2;
    const auto corner = [&] { return Vector3d(shared + random_vector(random, side)); };
    const Shape a = Shape::mesh(one_face(shared, corner(), corner())),
                b = Shape::mesh(one_face(shared, corner(), corner()));
    const BodyView bodies[] = {{a, {}}, {b, {}}};
    const auto expected = naive_pairs(bodies[0], bodies[1]);
    hits += expected.empty() ? 0 : 1;
    for (const int level : {0, 1, 4})
      ASSERT_EQ(face_pairs_among(bodies, {.world = Cube{low, side}, .level = level}), expected) << round;
  }
  EXPECT_GT(hits, 100);
}

TEST(FaceOctreeWorld, AnyCubeGivesTheSamePairs) {
  Random random(2);
  int hits = 0;
  constexpr int rounds = 3000;
  for (int round = 0; round < rounds; ++round) {
    const double place = std::exp2(random.uniform(-100, 100)),
                 size = place * std::exp2(random.uniform(-54, 8));
    const Vector3d centre = random_vector(random, place);
    const auto mesh = [&] {
      Mesh soup;
      for (int i = 0; i < 4; ++i) {
        for (int corner = 0; corner < 3; ++corner)
          soup.vertices.emplace_back(centre + random_vector(random, size));
      }
      for (std::uint32_t f = 0; f < 8; ++f) {
        const auto pick = [&] { return static_cast<std::uint32_t>(random.below(soup.vertices.size())); };
        soup.faces.push_back({pick(), pick(), pick()});
      }
      return soup;
    };
    const Shape a = Shape::mesh(mesh()), b = Shape::mesh(mesh());
    const BodyView bodies[] = {{a, {}}, {b, {}}};
    const auto expected = naive_pairs(bodies[0], bodies[1]);
    hits += expected.empty() ? 0 : 1;
    const double side = size * std::exp2(random.uniform(-6, 6));
    const Cube world = {centre + random_vector(random, 2 * std::max(side, size)), side};
    const auto level = static_cast<int>(random.below(4));
    ASSERT_EQ(face_pairs_among(bodies, {.world = world, .level = level}), expected) << "round " << round;
    ASSERT_EQ(face_pairs_among(bodies, {.world = world}), expected) << "round " << round;
    ASSERT_EQ(face_pairs_among(bodies), expected) << "round " << round;
  }
  EXPECT_GT(hits, rounds / 4);
  EXPECT_LT(hits, rounds);
}

/// One face 1e13 times as large as the cells: products overflow in float.
TEST(FaceOctreeWorld, KeepsFacesFarLargerThanCells) {
  Random random(3);
  int hits = 0;
  for (int round = 0; round < 200; ++round) {
    const double large = std::exp2(random.uniform(10, 51));
    Mesh mesh_a, mesh_b = make_icosphere(1, 2);
    for (int i = 0; i < 3; ++i) mesh_a.vertices.emplace_back(random_vector(random, large));
    // Through the small ball.
    mesh_a.vertices[2] = random_vector(random, 0.5) - mesh_a.vertices[0] - mesh_a.vertices[1];
    mesh_a.faces = {{0, 1, 2}};
    const Mesh dust = make_icosphere(0.3, 2);
    for (const Face& f : dust.faces) mesh_a.faces.push_back({f[0] + 3, f[1] + 3, f[2] + 3});
    mesh_a.vertices.insert(mesh_a.vertices.end(), dust.vertices.begin(), dust.vertices.end());
    const Shape a = Shape::mesh(mesh_a), b = Shape::mesh(mesh_b);
    const BodyView bodies[] = {{a, {}}, {b, {}}};
    const auto expected = naive_pairs(bodies[0], bodies[1]);
    hits += expected.empty() ? 0 : 1;
    ASSERT_EQ(face_pairs_among(bodies), expected) << "size " << large;
    ASSERT_EQ(face_pairs_among(bodies, {.world = Cube{{-2, -2, -2}, 4}, .level = 4}), expected)
        << "size " << large;
  }
  EXPECT_GT(hits, 100);
}

/// Large coplanar faces fill every cell of a deep octree. Cells must not be cut on and on.
TEST(FaceOctreeWorld, DeepLevelsEnd) {
  const testing::Watchdog watchdog(std::chrono::seconds(60), "level 20");
  const Shape a = Shape::mesh(one_face({-1, -1, 0}, {1, -1, 0}, {0, 1, 0})),
              b = Shape::mesh(one_face({-1, 1, 0}, {1, 1, 0}, {0, -1, 0}));
  const BodyView bodies[] = {{a, {}}, {b, {}}};
  for (const Subdivision subdivision : {Subdivision::octree, Subdivision::bintree}) {
    for (const int threads : {1, 2})
      EXPECT_EQ(
          face_pairs_among(bodies, {.level = 20, .subdivision = subdivision, .threads = threads}).size(), 1u);
  }
  // A tiny cube is doubled until it holds the bodies, and each time its level grows.
  EXPECT_EQ(face_pairs_among(bodies, {.world = Cube{{0, 0, 0}, 1e-6}, .level = 1}).size(), 1u);
}

// --- octree_update.

TEST(OctreeUpdate, FindsBodiesThatTouchInTheOrigin) {
  for (const double size : {1.0, 1e6, 1e8, 1e9, 1e12, 1e100}) {
    const Shape a = Shape::mesh(one_face({0, 0, 0}, {-size, 0, -size}, {-size, -size, 0})),
                b = Shape::mesh(one_face({0, 0, 0}, {size, 0, size}, {size, size, 0}));
    const std::vector<FacePair> expected = {{0, 0}};
    EXPECT_EQ(face_pairs(a, {}, b, {}, {.method = Method::octree_update}), expected) << size;
    EXPECT_EQ(face_pairs(a, {}, b, {}, {.method = Method::face_octree}), expected) << size;

    const Mesh box = make_box({size, size, size});
    const Shape low = Shape::mesh(moved(box, Vector3d::Constant(-size))),
                high = Shape::mesh(moved(box, Vector3d::Constant(size)));
    const auto naive = face_pairs(low, {}, high, {}, {.method = Method::naive});
    ASSERT_FALSE(naive.empty());
    EXPECT_EQ(face_pairs(low, {}, high, {}, {.method = Method::octree_update}), naive) << size;
    EXPECT_EQ(face_pairs(low, {}, high, {}, {.method = Method::face_octree}), naive) << size;
  }
}

/// Meshes that are points, next to where they are: neither time nor memory may grow with the number of cells.
TEST(OctreeUpdate, PointLikeMeshesTakeLittle) {
  const testing::Watchdog watchdog(std::chrono::seconds(120), "octree_update on point-like meshes");
  Random random(4);
  const Mesh ball = make_icosphere(1, 2);
  std::uint64_t most = 0;
  std::size_t bytes = 0;
  for (int round = 0; round < 60; ++round) {
    const double size = std::exp2(random.uniform(-70, 0)), other = std::exp2(random.uniform(-70, 0));
    const Vector3d place = random_vector(random, 1);
    const Shape a = Shape::mesh(moved(scaled(ball, size), place)),
                b = Shape::mesh(moved(scaled(ball, other), -place));
    const Pose turn = round % 2 == 0 ? Pose() : random_pose(random, 0);
    Pose back = turn;
    back.t =
        turn.R * (2 * place) + (round % 3 == 0 ? Vector3d(Vector3d::Zero()) : random_vector(random, size));
    Scratch scratch;
    Counters counters;
    const auto pairs = face_pairs(
        a, turn, b, back, {.method = Method::octree_update, .scratch = &scratch, .counters = &counters});
    most = std::max(most, counters.box_tests + counters.face_tests);
    bytes = std::max(bytes, scratch_bytes(scratch));
    if (round % 4 == 0) {
      ASSERT_EQ(pairs, face_pairs(a, turn, b, back, {.method = Method::naive})) << round;
    }
  }
  const std::uint64_t pairs = ball.faces.size() * ball.faces.size();
  EXPECT_LT(most, 32 * pairs);
  EXPECT_LT(bytes, std::size_t{64} << 20);
}

/// Many faces that are points, and some that are as large as the body: the level follows the mean size of a face, and
/// the large ones were in a quarter of all cells.
TEST(OctreeUpdate, LargeFacesAmongPointsTakeLittle) {
  const testing::Watchdog watchdog(std::chrono::seconds(120), "octree_update on few large faces");
  Mesh mesh;
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    for (int corner = 0; corner < 3; ++corner) mesh.vertices.emplace_back(random_vector(random, 1));
    const auto first = static_cast<std::uint32_t>(3 * i);
    mesh.faces.push_back({first, first + 1, first + 2});
    for (int points = 0; points < 30; ++points) mesh.faces.push_back({first, first, first});
  }
  const BlackNodes nodes(mesh, MeshBounds(mesh));
  EXPECT_LE(nodes.faces().size(), 32 * mesh.faces.size());
  EXPECT_GT(nodes.nodes().size(), 100u);
  const Shape a = Shape::mesh(mesh), b = Shape::mesh(make_icosphere(1, 2));
  Scratch scratch;
  Counters counters;
  const auto pairs =
      face_pairs(a, {}, b, {}, {.method = Method::octree_update, .scratch = &scratch, .counters = &counters});
  EXPECT_EQ(pairs, face_pairs(a, {}, b, {}));
  EXPECT_LT(counters.box_tests, std::uint64_t{4000} * (mesh.faces.size() + 320));
  EXPECT_LT(scratch_bytes(scratch), std::size_t{64} << 20);
}

// --- Bodies beyond what an octree holds were tested face by face, and boxes that ended a pair were not counted.

TEST(FaceOctreeExtremes, OneHugeBodyCostNoBruteForce) {
  const Shape huge = Shape::mesh(scaled(make_icosphere(1, 4), 1e292)),
              torus = Shape::mesh(make_torus(1, 0.3, 40, 20));
  const Pose aside(Eigen::Matrix3d::Identity(), {3e292, 0, 0}),
      beside(Eigen::Matrix3d::Identity(), {0.9, 0, 0});
  const BodyView views[] = {{huge, Pose()}, {torus, Pose()}, {torus, beside}, {huge, aside}};
  Counters counters;
  const std::vector<BodyFacePair> found = face_pairs_among(views, {.counters = &counters});
  std::vector<BodyFacePair> expected;
  for (const FacePair& p : face_pairs(torus, Pose(), torus, beside, {.method = Method::naive}))
    expected.push_back({1, 2, p.a, p.b});
  EXPECT_FALSE(found.empty());
  EXPECT_EQ(found, expected);
  EXPECT_LE(counters.face_tests, 200000U);
  if (default_shortcuts().has(Shortcut::balls)) {
    EXPECT_GE(counters[Shortcut::balls] + counters[Shortcut::boxes], 3U);
  }
  counters = {};
  EXPECT_FALSE(collides(huge, Pose(), torus, Pose(), {.method = Method::face_octree, .counters = &counters}));
  EXPECT_LE(counters.face_tests, 10000U);
}

// The world's coordinates of a tiny body are all alike: every pair of faces was left to exact signs, 1,182,720 of them.
TEST(FaceOctreeExtremes, TinyBodiesAmongOthersAreNotComparedFaceByFace) {
  Mesh tiny = make_icosphere(1, 3), point = make_torus(1, 0.4, 22, 21);
  for (Vector3d& v : tiny.vertices) v *= 1e-315;
  for (Vector3d& v : point.vertices) v.setZero();
  const Shape a = Shape::mesh(tiny), b = Shape::mesh(point), c = Shape::mesh(make_icosphere(1, 1));
  const Pose X(Eigen::AngleAxisd(1, Vector3d(1, 2, 3).normalized()).toRotationMatrix(), {0.3, 0.2, 0.1});
  const BodyView bodies[] = {{a, X}, {b, Pose(X.R.transpose(), X.t)}, {c, X}};
  Counters counters;
  EXPECT_TRUE(face_pairs_among(bodies, {.counters = &counters}).empty());
  EXPECT_LT(counters.exact_fallbacks, 20'000U);
}

}  // namespace
}  // namespace graze
