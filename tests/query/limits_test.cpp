// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Queries that are cancelled from another thread, and queries with a limit of memory: they end, nothing is half-changed, and what
// is asked afterwards with the same scratch and caches is answered right.
#include <graze/cast.h>
#include <graze/deform.h>
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/allocations.h"
#include "support/cancel.h"
#include "support/error_of.h"

namespace graze {
namespace {

using testing::dense_soup;
using testing::error_of;
using testing::expect_soon_cancelled;

Pose turned(double angle, double x) {
  return {Eigen::AngleAxisd(angle, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(), {x, 0.1, 0}};
}

/// With this scratch and cache, answers are those of a query that has none.
void expect_right_answers(Method method, Scratch& scratch, PairCache& cache, const Shape& a, const Shape& b) {
  for (const double x : {0.0, 0.4, 0.8, 1.2, 1.6, 3.0}) {
    const Pose X = turned(x, x);
    const auto expected = face_pairs(a, {}, b, X, {.method = Method::naive});
    const QueryOptions options{.method = method, .scratch = &scratch, .cache = &cache};
    ASSERT_EQ(face_pairs(a, {}, b, X, options), expected) << x;
    ASSERT_EQ(collides(a, {}, b, X, options), !expected.empty()) << x;
    ASSERT_EQ(first_face_pair(a, {}, b, X, options).has_value(), !expected.empty()) << x;
  }
}

class LimitsByMethod : public ::testing::TestWithParam<Method> {};

TEST_P(LimitsByMethod, AQueryIsCancelledInTheMiddle) {
  // Some 10^9 pairs of faces: many seconds by any method.
  static const Shape a = Shape::mesh(dense_soup(40000, 1)), b = Shape::mesh(dense_soup(40000, 2));
  const Method method = GetParam();
  for (const Shape& shape : {a, b}) prepare(shape, {.method = method});
  const Shape torus = Shape::mesh(make_torus(0.7, 0.3, 24, 12)), ball = Shape::mesh(make_icosphere(0.8, 2));
  Scratch scratch;
  PairCache cache;
  std::vector<FacePair> pairs;
  for (const int threads : {1, 2}) {
    expect_soon_cancelled([&](const std::stop_token& stop) {
      pairs.assign(3, {});
      const QueryOptions options{.method = method, .scratch = &scratch, .threads = threads, .stop = stop};
      face_pairs(a, {}, b, turned(0.3, 0.1), options, pairs);
    });
    EXPECT_TRUE(pairs.empty());
    ASSERT_NO_FATAL_FAILURE(expect_right_answers(method, scratch, cache, torus, ball));
  }
}

/// What may be held beside the limit: stacks, and whatever does not grow with the bodies.
constexpr std::size_t not_counted = 300'000;

/// Runs ask(). True if it answered; if not, it must have thrown an Error that names the limit. Beside what was held before, it may
/// hold no more at any time than the limit allows.
template <class Ask>
bool answers_within(std::size_t memory, const Ask& ask) {
  testing::forget_most_held();
  const std::size_t before = testing::bytes_held();
  bool answered = false;
  const std::string error = error_of([&] {
    ask();
    answered = true;
  });
  EXPECT_LT(testing::most_held() - before, memory + not_counted) << memory;
  EXPECT_TRUE(answered || error.find(std::to_string(memory)) != std::string::npos) << error;
  return answered;
}

TEST_P(LimitsByMethod, MemoryIsKeptTo) {
  const Shape a = Shape::mesh(dense_soup(600, 3)), b = Shape::mesh(dense_soup(600, 4));
  const Shape torus = Shape::mesh(make_torus(0.7, 0.3, 24, 12)), ball = Shape::mesh(make_icosphere(0.8, 2));
  const Method method = GetParam();
  for (const Shape& shape : {a, b}) prepare(shape, {.method = method});
  const Pose X = turned(0.3, 0.1);
  const auto expected = face_pairs(a, {}, b, X, {.method = method});
  ASSERT_GT(expected.size(), 50000U);
  Scratch warm;
  PairCache cache;
  for (const int threads : {1, 2}) {
    int failures = 0, successes = 0;
    for (std::size_t memory = 1 << 10; memory <= 1 << 25; memory *= 2) {
      QueryOptions options{.method = method, .threads = threads, .memory = memory};
      std::vector<FacePair> pairs(3);
      const bool failed = !answers_within(memory, [&] { face_pairs(a, {}, b, X, options, pairs); });
      ASSERT_FALSE(HasFailure());
      ASSERT_EQ(pairs, failed ? std::vector<FacePair>() : expected);
      ++(failed ? failures : successes);
      // Whether there is enough does not depend on what the scratch holds already; it may on how threads share the work.
      options.scratch = &warm;
      try {
        face_pairs(a, {}, b, X, options, pairs);
        ASSERT_TRUE(!failed || threads > 1) << memory;
      } catch (const Error&) {
        ASSERT_TRUE(failed || threads > 1) << memory;
      }
      ASSERT_NO_FATAL_FAILURE(expect_right_answers(method, warm, cache, torus, ball));
    }
    EXPECT_GT(failures, 5);
    EXPECT_GT(successes, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LimitsByMethod,
                         ::testing::Values(Method::automatic, Method::dop_tree, Method::obb_tree,
                                           Method::box_tree, Method::naive, Method::simple,
                                           Method::face_octree, Method::octree_update),
                         [](const auto& method) { return std::string(method_name(method.param)); });

/// Surfaces so close to each other that all pairs of leaves are looked at.
TEST(Limits, ASearchWithACacheIsCancelledInTheMiddle) {
  constexpr int level = 8;
  const Mesh inner = make_icosphere(1, level);
  Mesh outer = inner;
  for (Eigen::Vector3d& v : outer.vertices) v *= 1 + 0x1p-40;
  const Shape a = Shape::mesh(inner), b = Shape::mesh(outer);
  for (const Shape& shape : {a, b}) prepare(shape);
  Scratch scratch;
  PairCache cache;
  for (const int threads : {1, 2}) {
    for (PairCache* const kept : {&cache, static_cast<PairCache*>(nullptr)}) {
      expect_soon_cancelled([&](const std::stop_token& stop) {
        collides(a, {}, b, {}, {.scratch = &scratch, .cache = kept, .threads = threads, .stop = stop});
      });
    }
  }
  for (const double x : {0.5, 0.6, 1.9, 2.1, 2.2, 0.5})
    EXPECT_EQ(collides(a, {}, b, turned(0, x), {.scratch = &scratch, .cache = &cache}), x < 2) << x;
}

TEST(Limits, CompoundsAndSolidsAreCancelledInTheMiddle) {
  const Shape soup = Shape::mesh(dense_soup(20000, 5)), fine = Shape::mesh(make_icosphere(1, 7));
  const Shape hull = Shape::of(Convex{make_icosphere(1, 4).vertices});
  Compound of_meshes, of_balls;
  for (int i = 0; i < 200; ++i) of_meshes.pieces.push_back({soup, turned(i, 0.001 * i)});
  for (int i = 0; i < 1000; ++i) of_balls.pieces.push_back({Shape::of(Sphere{1}), turned(i, 0.0001 * i)});
  const Shape meshes = Shape::of(of_meshes), balls = Shape::of(of_balls);
  for (const Shape& shape : {soup, fine}) prepare(shape);
  Scratch scratch;
  const auto cancel = [&](const Shape& a, const Shape& b, Method method) {
    expect_soon_cancelled([&](const std::stop_token& stop) {
      face_pairs(a, {}, b, {}, {.method = method, .scratch = &scratch, .stop = stop});
    });
  };
  cancel(meshes, soup, Method::automatic);
  cancel(meshes, soup, Method::face_octree);
  cancel(balls, balls, Method::automatic);
  cancel(balls, fine, Method::automatic);
  cancel(hull, fine, Method::naive);
  const Shape small =
      Shape::of(Compound{{{Shape::mesh(make_box({1, 1, 1})), turned(1, 1)}, {hull, turned(2, -1)}}});
  for (const double x : {0.0, 1.0, 2.0, 3.0, 5.0}) {
    EXPECT_EQ(face_pairs(small, {}, small, turned(0.5, x), {.scratch = &scratch}),
              face_pairs(small, {}, small, turned(0.5, x), {.method = Method::naive}))
        << x;
  }
}

TEST(Limits, CastsAreCancelledInTheMiddle) {
  // A fan: the path goes through the point that all faces share, so that each of them needs exact signs.
  constexpr std::uint32_t faces = 1000000;
  Mesh fan;
  fan.vertices.emplace_back(0, 0, 0);
  for (std::uint32_t i = 0; i < faces; ++i) {
    const double angle = 2 * std::numbers::pi * i / faces;
    fan.vertices.emplace_back(std::cos(angle), std::sin(angle), 0);
    fan.faces.push_back({0, 1 + i, 1 + (i + 1) % faces});
  }
  const Shape shape = Shape::mesh(fan);
  const Ray ray{{0.1, 0.2, 5}, {-0.1, -0.2, -5}};
  Scratch scratch;
  std::vector<std::uint32_t> found;
  for (const Method method : {Method::automatic, Method::dop_tree, Method::naive}) {
    prepare(shape, {.method = method});
    expect_soon_cancelled([&](const std::stop_token& stop) {
      const CastOptions options{.method = method, .scratch = &scratch, .stop = stop};
      while (true) first_hit(shape, {}, ray, options);
    });
    expect_soon_cancelled([&](const std::stop_token& stop) {
      const CastOptions options{.method = method, .scratch = &scratch, .stop = stop};
      while (true) faces_in_box(shape, {}, {0, 0, 0}, {0, 0, 0}, options, found);
    });
    const auto hit =
        first_hit(shape, {}, Ray{{0.5, 0.5, 5}, {0, 0, -1}}, {.method = method, .scratch = &scratch});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->face, faces / 8);
  }
}

TEST(Limits, ManyDeformingBodies) {
  const Shape a = Shape::mesh(dense_soup(20000, 6)), b = Shape::mesh(dense_soup(20000, 7));
  const std::vector<BodyView> bodies = {{a, {}}, {b, turned(1, 0)}, {a, turned(2, 0)}};
  Scratch scratch;
  std::vector<BodyFacePair> pairs;
  for (const int threads : {1, 2}) {
    expect_soon_cancelled([&](const std::stop_token& stop) {
      pairs.assign(3, {});
      face_pairs_among(bodies, {.threads = threads, .scratch = &scratch, .stop = stop}, pairs);
    });
    EXPECT_TRUE(pairs.empty());
    EXPECT_NE(error_of([&] {
                face_pairs_among(bodies, {.threads = threads, .scratch = &scratch, .memory = 20'000'000},
                                 pairs);
              }).find("20000000"),
              std::string::npos);
    EXPECT_TRUE(pairs.empty());
    const Shape ball = Shape::mesh(make_icosphere(1, 2));
    const std::vector<BodyView> balls = {{ball, {}}, {ball, turned(1, 0.3)}, {ball, turned(2, 0.7)}};
    face_pairs_among(balls, {.threads = threads, .scratch = &scratch}, pairs);
    EXPECT_EQ(pairs, face_pairs_among(balls));
  }
}

TEST(Limits, AStopThatWasRequestedBeforeEndsAtOnce) {
  std::stop_source source;
  source.request_stop();
  const Shape ball = Shape::of(Sphere{1}), mesh = Shape::mesh(make_box({1, 1, 1}));
  EXPECT_THROW(collides(ball, {}, ball, {}, {.stop = source.get_token()}), Cancelled);
  EXPECT_THROW(first_face_pair(mesh, {}, mesh, {}, {.stop = source.get_token()}), Cancelled);
  EXPECT_THROW(hits(mesh, {}, Ray{{5, 0, 0}, {-1, 0, 0}}, {.stop = source.get_token()}), Cancelled);
}

/// A limit that suffices for one piece suffices for many, one after the other.
TEST(Limits, MemoryOfPiecesIsGivenBack) {
  const Shape soup = Shape::mesh(dense_soup(60, 8)), box = Shape::mesh(make_box({0.2, 0.2, 0.2}));
  Compound compound;
  for (int i = 0; i < 3000; ++i) compound.pieces.push_back({box, turned(i, 0)});
  const Shape boxes = Shape::of(compound);
  for (const Method method : {Method::automatic, Method::dop_tree, Method::naive, Method::simple,
                              Method::face_octree, Method::octree_update}) {
    const auto expected = face_pairs(boxes, {}, soup, {}, {.method = method});
    EXPECT_GT(expected.size(), 1000U);
    EXPECT_EQ(face_pairs(boxes, {}, soup, {}, {.method = method, .memory = 8'000'000}), expected);
  }
}

/// Large enough that the octree's cells are divided among threads.
TEST(Limits, ThreadsOfAFaceOctreeKeepToTheMemory) {
  const Shape a = Shape::mesh(dense_soup(1500, 9)), b = Shape::mesh(dense_soup(1500, 10));
  const QueryOptions unlimited{.method = Method::face_octree, .threads = 2};
  const auto expected = face_pairs(a, {}, b, turned(0.3, 0.1), unlimited);
  int failures = 0, successes = 0;
  for (std::size_t memory = 1 << 16; memory <= 1 << 28; memory *= 2) {
    QueryOptions options = unlimited;
    options.memory = memory;
    std::vector<FacePair> pairs;
    const bool answered =
        answers_within(memory, [&] { face_pairs(a, {}, b, turned(0.3, 0.1), options, pairs); });
    ASSERT_EQ(pairs, answered ? expected : std::vector<FacePair>());
    ++(answered ? successes : failures);
  }
  EXPECT_GT(failures, 5);
  EXPECT_GT(successes, 1);
}

/// The lists of one piece are still held when those of the next grow, and when the result is sorted.
TEST(Limits, PiecesKeepToTheMemory) {
  const Shape soup = Shape::mesh(dense_soup(600, 11)), few = Shape::mesh(dense_soup(300, 12));
  Compound compound;
  for (int i = 0; i < 4; ++i) compound.pieces.push_back({i % 2 == 0 ? soup : few, turned(i, 0)});
  const Shape pieces = Shape::of(compound);
  for (const Method method : {Method::face_octree, Method::octree_update}) {
    const auto expected = face_pairs(pieces, {}, soup, {}, {.method = method});
    for (std::size_t memory = 1 << 14; memory <= 1 << 25; memory *= 2) {
      std::vector<FacePair> pairs;
      const bool answered = answers_within(
          memory, [&] { face_pairs(pieces, {}, soup, {}, {.method = method, .memory = memory}, pairs); });
      ASSERT_EQ(pairs, answered ? expected : std::vector<FacePair>()) << memory;
    }
  }
}

/// Surfaces so close that boxes are made of the vertices. These boxes only save time: without memory for them the query answers
/// all the same.
TEST(Limits, BoxesFromVerticesKeepToTheMemory) {
  const Mesh inner = make_icosphere(1, 6);
  Mesh outer = inner;
  for (Eigen::Vector3d& v : outer.vertices) v *= 1 + 0x1p-40;
  const Shape a = Shape::mesh(inner), b = Shape::mesh(outer);
  for (const Shape& shape : {a, b}) prepare(shape);
  constexpr std::size_t of_boxes = 1'000'000, plenty = 1'000'000'000;
  for (const int threads : {1, 2}) {
    for (const std::size_t memory : {std::size_t{1000}, std::size_t{200'000}, plenty}) {
      const QueryOptions options{.threads = threads, .memory = memory};
      const std::size_t before = testing::bytes_held();
      const bool answered =
          answers_within(memory, [&] { EXPECT_TRUE(face_pairs(a, {}, b, {}, options).empty()); });
      EXPECT_TRUE(answered || (threads > 1 && memory < plenty)) << memory;  // threads take memory for jobs
      EXPECT_EQ(testing::bytes_held(), before) << "held by the thread";
      EXPECT_TRUE(memory < plenty || testing::most_held() - before > of_boxes) << "no boxes were made";
      EXPECT_TRUE(answers_within(memory, [&] { EXPECT_FALSE(collides(a, {}, b, {}, options)); }));
    }
  }
}

std::vector<BodyView> boxes_in_rows(const Shape& box, int count) {
  std::vector<BodyView> bodies;
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d t(i % 1000, i / 1000, 0);  // NOLINT(bugprone-integer-division)
    bodies.push_back({box, Pose(Eigen::Matrix3d::Identity(), t)});
  }
  return bodies;
}

Mesh scaled(Mesh mesh, double by) {
  for (Eigen::Vector3d& v : mesh.vertices) v *= by;
  return mesh;
}

TEST(Limits, ManyBodiesKeepToTheMemory) {
  const Shape apart = Shape::mesh(make_box({0.4, 0.4, 0.4})),
              touching = Shape::mesh(make_box({0.5, 0.5, 0.5}));
  const Shape large = Shape::mesh(scaled(make_box({1, 1, 1}), 1e291));
  for (const bool touch : {false, true}) {
    for (const bool has_extreme : {false, true}) {
      std::vector<BodyView> bodies = touch ? boxes_in_rows(touching, 2'000) : boxes_in_rows(apart, 20'000);
      if (has_extreme) bodies.push_back({large, Pose(Eigen::Matrix3d::Identity(), {1e300, 0, 0})});
      const std::vector<BodyFacePair> expected = face_pairs_among(bodies);
      int failures = 0, successes = 0;
      for (std::size_t memory = 1000; memory <= std::size_t{1} << 30; memory *= 8) {
        std::vector<BodyFacePair> pairs;
        const bool answered =
            answers_within(memory, [&] { face_pairs_among(bodies, {.memory = memory}, pairs); });
        ASSERT_EQ(pairs, answered ? expected : std::vector<BodyFacePair>()) << memory;
        ++(answered ? successes : failures);
      }
      EXPECT_GT(failures, 3);
      EXPECT_GT(successes, 0);
    }
  }
}

/// Bodies too large for an octree are asked against all others.
TEST(Limits, ManyBodiesAndALargeOneAreCancelledInTheMiddle) {
  const Shape box = Shape::mesh(make_box({0.4, 0.4, 0.4}));
  const Shape large = Shape::mesh(scaled(make_box({1, 1, 1}), 1e291));
  std::vector<BodyView> bodies = boxes_in_rows(box, 60'000);
  bodies.push_back({large, Pose(Eigen::Matrix3d::Identity(), {1e300, 0, 0})});
  expect_soon_cancelled([&](const std::stop_token& stop) {
    while (true) face_pairs_among(bodies, {.stop = stop});
  });
}

}  // namespace
}  // namespace graze
