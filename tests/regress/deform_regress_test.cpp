// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Failures of deforming bodies, one test each.
#include <graze/deform.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "math/instruction_sets.h"
#include "math/random.h"
#include "regress/deform_bodies.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace graze {
namespace {

using Eigen::Vector3d;
using testing::one_face;
using testing::random_pose;
using testing::random_vector;
using testing::scaled;
using Vertices = std::vector<Vector3d>;

// --- Refitting.

/// Vertices of a ball after a change of form.
using Change = std::function<void(const Mesh& rest, Random& random, Vertices& out)>;

Change pull_cap(double to) {
  return [to](const Mesh& rest, Random& random, Vertices& out) {
    const Vector3d pole = random_vector(random, 1).normalized();
    const double height = random.uniform(0.3, 0.95);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Vector3d& v = rest.vertices[i];
      out[i] = v.dot(pole) > height ? Vector3d(pole + to * (v - pole)) : v;
    }
  };
}
Change linear(const Eigen::Matrix3d& map) {
  return [map](const Mesh& rest, Random&, Vertices& out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = map * rest.vertices[i];
  };
}

std::vector<std::pair<std::string, Change>> changes() {
  std::vector<std::pair<std::string, Change>> list;
  const auto add = [&](std::string name, Change change) {
    list.emplace_back(std::move(name), std::move(change));
  };
  const auto diagonal = [](double x, double y, double z) {
    return linear(Vector3d(x, y, z).asDiagonal().toDenseMatrix());
  };
  for (const double to : {1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-16, 1e-30, 1e-200, 1e-320, 0.0}) {
    const std::string size = std::to_string(std::log10(to));
    add("cap to 1e" + size, pull_cap(to));
    add("all to 1e" + size, diagonal(to, to, to));
    add("to a segment of 1e" + size, diagonal(1, to, to));
    add("to a plane of 1e" + size, diagonal(1, 1, to));
  }
  add("explosion", diagonal(1e30, 1e30, 1e30));
  add("explosion of one vertex", [](const Mesh& rest, Random& random, Vertices& out) {
    out = rest.vertices;
    out[random.below(out.size())] *= 1e30;
  });
  add("explosion of half", [](const Mesh& rest, Random& random, Vertices& out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = (random.below(2) == 0 ? 1 : 1e30) * rest.vertices[i];
  });
  add("denormal", diagonal(1e-310, 1e-312, 1e-310));
  add("every other vertex to the centre", [](const Mesh& rest, Random&, Vertices& out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (i % 2 == 0 ? 1e-10 : 1.0) * rest.vertices[i];
  });
  return list;
}

/// Frames of one body beside a probe; `naive` is the truth.
void expect_as_naive(Deformer& deformer, const Vertices& vertices, const Shape& probe, const Pose& X,
                     Scratch& scratch, const std::string& where) {
  const Shape body = deformer.deform(vertices);
  const auto expected = face_pairs(body, {}, probe, X, {.method = Method::naive, .scratch = &scratch});
  ASSERT_EQ(face_pairs(body, {}, probe, X, {.scratch = &scratch}), expected) << where << ", part";
  ASSERT_EQ(face_pairs(body, {}, probe, X, {.method = Method::wide_bvh, .scratch = &scratch}), expected)
      << where << ", whole";
  ASSERT_EQ(collides(body, {}, probe, X, {.scratch = &scratch}), !expected.empty()) << where;
}

TEST(Refit, KeepsNeighboursThatHaveShrunkToAPoint) {
  const Mesh rest = make_icosphere(1, 2);
  const Shape probe = Shape::mesh(make_icosphere(0.4, 1));
  for_each_instruction_set([&](const char* target) {
    Random random(9);
    Deformer deformer(rest);
    Scratch scratch;
    Vertices vertices = rest.vertices;
    for (int frame = 0; frame < 300; ++frame) {
      pull_cap(std::pow(10, -random.uniform(8, 12)))(rest, random, vertices);
      Pose X = random_pose(random, 0);
      X.t = 1.1 * random_vector(random, 1).normalized();
      ASSERT_NO_FATAL_FAILURE(expect_as_naive(deformer, vertices, probe, X, scratch,
                                              std::string(target) + ", frame " + std::to_string(frame)));
    }
  });
}

