// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Failures of queries that were found once: caches, compounds, bounds, budgets.
#include <graze/error.h>
#include <graze/graze.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "query/shape/shape.h"
#include "support/error_of.h"
#include "tree/wide/exact_bounds.h"

namespace graze {
namespace {

Pose at(const Eigen::Vector3d& t) {
  return {Eigen::Matrix3d::Identity(), t};
}

Pose turned(double angle, const Eigen::Vector3d& axis = Eigen::Vector3d::UnitZ(),
            const Eigen::Vector3d& t = Eigen::Vector3d::Zero()) {
  return {Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), t};
}

/// Stretches along x by just under what is accepted.
Eigen::Matrix3d stretched() {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  R(0, 0) = 1 + 4.99e-7;
  return R;
}

// The centres coincide, so that the first direction for a slab was zero and a table was indexed with NaN.
TEST(CacheRegress, BallInTheHoleOfARing) {
  const Shape ring = Shape::mesh(make_torus(1.0, 0.3, 48, 24)), ball = Shape::mesh(make_icosphere(0.6, 3));
  PairCache cache;
  for (int i = 0; i < 40; ++i) {
    EXPECT_FALSE(collides(ring, {}, ball, {}, {.cache = &cache}));
    EXPECT_FALSE(collides(ring, {}, ball, turned(0.1 * i), {.cache = &cache}));
  }
}

TEST(CacheRegress, ShaftThatTurnsInABearing) {
  World world;
  const BodyId ring = world.add(Shape::mesh(make_torus(1.0, 0.3, 48, 24)));
  const BodyId ball = world.add(Shape::mesh(make_icosphere(0.6, 3)));
  EXPECT_NE(ring, ball);
  for (int i = 0; i < 40; ++i) {
    world.move(ball, turned(0.1 * i));
    EXPECT_TRUE(world.step().collisions.empty());
  }
}

// Squares of lengths underflow: motion was measured as zero and a "clear" was kept.
TEST(CacheRegress, SpheresOfTinySizeThatApproach) {
  for (const double size : {1e-200, 1e-160, 1e-162, 1e-250, 1e-290, 1e150, 1e200}) {
    const Shape a = Shape::mesh(make_icosphere(size, 3)), b = Shape::mesh(make_icosphere(size, 3));
    PairCache cache;
    for (const double k : {1.443, 1.43, 1.42, 1.2, 1.0, 0.5, 1.0, 1.2, 1.43, 0.5, 1.443}) {
      const Pose X = at(k * size * Eigen::Vector3d(1, 1, 1));
      EXPECT_EQ(collides(a, {}, b, X, {.cache = &cache}), collides(a, {}, b, X, {.method = Method::naive}))
          << "size " << size << ", k " << k;
    }
  }
}

// The bodies' boxes were taken at a product of poses that stretches more than one pose may.
TEST(CompoundRegress, NeedleInACompoundInACompound) {
  const Pose stretch(stretched(), Eigen::Vector3d::Zero());
  const Shape needle = Shape::mesh({{{0, 0, 0}, {1, 0, 0}, {0, 1e-9, 0}}, {{0, 1, 2}}});
  const Shape inner = Shape::of(Compound{{{needle, stretch}}}),
              outer = Shape::of(Compound{{{inner, stretch}}});
  // The tip lies at (1 + 4.99e-7)³; the triangle across the needle 1.4e-6 beyond 1.
  const double x = 1 + 1.4e-6;
  const Shape across = Shape::mesh({{{x, -1, -1}, {x, 1, -1}, {x, 0, 1}}, {{0, 1, 2}}});
  for (const Method method : all_methods()) {
    EXPECT_TRUE(collides(outer, stretch, across, {}, {.method = method})) << method_name(method);
    EXPECT_TRUE(collides(across, {}, outer, stretch, {.method = method})) << method_name(method);
  }
  const double beyond = 1 + 1.6e-6;
  const Shape clear = Shape::mesh({{{beyond, -1, -1}, {beyond, 1, -1}, {beyond, 0, 1}}, {{0, 1, 2}}});
  for (const Method method : all_methods())
    EXPECT_FALSE(collides(outer, stretch, clear, {}, {.method = method})) << method_name(method);
}

// 1000 + 0.3 is rounded up. In exact arithmetic the piece ends at 999.8 + (0.3 as a double) - 0.3…: the gap decides, not the
// rounding.
TEST(CompoundRegress, ThePlaceOfAPieceIsNotRounded) {
  const Shape box = Shape::of(Box{{0.5, 0.5, 0.5}});
  const Shape compound = Shape::of(Compound{{{box, at({0.3, 0, 0})}}});
  const double other = 999.3;
  // Exactly: 1000 + 0.3 - 0.5 ≤ 999.3 + 0.5 ?
  const long double left = 1000.0L + static_cast<long double>(0.3) - 0.5L,
                    right = static_cast<long double>(other) + 0.5L;
  for (const Method method : all_methods()) {
    EXPECT_EQ(collides(compound, at({1000, 0, 0}), box, at({other, 0, 0}), {.method = method}), left <= right)
        << method_name(method);
  }
  World world;
  world.add(compound, at({1000, 0, 0}));
  world.add(box, at({other, 0, 0}));
  EXPECT_EQ(world.step().collisions.size(), left <= right ? 1U : 0U);
}

TEST(CompoundRegress, NestingIsLimited) {
  Shape shape = Shape::of(Box{});
  for (int i = 0; i < 16; ++i) shape = Shape::of(Compound{{{shape, at({1, 0, 0})}}});
  EXPECT_TRUE(collides(shape, at({-16, 0, 0}), Shape::of(Box{}), {}));
  EXPECT_NE(testing::error_of([&] {
              Shape::of(Compound{{{shape, {}}}});
            }).find("nested 17 deep"),
            std::string::npos);
}

// Bounds without an absolute term: products underflow, and what was scaled by a power of two had another answer.
TEST(BoundsRegress, DenormalsTouch) {
  const Mesh square = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  const Mesh column = {{{0.5, 0.5, -1}, {0.5, 0.5, 1}, {1, 0.5, 1}}, {{0, 1, 2}}};
  for (int e = -1074; e <= 1000; e += 1) {
    const double scale = std::ldexp(1.0, e + 3 < 1000 ? e + 3 : 1000);
    Mesh a = square, b = column;
    for (Eigen::Vector3d& v : a.vertices) v *= scale;
    for (Eigen::Vector3d& v : b.vertices) v *= scale;
    const Shape sa = Shape::mesh(a), sb = Shape::mesh(b);
    for (const double angle : {0.0, 0.7}) {
      const Pose X = turned(angle, {1, 2, 3});
      ASSERT_TRUE(collides(sa, X, sb, X)) << e;
      const Pose Y = at({scale, 0.5 * scale, 0});
      ASSERT_EQ(collides(sa, X, sb, Y), collides(sa, X, sb, Y, {.method = Method::naive}))
          << e << ", " << angle;
    }
  }
}

TEST(BudgetRegress, BodiesFarApartAreToldApartAtOnce) {
  const Shape ball = Shape::mesh(make_sphere(1, 48, 24));
  for (const double far : {1e40, 1e100, 1e300}) {
    ProgressiveQuery query;
    query.start(ball, {}, ball, at({far, 0, 0}));
    EXPECT_EQ(query.run(std::chrono::microseconds(50)).answer, Answer::miss) << far;
  }
}

// Where trees of floats say nothing, face after face is tested, and the clock is looked at meanwhile.
TEST(BudgetRegress, TheBudgetHoldsWhereTreesAreOfNoUse) {
  const Shape large = Shape::mesh(make_icosphere(1e200, 4)), small = Shape::mesh(make_icosphere(1e-200, 4));
  const Shape also_large = Shape::mesh(make_icosphere(0.9e200, 4));
  for (const auto& [a, b] :
       {std::pair(large, small), std::pair(small, large), std::pair(large, also_large)}) {
    ProgressiveQuery query;
    query.start(a, {}, b, {});
    Partial partial;
    int slices = 0;
    do {
      partial = query.run(std::chrono::nanoseconds(1));
    } while (partial.answer == Answer::undecided && ++slices < 2'000'000);
    EXPECT_EQ(partial.answer == Answer::hit, collides(a, {}, b, {}));
  }
}

// Each slice began with bounds of its own. So it either never saw that boxes from vertices pay, or made all of them in one go, which
// took longer than many a slice.
TEST(BudgetRegress, BoxesAreMadeInPiecesAndOnceForAllSlices) {
  const Mesh inner = make_sphere(1, 120, 60);
  Mesh outer = inner;
  for (Eigen::Vector3d& p : outer.vertices) p *= 1 + 1e-9;  // float cannot tell them apart
  const MeshBounds of_inner(inner), of_outer(outer);
  const WideBvh tree_inner(inner, of_inner), tree_outer(outer, of_outer);
  const Pose identity;
  const Placement at_a(identity), at_b(identity);
  const MeshPair pair(inner, of_inner, at_a, outer, of_outer, at_b);
  const WideBvhPair trees(pair, tree_inner, tree_outer);

  struct Run {
    Counters counters;
    WideScratch scratch;
    Frontier<std::uint64_t> frontier;
    Findings findings = Findings::first();
    int slices = 0;
    std::size_t boxes = 0, most_of_a_slice = 0;

    Run() { frontier.start(0); }
    bool is_paused(const WideBvhPair& of, const Deadline& deadline, ExactBounds& exact) {
      ++slices;
      const Traversal end = find_pairs_until(of, frontier, deadline, exact, counters, findings);
      const std::size_t now = scratch.boxes_a.size() + scratch.boxes_b.size();
      most_of_a_slice = std::max(most_of_a_slice, now - std::min(now, boxes));
      boxes = now;
      return end == Traversal::paused;
    }
  };
  Run whole;
  ExactBounds at_once(trees, whole.counters, whole.scratch, no_limits);
  ASSERT_FALSE(whole.is_paused(trees, no_deadline, at_once));
  const std::size_t all_boxes = WideBvh::width * (tree_inner.nodes().size() + tree_outer.nodes().size());
  ASSERT_EQ(whole.boxes, all_boxes);

  Run sliced;
  ExactBounds kept(trees, sliced.counters, sliced.scratch, no_limits, ExactBounds::Boxes::in_pieces);
  const Deadline over = deadline_after(std::chrono::nanoseconds(0));
  while (sliced.is_paused(trees, over, kept)) {
  }
  EXPECT_GT(sliced.slices, 1000);
  EXPECT_EQ(sliced.boxes, all_boxes);
  // 16 steps are taken between two looks at the clock, and each makes the boxes of four nodes.
  EXPECT_LE(sliced.most_of_a_slice, 16 * 4 * WideBvh::width);
  EXPECT_LE(sliced.counters.double_tests, whole.counters.double_tests * 5 / 4);
  EXPECT_FALSE(whole.findings.found());
  EXPECT_FALSE(sliced.findings.found());

  Run forgetful;
  for (bool paused = true; paused;) {
    ExactBounds fresh(trees, forgetful.counters, forgetful.scratch, no_limits);
    paused = forgetful.is_paused(trees, over, fresh);
  }
  EXPECT_EQ(forgetful.boxes, 0U);
  EXPECT_GT(forgetful.counters.double_tests, sliced.counters.double_tests * 5 / 4);
}

TEST(BudgetRegress, TheLongestBudgetIsNone) {
  const Shape a = Shape::mesh(make_icosphere(1, 3));
  ProgressiveQuery query;
  query.start(a, {}, a, at({0.5, 0, 0}));
  EXPECT_EQ(query.run(std::chrono::nanoseconds::max()).answer, Answer::hit);
  query.start(a, {}, a, at({0.5, 0, 0}));
  EXPECT_EQ(query.run(std::chrono::nanoseconds::min()).answer, Answer::undecided);
}

TEST(OptionsRegress, ThreadsMustBeAtLeastOne) {
  const Shape a = Shape::of(Box{});
  for (const int threads : {0, -3}) {
    EXPECT_NE(testing::error_of([&] {
                collides(a, {}, a, {}, {.threads = threads});
              }).find(std::to_string(threads)),
              std::string::npos);
  }
}

TEST(OptionsRegress, AMethodThatDoesNotServeAPairIsNotNamed) {
  const Shape mesh = Shape::mesh(make_icosphere(1, 1)), box = Shape::of(Box{}), ball = Shape::of(Sphere{});
  EXPECT_EQ(method_for(mesh, mesh, Method::lin_canny), Method::automatic);
  EXPECT_EQ(method_for(mesh, mesh, Method::dop_tree), Method::dop_tree);
  EXPECT_EQ(method_for(box, box, Method::lin_canny), Method::lin_canny);
  EXPECT_EQ(method_for(box, ball, Method::lin_canny), Method::automatic);
  EXPECT_EQ(method_for(box, ball, Method::gjk), Method::gjk);
  EXPECT_EQ(method_for(box, mesh, Method::dop_tree), Method::automatic);
  const Shape soft = Shape::deformable(make_icosphere(1, 1));
  EXPECT_EQ(method_for(soft, mesh, Method::octree_update), Method::automatic);
}

// Pairs of a body without faces are sorted by number 2^32-1, which the last thread's range did not include.
TEST(ThreadsRegress, AFilledBodyAgainstManyFaces) {
  const Shape box = Shape::of(Box{{2, 2, 2}}), ball = Shape::mesh(make_icosphere(1, 4));
  const std::vector<FacePair> expected = face_pairs(box, {}, ball, {});
  ASSERT_EQ(expected.size(), 5120U);
  for (const int threads : {2, 3, 8}) {
    EXPECT_EQ(face_pairs(box, {}, ball, {}, {.threads = threads}), expected) << threads;
    EXPECT_EQ(face_pairs(ball, {}, box, {}, {.threads = threads}).size(), expected.size()) << threads;
  }
}

// Coordinates of few bits were scaled before they were compared, and one underflowed to zero.
TEST(LatticeRegress, ADenormalBesideLargeCoordinates) {
  for (const auto& [K, d] :
       {std::pair(0x1p20, 5e-324), std::pair(0x1p60, 0x1p-1060), std::pair(0x1p300, 0x1p-800)}) {
    const Shape a = Shape::mesh({{{d, d, d}, {K, K, K}, {K, K, 0}}, {{0, 1, 2}}});
    const Shape b = Shape::mesh({{{K, 0, -K}, {-K, K, 0}, {0, -K, K}}, {{0, 1, 2}}});
    for (const double x : {0.0, 1024.0}) {
      EXPECT_FALSE(collides(a, at({x, 0, 0}), b, at({x, 0, 0}))) << K;
      EXPECT_FALSE(collides(a, at({x, 0, 0}), b, at({x, 0, 0}), {.method = Method::naive})) << K;
    }
  }
}

// It went along every path to a shape instead of to every shape.
TEST(PrepareRegress, PiecesThatAreSharedArePreparedOnce) {
  Shape shape = Shape::mesh(make_box({1, 1, 1}));
  for (int level = 0; level < 16; ++level) {
    Compound compound;
    for (int i = 0; i < 5; ++i) compound.pieces.push_back({shape, {}});
    shape = Shape::of(std::move(compound));
  }
  prepare(shape);  // of 5^16 paths
}

TEST(ProgressiveRegress, AFailedStartKeepsTheQuestion) {
  const Shape box = Shape::mesh(make_box({1, 1, 1}));
  ProgressiveQuery query;
  query.start(box, {}, box, {});
  EXPECT_THROW(query.start(box, {2 * Eigen::Matrix3d::Identity(), {0, 0, 0}}, box, {}), Error);
  EXPECT_EQ(query.run(std::chrono::seconds(10)).answer, Answer::hit);
}

TEST(OptionsRegress, NumbersThatNameNothing) {
  EXPECT_EQ(testing::error_of([] { shortcut_name(static_cast<Shortcut>(99)); }),
            "there is no shortcut number 99");
  EXPECT_EQ(testing::error_of([] { face_pairs_among({}, {.subdivision = static_cast<Subdivision>(9)}); }),
            "there is no subdivision number 9");
}

/// Near 1e308 the distance to ask for next became infinite, and the number of steps that it is worth was no integer.
TEST(QueryRegress, ADistanceToAskForNextOverflowed) {
  Mesh mesh = make_torus(1, 0.3, 20, 10);
  for (Eigen::Vector3d& v : mesh.vertices) v *= 1e306;
  const Shape torus = Shape::mesh(mesh);
  ShortcutSet clearance = ShortcutSet::all();
  for (const ShortcutFact& fact : all_shortcuts()) {
    if (fact.shortcut != Shortcut::clearance) clearance = clearance.without(fact.shortcut);
  }
  PairCache cache;
  Counters counters;
  for (int i = 0; i < 40; ++i) {
    const Pose X = at({1.3e308 + (i % 2 == 0 ? 0 : 6e306), 0, 0});
    EXPECT_FALSE(
        collides(torus, Pose(), torus, X, {.counters = &counters, .cache = &cache, .shortcuts = clearance}));
  }
  EXPECT_LE(counters.box_tests, 4000U);
}

/// The centre of a box that is infinite both ways is NaN, by which pieces of a compound were ordered.
TEST(QueryRegress, PiecesWithInfiniteBoxesWereOrderedByNaN) {
  const Shape small = Shape::mesh(make_box({1, 1, 1})), huge = Shape::of(Box{{1.7e308, 1.7e308, 1.7e308}});
  const Pose askew = turned(0.6, {1, 2, 3});
  Compound compound;
  for (int i = 0; i < 40; ++i) {
    compound.pieces.push_back({small, at({4.0 * (i * 7 % 40), 0, 0})});
    if (i % 3 == 0) compound.pieces.push_back({huge, askew});
  }
  const Shape all = Shape::of(compound), probe = Shape::mesh(make_box({0.1, 0.1, 0.1}));
  EXPECT_NO_THROW(all.impl().compound->validate(std::get<Compound>(all.kind())));
  for (const double x : {0.0, 2.0, 81.0, 158.5})
    EXPECT_EQ(collides(all, Pose(), probe, at({x, 0, 0})),
              collides(all, Pose(), probe, at({x, 0, 0}), {.method = Method::naive}));
}

}  // namespace
}  // namespace graze
