// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/inspect.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/random.h"
#include "mesh/sound.h"

namespace graze {
namespace {

void turn(Face& face) {
  std::swap(face[1], face[2]);
}

void append(Mesh& mesh, const Mesh& other) {
  const auto n = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const Face& face : other.faces) mesh.faces.push_back({face[0] + n, face[1] + n, face[2] + n});
}

/// A strip of n quadrangles, its end joined to its start after half a turn.
Mesh moebius_strip(std::uint32_t n) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double t = 2 * std::numbers::pi * i / n;
    const Eigen::Vector3d out(std::cos(t), std::sin(t), 0);
    const Eigen::Vector3d across = std::cos(t / 2) * out + std::sin(t / 2) * Eigen::Vector3d::UnitZ();
    mesh.vertices.push_back(3 * out - across);
    mesh.vertices.push_back(3 * out + across);
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const bool last = i + 1 == n;
    const std::uint32_t a = 2 * i;
    const std::uint32_t c = last ? 1 : a + 2;
    const std::uint32_t d = last ? 0 : a + 3;
    mesh.faces.push_back({a, c, a + 1});
    mesh.faces.push_back({a + 1, c, d});
  }
  return mesh;
}

void expect_no_change(const Mesh& mesh) {
  const Repaired again = repaired(mesh);
  EXPECT_EQ(again.mesh, mesh);
  EXPECT_EQ(again.report.merged_vertices, 0U);
  EXPECT_EQ(again.report.removed_vertices, 0U);
  EXPECT_EQ(again.report.removed_faces, 0U);
  EXPECT_EQ(again.report.turned_faces, 0U);
}

TEST(Repair, LeavesSoundMeshesAlone) {
  for (const Mesh& mesh :
       {Mesh{}, make_box({1, 2, 3}), make_torus(2, 1, 20, 10), make_random_convex(1, 50, 1)}) {
    expect_no_change(mesh);
    EXPECT_TRUE(repaired(mesh).report.left.empty());
  }
}

TEST(Repair, LeavesATriangleAloneAndSaysItIsOpen) {
  const Mesh mesh = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  expect_no_change(mesh);
  ASSERT_EQ(repaired(mesh).report.left.size(), 1U);
  EXPECT_NE(repaired(mesh).report.left[0].find("3 edges"), std::string::npos);
}

TEST(Repair, MergesASoupIntoASolid) {
  const Mesh sphere = make_sphere(1, 12, 6);
  Mesh soup;
  for (const Face& face : sphere.faces) {
    append(soup,
           {{sphere.vertices[face[0]], sphere.vertices[face[1]], sphere.vertices[face[2]]}, {{0, 1, 2}}});
  }
  const Repaired result = repaired(soup);
  EXPECT_EQ(result.report.merged_vertices, soup.vertices.size() - sphere.vertices.size());
  EXPECT_EQ(result.report.removed_vertices, 0U);
  EXPECT_EQ(result.mesh.faces.size(), sphere.faces.size());
  expect_solid(inspect(result.mesh));
  expect_no_change(result.mesh);
}

TEST(Repair, MergesTheTwoZeros) {
  const Mesh mesh = {{{0.0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0, 0, 0}, {0, -1, 0}}, {{0, 1, 2}, {1, 3, 4}}};
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.report.merged_vertices, 1U);
  EXPECT_EQ(result.mesh.vertices.size(), 4U);
  EXPECT_FALSE(std::signbit(result.mesh.vertices[0].x()));
  EXPECT_EQ(inspect(result.mesh).edges, 5U);
}

TEST(Repair, RemovesUnusedVerticesAndKeepsTheOrderOfTheRest) {
  Mesh mesh = make_box({1, 1, 1});
  mesh.vertices.insert(mesh.vertices.begin(), {9, 9, 9});
  for (Face& face : mesh.faces) {
    for (std::uint32_t& v : face) ++v;
  }
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, make_box({1, 1, 1}));
  EXPECT_EQ(result.report.removed_vertices, 1U);
}

TEST(Repair, RemovesFacesWithoutAreaAndDuplicates) {
  Mesh mesh = make_box({1, 1, 1});
  mesh.faces.insert(mesh.faces.begin() + 3, {{1, 1, 1}, {0, 3, 0}});
  mesh.faces.push_back(mesh.faces[0]);
  mesh.faces.push_back({mesh.faces[0][1], mesh.faces[0][0], mesh.faces[0][2]});
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, make_box({1, 1, 1}));
  EXPECT_EQ(result.report.removed_faces, 4U);
}

TEST(Repair, EmptiesAMeshOfOnePoint) {
  const Mesh mesh = {{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {{0, 1, 2}}};
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, Mesh{});
  EXPECT_EQ(result.report.merged_vertices, 2U);
  EXPECT_EQ(result.report.removed_vertices, 1U);
  EXPECT_EQ(result.report.removed_faces, 1U);
}

TEST(Repair, TurnsClosedPartsOutwardHoweverTheirFacesLay) {
  Random random(3);
  for (const double scale : {1.0, 1e-150, 1e150}) {
    const Mesh sound = make_torus(2 * scale, scale, 16, 8);
    Mesh mesh = sound;
    std::size_t turned = 0;
    for (Face& face : mesh.faces) {
      if (random.uniform() < 0.7) {  // most of them: outward must win over the majority
        turn(face);
        ++turned;
      }
    }
    const Repaired result = repaired(mesh);
    EXPECT_EQ(result.report.turned_faces, turned);
    EXPECT_EQ(result.mesh, sound);
    EXPECT_TRUE(result.report.left.empty());
    expect_no_change(result.mesh);
  }
}

