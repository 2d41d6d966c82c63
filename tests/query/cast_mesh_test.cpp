// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Casts at whole meshes: the tree against every face in turn, whose tests cast_test.cpp compares with rational
// arithmetic.
#include <graze/cast.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "math/message.h"
#include "oracle/cast_oracle.h"
#include "oracle/path_cases.h"
#include "oracle/poses.h"
#include "oracle/test_scale.h"
#include "support/cancel.h"
#include "support/error_of.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using oracle::Draw;
using oracle::to_text;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// On a grid of 2^-10, so that sums and differences of a few points are exact.
Mesh snapped(Mesh mesh) {
  for (Vector3d& v : mesh.vertices) v = (v * 0x1p10).array().round() * 0x1p-10;
  return mesh;
}

Mesh make_soup(int faces, std::uint64_t seed) {
  Draw draw(seed);
  Mesh mesh;
  const auto coordinate = [&] { return draw.small(-8, 8) / 8.0; };
  for (int i = 0; i < faces; ++i) mesh.vertices.emplace_back(coordinate(), coordinate(), coordinate());
  const auto pick = [&] { return static_cast<std::uint32_t>(draw.small(0, faces - 1)); };
  for (int i = 0; i < faces; ++i) mesh.faces.push_back({pick(), pick(), pick()});
  mesh.faces.push_back({0, 0, 0});
  mesh.faces.push_back({0, 1, 0});
  mesh.faces.push_back(mesh.faces[0]);
  return mesh;
}

struct Body {
  const char* name;
  Mesh mesh;
};
const std::vector<Body>& bodies() {
  static const std::vector<Body> list = {
      {"sphere", snapped(make_sphere(1, 24, 12))},
      {"icosphere", make_icosphere(1, 3)},
      {"torus", snapped(make_torus(0.8, 0.3, 20, 10))},
      {"cylinder", snapped(make_cylinder(0.6, 1, 16, 6))},
      {"hyperboloid", make_hyperboloid(0.3, 0.8, 1, 16, 8)},
      {"box", make_box({1, 0.5, 0.75})},
      {"fine box", refined_to(make_box({1, 1, 1}), 768)},
      {"tetraflake", make_tetraflake(1, 3)},
      {"convex", make_random_convex(1, 100, 7)},
      {"soup", make_soup(150, 11)},
      {"triangle", {{{-1, 0, 0}, {1, 0.25, 0}, {0, 1, 0.5}}, {{0, 1, 2}}}},
      {"point", {{{0.5, 0, 0}}, {{0, 0, 0}}}},
      {"nothing", {{{0, 0, 0}}, {}}},
  };
  return list;
}

/// What a path is aimed at: a corner, a point of an edge or of a face, or just a point nearby.
Vector3d target(const Mesh& mesh, Draw& draw, double unit) {
  if (mesh.faces.empty() || draw.one_in(4)) {
    return unit * Vector3d(draw.small(-64, 64), draw.small(-64, 64), draw.small(-64, 64)) / 64;
  }
  const Face& face = mesh.faces[draw.below(mesh.faces.size())];
  const Vector3d &a = mesh.vertices[face[0]], &b = mesh.vertices[face[1]], &c = mesh.vertices[face[2]];
  switch (draw.small(0, 2)) {
    case 0:
      return a;
    case 1:
      return 0.5 * a + 0.5 * b;
    default:
      return 0.5 * a + 0.25 * b + 0.25 * c;
  }
}

/// Along an axis, a short vector of the grid, or the difference of two corners, which may run along an edge.
Vector3d direction(const Mesh& mesh, Draw& draw, double unit) {
  Vector3d d = Vector3d::Zero();
  if (draw.one_in(4)) {
    d[draw.small(0, 2)] = draw.coin() ? unit : -unit;
  } else if (draw.one_in(3)) {
    const auto any = [&] { return mesh.vertices[draw.below(mesh.vertices.size())]; };
    d = any() - any();
  } else {
    d = unit * Vector3d(draw.small(-16, 16), draw.small(-16, 16), draw.small(-16, 16)) / 16;
  }
  return d.isZero(0) ? Vector3d(unit, 0, 0) : d;
}

