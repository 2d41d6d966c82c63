// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Failures of convex bodies that users met, one test each.
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include "oracle/draw.h"
#include "oracle/poses.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using oracle::Draw;

constexpr Method convex_methods[] = {Method::automatic, Method::gjk, Method::lin_canny,
                                     Method::separating_plane};

/// GJK took the length of its start direction for the length of a point of A - B.
TEST(ConvexRegress, ConcentricSpheresCollide) {
  for (const double radius : {1e-300, 1e-9, 0.3, 0.6, 1e9, 1e300}) {
    const Shape ball = Shape::of(Sphere{radius});
    const Shape point = Shape::of(Convex{{Vector3d::Zero()}});
    const Shape face = Shape::mesh({{Vector3d::Zero()}, {{0, 0, 0}}});
    const Shape pieces = Shape::of(Compound{{{ball, Pose()}}});
    for (const Method method : convex_methods) {
      const QueryOptions options{.method = method};
      EXPECT_TRUE(collides(ball, {}, ball, {}, options)) << radius;
      EXPECT_TRUE(collides(ball, {}, point, {}, options)) << radius;
      EXPECT_TRUE(collides(point, {}, ball, {}, options)) << radius;
    }
    EXPECT_TRUE(collides(ball, {}, face, {})) << radius;
    EXPECT_TRUE(collides(pieces, {}, ball, {})) << radius;
    EXPECT_DOUBLE_EQ(distance(ball, {}, ball, {}).distance, -2 * radius);
  }
  World world;
  const Shape ball = Shape::of(Sphere{0.3});
  world.add(ball, Pose());
  world.add(ball, Pose());
  EXPECT_EQ(world.step().collisions.size(), 1U);
}

std::vector<Vector3d> cube_with_subdivided_edges(int parts, const Eigen::Matrix3d& R) {
  std::vector<Vector3d> points;
  for (int axis = 0; axis < 3; ++axis) {
    for (int corner = 0; corner < 4; ++corner) {
      for (int k = 0; k <= parts; ++k) {
        Vector3d p;
        p[axis] = -1 + 2.0 * k / parts;
        p[(axis + 1) % 3] = (corner & 1) != 0 ? 1 : -1;
        p[(axis + 2) % 3] = (corner & 2) != 0 ? 1 : -1;
        points.emplace_back(R * p);
      }
    }
  }
  return points;
}

/// Normals of faces between points that are collinear but for rounding were taken for directions.
TEST(ConvexRegress, DepthOfACubeWhoseEdgesAreSubdivided) {
  Draw draw(17);
  for (int i = 0; i < 300; ++i) {
    const Eigen::Matrix3d R = oracle::random_rotation(draw);
    const Shape cube = Shape::of(Convex{cube_with_subdivided_edges(draw.small(2, 5), R)});
    // Moved by s along one of the cube's own axes, it reaches 2 - s into itself.
    const double s = draw.uniform(0.05, 1.9);
    const Vector3d axis = R.col(draw.small(0, 2));
    const Distance d = distance(cube, {}, cube, {Eigen::Matrix3d::Identity(), s * axis});
    ASSERT_NEAR(d.distance, s - 2, d.error) << i;
    ASSERT_LT(d.error, 1e-12) << i;
    ASSERT_NEAR(d.normal.norm(), 1, 1e-12) << i;
    ASSERT_NEAR(d.normal.dot(axis), 1, 1e-9) << i;
  }
}

TEST(ConvexRegress, DepthOfARodWithItself) {
  Draw draw(18);
  for (int i = 0; i < 300; ++i) {
    const Vector3d along = oracle::random_rotation(draw).col(0);
    std::vector<Vector3d> points;
    for (const double s : {-1.0, draw.uniform(-1, 1), draw.uniform(-1, 1), 1.0})
      points.emplace_back(s * along);
    const Shape rod = Shape::of(Convex{points});
    const Distance d = distance(rod, {}, rod, {});
    ASSERT_NEAR(d.distance, 0, d.error) << i;
    ASSERT_LT(d.error, 1e-12) << i;
    ASSERT_NEAR(d.normal.norm(), 1, 1e-12) << i;
  }
}

