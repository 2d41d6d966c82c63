// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Failures of the queries of World, each named after what holds now.
#include <graze/cast.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "math/random.h"
#include "oracle/test_scale.h"
#include "support/bent_pose.h"
#include "support/error_of.h"

namespace graze {
namespace {

using Eigen::Vector3d;

Pose at(double x, double y = 0, double z = 0) {
  return {Eigen::Matrix3d::Identity(), {x, y, z}};
}

Mesh one_face(const std::array<Vector3d, 3>& corners) {
  return {{corners[0], corners[1], corners[2]}, {{0, 1, 2}}};
}

void append(Mesh& mesh, const Mesh& face) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), face.vertices.begin(), face.vertices.end());
  mesh.faces.push_back({first, first + 1, first + 2});
}

/// Bodies were ordered by the rounded parameters of their hits.
TEST(WorldQueryRegress, FirstHitIsFirstExactly) {
  const Mesh a = one_face({Vector3d(0x1.75b1f4fbe1b96p+3, -0x1.685a287dabb6dp+0, -0x1.dd7e3744071ap-6),
                           Vector3d(0x1.a57a4639154bdp+3, -0x1.8ab36b5698dfbp+0, -0x1.3da0cfdae27ep-4),
                           Vector3d(0x1.77a72c4920aep+3, -0x1.619e886e07176p-2, -0x1.161e34f8f0ad2p+0)});
  const Mesh b = one_face({Vector3d(0x1.763f1047775ap+3, -0x1.3c8dc9c7fcb94p+1, -0x1.8ea2c400d31f6p-2),
                           Vector3d(0x1.8862918f506ap+3, -0x1.8dd628c09a1a2p-2, -0x1.42577fe56f02ep+1),
                           Vector3d(0x1.9431c5a74fc6bp+3, -0x1.bb9060be99188p-2, 0x1.b6e975f763e6cp+0)});
  const Ray ray = {Vector3d::Zero(), {1, -0x1.70d7b411decadp-4, -0x1.0b20e441d0782p-5}};
  Mesh both = a;
  append(both, b);
  ASSERT_EQ(first_hit(Shape::mesh(both), {}, ray)->face, 1U);
  World world;
  world.add(Shape::mesh(a));
  const BodyId second = world.add(Shape::mesh(b));
  EXPECT_EQ(world.first_hit(ray)->body, second);
}

/// A face around `touched`, nearly parallel to the direction: the filter's range of the parameter is wide.
Mesh grazing_face(Random& random, const Vector3d& touched, const Vector3d& direction) {
  const auto any = [&] {
    return Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  };
  const Vector3d along = direction.normalized() * random.uniform(0.5, 2) +
                         std::exp2(random.uniform(-20, 0)) * direction.cross(any()),
                 across = direction.cross(any());
  return one_face({touched + along, touched + across, touched - along - across});
}

/// The same faces in one mesh have a least parameter that is compared exactly. Turns by quarters keep every bit of the vertices.
TEST(WorldQueryRegress, FirstHitIsThatOfOneMeshOfAllFaces) {
  Random random(71);
  const int rounds = oracle::scaled_count(1500);
  int found = 0, misled = 0;
  Eigen::Matrix3d quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  for (int round = 0; round < rounds; ++round) {
    const Vector3d direction(1, random.uniform(-1, 1), random.uniform(-1, 1));
    const double s = random.uniform(1, 20);
    Path path = Ray{Vector3d::Zero(), direction};
    if (round % 3 == 1) path = Ray{Vector3d::Zero(), 1024 * direction, 1};
    if (round % 3 == 2) path = LineSegment{Vector3d::Zero(), 32 * direction};
    Mesh all;
    World world;
    std::vector<BodyId> bodies;
    std::pair<double, std::uint32_t> rounded = {INFINITY, 0};
    const std::uint32_t count = 2 + static_cast<std::uint32_t>(random.below(4));
    std::vector<Mesh> faces;
    for (std::uint32_t i = 0; i < count; ++i) {
      const double ulps = static_cast<double>(random.below(9)) - 4;
      const double near_s = s * (1 + ulps * std::numeric_limits<double>::epsilon());
      const bool again = i > 0 && random.below(4) == 0;  // two bodies at just the same parameter
      faces.push_back(again ? faces[random.below(i)] : grazing_face(random, near_s * direction, direction));
      append(all, faces.back());
      Mesh seen = faces.back();
      Pose X;
      if (random.below(2) == 0) {
        X.R = quarter;
        for (Vector3d& v : seen.vertices) v = Vector3d(v[1], -v[0], v[2]);
      }
      const Shape shape = Shape::mesh(seen);
      bodies.push_back(world.add(shape, X));
      if (const auto hit = first_hit(shape, X, path)) rounded = std::min(rounded, {hit->s, i});
    }
    const auto expected = first_hit(Shape::mesh(all), {}, path, {.method = Method::naive});
    const auto hit = world.first_hit(path);
    ASSERT_EQ(hit.has_value(), expected.has_value()) << round;
    if (!hit) continue;
    ++found;
    ASSERT_EQ(hit->body, bodies[expected->face]) << round;
    EXPECT_EQ(hit->hit.face, 0U);
    EXPECT_NEAR(hit->hit.s, expected->s, 1e-9 * expected->s);
    misled += rounded.second != expected->face;
  }
  EXPECT_GT(found, rounds / 2);
  EXPECT_GT(misled, 0) << "rounded parameters would do";
}