Path path_at(const Mesh& mesh, Draw& draw, double unit) {
  const Vector3d p = target(mesh, draw, unit), d = direction(mesh, draw, unit);
  // Far away the grid is still exact, but the tree's floats are hard put to it.
  constexpr double steps[] = {0, 1, 1, 2, 4, 0x1p20, 0x1p30, 0x1p33, 0x1p40};
  switch (draw.small(0, 3)) {
    case 0:
      return LineSegment{p - draw.pick(steps) * d, draw.coin() ? p : Vector3d(p + d)};
    case 1:
      return Ray{p - draw.pick(steps) * d, d, draw.coin() ? 1.0 : 4.0};
    default:
      return Ray{p - draw.pick(steps) * d, d, infinity};
  }
}

Pose pose_at(Draw& draw, double unit) {
  // Far away a rotated point is rounded by more than boxes are loose.
  const double far = draw.one_in(4) ? 0x1p40 : 1;
  const Vector3d t = far * unit * Vector3d(draw.small(-8, 8), draw.small(-8, 8), draw.small(-8, 8)) / 4;
  switch (draw.small(0, 2)) {
    case 0:
      return {};
    case 1:
      return {oracle::quarter_turn(draw).cast<double>(), t};
    default:
      return {oracle::random_rotation(draw), t};
  }
}

Path moved(const Path& path, const Pose& X) {
  if (const Ray* ray = std::get_if<Ray>(&path))
    return Ray{X * ray->origin, X.R * ray->direction, ray->length};
  const LineSegment& segment = std::get<LineSegment>(path);
  return LineSegment{X * segment.from, X * segment.to};
}

constexpr Method trees[] = {Method::wide_bvh, Method::dop_tree};

class CastMesh : public ::testing::TestWithParam<double> {};

TEST_P(CastMesh, TheTreeSaysWhatEveryFaceInTurnDoes) {
  const double unit = GetParam();
  const bool in_integers = unit < 0x1p-300 || unit > 0x1p300;  // takes 20 times as long
  Draw draw(73);
  Scratch scratch;
  for (const Body& body : bodies()) {
    Mesh mesh = body.mesh;
    for (Vector3d& v : mesh.vertices) v *= unit;
    const Shape shape = Shape::mesh(mesh);
    Counters naive;
    std::map<Method, Counters> counters;
    for (int i = oracle::scaled_count(in_integers ? 250 : 1000); i > 0; --i) {
      const Pose X = pose_at(draw, unit);
      const Path path = moved(path_at(mesh, draw, unit), X);
      const CastOptions by_face{.method = Method::naive, .counters = &naive};
      const auto expected = hit_faces(shape, X, path, by_face);
      const auto truth = first_hit(shape, X, path, by_face);
      for (const Method method : trees) {
        const std::string where = message(body.name, " ", method_name(method), "\n", to_text(path));
        const CastOptions by_tree{.method = method, .scratch = &scratch, .counters = &counters[method]};
        ASSERT_EQ(hit_faces(shape, X, path, by_tree), expected) << where;
        ASSERT_EQ(hits(shape, X, path, by_tree), !expected.empty()) << where;
        const auto first = first_hit(shape, X, path, by_tree);
        ASSERT_EQ(first.has_value(), !expected.empty()) << where;
        ASSERT_EQ(truth.has_value(), first.has_value()) << where;
        if (!first) continue;
        ASSERT_EQ(first->face, truth->face) << where;
        ASSERT_EQ(first->s, truth->s) << where;
        ASSERT_EQ(first->point, truth->point) << where;
      }
    }
    for (const auto& [method, tree] : counters) {
      if (mesh.faces.size() > 200) {
        EXPECT_LT(tree.face_tests, naive.face_tests / 4) << body.name << ' ' << method_name(method);
      }
    }
  }
}