/// A bent R was inverted by transposing it.
TEST(ConvexRegress, DistancesOfBentPosesAreWithinTheirError) {
  Draw draw(19);
  for (int i = 0; i < 300; ++i) {
    // The face x = 1 of a box sheared by 9e-7: its normal is along (1, -9e-7, 0), its corners at x = 1 ± 9e-7.
    Pose bent;
    bent.R(0, 1) = 9e-7;
    const double gap = draw.uniform(0.1, 2), y = draw.uniform(-0.5, 0.5);
    const Shape box = Shape::of(Box{{1, 1, 1}});
    const Shape point = Shape::of(Convex{{Vector3d::Zero()}});
    const Pose at(Eigen::Matrix3d::Identity(), {1 + gap, y, 0});
    const double expected = (1 + gap - 1 - 9e-7 * y) / std::hypot(1, 9e-7);
    for (const Method method : {Method::gjk, Method::lin_canny}) {
      const Distance d = distance(box, bent, point, at, {.method = method});
      ASSERT_NEAR(d.distance, expected, d.error) << i;
      ASSERT_LT(d.error, 1e-13) << i;
    }
    // Inside, where the depth is that of the same face.
    const Pose in(Eigen::Matrix3d::Identity(), {1 - 0.1 * gap, y, 0});
    const double depth = (0.1 * gap + 9e-7 * y) / std::hypot(1, 9e-7);
    const Distance d = distance(box, bent, point, in);
    ASSERT_NEAR(d.distance, -depth, d.error) << i;
    ASSERT_LT(d.error, 1e-13) << i;
  }
}

/// Every face and edge of both hulls was looked at.
TEST(ConvexRegress, DepthOfLargeHullsLooksAtFewVertices) {
  const Shape ball = Shape::of(Convex{make_random_convex(1, 32000, 5).vertices});
  Draw draw(25);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 20; ++i) {
    const Pose X_WB(oracle::random_rotation(draw), 1.8 * oracle::random_rotation(draw).col(0));
    Counters counters;
    const Distance d = distance(ball, {}, ball, X_WB, {.counters = &counters});
    ASSERT_LT(d.distance, -0.1);
    ASSERT_LT(d.error, 1e-12);
    ASSERT_GT(counters.face_tests, 0U);
    ASSERT_LT(counters.face_tests, 500U) << i;
  }
  // It was a second for each.
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 2);
}

constexpr Method exact_methods[] = {Method::automatic, Method::naive};

Pose at(const Vector3d& t) {
  return {Eigen::Matrix3d::Identity(), t};
}

Shape nested(Shape shape, int depth, const Pose& X) {
  for (int i = 0; i < depth; ++i) shape = Shape::of(Compound{{{shape, X}}});
  return shape;
}

Shape face(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  return Shape::mesh({{a, b, c}, {{0, 1, 2}}});
}

/// What every method must answer, and in both orders.
void expect_collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, bool truth,
                     const std::string& what) {
  for (const Method method : exact_methods) {
    EXPECT_EQ(collides(a, X_WA, b, X_WB, {.method = method}), truth) << method_name(method) << ": " << what;
    EXPECT_EQ(collides(b, X_WB, a, X_WA, {.method = method}), truth)
        << method_name(method) << ", exchanged: " << what;
  }
}