/// Of several faces of several bodies at one parameter, the least body's least face, whatever the order of visits.
TEST(WorldQueryRegress, FirstHitOfEqualsIsTheLeast) {
  Mesh twice = one_face({Vector3d(1, -1, -1), Vector3d(1, 2, -1), Vector3d(1, -1, 2)});
  twice.faces.push_back(twice.faces[0]);
  const Shape shape = Shape::mesh(twice);
  World world;
  std::vector<BodyId> bodies;
  for (int i = 0; i < 100; ++i) bodies.push_back(world.add(shape));
  const Path path = Ray{{0.3, 0.1, 0.2}, {0.3, 0.01, 0}};
  for (int i = 0; i < 20; ++i) {
    world.move(bodies[static_cast<std::size_t>(i * i % 100)], {});
    const auto hit = world.first_hit(path);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->body, bodies[0]);
    EXPECT_EQ(hit->hit.face, 0U);
  }
}

std::string no_rays_on(std::string_view kind) {
  return "ray queries on " + std::string(kind) + " are not supported";
}

/// What had changed since the tree was built was asked first, wherever it was.
TEST(WorldQueryRegress, FirstHitDoesNotAskWhatIsBehindIt) {
  World world;
  const Shape box = Shape::mesh(make_box({0.4, 0.4, 0.4}));
  std::vector<BodyId> boxes;
  for (int i = 0; i < 200; ++i) boxes.push_back(world.add(box, at(i)));
  const BodyId ball = world.add(Shape::of(Sphere{0.4}), at(500));
  const Path path = Ray{{-5, 0.01, 0.013}, {1, 0, 0}};
  const auto ask = [&] { return world.first_hit(path)->body; };
  for (int i = 0; i < 12; ++i) ASSERT_EQ(ask(), boxes[0]) << i;
  world.move(ball, at(501));  // no longer in the tree
  for (int i = 0; i < 12; ++i) ASSERT_EQ(ask(), boxes[0]) << i;
  world.move(ball, at(-3));
  for (int i = 0; i < 12; ++i) ASSERT_EQ(testing::error_of(ask), no_rays_on("sphere")) << i;
  world.move(boxes[0], at(-4));
  for (int i = 0; i < 12; ++i) ASSERT_EQ(ask(), boxes[0]) << i;
}

/// The same before there is a tree, whichever body has the lesser id.
TEST(WorldQueryRegress, FirstHitAsksWhatIsBeforeOrThere) {
  const Shape wall = Shape::mesh(one_face({Vector3d(1, -1, -1), Vector3d(1, 2, -1), Vector3d(1, -1, 2)}));
  const Path path = Ray{{0, 0.01, 0.013}, {1, 0, 0}};
  for (const bool wall_is_first : {true, false}) {
    World world;
    if (wall_is_first) world.add(wall);
    const BodyId ball = world.add(Shape::of(Sphere{0.5}), at(1.51));
    if (!wall_is_first) world.add(wall);
    const auto ask = [&] { world.first_hit(path); };
    EXPECT_EQ(testing::error_of(ask), "no error") << "behind";
    world.move(ball, at(1.5));
    EXPECT_EQ(testing::error_of(ask), no_rays_on("sphere")) << "where it touches";
    world.move(ball, at(0.2));
    EXPECT_EQ(testing::error_of(ask), no_rays_on("sphere")) << "around its start";
    world.move(ball, at(0.5, 3));
    EXPECT_EQ(testing::error_of(ask), "no error") << "beside";
  }
}

