// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Memory that is not there. Each allocation of a piece of work fails once: nothing leaks, nothing is half-changed, and the same
// work done again with the same shapes and caches gives the right answers.
#include <graze/cast.h>
#include <graze/deform.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/progressive.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <new>

#include "oracle/test_scale.h"
#include "support/allocations.h"

namespace graze {
namespace {

using Answers = std::vector<double>;

/// Runs the work once for each of its first 10,000 allocations, which fails then. `make` gives the work with everything that it keeps
/// from one run to the next; it is made anew for each failure.
void expect_failures_change_nothing(const std::function<std::function<Answers()>()>& make) {
  const Answers expected = make()();
  ASSERT_FALSE(expected.empty());
  int failures = 0;
  const int step = std::max(1, 10000 / oracle::scaled_count(10000));
  for (int i = 0; i < 10000; i += step) {
    const std::size_t held = testing::bytes_held();
    bool failed = false;
    {
      const std::function<Answers()> work = make();
      testing::fail_after(i);
      try {
        work();
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      testing::fail_after(-1);
      if (failed) {
        ASSERT_EQ(work(), expected) << "after allocation " << i << " failed";
      }
    }
    ASSERT_EQ(testing::bytes_held(), held) << "allocation " << i << " failed";
    if (!failed) break;
    ++failures;
  }
  EXPECT_GT(failures, 0);
}

Pose turned(double angle, double x) {
  return {Eigen::AngleAxisd(angle, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(), {x, 0.1, 0}};
}

void append(Answers& answers, const std::vector<FacePair>& pairs) {
  for (const FacePair& pair : pairs) {
    answers.push_back(pair.a);
    answers.push_back(pair.b);
  }
}

class FailuresByMethod : public ::testing::TestWithParam<Method> {};

TEST_P(FailuresByMethod, OfMeshQueries) {
  expect_failures_change_nothing([method = GetParam()] {
    const Shape a = Shape::mesh(make_torus(0.7, 0.3, 12, 6)), b = Shape::mesh(make_icosphere(0.8, 1));
    return [a, b, method, cache = std::make_shared<PairCache>(), scratch = std::make_shared<Scratch>()] {
      Answers answers;
      const QueryOptions options{.method = method, .scratch = scratch.get(), .cache = cache.get()};
      for (int i = 0; i < 12; ++i) {
        answers.push_back(collides(a, {}, b, turned(0.2 * i, 0.2 * i), options));
        append(answers, face_pairs(a, {}, b, turned(0.2 * i, 0.2 * i), options));
      }
      return answers;
    };
  });
}

INSTANTIATE_TEST_SUITE_P(All, FailuresByMethod,
                         ::testing::Values(Method::automatic, Method::dop_tree, Method::obb_tree,
                                           Method::box_tree, Method::naive, Method::simple,
                                           Method::face_octree, Method::octree_update),
                         [](const auto& method) { return std::string(method_name(method.param)); });

TEST(Failures, OfBuildingShapes) {
  expect_failures_change_nothing([] {
    return [] {
      const Shape mesh = Shape::mesh(make_icosphere(1, 2));
      for (const Method method : {Method::automatic, Method::dop_tree, Method::obb_tree, Method::box_tree,
                                  Method::simple, Method::octree_update})
        prepare(mesh, {.method = method, .caches = true});
      const Shape hull = Shape::of(Convex{make_icosphere(1, 1).vertices});
      const Shape compound = Shape::of(Compound{{{mesh, turned(1, 0.5)}, {hull, turned(2, -0.5)}}});
      return Answers{double(collides(compound, {}, hull, turned(0.3, 1))),
                     double(collides(mesh, {}, hull, {}))};
    };
  });
}

TEST(Failures, OfConvexQueries) {
  expect_failures_change_nothing([] {
    std::vector<Shape> shapes = {Shape::of(Box{{1, 1, 1}}),
                                 Shape::of(Sphere{1}),
                                 Shape::of(Capsule{0.5, 1}),
                                 Shape::of(Cylinder{0.5, 1}),
                                 Shape::of(Cone{1, 1}),
                                 Shape::of(Ellipsoid{{1, 0.7, 0.5}}),
                                 Shape::of(Convex{make_icosphere(1, 1).vertices}),
                                 Shape::mesh(make_box({1, 1, 1}))};
    return [shapes] {
      Answers answers;
      for (const Shape& a : shapes) {
        for (const Shape& b : shapes) {
          PairCache cache;
          answers.push_back(collides(a, {}, b, turned(0.5, 1.5), {.cache = &cache}));
          append(answers, face_pairs(a, {}, b, turned(0.5, 1.5)));
          if (&a == &shapes.back() || &b == &shapes.back()) continue;
          answers.push_back(distance(a, {}, b, turned(0.5, 1.5)).distance);
          answers.push_back(distance(a, {}, b, turned(0.5, 4)).distance);
        }
      }
      return answers;
    };
  });
}

TEST(Failures, OfDeformingBodies) {
  expect_failures_change_nothing([] {
    const Mesh ball = make_icosphere(1, 1);
    return [a = std::make_shared<Deformer>(ball), b = std::make_shared<Deformer>(ball), ball] {
      Answers answers;
      for (int i = 0; i < 4; ++i) {
        std::vector<Eigen::Vector3d> vertices = ball.vertices;
        for (Eigen::Vector3d& v : vertices) v *= 1 + 0.1 * i * v[0];
        const Shape shape_a = a->deform(vertices), shape_b = b->deform(vertices);
        answers.push_back(collides(shape_a, {}, shape_b, turned(0.5, 1.5)));
        append(answers, face_pairs(shape_a, {}, shape_b, turned(0.5, 1.5)));
        append(answers, face_pairs(shape_b, {}, shape_a, turned(0.1, 1.2)));
      }
      return answers;
    };
  });
}

TEST(Failures, OfCastsAndProgressiveQueries) {
  expect_failures_change_nothing([] {
    const Shape a = Shape::mesh(make_torus(0.7, 0.3, 24, 12)), b = Shape::mesh(make_icosphere(0.8, 2));
    return [a, b, query = std::make_shared<ProgressiveQuery>()] {
      Answers answers;
      for (const Method method : {Method::automatic, Method::dop_tree, Method::naive}) {
        const auto hit = first_hit(a, {}, Ray{{-5, 0.1, 0.2}, {1, 0, 0}}, {.method = method});
        answers.push_back(hit ? hit->face : -1);
      }
      for (const double x : {0.0, 1.2, 3.0}) {
        query->start(a, {}, b, turned(0.5, x));
        while (query->run(std::chrono::nanoseconds(1)).answer == Answer::undecided) {
        }
        answers.push_back(query->run(std::chrono::nanoseconds(1)).answer == Answer::hit);
      }
      return answers;
    };
  });
}

}  // namespace
}  // namespace graze
