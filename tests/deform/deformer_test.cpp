// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/deform.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <thread>

#include "deform/deforming_tree.h"
#include "deform/vertices.h"
#include "deforming.h"
#include "math/random.h"
#include "query/shape/shape.h"
#include "support/watchdog.h"

namespace graze {
namespace {

const Mesh& mesh_of(const Shape& shape) {
  return std::get<Deformable>(shape.kind()).mesh;
}

TEST(Deformer, AShapeThatWasGivenOutStaysWhatItWas) {
  const Mesh ball = make_icosphere(1, 2);
  Deformer deformer(ball);
  std::vector<Eigen::Vector3d> moved = ball.vertices;
  for (Eigen::Vector3d& v : moved) v *= 2;
  const Shape before = deformer.shape();
  const Shape after = deformer.deform(moved);
  EXPECT_EQ(mesh_of(before), ball);
  EXPECT_EQ(mesh_of(after).vertices, moved);
  EXPECT_EQ(mesh_of(deformer.shape()).vertices, moved);
  const Shape probe = Shape::mesh(make_box({1.2, 0.1, 0.1}));
  EXPECT_TRUE(collides(before, {}, probe, {}));
  EXPECT_FALSE(collides(after, {}, probe, {}));
  EXPECT_TRUE(face_pairs(after, {}, probe, {}, {.method = Method::face_octree}).empty());
}

TEST(Deformer, BadVerticesLeaveTheBodyAsItIs) {
  const Mesh ball = make_icosphere(1, 2);
  Deformer deformer(ball);
  std::vector<Eigen::Vector3d> bad = ball.vertices;
  for (const double value : {NAN, INFINITY, -INFINITY}) {
    for (const std::size_t at : {std::size_t{0}, bad.size() / 2, bad.size() - 1}) {
      bad = ball.vertices;
      bad[at].y() = value;
      try {
        deformer.deform(bad);
        FAIL();
      } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("vertex " + std::to_string(at) + " "), std::string::npos)
            << e.what();
      }
      EXPECT_EQ(mesh_of(deformer.shape()), ball);
    }
  }
  EXPECT_THROW(deformer.deform(ball.vertices, 0), Error);
  bad.pop_back();
  EXPECT_THROW(deformer.deform(bad), Error);
  EXPECT_EQ(mesh_of(deformer.shape()), ball);
  EXPECT_THROW(Deformer(Shape::mesh(ball)), Error);
  EXPECT_THROW(Deformer(Mesh{{}, {{0, 1, 2}}}), Error);
}

TEST(Deformer, BoundsKnowOnlyWhatFacesUse) {
  Mesh mesh = make_icosphere(1, 1);
  mesh.vertices.emplace_back(100, 100, 100);
  Deformer deformer(mesh);
  mesh.vertices.back() *= 2;
  const Shape body = deformer.deform(mesh.vertices), probe = Shape::mesh(make_icosphere(1, 1));
  const Pose far{Eigen::Matrix3d::Identity(), {3, 0, 0}};
  Counters counters;
  EXPECT_FALSE(collides(body, {}, probe, far, {.method = Method::face_octree, .counters = &counters}));
  EXPECT_EQ(counters.box_tests, 0u) << "the boxes do not overlap";
  Deformer nothing(Mesh{{{1, 2, 3}}, {}});
  EXPECT_FALSE(collides(nothing.deform(std::vector<Eigen::Vector3d>{{0, 0, 0}}), {}, probe, {}));
}

TEST(Deformer, ThreadsChangeNothing) {
  const scenes::DeformingBody ball = scenes::make_pulsing_sphere(300, 150, 0.5);
  std::vector<Eigen::Vector3d> vertices(ball.rest.vertices.size());
  ball.deform(0.3, vertices);
  const Shape probe = Shape::mesh(make_torus(0.9, 0.2, 40, 20));
  std::optional<std::vector<FacePair>> expected;
  for (const int threads : {1, 2, 8}) {
    Deformer deformer(ball.rest);
    collides(deformer.deform(ball.rest.vertices, threads), {}, probe, {});
    const auto pairs =
        face_pairs(deformer.deform(vertices, threads), {}, probe, {}, {.method = Method::wide_bvh});
    EXPECT_EQ(deformer.tree_builds(), 1u);
    if (!expected) expected = pairs;
    EXPECT_FALSE(pairs.empty());
    EXPECT_EQ(pairs, *expected);
    std::vector<Eigen::Vector3d> bad = vertices;
    bad[70].z() = NAN;
    EXPECT_THROW(deformer.deform(bad, threads), Error);
  }
}