/// The product of the poses was rounded, and its error left aside.
TEST(ConvexRegress, RoundPiecesWhoseTranslationsCancel) {
  const Eigen::Matrix3d R = Eigen::AngleAxisd(0.3, Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  for (const double far : {1e17, 1e9, 1e6}) {
    const Vector3d t_2 = far * Vector3d(0.3, 1, -0.7);
    const Pose X_1(R, -(R * t_2)), X_2(Eigen::Matrix3d::Identity(), t_2);
    // A ball whose centre is exactly where the piece's is, and one where the rounded product puts it.
    const Vector3d rounded = (X_1 * X_2).t;
    Vector3d exact;
    for (int i = 0; i < 3; ++i) {
      // Products of two doubles as sums of two, the sum from the smallest on: good to a few bits of the result.
      std::vector<double> terms = {X_1.t[i]};
      for (int j = 0; j < 3; ++j) {
        const double product = R(i, j) * t_2[j];
        terms.push_back(product);
        terms.push_back(std::fma(R(i, j), t_2[j], -product));
      }
      long double sum = 0;
      for (const double term : terms) sum += term;
      exact[i] = static_cast<double>(sum);
    }
    const double off = (exact - rounded).norm();
    ASSERT_GT(off, 1e-17 * far) << "too easy";
    for (const Shape& ball :
         {Shape::of(Sphere{off / 8}), Shape::of(Capsule{off / 8, off / 16}),
          Shape::of(Cylinder{off / 8, off / 16}), Shape::of(Ellipsoid{{off / 8, off / 9, off / 9}})}) {
      const Shape piece = Shape::of(Compound{{{ball, X_2}}});
      const std::string what = std::string(kind_name(ball.kind())) + " at " + std::to_string(far);
      for (const Shape& other : {ball, Shape::of(Box{Vector3d::Constant(off / 16)}),
                                 face(Vector3d::Zero(), Vector3d(off / 8, 0, 0), Vector3d(0, off / 8, 0))}) {
        expect_collides(piece, X_1, other, at(exact), true, what);
        expect_collides(piece, X_1, other, at(rounded), false, what);
      }
    }
  }
}

/// Not a number was taken for touching.
TEST(ConvexRegress, RoundPiecesWhosePosesOverflow) {
  const Shape others[] = {Shape::of(Box{{1, 1, 1}}), Shape::of(Sphere{1}), Shape::of(Cylinder{1, 1}),
                          Shape::of(Convex{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}),
                          face({0, 0, 0}, {1, 0, 0}, {0, 1, 0})};
  const Pose far = at({1.5e308, 0, 0}), back = at({-1.5e308, 0, 0});
  for (const Shape& round : {Shape::of(Sphere{1}), Shape::of(Capsule{1, 1}), Shape::of(Cylinder{1, 1}),
                             Shape::of(Cone{1, 1}), Shape::of(Ellipsoid{{1, 1, 2}})}) {
    const Shape once = Shape::of(Compound{{{round, far}}}), twice = Shape::of(Compound{{{once, far}}}),
                and_back = Shape::of(Compound{{{twice, back}}});
    for (const Shape& other : others) {
      const std::string what =
          std::string(kind_name(round.kind())) + ", " + std::string(kind_name(other.kind()));
      expect_collides(once, far, other, Pose(), false, what);
      expect_collides(twice, far, other, Pose(), false, what);
      expect_collides(and_back, back, other, Pose(), true, what);
      expect_collides(and_back, back, other, at({0, 5, 0}), false, what);
    }
  }
}

/// What rounding leaves open was measured by the larger body.
TEST(ConvexRegress, RoundBodiesBesideMuchLargerOnes) {
  const double L = 1e20;
  const Vector3d corners[] = {{0, -L, -L}, {0, L, -L}, {0, 0, L}};
  const Shape walls[] = {face(corners[0], corners[1], corners[2]),
                         Shape::of(Convex{{corners[0], corners[1], corners[2]}}),
                         Shape::of(Convex{{corners[0], corners[1], corners[2], {-L, 0, 0}}})};
  for (const Shape& round : {Shape::of(Sphere{1}), Shape::of(Capsule{1, 1}), Shape::of(Cylinder{1, 1}),
                             Shape::of(Cone{1, 1}), Shape::of(Ellipsoid{{1, 1, 1}})}) {
    const Shape piece = Shape::of(Compound{{{round, Pose()}}});
    for (const Shape& wall : walls) {
      for (const Shape& body : {round, piece}) {
        const std::string what =
            std::string(kind_name(round.kind())) + ", " + std::string(kind_name(wall.kind()));
        expect_collides(body, at({100, 0, 0}), wall, Pose(), false, what);
        expect_collides(body, at({1 + 1e-9, 0, 0}), wall, Pose(), false, what);
        expect_collides(body, at({1 - 1e-9, 0, 0}), wall, Pose(), true, what);
      }
    }
  }
  // With vertices, to the last bit.
  const Shape ball = Shape::of(Sphere{1});
  expect_collides(ball, at({1, 0, 0}), walls[0], Pose(), true, "touching");
  expect_collides(ball, at({std::nextafter(1.0, 2.0), 0, 0}), walls[0], Pose(), false, "next to touching");
}

/// The box of a round body allowed for one bent pose, and not for those of all compounds around it.
TEST(ConvexRegress, RoundPiecesDeepInBentCompounds) {
  const Pose bent((1 - 4.9e-7) * Eigen::Matrix3d::Identity(), Vector3d::Zero());
  for (const int depth : {1, 8, 12, 16}) {
    const Shape ball = nested(Shape::of(Sphere{1}), depth, bent);
    for (const double x : {1 - 1e-6, 1 - 3e-6}) {
      const std::string what = std::to_string(depth);
      expect_collides(ball, bent, face({x, -1, -1}, {x, 1, -1}, {x, 0, 1}), Pose(), true, what);
      expect_collides(ball, bent, Shape::of(Box{{1, 1, 1}}), at({1 + x, 0, 0}), true, what);
      expect_collides(ball, bent, Shape::of(Sphere{1}), at({1 + x, 0, 0}), true, what);
    }
    World world;
    world.add(ball, bent);
    world.add(Shape::of(Box{{1, 1, 1}}), at({2 - 1e-7, 0, 0}));
    EXPECT_EQ(world.step().collisions.size(), 1U) << depth;
    EXPECT_EQ(world.bodies_in_box({0.9999998, -1, -1}, {0.99999985, 1, 1}).size(), 1U) << depth;
  }
}

/// Squares of a direction's small entries underflowed, and points came out on no body.
TEST(ConvexRegress, SupportPointsOfSmoothBodiesAreOnThem) {
  const double tiny = 2.7e-162;
  struct Case {
    Shape smooth;
    Pose X;
    Shape rod;
  };
  const Case cases[] = {
      {Shape::of(Cylinder{1, 1}), at({tiny, 0, 0}), Shape::of(Convex{{{-1.3, 0, 0.4}, {1.3, 0, 8.2}}})},
      {Shape::of(Cone{1, 1}), at({-tiny, 0, 0}), Shape::of(Convex{{{1.3, 0, -0.4}, {-1.3, 0, -8.2}}})},
  };
  for (const Case& c : cases) {
    expect_collides(c.smooth, c.X, c.rod, Pose(), false, std::string(kind_name(c.smooth.kind())));
    const Distance d = distance(c.smooth, c.X, c.rod, Pose());
    EXPECT_NEAR(d.distance, 0.0949, 1e-4) << kind_name(c.smooth.kind());
    EXPECT_LT(d.error, 1e-9);
  }
}

/// Sums that exceed the range became infinite, or not a number, or lost their sign.
TEST(ConvexRegress, DistancesBeyondTheRange) {
  constexpr double largest = std::numeric_limits<double>::max();
  const Shape point = Shape::of(Convex{{Vector3d::Zero()}});
  const auto expect_beyond = [&](const Distance& d, double expected) {
    EXPECT_EQ(d.distance, expected);
    EXPECT_EQ(d.error, INFINITY);
    EXPECT_TRUE(d.point_a.allFinite() && d.point_b.allFinite());
    EXPECT_NEAR(d.normal.norm(), 1, 1e-12);
  };
  expect_beyond(distance(point, at({-1e308, 0, 0}), point, at({1e308, 0, 0})), largest);
  const Shape box = Shape::of(Box{Vector3d::Constant(1.7e308)});
  expect_beyond(distance(box, Pose(), box, at({0.85e308, 0, 0})), -largest);
  expect_beyond(distance(Shape::of(Sphere{1.7e308}), Pose(), Shape::of(Sphere{1.7e308}), Pose()), -largest);

  const Shape ball = Shape::of(Sphere{9e307});
  const Distance d = distance(ball, Pose(), ball, at({1.75e308, 0, 0}));
  EXPECT_NEAR(d.distance / -5e306, 1, 1e-12);
  EXPECT_LT(d.error, 1e295);
  // The centres are farther apart than any double, and the bodies touch.
  const Distance touching = distance(ball, at({-9e307, 0, 0}), ball, at({9e307, 0, 0}));
  EXPECT_NEAR(touching.distance / 1e308, 0, 1e-12);
  const Distance inside = distance(box, Pose(), point, at({1.6e308, 0, 0}));
  EXPECT_NEAR(inside.distance / -1e307, 1, 1e-12);
  EXPECT_NEAR(
      distance(box, Pose(), point, at({1.75e308, 0, 0}), {.method = Method::lin_canny}).distance / 5e306, 1,
      1e-12);
}

Shape point_at(const Vector3d& p) {
  return Shape::of(Convex{{p}});
}

/// A tetrahedron that may hold the origin was taken for one that does, and the search for the depth started from it: wrong
/// distances, negative errors, and calls that did not return.
TEST(ConvexRegress, PointsAtTheSurfaceOfASmoothBody) {
  const Shape cone = Shape::of(Cone{1, 1});
  for (const Vector3d& p : {Vector3d(0.73901009452874289, 0.22860261106517443, -0.54712000000000005),
                            Vector3d(0.72471826065140932, 0.22418162877351636, -0.51719999999999999),
                            Vector3d(0.62131263906835044, 0.19219452160446099, -0.30071999999999999)}) {
    for (const Distance& d : {distance(cone, {}, point_at(p), {}), distance(point_at(p), {}, cone, {})}) {
      EXPECT_GE(d.distance + d.error, 0) << "it is outside";
      EXPECT_LT(d.error, 1e-9);
    }
  }
  Pose bent;
  bent.R << 0x1.ffffef419f654p-1, -0x1.0be609ac1da22p-21, 0, 0x1.0be609ac1da22p-21, 0x1.0000085f304d6p+0,
      0x1.0be609ac1da22p-21, -0x1.0be609ac1da22p-21, 0x1.0be609ac1da22p-21, 1;
  const Shape small = Shape::of(Cone{0x1.0ae99c0d5b08bp-13, 0x1.34389de2b4425p-13});
  const Pose X = at({-0x1.30a7cd3ae78dfp-17, -0x1.d78b43e0ae77p-17, 0x1.c65efa4daf936p-14});
  const Shape origin = point_at(Vector3d::Zero());
  for (const Distance& d : {distance(small, bent, origin, X), distance(origin, X, small, bent)}) {
    EXPECT_GE(d.error, 0);
    EXPECT_NEAR(d.distance, 0, d.error + 1e-13);
  }
}

/// Bodies that touch, where gjk stops far from the nearest points: these were 2.6e-5 apart, at a distance of 5e-13.
// Where the place of a body is rounded by more than the error of the depth, gjk may find that the bodies still meet once they are parted
// by it, so that there are no nearest points. The points of the last simplex have to do then, and not the frames' origins.
TEST(ConvexRegress, PointsOfOverlappingBodiesFarFromTheOrigin) {
  const Shape a = Shape::of(Box{{1, 1, 1}}), b = Shape::of(Box{{0.5, 0.6, 0.7}});
  const Eigen::Vector3d axis = Eigen::Vector3d(1, 2, 3).normalized();
  Random random(3);
  int deep = 0;
  for (int i = 0; i < 500; ++i) {
    const Eigen::Vector3d place(1e7, 0, 0);
    const Eigen::Vector3d off(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5),
                              random.uniform(-1.5, 1.5));
    const Pose X_WA(Eigen::Matrix3d::Identity(), place);
    const Pose X_WB(Eigen::AngleAxisd(random.uniform(0, 6), axis).toRotationMatrix(), place + off);
    const Distance d = distance(a, X_WA, b, X_WB);
    if (d.distance >= 0) continue;
    ++deep;
    EXPECT_LE((d.point_b - d.point_a - d.distance * d.normal).norm(), 1e-6) << i;
  }
  EXPECT_GT(deep, 150);
}