TEST(Refit, SurvivesEveryCollapseAndComesBack) {
  const Mesh rest = make_icosphere(1, 2);
  const Shape probe = Shape::mesh(make_icosphere(0.4, 1));
  for_each_instruction_set([&](const char* target) {
    Random random(10);
    Deformer deformer(rest);
    Scratch scratch;
    Vertices vertices = rest.vertices;
    const auto ask = [&](const std::string& where) {
      // On the surface, and around the origin, where most collapses end.
      Pose X = random_pose(random, 0);
      X.t = random.uniform(0.9, 1.1) * random_vector(random, 1).normalized();
      expect_as_naive(deformer, vertices, probe, X, scratch, where);
      X.t = random_vector(random, 0.45);
      expect_as_naive(deformer, vertices, probe, X, scratch, where + ", at the origin");
    };
    for (const auto& [name, change] : changes()) {
      for (int frame = 0; frame < 3; ++frame) {
        change(rest, random, vertices);
        ask(std::string(target) + ", " + name);
        vertices = rest.vertices;
        ask(std::string(target) + ", back from " + name);
        if (HasFatalFailure()) return;
      }
    }
  });
}

/// A tree that was built while all vertices were in one point is no good afterwards.
TEST(Refit, ATreeBuiltInAPointIsReplaced) {
  Random random(11);
  Mesh ball = make_icosphere(1, 4);
  for (std::size_t i = ball.faces.size(); i > 1; --i)
    std::swap(ball.faces[i - 1], ball.faces[random.below(i)]);
  const Shape probe = Shape::mesh(make_icosphere(0.2, 2));
  const Pose X{Eigen::Matrix3d::Identity(), {1, 0, 0}};
  const auto tests = [&](Deformer& deformer) {
    Counters counters;
    face_pairs(deformer.shape(), {}, probe, X, {.method = Method::wide_bvh, .counters = &counters});
    return counters.box_tests + counters.face_tests;
  };
  Deformer fresh(ball), collapsed(ball);
  fresh.deform(ball.vertices);
  collapsed.deform(Vertices(ball.vertices.size(), Vector3d(1, 0, 0)));
  tests(collapsed);
  collapsed.deform(ball.vertices);
  EXPECT_LE(tests(collapsed), 2 * tests(fresh));
}

