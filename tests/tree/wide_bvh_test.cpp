// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/wide/wide_bvh.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "math/random.h"
#include "models.h"
#include "tree/wide/reach_map.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {
namespace {

std::vector<Mesh> meshes() {
  std::vector<Mesh> list = {make_torus(1, 0.3, 80, 40),
                            make_sphere(3, 64, 32),
                            make_box({1, 2, 3}),
                            make_tetraflake(1, 4),
                            {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}};
  // Degenerate, duplicate and far-flung faces.
  Random random(3);
  Mesh soup;
  for (int i = 0; i < 3000; ++i) {
    const double size = std::exp2(random.uniform(-40, 0));
    soup.vertices.emplace_back(random.uniform(-1, 1) * size, random.uniform(-1, 1) * size,
                               random.uniform(-1, 1) * size);
  }
  for (int i = 0; i < 2000; ++i) {
    const auto pick = [&] { return static_cast<std::uint32_t>(random.below(3000)); };
    soup.faces.push_back({pick(), pick(), pick()});
  }
  for (int i = 0; i < 500; ++i) soup.faces.push_back({7, 7, 9});
  list.push_back(soup);
  for (const double scale : {1e-300, 1e-150, 1e150, 1e300}) {
    list.push_back(make_icosphere(scale, 3));
  }
  Mesh far = make_icosphere(1, 3);
  for (Eigen::Vector3d& v : far.vertices) v += Eigen::Vector3d(1e9, -1e9, 1e9);
  list.push_back(far);
  return list;
}

TEST(WideBvh, BoundsWhatItHolds) {
  for (const Mesh& mesh : meshes()) {
    for (const Splitter splitter : {Splitter::binned, Splitter::linear}) {
      for (const int leaf : {1, 4, 8}) {
        const WideBvh tree(mesh, MeshBounds(mesh), {.max_leaf_faces = leaf, .splitter = splitter});
        ASSERT_NO_THROW(tree.validate(mesh));
      }
    }
  }
}

TEST(WideBvh, IsTheSameOnManyThreads) {
  for (const Mesh& mesh : meshes()) {
    const WideBvh one(mesh, MeshBounds(mesh), {.threads = 1}), many(mesh, MeshBounds(mesh), {.threads = 3});
    ASSERT_EQ(one.nodes().size(), many.nodes().size());
    ASSERT_TRUE(std::equal(one.faces().begin(), one.faces().end(), many.faces().begin()));
    for (std::size_t i = 0; i < one.nodes().size(); ++i) {
      ASSERT_EQ(std::memcmp(one.nodes()[i].c, many.nodes()[i].c, sizeof(one.nodes()[i].c)), 0);
      ASSERT_EQ(std::memcmp(one.nodes()[i].w, many.nodes()[i].w, sizeof(one.nodes()[i].w)), 0);
    }
  }
}

TEST(WideBvh, NeedsAtMost64BytesAFace) {
  for (const scenes::Model& model : scenes::models()) {
    const Mesh mesh = model.make();
    if (mesh.faces.size() < 500) continue;
    const WideBvh tree(mesh, MeshBounds(mesh));
    EXPECT_LE(static_cast<double>(tree.bytes()), 64.0 * static_cast<double>(mesh.faces.size())) << model.name;
  }
}

TEST(WideBvh, SeesThatAFaceSticksOut) {
  Mesh mesh = make_icosphere(1, 2);
  const WideBvh tree(mesh, MeshBounds(mesh));
  mesh.vertices[17] *= 1.01;
  EXPECT_THROW(tree.validate(mesh), std::runtime_error);
}

/// However the faces lie, so that neither recursion nor a stack is deeper than what the number of faces allows.
TEST(WideBvh, HasBoundedDepth) {
  const auto at = [](Mesh& mesh, const Eigen::Vector3d& p, double size) {
    const auto v = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(),
                         {p, p + Eigen::Vector3d(size, 0, 0), p + Eigen::Vector3d(0, size, size)});
    mesh.faces.push_back({v, v + 1, v + 2});
  };
  Mesh coincident, chain, slow_chain, crosses;
  coincident.vertices = make_box({1, 1, 1}).vertices;
  coincident.faces.assign(1000000, {0, 3, 5});
  for (int i = 0; i < 1000; ++i)
    at(chain, Eigen::Vector3d::Constant(std::ldexp(1.0, -i)), std::ldexp(0.01, -i));
  for (int i = 0; i < 60000; ++i) {
    const double x = std::pow(0.999, i);
    at(slow_chain, {x, x * x, 0}, 1e-9 * x);
    at(crosses, {(i & 1) != 0 ? x : -x, 0, (i & 2) != 0 ? x : 0}, x);
  }
  for (const Mesh& mesh : {coincident, chain, slow_chain, crosses}) {
    for (const Splitter splitter : {Splitter::binned, Splitter::linear}) {
      const WideBvh tree(mesh, MeshBounds(mesh), {.max_leaf_faces = 1, .splitter = splitter});
      EXPECT_LE(tree.depth(), most_depth(mesh.faces.size()));
    }
    const ReachMap map{WideBvh(mesh, MeshBounds(mesh))};
    EXPECT_LE(map.visits(), map.searches() * ReachMap::most_visits);
  }
  const WideBvh tree(slow_chain, MeshBounds(slow_chain));
  EXPECT_NO_THROW(tree.validate(slow_chain));
}