TEST(ConvexRegress, PointsWhereACylinderTouchesABox) {
  const Shape box = Shape::of(Box{{0.154686235853, 0.225532356276, 0.429354490574}});
  const Shape cylinder = Shape::of(Cylinder{0.375, 0.8447809164904427});
  Eigen::Matrix3d R;
  R << -0.7390916766394501, -0.5875054329883919, -0.3295160993508643, 0.6581534315449603, -0.5256603110051894,
      -0.5389947105301875, 0.14344878552249862, -0.6152386558426328, 0.7751798773762579;
  const Pose X(R, {-0.7837326325167439, -0.20236439519710037, 0.0955119665261349});
  for (const bool swapped : {false, true}) {
    const Distance d = swapped ? distance(cylinder, X, box, {}) : distance(box, {}, cylinder, X);
    EXPECT_LE((d.point_b - d.point_a - d.distance * d.normal).norm(), 4e-7) << swapped;
  }
}

/// Moving b along the normal by error - distance must part the bodies, but for the 1e-9 by which smooth ones may be said to meet.
void expect_that_the_normal_parts(const Shape& a, const Pose& X, const Shape& b, const Pose& Y, double size) {
  const Distance d = distance(a, X, b, Y);
  const double way = std::max(d.error - d.distance, 0.0) + 4e-9 * size;
  EXPECT_FALSE(collides(a, X, b, Pose(Y.R, Y.t + way * d.normal))) << d.distance << " +- " << d.error;
}