TEST(Repair, TurnsTheFewerFacesOfAnOpenPart) {
  Mesh sheet = make_sphere(1, 12, 6);
  sheet.faces.erase(sheet.faces.begin(), sheet.faces.begin() + 12);
  sheet = repaired(sheet).mesh;
  Mesh mesh = sheet;
  turn(mesh.faces[5]);
  turn(mesh.faces[0]);
  EXPECT_EQ(repaired(mesh).mesh, sheet);
  EXPECT_EQ(repaired(mesh).report.turned_faces, 2U);
}

TEST(Repair, LeavesACavityAndNamesIt) {
  Mesh mesh = make_box({2, 2, 2});
  Mesh cavity = make_box({1, 1, 1});
  for (Face& face : cavity.faces) turn(face);
  append(mesh, cavity);
  expect_no_change(mesh);
  ASSERT_EQ(repaired(mesh).report.left.size(), 1U);
  EXPECT_NE(repaired(mesh).report.left[0].find("cavity"), std::string::npos);
  EXPECT_DOUBLE_EQ(*inspect(mesh).volume, 64 - 8);
}

TEST(Repair, LeavesAMoebiusStripAndNamesIt) {
  const Mesh strip = moebius_strip(12);
  EXPECT_GT(inspect(strip).inconsistent_edges.count, 0U);
  expect_no_change(strip);
  const RepairReport report = repaired(strip).report;
  EXPECT_TRUE(std::any_of(report.left.begin(), report.left.end(),
                          [](const std::string& s) { return s.find("Möbius") != std::string::npos; }));
}

TEST(Repair, OrientsEachSideOfANonManifoldEdgeByItself) {
  // Two boxes that share an edge, one of them with a face turned.
  Mesh mesh = make_box({1, 1, 1});
  Mesh other = make_box({1, 1, 1});
  for (Eigen::Vector3d& p : other.vertices) p += Eigen::Vector3d(2, 2, 0);
  append(mesh, other);
  turn(mesh.faces[15]);
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.report.merged_vertices, 2U);
  EXPECT_EQ(result.report.turned_faces, 1U);
  ASSERT_EQ(result.report.left.size(), 1U);
  EXPECT_NE(result.report.left[0].find("three faces"), std::string::npos);
  expect_no_change(result.mesh);
}

TEST(Repair, IsIdempotentOnRandomSoups) {
  Random random(11);
  for (int round = 0; round < 200; ++round) {
    Mesh mesh;
    const std::uint64_t vertices = 1 + random.below(12);
    for (std::uint64_t v = 0; v < vertices; ++v) {
      mesh.vertices.emplace_back(double(random.below(3)), double(random.below(3)), double(random.below(2)));
    }
    mesh.faces.resize(random.below(30));
    for (Face& face : mesh.faces) {
      for (std::uint32_t& v : face) v = static_cast<std::uint32_t>(random.below(vertices));
    }
    const Repaired once = repaired(mesh);
    expect_no_change(once.mesh);
    const MeshReport report = inspect(once.mesh);
    EXPECT_EQ(report.duplicate_vertices.count + report.unused_vertices.count + report.degenerate_faces.count +
                  report.duplicate_faces.count,
              0U);
  }
}

TEST(Refine, ReachesEveryCountOfAnOpenMesh) {
  const Mesh triangle = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  for (const std::size_t faces : {1, 2, 3, 4, 7, 100, 1001}) {
    const MeshReport report = inspect(refined_to(triangle, faces));
    EXPECT_EQ(report.faces, faces);
    EXPECT_NEAR(report.area, 0.5, 1e-15);
    expect_clean(report);
  }
}

TEST(Refine, KeepsAClosedMeshClosedAndItsVolume) {
  const Mesh box = make_box({1, 2, 3});
  for (const std::size_t faces : {12, 14, 100, 1816}) {
    const MeshReport report = inspect(refined_to(box, faces));
    EXPECT_EQ(report.faces, faces);
    EXPECT_NEAR(*report.volume, 48, 1e-11);
    expect_solid(report);
  }
}

TEST(Refine, CutsTheLongestEdges) {
  const Mesh mesh = refined_to(make_box({1, 1, 10}), 1000);
  double longest = 0;
  for (const auto& [a, b, c] : mesh.faces) {
    longest = std::max({longest, (mesh.vertices[a] - mesh.vertices[b]).norm(),
                        (mesh.vertices[b] - mesh.vertices[c]).norm(),
                        (mesh.vertices[c] - mesh.vertices[a]).norm()});
  }
  EXPECT_LT(longest, 1.4);  // it was 20
}

TEST(Refine, WorksAtExtremeSizes) {
  for (const double size : {1e-300, 1e150, 1e300}) {
    EXPECT_EQ(inspect(refined_to(make_box({size, size, size}), 100)).degenerate_faces.count, 0U);
  }
}

TEST(Refine, RejectsCountsItCannotReach) {
  const Mesh box = make_box({1, 1, 1});
  EXPECT_THROW(refined_to(box, 11), Error);
  EXPECT_THROW(refined_to(box, 13), Error);
  EXPECT_THROW(refined_to({}, 1), Error);
  EXPECT_EQ(refined_to({}, 0), Mesh{});
  const Mesh repeated = {{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 1}}};
  EXPECT_THROW(refined_to(repeated, 2), Error);
}

}  // namespace
}  // namespace graze