/// Meshes of a kind that is rare: no faces, one face, vertices that no face uses, faces of very different sizes.
TEST(Refit, OddMeshes) {
  Random random(12);
  Mesh unused = make_icosphere(1, 1);
  unused.vertices.emplace_back(1e300, -1e300, 1e300);
  Mesh sizes = make_icosphere(1, 1);
  for (std::size_t i = 0; i < 40; ++i) {
    const double size = std::exp2(random.uniform(-200, 0));
    const auto first = static_cast<std::uint32_t>(sizes.vertices.size());
    const Vector3d at = random_vector(random, 1);
    for (int corner = 0; corner < 3; ++corner) sizes.vertices.emplace_back(at + random_vector(random, size));
    sizes.faces.push_back({first, first + 1, first + 2});
  }
  const Shape probe = Shape::mesh(make_icosphere(0.7, 2));
  for (const Mesh& mesh : {Mesh{}, Mesh{{{1, 2, 3}}, {}}, one_face({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), unused,
                           sizes, Mesh{{{0.7, 0, 0}}, {{0, 0, 0}}}}) {
    Deformer deformer(mesh);
    Scratch scratch;
    for (int frame = 0; frame < 60; ++frame) {
      Vertices vertices = mesh.vertices;
      const double scale = frame % 7 == 6 ? std::exp2(random.uniform(-1000, 500)) : 1;
      for (Vector3d& v : vertices)
        v = (v.x() > 1e200 ? random.uniform(0, 1) : scale * random.uniform(0.8, 1.2)) * v;
      const Pose X = random_pose(random, 0.3);
      ASSERT_NO_FATAL_FAILURE(expect_as_naive(deformer, vertices, probe, X, scratch, std::to_string(frame)));
    }
  }
}

// --- World::deform.

TEST(WorldDeform, SharedShapesStayWhatTheyWere) {
  const Mesh rest = make_icosphere(1, 2);
  const Shape shared = Shape::deformable(rest);
  World world;
  const BodyId a = world.add(shared, {}), b = world.add(shared, {Eigen::Matrix3d::Identity(), {5, 0, 0}});
  std::vector<Shape> given;
  for (int frame = 1; frame < 5; ++frame) {
    Vertices vertices = rest.vertices;
    for (Vector3d& v : vertices) v *= frame;
    world.deform(a, vertices);
    given.push_back(world.shape(a));
    world.step();
    for (std::size_t i = 0; i < given.size(); ++i) {
      const Mesh& mesh = std::get<Deformable>(given[i].kind()).mesh;
      EXPECT_EQ(mesh.vertices[7], static_cast<double>(i + 1) * rest.vertices[7]);
      EXPECT_EQ(mesh.faces, rest.faces);
    }
    EXPECT_EQ(std::get<Deformable>(shared.kind()).mesh, rest);
    EXPECT_EQ(std::get<Deformable>(world.shape(b).kind()).mesh, rest);
  }
}

// --- A Deformer computed in the caller's floating-point environment, and threw its first tree away.

TEST(DeformerRegress, ItsFirstTreeIsRefitted) {
  const Mesh rest = make_icosphere(1, 3);
  const Shape probe = Shape::mesh(make_torus(0.9, 0.2, 40, 20));
  Deformer deformer(rest);
  EXPECT_TRUE(collides(deformer.shape(), {}, probe, {}));
  EXPECT_EQ(deformer.tree_builds(), 1U);
  EXPECT_TRUE(collides(deformer.deform(scaled(rest, 0.95).vertices), {}, probe, {}));
  EXPECT_EQ(deformer.tree_builds(), 1U);
}

#if defined(__x86_64__)
TEST(DeformerRegress, DenormalVerticesWhereDenormalsAreZero) {
  Random random(5);
  constexpr unsigned flush_and_zero = 0x8040;
  int hits = 0;
  for (int i = 0; i < 300; ++i) {
    const auto soup = [&] {
      Mesh mesh;
      for (int k = 0; k < 6; ++k) mesh.vertices.push_back(random_vector(random, 1e-308));
      for (std::uint32_t k = 0; k < 6; k += 3) mesh.faces.push_back({k, k + 1, k + 2});
      return mesh;
    };
    const Mesh first = soup(), second = soup();
    const Shape other = Shape::mesh(soup()), start = Shape::deformable(first);
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | flush_and_zero);
    Deformer deformer(start);
    World world;
    const BodyId id = world.add(start, Pose());
    world.add(other, Pose());
    world.deform(id, second.vertices);
    _mm_setcsr(before);
    const bool at_first = collides(start, {}, other, {}, {.method = Method::naive}),
               later = collides(Shape::mesh(second), {}, other, {}, {.method = Method::naive});
    ASSERT_EQ(collides(deformer.shape(), {}, other, {}), at_first) << i;
    ASSERT_EQ(!world.step().collisions.empty(), later) << i;
    hits += at_first ? 1 : 0;
  }
  EXPECT_GT(hits, 30);
  EXPECT_LT(hits, 270);
}
#endif

}  // namespace
}  // namespace graze