/// The same faces, each with vertices of its own, which are strewn all over the list.
Mesh soup_of(const Mesh& mesh) {
  const auto count = static_cast<std::uint32_t>(3 * mesh.faces.size());
  constexpr std::uint32_t stride = 7919;  // a prime that divides no count here
  Mesh soup;
  soup.vertices.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t at = static_cast<std::uint32_t>(std::uint64_t{i} * stride % count);
    soup.vertices[at] = mesh.vertices[mesh.faces[i / 3][i % 3]];
    if (i % 3 == 0) soup.faces.emplace_back();
    soup.faces.back()[i % 3] = at;
  }
  return soup;
}

/// Trees must hold their faces after any change of form, at any size.
TEST(Refit, BoundsWhatItHolds) {
  Random random(8);
  for (Mesh mesh :
       {make_torus(1, 0.3, 80, 40), make_sphere(3, 64, 32), make_box({1, 2, 3}), make_tetraflake(1, 4),
        soup_of(make_torus(1, 0.3, 40, 20)), Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}}) {
    DeformingTree tree;
    std::vector<AxisBox> no_blocks;
    const Mesh rest = mesh;
    for (int frame = 0; frame < 12; ++frame) {
      const double scale = frame % 4 == 3 ? std::exp2(random.uniform(-900, 900)) : 1;
      const Eigen::Vector3d shift = Eigen::Vector3d::Random() * (frame % 4 == 2 ? 1e6 : 0);
      const bool flat = frame % 5 == 4;
      for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        Eigen::Vector3d p = rest.vertices[i];
        for (int k = 0; k < 3; ++k) p[k] += random.uniform(-0.1, 0.1);
        if (flat) p.z() = 0;
        if (frame == 10) p.setConstant(1);  // all of it in one point
        mesh.vertices[i] = scale * p + shift;
      }
      tree.next_frame(no_blocks);
      ASSERT_NO_THROW(tree.whole(mesh, MeshBounds(mesh), 1 + frame % 3).validate(mesh)) << "frame " << frame;
    }
  }
}

TEST(Refit, IsTheSameOnManyThreads) {
  Mesh mesh = make_torus(1, 0.3, 200, 100);
  const MeshBounds bounds(mesh);
  WideBvh one(mesh, bounds), many(mesh, bounds);
  const RefitPlan plan(one, mesh);
  for (Eigen::Vector3d& v : mesh.vertices) v = {v.x() + 0.1 * v.y(), v.y(), 2 * v.z()};
  const MeshBounds moved(mesh);
  const double cost = refit(one, plan, mesh, moved, 1);
  for (const int threads : {2, 3, 8}) {
    EXPECT_EQ(refit(many, plan, mesh, moved, threads), cost);
    for (std::size_t i = 0; i < one.nodes().size(); ++i) {
      const WideBvh::Node &a = one.nodes()[i], &b = many.nodes()[i];
      for (int lane = 0; lane < WideBvh::width; ++lane) {
        if (a.h[0][lane] < 0) continue;
        for (int k = 0; k < 3; ++k) {
          ASSERT_EQ(a.c[k][lane], b.c[k][lane]);
          ASSERT_EQ(a.h[k][lane], b.h[k][lane]);
          ASSERT_EQ(a.n[k][lane], b.n[k][lane]);
        }
        ASSERT_EQ(a.s[lane], b.s[lane]);
        ASSERT_EQ(a.w[lane], b.w[lane]);
      }
    }
  }
}

/// A refitted tree is nearly as good as a new one while the form stays similar, and is replaced when it is
/// not.
TEST(Refit, PoorTreesAreBuiltAnew) {
  Mesh mesh = make_sphere(1, 64, 32);
  DeformingTree tree;
  std::vector<AxisBox> no_blocks;
  tree.whole(mesh, MeshBounds(mesh), 1);
  for (Eigen::Vector3d& v : mesh.vertices) v.x() *= 1.5;
  tree.next_frame(no_blocks);
  tree.whole(mesh, MeshBounds(mesh), 1);
  EXPECT_EQ(tree.builds(), 1u);
  Random random(1);
  for (std::size_t i = mesh.vertices.size(); i > 1; --i)
    std::swap(mesh.vertices[i - 1], mesh.vertices[random.below(i)]);
  tree.next_frame(no_blocks);
  tree.whole(mesh, MeshBounds(mesh), 1).validate(mesh);
  EXPECT_EQ(tree.builds(), 2u) << "neighbours are strewn all over the sphere";
}

