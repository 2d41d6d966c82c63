// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include "support/error_of.h"

namespace graze {
namespace {

using Eigen::Vector3d;

Pose at(double x, double y = 0, double z = 0) {
  return {Eigen::Matrix3d::Identity(), {x, y, z}};
}

const Shape& cube() {
  static const Shape shape = Shape::mesh(make_box({0.5, 0.5, 0.5}));
  return shape;
}

std::vector<BodyPair> pairs_of(const Frame& frame) {
  std::vector<BodyPair> pairs;
  for (const Collision& c : frame.collisions) pairs.push_back({c.a, c.b});
  return pairs;
}

TEST(World, ContactsBeginPersistAndEnd) {
  World world;
  const BodyId a = world.add(cube(), at(0)), b = world.add(cube(), at(5));
  EXPECT_TRUE(world.step().collisions.empty());
  world.move(b, at(1));  // they touch
  ASSERT_EQ(world.step().collisions.size(), 1U);
  EXPECT_EQ(pairs_of(world.frame()), (std::vector<BodyPair>{{a, b}}));
  EXPECT_TRUE(world.frame().collisions[0].begins);
  world.move(b, at(0.7));
  ASSERT_EQ(world.step().collisions.size(), 1U);
  EXPECT_FALSE(world.frame().collisions[0].begins);
  EXPECT_EQ(world.step().collisions.size(), 1U) << "nothing has moved, and they still collide";
  world.move(b, at(1.1));
  EXPECT_TRUE(world.step().collisions.empty());
  EXPECT_EQ(world.frame().ended, (std::vector<BodyPair>{{a, b}}));
  EXPECT_TRUE(world.step().ended.empty());
}

TEST(World, RemovingABodyEndsItsContactsAndLeavesNothing) {
  World world;
  const BodyId a = world.add(cube(), at(0)), b = world.add(cube(), at(0.5));
  world.step();
  world.remove(b);
  const BodyId c = world.add(cube(), at(0.5));  // the same number
  EXPECT_EQ(c.number, b.number);
  EXPECT_NE(c, b);
  world.step();
  EXPECT_EQ(pairs_of(world.frame()), (std::vector<BodyPair>{{a, c}}));
  EXPECT_TRUE(world.frame().collisions[0].begins);
  EXPECT_EQ(world.frame().ended, (std::vector<BodyPair>{{a, b}}));
  // Added and removed between two steps: nobody ever hears of it.
  world.remove(world.add(cube(), at(0)));
  EXPECT_EQ(world.step().counters.bodies, 2U);
  EXPECT_EQ(world.frame().collisions.size(), 1U);
}

TEST(World, StaleIdsAreErrors) {
  World world;
  const BodyId id = world.add(cube());
  world.remove(id);
  const BodyId other = world.add(cube());
  const std::function<void()> calls[] = {
      [&] { world.remove(id); },     [&] { world.move(id, at(1)); },  [&] { world.set_shape(id, cube()); },
      [&] { world.deform(id, {}); }, [&] { world.set_path(id, {}); }, [&] { world.set_options(id, {}); },
      [&] { world.shape(id); },      [&] { world.pose(id); },         [&] { world.options(id); },
  };
  for (const auto& call : calls)
    EXPECT_EQ(testing::error_of(call), "body 0 of generation 0 has been removed from this world");
  EXPECT_EQ(testing::error_of([&] { world.pose({7, 0}); }), "body 7 of generation 0 never was in this world");
  EXPECT_EQ(testing::error_of([&] { world.pose({0, 5}); }), "body 0 of generation 5 never was in this world");
  EXPECT_FALSE(world.contains(id));
  EXPECT_TRUE(world.contains(other));
  EXPECT_EQ(world.ids(), std::vector<BodyId>{other});
}

TEST(World, BadInputChangesNothing) {
  World world;
  const BodyId id = world.add(cube(), at(1));
  Pose mirror;
  mirror.R(0, 0) = -1;
  EXPECT_TRUE(
      testing::error_of([&] { world.move(id, mirror); }).starts_with("the pose of body 0 is a reflection"));
  EXPECT_TRUE(
      testing::error_of([&] { world.add(cube(), mirror); }).starts_with("the pose of a body to add is"));
  EXPECT_THROW(world.step(0), Error);
  EXPECT_THROW(world.step(NAN), Error);
  EXPECT_THROW(world.set_path(id, {.duration = -1}), Error);
  EXPECT_THROW(World({.box_growth = -1}), Error);
  EXPECT_THROW(World({.broad_phase = static_cast<BroadPhaseKind>(77)}), Error);
  EXPECT_EQ(world.size(), 1U);
  EXPECT_EQ(world.pose(id), at(1));
}

TEST(World, FixedBodiesAreNoPair) {
  World world;
  const BodyId a = world.add(cube(), at(0), {.mobility = Mobility::fixed});
  const BodyId b = world.add(cube(), at(0.5), {.mobility = Mobility::fixed});
  const BodyId c = world.add(cube(), at(0.2, 0.2));
  EXPECT_EQ(pairs_of(world.step()), (std::vector<BodyPair>{{a, c}, {b, c}}));
  world.set_options(a, {.mobility = Mobility::moving});
  EXPECT_EQ(pairs_of(world.step()), (std::vector<BodyPair>{{a, b}, {a, c}, {b, c}}));
  EXPECT_FALSE(world.frame().collisions[1].begins);
  world.set_options(a, {.mobility = Mobility::fixed});
  EXPECT_EQ(pairs_of(world.step()), (std::vector<BodyPair>{{a, c}, {b, c}}));
  EXPECT_EQ(world.frame().ended, (std::vector<BodyPair>{{a, b}}));
}

TEST(World, Filters) {
  World world;
  const BodyId a = world.add(cube(), at(0), {.layers = 1, .collides_with = 1});
  const BodyId b = world.add(cube(), at(0.5), {.layers = 2});  // collides with all, but a does not with it
  const BodyId c = world.add(cube(), at(0.2, 0.2), {.layers = 3});
  EXPECT_EQ(pairs_of(world.step()), (std::vector<BodyPair>{{a, c}, {b, c}}));
  EXPECT_EQ(world.frame().counters.candidates, 3U);
  EXPECT_EQ(world.frame().counters.tested, 2U);
  world.allow_only(std::vector<BodyPair>{{c, b}});  // in any order
  EXPECT_EQ(pairs_of(world.step()), (std::vector<BodyPair>{{b, c}}));
  EXPECT_EQ(world.frame().ended, (std::vector<BodyPair>{{a, c}}));
  world.forbid(std::vector<BodyPair>{{b, c}});
  EXPECT_EQ(pairs_of(world.step()), (std::vector<BodyPair>{{a, c}}));
  world.allow_all_pairs();
  world.set_predicate([&](BodyId x, BodyId y) { return x != a && y != a; });
  EXPECT_EQ(pairs_of(world.step()), (std::vector<BodyPair>{{b, c}}));
  world.set_predicate({});
  world.set_options(a, {});
  EXPECT_EQ(world.step().collisions.size(), 3U);
}

TEST(World, FacesAsTheyAreAskedFor) {
  const Pose there = {Eigen::AngleAxisd(0.3, Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
                      {0.6, 0.1, 0}};
  const auto all = face_pairs(cube(), {}, cube(), there);
  ASSERT_GT(all.size(), 1U);
  for (const FaceReport report : {FaceReport::none, FaceReport::first, FaceReport::all}) {
    World world({.faces = report});
    world.add(cube());
    world.add(cube(), there);
    world.add(cube(), at(-0.4));
    const Frame& frame = world.step();
    ASSERT_EQ(frame.collisions.size(), 3U);
    const auto faces = frame.faces(frame.collisions[0]);
    EXPECT_EQ(faces.size(), report == FaceReport::none ? 0U : report == FaceReport::first ? 1U : all.size());
    if (report == FaceReport::all) {
      EXPECT_TRUE(std::equal(faces.begin(), faces.end(), all.begin()));
    }
    for (const FacePair& pair : faces) EXPECT_TRUE(std::binary_search(all.begin(), all.end(), pair));
  }
}

TEST(World, BudgetServesTheHandFirstAndSaysWhatIsOpen) {
  World world({.budget_pairs = 1});
  std::vector<BodyId> ids;
  for (int i = 0; i < 6; ++i) ids.push_back(world.add(cube(), at(10 * (i / 2) + 0.5 * (i % 2))));
  world.set_options(ids[4], {.mobility = Mobility::interactive});
  const Frame& frame = world.step();
  EXPECT_EQ(pairs_of(frame), (std::vector<BodyPair>{{ids[4], ids[5]}}));
  EXPECT_EQ(frame.undecided, (std::vector<BodyPair>{{ids[0], ids[1]}, {ids[2], ids[3]}}));
  EXPECT_EQ(frame.counters.tested, 1U);
  world.set_budget(1e9, 100);
  EXPECT_EQ(world.step().collisions.size(), 3U);
  EXPECT_TRUE(frame.undecided.empty());
  world.set_budget(0, 100);  // no time at all: what was known of bodies that have not changed still holds
  if (default_shortcuts().has(Shortcut::kept_answer)) {
    EXPECT_EQ(world.step().collisions.size(), 3U);
    EXPECT_EQ(frame.counters.queries.box_tests, 0U);
  }
  for (int i = 0; i < 6; ++i) world.move(ids[i], at(10 * (i / 2) + 0.6 * (i % 2)));
  // Of the others, it is neither repeated nor ended.
  EXPECT_TRUE(world.step().collisions.empty());
  EXPECT_EQ(frame.undecided.size(), 3U);
  EXPECT_TRUE(frame.ended.empty());
  world.set_budget(1e9, 100);
  world.step();
  ASSERT_EQ(frame.collisions.size(), 3U);
  for (const Collision& c : frame.collisions) EXPECT_FALSE(c.begins);
}

TEST(World, ShapesMayChange) {
  World world;
  const BodyId a = world.add(Shape::of(Deformable{make_box({0.5, 0.5, 0.5})}), at(0)),
               b = world.add(cube(), at(2));
  EXPECT_TRUE(world.step().collisions.empty());
  std::vector<Vector3d> wide = make_box({1.5, 0.5, 0.5}).vertices;
  world.deform(a, wide);
  EXPECT_EQ(pairs_of(world.step()), (std::vector<BodyPair>{{a, b}}));
  wide.pop_back();
  EXPECT_THROW(world.deform(a, wide), Error);
  EXPECT_THROW(world.deform(b, make_box({1, 1, 1}).vertices), Error);
  world.set_shape(b, Shape::mesh(make_box({0.1, 0.1, 0.1})));
  EXPECT_TRUE(world.step().collisions.empty());
  EXPECT_EQ(world.frame().ended.size(), 1U);
  world.set_shape(b, Shape::mesh({}));  // no faces at all
  world.move(b, at(0));
  EXPECT_TRUE(world.step().collisions.empty());
}

TEST(World, KindsThatCannotBeAskedAreSaidSo) {
  World world;
  world.add(Shape::of(Sphere{1}), at(0));
  world.add(Shape::of(Capsule{1, 1}), at(5));
  EXPECT_NO_THROW(world.step());
  world.add(cube(), at(0.5));
  const std::string error = testing::error_of([&] { world.step(); });
  if (error != "no error") {
    EXPECT_NE(error.find("bodies 0 and 2"), std::string::npos) << error;
  }
}

TEST(World, AStepWithoutChangesRepeatsTheLast) {
  World world;
  const BodyId a = world.add(cube(), at(0)), b = world.add(cube(), at(0.5)), c = world.add(cube(), at(1.2));
  world.step();
  world.move(c, at(9));
  const Frame& frame = world.step();
  ASSERT_EQ(frame.ended.size(), 1U);
  for (int i = 0; i < 2; ++i) {
    world.step();
    EXPECT_EQ(pairs_of(frame), (std::vector<BodyPair>{{a, b}}));
    EXPECT_FALSE(frame.collisions[0].begins);
    EXPECT_TRUE(frame.ended.empty());
    EXPECT_EQ(frame.counters.bodies, 3U);
    EXPECT_EQ(frame.counters.tested, 1U);
    EXPECT_EQ(frame.counters.updated, 0U);
  }
  bool wanted = true;
  world.set_predicate([&](BodyId, BodyId) { return wanted; });
  EXPECT_EQ(world.step().collisions.size(), 1U);
  wanted = false;  // nobody is told
  EXPECT_TRUE(world.step().collisions.empty());
  EXPECT_EQ(frame.ended.size(), 1U);
  world.set_predicate({});
  EXPECT_TRUE(world.step().collisions.at(0).begins);
  world.set_options(a, {.layers = 2, .collides_with = 2});
  EXPECT_TRUE(world.step().collisions.empty());
}

TEST(World, BoxesGrowWithSpeed) {
  World still, quick({.box_growth = 1});
  for (World* world : {&still, &quick}) {
    const BodyId a = world->add(cube(), at(-3));
    world->add(cube(), at(0));
    world->step();
    world->move(a, at(-1.5));  // half a unit short of the other, and it came one and a half
    world->step();
  }
  EXPECT_EQ(still.frame().counters.candidates, 0U);
  EXPECT_EQ(quick.frame().counters.candidates, 1U);
  EXPECT_TRUE(quick.frame().collisions.empty());
}

TEST(World, QueriesSeeBodiesAsTheyAre) {
  World world;
  const BodyId a = world.add(cube(), at(0)), b = world.add(cube(), at(5)), c = world.add(cube(), at(9));
  world.add(Shape::mesh({}), at(5));
  world.step();
  EXPECT_EQ(world.bodies_in_box({4, -1, -1}, {9, 1, 1}), (std::vector<BodyId>{b, c}));
  EXPECT_EQ(world.bodies_in_box({4.6, -0.1, -0.1}, {5.4, 0.1, 0.1}), std::vector<BodyId>{})
      << "inside its surface";
  const Ray ray = {{-5, 0.1, 0.2}, {1, 0, 0}};
  EXPECT_EQ(world.first_hit(ray)->body, a);
  EXPECT_DOUBLE_EQ(world.first_hit(ray)->hit.s, 4.5);
  EXPECT_EQ(world.nearest_body({7.1, 0, 0})->body, c);
  EXPECT_NEAR(world.nearest_body({7.1, 0, 0})->distance, 1.4, 1e-15);
  world.move(a, at(0, 9));  // no step in between
  EXPECT_EQ(world.first_hit(ray)->body, b);
  world.move(c, at(7.1, 0.6));
  EXPECT_NEAR(world.nearest_body({7.1, 0, 0})->distance, 0.1, 1e-15);
  EXPECT_FALSE(world.first_hit(Ray{{-5, 0.1, 0.2}, {-1, 0, 0}}));
  EXPECT_THROW(world.first_hit(Ray{{0, 0, 0}, {0, 0, 0}}), Error);
  EXPECT_THROW(world.bodies_in_box({1, 0, 0}, {0, 0, 0}), Error);
  EXPECT_THROW(world.nearest_body({NAN, 0, 0}), Error);
  EXPECT_FALSE(World().nearest_body({0, 0, 0}));
}

}  // namespace
}  // namespace graze
