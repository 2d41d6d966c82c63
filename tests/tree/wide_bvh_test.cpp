// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/wide/wide_bvh.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"
#include "models.h"

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

}  // namespace
}  // namespace graze
