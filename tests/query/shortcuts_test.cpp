// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every shortcut fires where it should, is counted, can be switched off, and changes no answer.
#include <graze/deform.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <set>

namespace graze {
namespace {

Pose at(double x, double y = 0, double z = 0) {
  return {Eigen::Matrix3d::Identity(), {x, y, z}};
}

/// A question asked many times with one cache, along a path.
struct Path {
  Shape a, b;
  std::function<Pose(int)> pose;
  Method method = Method::automatic;
};

Path scene_of(Shortcut shortcut) {
  const Shape ball = Shape::mesh(make_icosphere(1, 3)), box = Shape::of(Box{}),
              hull = Shape::of(Convex{make_icosphere(1, 1).vertices});
  switch (shortcut) {
    case Shortcut::balls:
      return {ball, ball, [](int) { return at(3); }};
    case Shortcut::boxes: {
      const Shape bar = Shape::mesh(make_box({5, 0.1, 0.1}));
      return {bar, bar, [](int) { return at(0, 1); }};
    }
    case Shortcut::box_axes:
      return {box, box, [](int i) { return at(1.9 + 0.01 * i); }};
    case Shortcut::crossing:
    case Shortcut::inside:
    case Shortcut::witness:
      return {ball, ball, [](int i) { return at(1.2 + 0.001 * i, 0.3); }};
    case Shortcut::separating_plane:
      return {hull, hull, [](int i) { return at(1.95 + 0.001 * i, 0.3, 0.2); }, Method::separating_plane};
    case Shortcut::pieces:
      return {Shape::of(Compound{{{ball, at(0)}, {box, at(0, 5)}}}), ball,
              [](int i) { return at(1.5 + 0.05 * i); }};
    case Shortcut::near_faces:
      return {ball, box, [](int i) { return at(1.5 + 0.05 * i); }};
    case Shortcut::clearance:  // in the hole of a ring, where no plane separates
      return {Shape::mesh(make_torus(1, 0.3, 48, 24)), Shape::mesh(make_icosphere(0.6, 3)),
              [](int i) { return at(0.001 * i); }};
    default:  // motion, slab: next to each other, apart
      return {ball, ball, [](int i) {
                const double k = 1.1505 + 1e-4 * i;  // the balls overlap, the boxes too
                return at(k, k, k);
              }};
  }
}

TEST(Shortcuts, EachFiresAndChangesNoAnswer) {
  for (const ShortcutFact& fact : all_shortcuts()) {
    const Shortcut s = fact.shortcut;
    if (s == Shortcut::refit_part || s == Shortcut::kept_answer || s == Shortcut::repeated_step)
      continue;  // below, tests/world
    const Path path = scene_of(s);
    Counters on, off;
    PairCache cache_on, cache_off;
    for (int i = 0; i < 40; ++i) {
      const Pose X = path.pose(i);
      const bool truth = collides(path.a, {}, path.b, X, {.method = Method::naive});
      const QueryOptions with = {
          .method = path.method, .counters = &on, .cache = &cache_on, .shortcuts = ShortcutSet::all()};
      const QueryOptions without = {.method = path.method,
                                    .counters = &off,
                                    .cache = &cache_off,
                                    .shortcuts = ShortcutSet::all().without(s)};
      ASSERT_EQ(collides(path.a, {}, path.b, X, with), truth) << fact.name << ", step " << i;
      ASSERT_EQ(collides(path.a, {}, path.b, X, without), truth) << fact.name << " off, step " << i;
    }
    EXPECT_GT(on[s], 0U) << fact.name;
    EXPECT_EQ(off[s], 0U) << fact.name;
  }
}

TEST(Shortcuts, PartsOfDeformingTrees) {
  Deformer deformer(make_icosphere(1, 3));
  const Shape ball = Shape::mesh(make_icosphere(1, 3));
  std::vector<Eigen::Vector3d> vertices = make_icosphere(1, 3).vertices;
  Counters on, off;
  for (int i = 0; i < 10; ++i) {
    for (Eigen::Vector3d& v : vertices) v *= 1.01;
    const Shape soft = deformer.deform(vertices);
    const auto truth = face_pairs(soft, {}, ball, at(2), {.method = Method::naive});
    EXPECT_EQ(face_pairs(soft, {}, ball, at(2), {.counters = &on, .shortcuts = ShortcutSet::all()}), truth);
    EXPECT_EQ(face_pairs(soft, {}, ball, at(2), {.counters = &off, .shortcuts = ShortcutSet::none()}), truth);
  }
  EXPECT_GT(on[Shortcut::refit_part], 0U);
  EXPECT_EQ(off[Shortcut::refit_part], 0U);
  // Where the whole tree is there, nothing is refitted.
  const Shape whole = Deformer(make_icosphere(1, 3)).shape();
  prepare(whole);
  Counters none;
  EXPECT_FALSE(
      face_pairs(whole, {}, ball, at(1.5), {.counters = &none, .shortcuts = ShortcutSet::all()}).empty());
  EXPECT_EQ(none[Shortcut::refit_part], 0U);
}

TEST(Shortcuts, NaiveTakesNone) {
  const Shape ball = Shape::mesh(make_icosphere(1, 1));
  Counters counters;
  PairCache cache;
  EXPECT_FALSE(
      collides(ball, {}, ball, at(3), {.method = Method::naive, .counters = &counters, .cache = &cache}));
  for (const std::uint64_t count : counters.shortcuts) EXPECT_EQ(count, 0U);
  EXPECT_EQ(counters.face_tests, 80U * 80U);
}

TEST(Shortcuts, HaveNamesAndProofs) {
  std::set<std::string_view> names;
  for (const ShortcutFact& fact : all_shortcuts()) {
    EXPECT_TRUE(names.insert(fact.name).second) << fact.name;
    EXPECT_EQ(shortcut_from_name(fact.name), fact.shortcut);
    EXPECT_EQ(shortcut_name(fact.shortcut), fact.name);
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(GRAZE_SOURCE_DIR) / "src" / fact.proof))
        << fact.proof;
  }
  EXPECT_THROW(shortcut_from_name("luck"), Error);
}

}  // namespace
}  // namespace graze