/// Of several that cannot be asked, the one that the path reaches first is named.
TEST(WorldQueryRegress, FirstHitNamesTheFirstThatCannotBeAsked) {
  World world;
  for (int i = 0; i < 100; ++i) world.add(Shape::mesh(make_box({1, 1, 1})), at(10 * i, 50));
  const BodyId ball = world.add(Shape::of(Sphere{0.5}), at(5));
  const BodyId pill = world.add(Shape::of(Capsule{0.5, 0.1}), at(8));
  const auto ask = [&] { world.first_hit(Ray{}); };
  for (int i = 0; i < 20; ++i) ASSERT_EQ(testing::error_of(ask), no_rays_on("sphere")) << i;
  world.move(pill, at(9));
  EXPECT_EQ(testing::error_of(ask), no_rays_on("sphere"));
  world.move(ball, at(20));
  EXPECT_EQ(testing::error_of(ask), no_rays_on("capsule"));
}

/// A face across the x axis.
Shape face_at(double x, double size = 1) {
  return Shape::mesh(one_face({Vector3d(x, -size, -size), {x, 2 * size, -size}, {x, -size, 2 * size}}));
}

/// Bounds of parameters overflowed: a body that is no mesh seemed to be beyond the face behind it, or at the start of the path.
TEST(WorldQueryRegress, FirstHitWhereParametersOverflow) {
  World huge;
  huge.add(face_at(5e307, 1e306));
  huge.add(Shape(Sphere{1}));
  EXPECT_NE(testing::error_of([&] { huge.first_hit(Ray{{-1e308, 0, 0}, {1, 0, 0}}); }), "");

  World world;
  for (int i = 0; i < 8; ++i) world.add(face_at(1 + i));
  for (int i = 0; i < 84; ++i) world.add(Shape(Sphere{1}), at(1e7));
  for (int i = 0; i < 4; ++i) world.add(Shape(Sphere{1}), at(1e9));
  for (int i = 0; i < 12; ++i) EXPECT_EQ(world.first_hit(Ray{{0, 0, 0}, {1e-300, 0, 0}})->body.number, 0U);
}

/// Boxes were taken for larger by a part of the path's length.
TEST(WorldQueryRegress, FirstHitOfLongPathsAsksNothingBesideThem) {
  for (const double length : {1e9, 1e13, 1e15, 1e300}) {
    for (const Pose& aside : {at(11.2), at(-1.5), at(100), at(5, 200)}) {
      World world;
      world.add(face_at(10));
      world.add(Shape(Sphere{1}), aside);
      EXPECT_TRUE(world.first_hit(LineSegment{{0, 0, 0}, {length, 0, 0}})) << length;
      EXPECT_TRUE(world.first_hit(Ray{{0, 0, 0}, {length, 0, 0}})) << length;
    }
  }
}

/// The difference of the ends is infinite along x: that axis tells nothing.
TEST(WorldQueryRegress, FirstHitOfASegmentThatIsTooLongForDoubles) {
  World world;
  world.add(face_at(0, 0.1));
  const LineSegment segment = {{-1e308, -1, 0}, {1e308, 1, 0}};
  ASSERT_TRUE(first_hit(face_at(0, 0.1), {}, segment));
  EXPECT_TRUE(world.first_hit(segment));
}

/// Entries of the direction may be lost where it is scaled.
TEST(WorldQueryRegress, FirstHitOfDirectionsWithEntriesOfAllSizes) {
  World world;
  world.add(Shape::mesh(one_face({Vector3d(0, 1, -1), {0, 1, 1}, {0, 1, 0}})));
  for (const double y : {1.0, 1e-20, 1e-300, 5e-324}) {
    for (const double x : {0.0, 1e-300, 1.0, 1e300}) {
      const Ray ray = {{0, 0, 0}, {x, y, 0}};
      EXPECT_EQ(world.first_hit(ray).has_value(), hits(world.shape({0, 0}), {}, ray)) << x << " " << y;
      const Ray from_beside = {{-x, 1 - y, 0}, {x, y, 0}};
      EXPECT_EQ(world.first_hit(from_beside).has_value(), hits(world.shape({0, 0}), {}, from_beside))
          << x << " " << y;
    }
  }
}

/// `levels` compounds, each of four of the one before, at the places that `place(level, i)` names.
template <class Place>
Shape nested(Shape shape, int levels, const Place& place) {
  for (int level = 0; level < levels; ++level) {
    Compound four;
    for (int i = 0; i < 4; ++i) four.pieces.push_back({shape, place(level, i)});
    shape = Shape::of(std::move(four));
  }
  return shape;
}

