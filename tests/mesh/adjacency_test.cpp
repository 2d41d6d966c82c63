// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/adjacency.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "math/random.h"

namespace graze {
namespace {

/// The same by the containers of the standard library.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> faces_by_edge(
    const std::vector<Face>& faces) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> result;
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    for (int k = 0; k < 3; ++k) result[std::minmax(faces[f][k], faces[f][(k + 1) % 3])].insert(f);
  }
  return result;
}

void expect_right(const std::vector<Face>& faces, std::size_t vertex_count) {
  const Adjacency adjacent = adjacency(faces, vertex_count);
  const auto expected = faces_by_edge(faces);
  ASSERT_EQ(adjacent.edges.size(), expected.size());
  ASSERT_EQ(adjacent.first.size(), expected.size() + 1);
  std::size_t e = 0;
  for (const auto& [edge, incident] : expected) {
    EXPECT_EQ(adjacent.edges[e], (Edge{edge.first, edge.second}));
    const auto found = adjacent.faces_of(e);
    EXPECT_TRUE(std::equal(found.begin(), found.end(), incident.begin(), incident.end()));
    ++e;
  }
  ASSERT_EQ(adjacent.edges_of_face.size(), faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(faces[f][k], faces[f][(k + 1) % 3]);
      EXPECT_EQ(adjacent.edges[adjacent.edges_of_face[f][k]], (Edge{low, high}));
    }
  }
}

TEST(Adjacency, IsEmptyForNoFaces) {
  const Adjacency adjacent = adjacency({}, 10);
  EXPECT_TRUE(adjacent.edges.empty());
  EXPECT_EQ(adjacent.first, std::vector<std::uint32_t>{0});
}

TEST(Adjacency, HasThreeEdgesForATriangle) {
  expect_right({{2, 0, 1}}, 3);
}

TEST(Adjacency, HasTwoFacesForEachEdgeOfAClosedMesh) {
  const Mesh mesh = make_sphere(1, 24, 12);
  const Adjacency adjacent = adjacency(mesh.faces, mesh.vertices.size());
  EXPECT_EQ(adjacent.edges.size(), mesh.faces.size() * 3 / 2);
  for (std::size_t e = 0; e < adjacent.edges.size(); ++e) EXPECT_EQ(adjacent.faces_of(e).size(), 2U);
  expect_right(mesh.faces, mesh.vertices.size());
}

TEST(Adjacency, KeepsPointsAndCountsAFaceOncePerEdge) {
  const Adjacency adjacent = adjacency(std::vector<Face>{{1, 2, 1}, {3, 3, 3}}, 4);
  EXPECT_EQ(adjacent.edges, (std::vector<Edge>{{1, 1}, {1, 2}, {3, 3}}));
  for (std::size_t e = 0; e < 3; ++e) EXPECT_EQ(adjacent.faces_of(e).size(), 1U);
}

TEST(Adjacency, IsRightForRandomSoups) {
  Random random(5);
  for (int round = 0; round < 50; ++round) {
    const std::size_t vertices = 1 + random.below(20);
    std::vector<Face> faces(random.below(60));
    for (Face& face : faces) {
      for (std::uint32_t& v : face) v = static_cast<std::uint32_t>(random.below(vertices));
    }
    expect_right(faces, vertices);
  }
}

}  // namespace
}  // namespace graze