/// A body so small, or so far from the origin of its frame, that bounds in float say nothing about it is told apart from
/// most faces of the other by exact bounds: work does not go with the product of both.
TEST(WideBvh, TellsBodiesOfAnyRatioApartWithLittleWork) {
  const auto work = [](const Mesh& a, const Pose& X_WA, const Mesh& b, const Pose& X_WB) {
    const MeshBounds bounds_a(a), bounds_b(b);
    const WideBvh tree_a(a, bounds_a), tree_b(b, bounds_b);
    const MeshPair pair(a, bounds_a, X_WA, b, bounds_b, X_WB);
    const WideBvhPair trees(pair, tree_a, tree_b);
    Workers workers;
    WideScratch scratch;
    std::vector<FacePair> pairs;
    Counters counters;
    Findings findings = Findings::all(pairs);
    find_pairs(trees, workers, 1, scratch, counters, findings);
    return counters.face_tests + counters.box_tests;
  };
  const Mesh ball = make_icosphere(1, 4);  // 5,120 faces; 26 million pairs
  Pose turned;
  turned.R = Eigen::AngleAxisd(0.3, Eigen::Vector3d(3, 1, 2).normalized()).toRotationMatrix();
  for (const double size : {1e-4, 1e-6, 1e-8, 1e-14, 1e-17, 1e-33, 1e-40, 1e-100, 1e-250}) {
    Mesh small = ball;
    for (Eigen::Vector3d& v : small.vertices) v *= size;
    for (const bool at_origin : {true, false}) {
      Pose X = turned;  // on a vertex, where six faces meet, or in the middle
      if (!at_origin) X.t = ball.vertices[17];
      EXPECT_LT(work(ball, Pose(), small, X), 200000u) << size << at_origin;
      EXPECT_LT(work(small, X, ball, Pose()), 200000u) << size << at_origin;
    }
  }
  for (const double far : {1e6, 1e20, 1e40, 1e200}) {
    Pose X = turned;
    X.t = Eigen::Vector3d(far, far / 3, 0);
    EXPECT_LT(work(ball, Pose(), ball, X), 100u) << far;
    // In coordinates so large that hardly any digit is left for the form.
    Mesh off = ball;
    for (Eigen::Vector3d& v : off.vertices) v = v * far + Eigen::Vector3d(0, 0, 0x1p46 * far);
    EXPECT_LT(work(off, Pose(), off, turned), 2000000u) << far;
  }
}

}  // namespace
}  // namespace graze