/// The normal was the direction between the nearest points, which is noise where smooth bodies touch: up to 180 degrees off.
TEST(ConvexRegress, NormalsWhereSmoothBodiesTouch) {
  const Shape cylinder = Shape::of(Cylinder{0.6, 0.9});
  Pose X, Y;
  X.R << 0.19140195157783424, -0.5287784408506723, 0.8268970029113228, -0.663302036194939, 0.5512917938691049,
      0.5060709108338791, -0.7234609192705878, -0.6453454257249495, -0.24522149127684423;
  Y.R << 0.29892460947349786, -0.742712237084555, 0.5991849553651799, 0.03271132067688154, -0.619550315225573,
      -0.7842750642494425, 0.9537159154332547, 0.2540392485202804, -0.16090373787006995;
  Y.t = {0.2148395292882488, -1.730880285632316, 0.2440198241508338};
  expect_that_the_normal_parts(cylinder, X, cylinder, Y, 4);

  const Shape flat = Shape::of(Box{{0.6843883851071275, 0.05149728515384713, 0.7204271858950334}});
  const Shape box = Shape::of(Box{{0.4961329720691712, 0.2172063842452055, 0.14057595941740741}});
  X.R << 0.013478742344339434, -0.9036177227068161, -0.4281277084176664, 0.8677684671003332,
      0.2232974677271805, -0.4439776215227146, 0.4967858804466497, -0.36553146528961944, 0.7871407351116259;
  Y = Pose(Eigen::Matrix3d::Identity(), {0.2433434732361317, 0.03804280837998903, 1.0622992220078487});
  expect_that_the_normal_parts(flat, X, box, Y, 4);

  oracle::Draw draw(5);
  const Shape shapes[] = {cylinder,
                          box,
                          Shape::of(Cone{0.8, 0.7}),
                          Shape::of(Ellipsoid{{0.3, 0.9, 0.5}}),
                          Shape::of(Sphere{0.5}),
                          Shape::of(Capsule{0.3, 0.8})};
  for (int i = 0; i < 600; ++i) {
    const Shape& a = shapes[static_cast<std::size_t>(i % 6)];
    const Shape& b = shapes[static_cast<std::size_t>(i / 6 % 6)];
    X = Pose(oracle::random_rotation(draw), Vector3d::Zero());
    Y = Pose(oracle::random_rotation(draw), {draw.uniform(-2, 2), draw.uniform(-2, 2), draw.uniform(-2, 2)});
    const Distance d = distance(a, X, b, Y);
    Y.t -= d.distance * d.normal;  // so that they touch
    expect_that_the_normal_parts(a, X, b, Y, 4);
  }
}