constexpr double ball_radius = 0x1p-7;

/// All 4^16 pieces were visited, one by one: that takes minutes.
TEST(WorldQueryRegress, NearestBodyPassesOverPiecesThatAreFarther) {
  // Balls at 0, 1/64, 2/64, … along the x axis.
  World world;
  const BodyId id = world.add(nested(Shape::of(Sphere{ball_radius}), 16, [](int level, int i) {
    return at(i * std::ldexp(1.0, 2 * level - 6));
  }));
  const auto distance = [&](const Vector3d& p) {
    const auto nearest = world.nearest_body(p);
    EXPECT_TRUE(nearest && nearest->body == id);
    return nearest ? nearest->distance : -1;
  };
  EXPECT_NEAR(distance({-5, 3, 1}), std::sqrt(35.0) - ball_radius, 1e-12);
  EXPECT_NEAR(distance({12345.25, 3, 1}), std::sqrt(10.0) - ball_radius, 1e-9);
  EXPECT_NEAR(distance({0x1p26 + 4, 3, 0}), std::hypot(4 + 0x1p-6, 3) - ball_radius, 1e-6);
  EXPECT_EQ(distance({12345.25, 0, 0.001}), 0) << "inside";
}

/// Boxes do not tell that a piece in the place of another is no nearer.
TEST(WorldQueryRegress, NearestBodyOfPiecesInOnePlace) {
  const Shape ball = Shape::of(Sphere{ball_radius});
  World world;
  world.add(nested(ball, 16, [](int, int) { return at(1, 2, 3); }));
  EXPECT_NEAR(world.nearest_body({16, 32 + 3, 48 + 4})->distance, 5 - ball_radius, 1e-12);
  EXPECT_EQ(world.nearest_body({16, 32, 48})->distance, 0);
  World row;  // 4^16 balls in 49 places
  row.add(nested(ball, 16, [](int, int i) { return at(i * 0x1p-6); }));
  EXPECT_NEAR(row.nearest_body({10 * 0x1p-6, 3, 4})->distance, 5 - ball_radius, 1e-12);
  EXPECT_EQ(row.nearest_body({10 * 0x1p-6, 0, 0})->distance, 0);
}

/// Pieces are as near as bodies of their own, turned at every level.
TEST(WorldQueryRegress, NearestBodyOfPiecesIsTheNearestPiece) {
  Random random(5);
  for (const Shape& shape : {Shape::of(Sphere{0.3}), Shape::of(Box{{0.1, 0.5, 0.2}}),
                             Shape::mesh(make_icosphere(0.4, 0)), Shape::mesh(make_icosphere(0.4, 2))}) {
    std::array<std::array<Pose, 4>, 4> places;
    for (auto& level : places) {
      for (Pose& X : level) X = testing::bent_pose(random, 3);
    }
    const Shape tree = nested(shape, 4, [&](int level, int i) { return places[level][i]; });
    World of_one, of_many;
    of_one.add(tree);
    for (std::uint32_t k = 0; k < 256; ++k) {
      // A body's pose may be bent no more than a piece's: the product is the poses of three compounds around it.
      Shape piece = shape;
      for (std::uint32_t level = 0; level < 3; ++level)
        piece = Shape::of(Compound{{{piece, places[level][k >> (2 * level) & 3]}}});
      of_many.add(piece, places[3][k >> 6]);
    }
    for (int round = 0; round < oracle::scaled_count(50); ++round) {
      const Vector3d p(random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-8, 8));
      ASSERT_NEAR(of_one.nearest_body(p)->distance, of_many.nearest_body(p)->distance, 1e-11);
    }
  }
}

/// The limit that other bodies have set keeps a body out only if it is farther.
TEST(WorldQueryRegress, NearestOfEquallyNearCompoundsIsTheLeast) {
  World world;
  const Shape shape =
      nested(Shape::of(Sphere{0.5}), 3, [](int level, int i) { return at(i << (2 * level)); });
  std::vector<BodyId> bodies;
  for (int i = 0; i < 70; ++i) bodies.push_back(world.add(shape, at(0, 0, i < 35 ? 0 : 1)));
  for (int i = 0; i < 30; ++i) {
    world.move(bodies[static_cast<std::size_t>(i)], at(0));
    EXPECT_EQ(world.nearest_body({10.2, 0.7, -3})->body, bodies[0]);
    EXPECT_EQ(world.nearest_body({10.2, 0.7, 4})->body, bodies[35]);
  }
}

}  // namespace
}  // namespace graze