/// After parts of it have been refitted, the whole is still there; and a tree of which only parts are asked
/// for is looked at as a whole now and then.
TEST(Refit, PartsLeaveTheWholeIntact) {
  Mesh mesh = make_torus(1, 0.3, 60, 30);
  const MeshBounds bounds(mesh);
  DeformingTree tree;
  std::vector<AxisBox> no_blocks;
  std::vector<std::uint8_t> sides;
  EXPECT_TRUE(tree.wants_whole()) << "there is no tree yet";
  tree.whole(mesh, bounds, 1);
  EXPECT_TRUE(tree.wants_whole()) << "the whole is there";
  int parts = 0;
  for (int frame = 0; frame < 40; ++frame) {
    tree.next_frame(no_blocks);
    if (tree.wants_whole()) {
      tree.whole(mesh, bounds, 1).validate(mesh);
      continue;
    }
    ++parts;
    std::optional<DeformingTree::Part> part = tree.try_part();
    ASSERT_TRUE(part);
    std::jthread([&] { EXPECT_FALSE(tree.try_part()) << "somebody has it"; }).join();
    EXPECT_TRUE(part->refit(mesh, bounds, {{0.9, -1, -1}, {2, 1, 1}}, sides));
    EXPECT_FALSE(part->refit(mesh, bounds, {{5, 5, 5}, {6, 6, 6}}, sides));
  }
  EXPECT_EQ(parts, 38);
  tree.next_frame(no_blocks);
  tree.whole(mesh, bounds, 1).validate(mesh);
}

/// Two bodies that overlap, each with a tree and in the first frame after it was built.
struct TwoBodies {
  Deformer deformers[2] = {Deformer(make_icosphere(1, 2)), Deformer(make_icosphere(1, 2))};
  std::optional<Shape> shapes[2];
  Pose X_b{Eigen::Matrix3d::Identity(), {1.5, 0.1, 0.2}};

  TwoBodies() {
    for (int frame = 0; frame < 2; ++frame) {
      for (int i = 0; i < 2; ++i) {
        shapes[i].reset();
        shapes[i] = deformers[i].deform(make_icosphere(1 - 0.01 * frame, 2).vertices);
      }
      if (frame == 0) collides(*shapes[0], {}, *shapes[1], X_b);
    }
  }
  DeformingTree& tree(int i) const { return *shapes[i]->impl().mesh->deforming(); }
  std::vector<FacePair> pairs(Method method = Method::automatic) const {
    return face_pairs(*shapes[0], {}, *shapes[1], X_b, {.method = method});
  }
};

/// Locks: a query that could do with a part does not wait for one that another query has.
TEST(Refit, AQueryDoesNotWaitForAPart) {
  if (!default_shortcuts().has(Shortcut::refit_part))
    GTEST_SKIP() << "without parts every query needs the whole";
  const testing::Watchdog watchdog(std::chrono::seconds(60), "a query beside a part");
  const TwoBodies bodies;
  const auto expected = bodies.pairs(Method::naive);
  ASSERT_FALSE(expected.empty());
  for (int held = 0; held < 2; ++held) {
    const auto part = bodies.tree(held).try_part();
    ASSERT_TRUE(part);
    std::vector<FacePair> found;
    std::jthread([&] { found = bodies.pairs(); }).join();
    EXPECT_EQ(found, expected) << held;
  }
}

/// Locks: a query that waits for the whole of one tree holds no part of the other.
TEST(Refit, AQueryThatWaitsHoldsNothing) {
  const testing::Watchdog watchdog(std::chrono::seconds(60), "a query that waits for a part");
  for (int held = 0; held < 2; ++held) {
    const TwoBodies bodies;
    const auto expected = bodies.pairs(Method::naive);
    for (int i = 0; i < 2; ++i)
      bodies.tree(held).wants_whole();  // queries enough, so that the next needs the whole
    std::optional<DeformingTree::Part> part = bodies.tree(held).try_part();
    ASSERT_TRUE(part);
    std::atomic<bool> done = false;
    std::vector<FacePair> found;
    std::jthread query([&] {
      found = bodies.pairs();
      done = true;
    });
    // The query has the other tree while it refits it, and gives it back before it waits.
    for (int free_in_a_row = 0; free_in_a_row < 50;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      free_in_a_row = bodies.tree(1 - held).try_part() ? free_in_a_row + 1 : 0;
    }
    EXPECT_FALSE(done) << "the whole is there, though somebody has a part";
    part.reset();
    query.join();
    EXPECT_EQ(found, expected) << held;
  }
}