/// The normal was that of a vector of a few bits.
TEST(ConvexRegress, NormalsOfBodiesThatAreApartByADenormal) {
  const Shape point(Sphere{0}), segment(Capsule{0, 1e-308});
  oracle::Draw draw(3);
  for (int i = 0; i < 300; ++i) {
    const double size = std::pow(10, draw.uniform(-320, -312));
    const Pose X(oracle::random_rotation(draw),
                 size * Vector3d(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1)));
    const Distance d = distance(point, {}, segment, X);
    ASSERT_NEAR(d.normal.norm(), 1, 1e-12);
    for (const double end : {-1e-308, 1e-308})
      EXPECT_GE(d.normal.dot(X * Vector3d(0, 0, end)), d.distance - d.error - 1e-318);
  }
}

TEST(ConvexRegress, NoDistanceIsMinusZero) {
  const Shape point(Sphere{0});
  EXPECT_FALSE(std::signbit(distance(point, {}, point, {}).distance));
  const Shape box(Box{{1, 1, 1}});
  const Pose beside(Eigen::Matrix3d::Identity(), {2, 0, 0});
  const double touching = distance(box, {}, box, beside).distance;
  EXPECT_TRUE(touching != 0 || !std::signbit(touching));
}

/// The triangle that GJK ended with was so thin that its corners' shares in the nearest point were rounding: ± 1.08.
TEST(ConvexRegress, PointBesideAConesMantle) {
  const Cone cone = {0x1.1b379b9734158p+0, 0x1.0065ef00f3fa8p+0};
  const Vector3d p(-0x1.281c45a1def34p-2, -0x1.389e9900d9cbcp-2, 0x1.ebec93ebbe8d6p-3);
  // The mantle's line is r·z + 2h·(distance from the axis) = r·h.
  const double r = cone.radius, h = cone.half_length;
  const double expected = (r * p[2] + 2 * h * std::hypot(p[0], p[1]) - r * h) / std::hypot(r, 2 * h);
  const Distance d = distance(Shape::of(cone), {}, point_at(p), {});
  EXPECT_NEAR(d.distance, expected, d.error);
  EXPECT_LT(d.error, 1e-11);
}