TEST_P(CastMesh, TheTreeFindsTheFacesInABox) {
  const double unit = GetParam();
  Draw draw(74);
  Scratch scratch;
  for (const Body& body : bodies()) {
    Mesh mesh = body.mesh;
    for (Vector3d& v : mesh.vertices) v *= unit;
    const Shape shape = Shape::mesh(mesh);
    int some = 0;
    const int count = oracle::scaled_count(600);
    for (int i = count; i > 0; --i) {
      const Pose X = pose_at(draw, unit);
      // Sides through corners and edges of the mesh; flat ones, points, and boxes that hold it all.
      const Vector3d p = X * target(mesh, draw, unit), q = X * target(mesh, draw, unit);
      constexpr double growth[] = {0, 0, 0, 0.125, 8, 0x1p40};
      const Vector3d more = Vector3d::Constant(unit * draw.pick(growth));
      const Vector3d low = draw.one_in(4) ? p : Vector3d(p.cwiseMin(q) - more);
      const Vector3d high = low == p && draw.coin() ? low : Vector3d(low.cwiseMax(p).cwiseMax(q) + more);
      const auto expected = faces_in_box(shape, X, low, high, {.method = Method::naive});
      for (const Method method : trees) {
        const CastOptions by_tree{.method = method, .scratch = &scratch};
        ASSERT_EQ(faces_in_box(shape, X, low, high, by_tree), expected) << body.name;
        ASSERT_EQ(box_meets(shape, X, low, high, by_tree), !expected.empty()) << body.name;
      }
      some += expected.empty() ? 0 : 1;
    }
    if (mesh.faces.size() > 1) {
      EXPECT_GT(some, count / 3) << body.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scales, CastMesh,
                         ::testing::Values(1.0, 0x1p-40, 0x1p100, 0x1p-500, 0x1p500, 1e150));

/// Random rays past a sphere: about half of them hit it, where geometry says.
TEST(CastMesh, HitsASphereWhereItIs) {
  Draw draw(75);
  const Shape sphere = Shape::mesh(make_icosphere(1, 5));
  const auto uniform = [&] {
    return Vector3d(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1));
  };
  int hit = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const Vector3d p = 3 * (uniform() + Vector3d(0, 0, 0.01)).normalized(), q = 1.6 * uniform();
    const Vector3d d = (q - p).normalized();
    const std::optional<RayHit> first = first_hit(sphere, {}, Ray{p, d, infinity});
    const double miss = p.cross(d).norm();  // of the sphere's centre
    ASSERT_TRUE(miss < 1 || !first);
    ASSERT_TRUE(miss > 0.999 || first);
    if (!first) continue;
    ++hit;
    ASSERT_NEAR(first->s, -p.dot(d) - std::sqrt(std::max(1 - miss * miss, 0.0)), 0.05);
    ASSERT_LT((first->point - (p + first->s * d)).norm(), 1e-14);
  }
  EXPECT_GT(hit, count * 3 / 10);
  EXPECT_LT(hit, count * 7 / 10);
}

TEST(Cast, KnowsTheEndsOfAPath) {
  const Shape box = Shape::mesh(make_box({1, 1, 1}));
  const Vector3d o(3, 0.25, 0.5);
  EXPECT_EQ(first_hit(box, {}, Ray{o, {-1, 0, 0}, infinity})->s, 2);
  EXPECT_EQ(first_hit(box, {}, Ray{o, {-4, 0, 0}, infinity})->s, 0.5);
  EXPECT_EQ(first_hit(box, {}, Ray{o, {-1, 0, 0}, 2})->point, Vector3d(1, 0.25, 0.5));
  EXPECT_FALSE(first_hit(box, {}, Ray{o, {-1, 0, 0}, std::nextafter(2.0, 0.0)}));
  EXPECT_FALSE(first_hit(box, {}, Ray{o, {1, 0, 0}, infinity}));
  EXPECT_TRUE(hits(box, {}, LineSegment{o, {1, 0.25, 0.5}}));
  EXPECT_FALSE(hits(box, {}, LineSegment{o, {std::nextafter(1.0, 2.0), 0.25, 0.5}}));
  EXPECT_TRUE(hits(box, {}, LineSegment{{1, 0, 0}, {1, 0, 0}}));
  EXPECT_FALSE(hits(box, {}, LineSegment{{0, 0, 0}, {0.5, 0, 0}}));
  EXPECT_EQ(first_hit(box, {}, Ray{{1, 0.25, 0.5}, {-1, 0, 0}, 0})->s, 0);
  EXPECT_EQ(hit_faces(box, {}, Ray{{2, 2, 2}, {-1, -1, -1}, infinity}).size(),
            12u);  // two corners of 6 or fewer
}