/// The third query of a frame takes the whole, whether or not the first two are done.
TEST(Refit, ManyQueriesShareTheWhole) {
  const Mesh mesh = make_torus(1, 0.3, 60, 30);
  const MeshBounds bounds(mesh);
  DeformingTree tree;
  std::vector<AxisBox> no_blocks;
  std::vector<std::uint8_t> sides;
  tree.whole(mesh, bounds, 1);
  tree.next_frame(no_blocks);
  EXPECT_FALSE(tree.wants_whole());
  EXPECT_FALSE(tree.wants_whole());
  EXPECT_TRUE(tree.wants_whole());
  const WideBvh& whole = tree.whole(mesh, bounds, 1);
  // A part that comes late leaves the whole alone.
  std::optional<DeformingTree::Part> late = tree.try_part();
  ASSERT_TRUE(late);
  EXPECT_TRUE(late->refit(mesh, bounds, {{5, 5, 5}, {6, 6, 6}}, sides));
  EXPECT_EQ(&late->tree(), &whole);
  whole.validate(mesh);
  EXPECT_TRUE(tree.try_part()) << "the whole is for all";
}

/// The faces of the leaves that a tree has.
std::vector<bool> faces_there(const WideBvh& tree) {
  std::vector<bool> there(tree.faces().size(), false);
  const auto collect = [&](const auto& self, std::uint32_t number) -> void {
    const WideBvh::Node& node = tree.nodes()[number];
    for (int lane = 0; lane < WideBvh::width; ++lane) {
      if (node.h[0][lane] < 0) continue;
      if ((node.child[lane] & WideBvh::leaf_flag) == 0) {
        self(self, node.child[lane]);
        continue;
      }
      const WideBvh::Leaf& leaf = tree.leaves()[node.child[lane] & ~WideBvh::leaf_flag];
      for (std::uint32_t i = 0; i < leaf.count; ++i) there[tree.faces()[leaf.first + i]] = true;
    }
  };
  collect(collect, 0);
  return there;
}

/// How many faces reach into the box; all of them must be there.
std::size_t expect_there(const Mesh& mesh, const AxisBox& box, const std::vector<bool>& there) {
  std::size_t wanted = 0;
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    AxisBox around;
    for (const Eigen::Vector3d& p : triangle(mesh, f)) around.include(p);
    if (!around.overlaps(box)) continue;
    ++wanted;
    EXPECT_TRUE(there[f]) << "face " << f;
  }
  return wanted;
}

/// A part holds every face that reaches into the box, however the vertices are numbered; and most of the rest is
/// passed over where neighbours have neighbouring numbers.
TEST(Refit, APartHoldsWhatReachesIntoTheBox) {
  Random random(5);
  const Mesh torus = make_torus(1, 0.3, 120, 60);
  for (Mesh mesh : {torus, soup_of(torus)}) {
    WideBvh tree(mesh, MeshBounds(mesh));
    const RefitPlan plan(tree, mesh);
    for (int round = 0; round < 20; ++round) {
      for (Eigen::Vector3d& v : mesh.vertices) v *= random.uniform(0.98, 1.02);
      std::vector<Eigen::Vector3d> copy(mesh.vertices.size());
      std::vector<AxisBox> blocks;
      std::vector<std::uint8_t> sides;
      AxisBox whole;
      ASSERT_TRUE(copy_vertices(mesh.vertices, copy, 1 + round % 2, blocks, whole));
      ASSERT_EQ(copy, mesh.vertices);
      for (std::size_t i = 0; i < copy.size(); ++i) ASSERT_TRUE(blocks[i / vertex_block].contains(copy[i]));
      const Eigen::Vector3d corner(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.3, 0.3));
      const AxisBox box = {corner, corner.array() + 0.3};
      refit_within(tree, plan, mesh, MeshBounds(mesh), blocks, box, sides);
      const std::vector<bool> there = faces_there(tree);
      const std::size_t wanted = expect_there(mesh, box, there);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "round " << round;
      const auto kept = static_cast<std::size_t>(std::count(there.begin(), there.end(), true));
      EXPECT_LE(kept, 3 * wanted + 400);

      // A box that the mesh only touches, from each of six sides.
      const int axis = round % 3;
      AxisBox beside = {{-9, -9, -9}, {9, 9, 9}};
      (round % 2 == 0 ? beside.low : beside.high)[axis] = (round % 2 == 0 ? whole.high : whole.low)[axis];
      EXPECT_TRUE(refit_within(tree, plan, mesh, MeshBounds(mesh), blocks, beside, sides));
      EXPECT_GT(expect_there(mesh, beside, faces_there(tree)), 0U);
    }
  }
}

}  // namespace
}  // namespace graze