/// How far p is outside a cylinder, along its axis and across; long double is good to 1e-19 of p.
long double outside_of(const Cylinder& c, const Pose& X, const Vector3d& p) {
  const Eigen::Matrix<long double, 3, 3> R = X.R.cast<long double>();
  const Eigen::Matrix<long double, 3, 1> q = R.inverse() * (p.cast<long double>() - X.t.cast<long double>());
  return std::max(std::hypot(q[0], q[1]) - c.radius, std::abs(q[2]) - c.half_length);
}

TEST(ConvexRegress, PointsAtTheSurfaceOfAThinCylinder) {
  struct Case {
    Cylinder cylinder;
    Pose X;
    Vector3d p;
  };
  Case cases[] = {{{0x1.01a1eb332ad96p-29, 0x1.70a24d1d21238p-3},
                   at({-0x1.bd0739a65f387p-5, -0x1.410df5e03e7f8p-3, 0x1.78556e3a933ddp-4}),
                   {-0x1.8a84185b47701p-6, -0x1.3d6502adbcc9ep-2, 0x1.2e95bd9f791f9p-5}},
                  {{0x1.0a530c2145325p-13, 0x1.b382541912ec1p+3},
                   Pose(),
                   {-0x1.7b4a0f06307ecp-1, -0x1.7721702fae739p+0, 0x1.d4a16fdfacaebp-5}}};
  cases[0].X.R << -0x1.f7ff1aced0e6p-4, 0x1.f36c473b4df7cp-1, -0x1.76341026374ep-3, -0x1.6d04f0c6379f3p-2,
      0x1.06ef7f6cc4458p-3, 0x1.d9d40d4b5a9a1p-1, 0x1.da331a86b0aa8p-1, 0x1.6e99d16ffaf74p-3,
      0x1.53e04dc0b5066p-2;
  cases[1].X.R << -0x1.a5d176660f0bp-1, -0x1.5f9e397b82b85p-2, 0x1.cdc174f06d987p-2, 0x1.9a7f2f4c15d09p-2,
      0x1.ace3972f54648p-3, 0x1.c8a3f2f8fe3b3p-1, -0x1.9a4cc145fa0a1p-2, 0x1.d4c3478175449p-1,
      -0x1.1dbe368c8bbep-5;
  for (const Case& c : cases) {
    const double truth = static_cast<double>(outside_of(c.cylinder, c.X, c.p));
    // Far from its ends: the distance from the mantle.
    const Shape cylinder = Shape::of(c.cylinder), point = point_at(Vector3d::Zero());
    for (const Distance& d :
         {distance(cylinder, c.X, point_at(c.p), {}), distance(cylinder, c.X, point, at(c.p)),
          distance(point_at(c.p), {}, cylinder, c.X)}) {
      EXPECT_GE(d.error, 0);
      EXPECT_NEAR(d.distance, truth, d.error);
      EXPECT_LT(d.error, 1e-9);
    }
  }
}

}  // namespace
}  // namespace graze