TEST(Cast, OfFacesAtTheSamePlaceTakesTheFirst) {
  Mesh mesh = make_box({1, 1, 1});
  const std::size_t faces = mesh.faces.size();
  mesh.faces.insert(mesh.faces.end(), mesh.faces.begin(), mesh.faces.begin() + 12);
  const Shape shape = Shape::mesh(mesh);
  for (const Vector3d& target :
       {Vector3d(1, 1, 1), Vector3d(1, 0, 0), Vector3d(1, 1, 0), Vector3d(0.25, 0.5, 1)}) {
    const Ray ray{2 * target + Vector3d(0, 0, 1e-3), -target - Vector3d(0, 0, 1e-3), infinity};
    const auto first = first_hit(shape, {}, ray);
    ASSERT_TRUE(first);
    EXPECT_LT(first->face, faces);
    EXPECT_EQ(first->face, first_hit(shape, {}, ray, {.method = Method::naive})->face);
  }
}

TEST(Cast, FindsAFaceAtAPointAndInAFlatBox) {
  const Shape box = Shape::mesh(make_box({1, 1, 1}));
  EXPECT_EQ(faces_in_box(box, {}, {1, 0.25, 0.5}, {1, 0.25, 0.5}).size(), 1u);
  EXPECT_EQ(faces_in_box(box, {}, {-2, -2, -2}, {2, 2, 2}).size(), 12u);
  EXPECT_TRUE(faces_in_box(box, {}, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}).empty());
  EXPECT_TRUE(box_meets(box, {}, {1, -2, -2}, {1, 2, 2}));
  EXPECT_FALSE(box_meets(box, {}, {std::nextafter(1.0, 2.0), -2, -2}, {3, 2, 2}));
}

TEST(Cast, RefusesWhatIsNoPathOrBox) {
  const Shape box = Shape::mesh(make_box({1, 1, 1}));
  const Vector3d o = Vector3d::Zero(), nan(0, std::nan(""), 0), wide(0, 0, infinity);
  const auto ray_error = [&](const Path& path) {
    return testing::error_of([&] { first_hit(box, {}, path); });
  };
  EXPECT_EQ(ray_error(Ray{o, o, 1}), "the ray's direction is zero");
  EXPECT_EQ(ray_error(Ray{nan, {1, 0, 0}, 1}), "the ray's origin is not finite: [0 nan 0]");
  EXPECT_NE(ray_error(Ray{o, wide, 1}), "no error");
  EXPECT_EQ(ray_error(Ray{o, {1, 0, 0}, -1}), "the ray has length -1: it must be at least 0");
  EXPECT_NE(ray_error(Ray{o, {1, 0, 0}, std::nan("")}), "no error");
  EXPECT_NE(ray_error(LineSegment{nan, o}), "no error");
  EXPECT_NE(ray_error(LineSegment{o, wide}), "no error");
  EXPECT_EQ(testing::error_of([&] {
              faces_in_box(box, {}, {0, 2, 0}, {1, 1, 1});
            }),
            "the box runs from 2 to 1 along axis 1: both must be finite, and the first no larger");
  EXPECT_NE(testing::error_of([&] { box_meets(box, {}, o, wide); }), "no error");
  EXPECT_NE(testing::error_of([&] { box_meets(box, {}, nan, o); }), "no error");

  const Pose mirror(-Eigen::Matrix3d::Identity(), o);
  EXPECT_NE(testing::error_of([&] { hits(box, mirror, Ray{}); }), "no error");
  EXPECT_NE(testing::error_of([&] { box_meets(box, mirror, o, o); }), "no error");
  const Shape sphere = Shape::of(Sphere{});
  EXPECT_EQ(testing::error_of([&] { hit_faces(sphere, {}, Ray{}); }),
            "ray queries on sphere are not supported");
  EXPECT_EQ(testing::error_of([&] { box_meets(sphere, {}, o, o); }),
            "box queries on sphere are not supported");
  EXPECT_EQ(testing::error_of([&] { hits(box, {}, Ray{}, {.method = Method::simple}); }),
            "method simple has no ray queries; those that have are wide_bvh, dop_tree and naive");
}

