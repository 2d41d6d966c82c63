// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Memory that is not there. Each allocation of a piece of work fails once: nothing leaks, nothing is half-changed, and the same
// work done again with the same shapes and caches gives the right answers.
#include <graze/cast.h>
#include <graze/deform.h>
#include <graze/distance.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/progressive.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <new>
#include <utility>

#include "oracle/test_scale.h"
#include "support/allocations.h"
#include "support/cancel.h"

namespace graze {
namespace {

using Answers = std::vector<double>;

/// Runs the work once for each of its first 10,000 allocations, which fails then. Not each failure ends the work: std::stable_sort, for
/// one, does without the memory. `make` gives the work with everything that it keeps
/// from one run to the next; it is made anew for each failure.
void expect_failures_change_nothing(const std::function<std::function<Answers()>()>& make) {
  const std::function<Answers()> first = make();
  const std::size_t before = testing::allocations();
  const Answers expected = first();
  const int allocations = static_cast<int>(std::min<std::size_t>(10000, testing::allocations() - before));
  ASSERT_FALSE(expected.empty());
  int failures = 0;
  const int step = std::max(1, 10000 / oracle::scaled_count(10000));
  for (int i = 0; i < allocations; i += step) {
    const std::size_t held = testing::bytes_held();
    bool failed = false;
    {
      const std::function<Answers()> work = make();
      testing::fail_after(i);
      Answers answers;
      try {
        answers = work();
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      testing::fail_after(-1);
      if (failed) answers = work();
      ASSERT_EQ(answers, expected) << "after allocation " << i << " failed";
    }
    ASSERT_EQ(testing::bytes_held(), held) << "allocation " << i << " failed";
    failures += failed ? 1 : 0;
  }
  EXPECT_GT(failures, allocations / step / 8);
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

/// Frames, and questions about each. A run that follows one that has thrown goes on with the frame that failed and asks its questions
/// in the opposite order: what another query has left behind must not matter.
class Frames {
 public:
  struct Frame {
    std::function<void()> begin;
    std::vector<std::function<Answers()>> questions;
  };
  explicit Frames(std::vector<Frame> frames) : frames_(std::move(frames)) {}

  Answers run() {
    for (; current_ < frames_.size(); ++current_) {
      const Frame& frame = frames_[current_];
      if (!begun_) frame.begin();
      const bool again = std::exchange(begun_, true);
      std::vector<Answers> found(frame.questions.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        const std::size_t question = again ? found.size() - 1 - i : i;
        found[question] = frame.questions[question]();
      }
      Answers longer = answers_;
      for (const Answers& answers : found) longer.insert(longer.end(), answers.begin(), answers.end());
      answers_.swap(longer);
      begun_ = false;
    }
    current_ = 0;
    return std::exchange(answers_, {});
  }

 private:
  std::vector<Frame> frames_;
  std::size_t current_ = 0;
  bool begun_ = false;
  Answers answers_;
};

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
      const Shape mesh = Shape::mesh(make_icosphere(1, 1));
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

/// The vertices in an order of each frame's own, so that the refitted tree is poor and a new one is built.
std::vector<Eigen::Vector3d> shuffled(const Mesh& mesh, std::size_t frame) {
  constexpr std::size_t strides[] = {1, 5, 7, 11,
                                     13};  // without a common factor with the 162 or 642 vertices
  std::vector<Eigen::Vector3d> vertices = mesh.vertices;
  for (std::size_t i = 0; i < vertices.size(); ++i)
    vertices[i] = mesh.vertices[i * strides[frame] % vertices.size()];
  return vertices;
}

TEST(Failures, OfDeformingBodies) {
  struct Bodies {
    Mesh mesh = make_icosphere(1, 2);
    Deformer a{mesh}, b{mesh};
    Shape shape_a = a.shape(), shape_b = b.shape();
  };
  expect_failures_change_nothing([] {
    const auto bodies = std::make_shared<Bodies>();
    const auto yes_or_no = [bodies] {
      return Answers{double(collides(bodies->shape_a, {}, bodies->shape_b, turned(0.5, 1.5)))};
    };
    const auto all = [bodies] {
      Answers answers;
      append(answers, face_pairs(bodies->shape_a, {}, bodies->shape_b, turned(0.5, 1.5)));
      append(answers, face_pairs(bodies->shape_b, {}, bodies->shape_a, turned(0.1, 1.2)));
      return answers;
    };
    std::vector<Frames::Frame> frames;
    for (std::size_t frame = 0; frame < 4; ++frame) {
      const auto deform = [bodies, frame] {
        bodies->shape_a = bodies->shape_b = Shape::of(Sphere{1});  // so that their memory is re-used
        const std::vector<Eigen::Vector3d> vertices = shuffled(bodies->mesh, frame);
        bodies->shape_a = bodies->a.deform(vertices);
        bodies->shape_b = bodies->b.deform(vertices);
      };
      frames.push_back({deform, {yes_or_no, all}});
    }
    return [asked = std::make_shared<Frames>(std::move(frames))] { return asked->run(); };
  });
}

/// A query that fails in the middle of a frame is followed by others of the same frame and of the next. All answers are those of
/// `naive`.
TEST(Failures, OfADeformingTreeThatIsBuiltAnew) {
  const Mesh mesh = make_icosphere(1, 3);
  const Shape other = Shape::mesh(make_icosphere(0.8, 2));
  prepare(other);
  const Pose X = turned(0.5, 0.9);
  for (const bool part_first : {false, true}) {
    int failures = 0;
    for (int i = 0; i < 60; ++i) {
      Deformer deformer(mesh);
      collides(deformer.shape(), {}, other, X);
      Shape shape = deformer.deform(shuffled(mesh, 1));
      ASSERT_EQ(deformer.tree_builds(), 1U);
      testing::fail_after(i);
      bool failed = false;
      try {
        collides(shape, {}, other, X);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      testing::fail_after(-1);
      for (std::size_t frame = 1; frame < 4; ++frame) {
        const auto expected = face_pairs(shape, {}, other, X, {.method = Method::naive});
        ASSERT_GT(expected.size(), 100U);
        if (part_first) {
          ASSERT_EQ(face_pairs(shape, {}, other, X), expected) << i << ", frame " << frame;
        }
        ASSERT_TRUE(collides(shape, {}, other, X)) << i << ", frame " << frame;
        ASSERT_EQ(face_pairs(shape, {}, other, X), expected) << i << ", frame " << frame;
        shape = Shape::of(Sphere{1});
        shape = deformer.deform(shuffled(mesh, frame + 1));
      }
      failures += failed ? 1 : 0;
    }
    EXPECT_GT(failures, 10);
    EXPECT_LT(failures, 60) << "there are more allocations than were tried";
  }
}

/// A refit on threads needs memory when the tree's frame is the new one already, and its bounds are still the old ones.
TEST(Failures, OfARefitOnThreads) {
  const Mesh mesh = make_icosphere(1, 5);
  std::vector<Eigen::Vector3d> moved = mesh.vertices;
  for (Eigen::Vector3d& v : moved) v = 3 * v + Eigen::Vector3d(1, 2, 0);
  const Shape other = Shape::mesh(make_icosphere(0.8, 2));
  const Pose X = turned(0.5, 4);
  const auto expected = face_pairs(Shape::mesh({moved, mesh.faces}), {}, other, X);
  ASSERT_GT(expected.size(), 50U);
  int failures = 0;
  for (int i = 0; i < 20; ++i) {
    Deformer deformer(mesh);
    collides(deformer.shape(), {}, other, {});  // builds the tree
    const Shape shape = deformer.deform(moved, 2);
    testing::fail_after(i);
    try {
      collides(shape, {}, other, X);
    } catch (const std::bad_alloc&) {
      ++failures;
    }
    testing::fail_after(-1);
    ASSERT_EQ(face_pairs(shape, {}, other, X), expected) << i;
    ASSERT_TRUE(collides(shape, {}, other, X)) << i;
    ASSERT_EQ(face_pairs(shape, {}, other, X), expected) << i;
  }
  EXPECT_GT(failures, 4);
}

TEST(Failures, OfCasts) {
  expect_failures_change_nothing([] {
    const Shape a = Shape::mesh(make_torus(0.7, 0.3, 24, 12));
    return [a, found = std::make_shared<std::vector<std::uint32_t>>()] {
      Answers answers;
      for (const Method method : {Method::automatic, Method::dop_tree, Method::naive}) {
        const auto hit = first_hit(a, {}, Ray{{-5, 0.1, 0.2}, {1, 0, 0}}, {.method = method});
        answers.push_back(hit ? hit->face : -1);
        hit_faces(a, {}, Ray{{-5, 0.1, 0.2}, {1, 0, 0}}, {.method = method}, *found);
        answers.insert(answers.end(), found->begin(), found->end());
        faces_in_box(a, {}, {0, 0, -1}, {1, 1, 1}, {.method = method}, *found);
        answers.insert(answers.end(), found->begin(), found->end());
      }
      return answers;
    };
  });
}

/// One spike of the inner sphere goes through the outer one: whoever loses the pair of nodes above it answers that nothing collides.
TEST(Failures, OfProgressiveQueries) {
  const Shape outer = Shape::mesh(make_icosphere(1, 4));
  Mesh spiked = make_icosphere(0.99, 4);
  spiked.vertices[77] *= 1.05;
  const Shape inner = Shape::mesh(spiked), apart = Shape::mesh(make_icosphere(0.99, 4));
  for (const Shape& shape : {outer, inner, apart}) prepare(shape);
  for (const auto budget : {std::chrono::nanoseconds(1), std::chrono::nanoseconds(std::chrono::hours(1))}) {
    expect_failures_change_nothing([&] {
      const auto query = std::make_shared<ProgressiveQuery>();
      const auto run = [query, budget] {
        while (query->run(budget).answer == Answer::undecided) {
        }
        return Answers{double(query->run(budget).answer == Answer::hit)};
      };
      std::vector<Frames::Frame> frames;
      for (const Shape& shape : {inner, apart, inner})
        frames.push_back({[query, outer, shape] { query->start(outer, {}, shape, {}); }, {run}});
      return [asked = std::make_shared<Frames>(std::move(frames))] { return asked->run(); };
    });
  }
}

/// Of a start that fails, the question before it is left, or the new one.
TEST(Failures, OfAProgressiveQueryThatStarts) {
  const Shape a = Shape::mesh(make_icosphere(1, 4)), b = Shape::mesh(make_icosphere(0.5, 4));
  for (const Shape& shape : {a, b}) prepare(shape);
  int failures = 0;
  for (int i = 0; i < 10; ++i) {
    ProgressiveQuery query;
    testing::fail_after(i);
    try {
      query.start(a, {}, b, turned(1, 0.7));
    } catch (const std::bad_alloc&) {
      ++failures;
      testing::fail_after(-1);
      EXPECT_THROW(query.run(std::chrono::hours(1)), Error) << "a start that failed is no start";
      query.start(a, {}, b, turned(1, 0.7));
    }
    testing::fail_after(-1);
    EXPECT_EQ(query.run(std::chrono::nanoseconds(1)).answer, Answer::undecided);
    EXPECT_EQ(query.run(std::chrono::hours(1)).answer, Answer::hit);
  }
  EXPECT_GT(failures, 0);
}

/// Sorting on threads held as many lists of all pairs as there were threads.
TEST(Memory, OfASortDoesNotGrowWithTheThreads) {
  const Shape a = Shape::mesh(testing::dense_soup(700, 1)), b = Shape::mesh(testing::dense_soup(700, 2));
  for (const Shape& shape : {a, b}) prepare(shape);
  const auto most_with = [&](int threads) {
    std::vector<FacePair> pairs;
    testing::forget_most_held();
    const std::size_t before = testing::bytes_held();
    face_pairs(a, {}, b, turned(0.3, 0.1), {.threads = threads}, pairs);
    EXPECT_GT(pairs.size(), 50000U);
    return (testing::most_held() - before) / (pairs.size() * sizeof(FacePair));
  };
  EXPECT_LE(most_with(16), most_with(2) + 3);
}

/// Lists were made for each thread that was asked for, and as many threads started as the system gave.
TEST(Memory, IsNotTakenForThreadsThatNobodyHas) {
  const Shape a = Shape::mesh(testing::dense_soup(300, 1)), b = Shape::mesh(testing::dense_soup(300, 2));
  for (const Shape& shape : {a, b}) prepare(shape);
  const Pose X = turned(0.3, 0.1);
  constexpr int many = 100'000'000;
  constexpr std::size_t enough = 20'000'000;
  Scratch scratch;
  testing::forget_most_held();
  const std::size_t before = testing::bytes_held();
  EXPECT_EQ(face_pairs(a, {}, b, X, {.scratch = &scratch, .threads = many}), face_pairs(a, {}, b, X));
  EXPECT_EQ(first_face_pair(a, {}, b, X, {.scratch = &scratch, .threads = many}),
            first_face_pair(a, {}, b, X));
  EXPECT_LT(testing::most_held() - before, enough);
  testing::forget_most_held();
  const Shape c = Shape::mesh(testing::dense_soup(1200, 3)), d = Shape::mesh(testing::dense_soup(1200, 4));
  const std::vector<BodyView> bodies = {{c, {}}, {d, turned(1, 1.6)}};
  const auto expected = face_pairs_among(bodies);
  testing::forget_most_held();
  EXPECT_EQ(face_pairs_among(bodies, {.threads = many}), expected);
  EXPECT_LT(testing::most_held() - before, 10 * enough);
}

}  // namespace
}  // namespace graze