TEST(Cast, ListsAreAsTheyWereIfSomethingIsRefused) {
  const Shape box = Shape::mesh(make_box({1, 1, 1})), sphere = Shape::of(Sphere{});
  const Pose mirror(-Eigen::Matrix3d::Identity(), Vector3d::Zero());
  const Vector3d low(-2, -2, -2), high(2, 2, 2), nan(0, std::nan(""), 0);
  const Ray ray{{-5, 0, 0}, {1, 0, 0}}, bad_ray{{-5, 0, 0}, {0, 0, 0}};
  const std::vector<std::uint32_t> before = {3, 1, 2};
  std::vector<std::uint32_t> faces = before;
  const auto expect_refused = [&](const auto& call) {
    EXPECT_NE(testing::error_of(call), "no error");
    EXPECT_EQ(faces, before);
  };
  expect_refused([&] { hit_faces(box, mirror, ray, {}, faces); });
  expect_refused([&] { hit_faces(sphere, {}, ray, {}, faces); });
  expect_refused([&] { hit_faces(box, {}, bad_ray, {}, faces); });
  expect_refused([&] { hit_faces(box, {}, ray, {.method = Method::simple}, faces); });
  expect_refused([&] { faces_in_box(box, mirror, low, high, {}, faces); });
  expect_refused([&] { faces_in_box(sphere, {}, low, high, {}, faces); });
  expect_refused([&] { faces_in_box(box, {}, nan, high, {}, faces); });
  expect_refused([&] { faces_in_box(box, {}, high, low, {}, faces); });
}

/// A cancelled call left faces that it had found so far, in any order.
TEST(Cast, ListsAreEmptyAfterACancellation) {
  // A fan, of which all faces share a point: each takes exact arithmetic.
  constexpr std::uint32_t faces = 1000000;
  Mesh fan{{Vector3d::Zero()}, {}};
  for (std::uint32_t i = 0; i < faces; ++i) {
    fan.vertices.emplace_back(std::cos(2e-6 * i), std::sin(2e-6 * i), 0);
    fan.faces.push_back({0, 1 + i, 1 + (i + 1) % faces});
  }
  const Shape shape = Shape::mesh(fan);
  prepare(shape);
  for (const Method method : {Method::automatic, Method::naive}) {
    std::vector<std::uint32_t> found = {1};
    const auto cancelled = [&](const auto& call) {
      found = {1};
      EXPECT_LT(testing::seconds_to_cancel([&](const std::stop_token& stop) {
                  while (true) call(CastOptions{.method = method, .stop = stop});
                }),
                5);
      EXPECT_EQ(found, std::vector<std::uint32_t>{});
    };
    cancelled([&](const CastOptions& options) {
      found = {1};
      hit_faces(shape, {}, Ray{{0.1, 0.2, 5}, {-0.1, -0.2, -5}}, options, found);
    });
    cancelled([&](const CastOptions& options) {
      found = {1};
      faces_in_box(shape, {}, {0, 0, 0}, {0, 0, 0}, options, found);
    });
  }
}

}  // namespace
}  // namespace graze
