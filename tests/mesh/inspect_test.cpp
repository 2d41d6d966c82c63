// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/inspect.h>

#include <cmath>
#include <limits>

#include "mesh/sound.h"

namespace graze {
namespace {

Mesh triangle() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
}

/// Each face with vertices of its own, as STL files have them.
Mesh soup_of(const Mesh& mesh) {
  Mesh soup;
  for (const Face& face : mesh.faces) {
    const auto n = static_cast<std::uint32_t>(soup.vertices.size());
    for (const std::uint32_t v : face) soup.vertices.push_back(mesh.vertices[v]);
    soup.faces.push_back({n, n + 1, n + 2});
  }
  return soup;
}

/// Three triangles on one edge.
Mesh fan_of_three() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}}, {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}}};
}

TEST(Inspect, FindsNothingInAnEmptyMesh) {
  const MeshReport report = inspect({});
  EXPECT_EQ(report.vertices, 0U);
  EXPECT_EQ(report.parts, 0U);
  EXPECT_FALSE(report.closed());
  EXPECT_FALSE(report.volume.has_value());
  EXPECT_EQ(report.area, 0);
  expect_clean(report);
}

TEST(Inspect, FindsATriangleOpen) {
  const MeshReport report = inspect(triangle());
  expect_clean(report);
  EXPECT_EQ(report.edges, 3U);
  EXPECT_EQ(report.parts, 1U);
  EXPECT_EQ(report.open_edges.count, 3U);
  EXPECT_EQ(report.open_edges.first, (std::vector<std::uint32_t>{0, 0, 0}));
  EXPECT_FALSE(report.closed());
  EXPECT_DOUBLE_EQ(report.area, 0.5);
}

TEST(Inspect, FindsABoxSoundWithItsVolumeAreaAndBounds) {
  const MeshReport report = inspect(make_box({1, 2, 3}));
  expect_solid(report);
  EXPECT_EQ(report.edges, 18U);
  EXPECT_DOUBLE_EQ(*report.volume, 48);
  EXPECT_DOUBLE_EQ(report.area, 88);
  EXPECT_EQ(report.low, Eigen::Vector3d(-1, -2, -3));
  EXPECT_EQ(report.high, Eigen::Vector3d(1, 2, 3));
}

TEST(Inspect, GivesTheVolumeOfABoxFarAway) {
  Mesh box = make_box({1, 2, 3});
  for (Eigen::Vector3d& p : box.vertices) p += Eigen::Vector3d(1e6, -3e6, 2e6);
  EXPECT_DOUBLE_EQ(*inspect(box).volume, 48);
}

TEST(Inspect, GivesANegativeVolumeForABoxInsideOut) {
  Mesh box = make_box({1, 1, 1});
  for (Face& face : box.faces) std::swap(face[0], face[1]);
  const MeshReport report = inspect(box);
  expect_clean(report);
  EXPECT_DOUBLE_EQ(*report.volume, -8);
}

TEST(Inspect, CountsParts) {
  Mesh two = make_box({1, 1, 1});
  const Mesh other = make_box({2, 2, 2});
  for (const Face& face : other.faces) two.faces.push_back({face[0] + 8, face[1] + 8, face[2] + 8});
  two.vertices.insert(two.vertices.end(), other.vertices.begin(), other.vertices.end());
  EXPECT_EQ(inspect(two).parts, 2U);
  EXPECT_DOUBLE_EQ(*inspect(two).volume, 72);
}

TEST(Inspect, FindsDuplicateVerticesAndSeesThroughThem) {
  const MeshReport report = inspect(soup_of(make_box({1, 1, 1})));
  EXPECT_EQ(report.duplicate_vertices.count, 36U - 8U);
  EXPECT_EQ(report.duplicate_vertices.first.size(), 5U);
  EXPECT_EQ(report.edges, 18U);
  EXPECT_EQ(report.parts, 1U);
  EXPECT_TRUE(report.closed());
  EXPECT_DOUBLE_EQ(*report.volume, 8);
}

TEST(Inspect, TakesTheTwoZerosForOnePlace) {
  Mesh mesh = triangle();
  mesh.vertices.emplace_back(-0.0, -0.0, 0.0);
  EXPECT_EQ(inspect(mesh).duplicate_vertices.first, std::vector<std::uint32_t>{3});
}

TEST(Inspect, FindsUnusedVertices) {
  Mesh mesh = triangle();
  mesh.vertices.emplace_back(5, 5, 5);
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.unused_vertices.count, 1U);
  EXPECT_EQ(report.unused_vertices.first, std::vector<std::uint32_t>{3});
}

TEST(Inspect, FindsRepeatedCorners) {
  Mesh mesh = triangle();
  mesh.faces.push_back({1, 1, 2});
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.repeated_index_faces.first, std::vector<std::uint32_t>{1});
  EXPECT_EQ(report.degenerate_faces.first, std::vector<std::uint32_t>{1});
  EXPECT_EQ(report.edges, 3U);  // and its edges do not count
}

TEST(Inspect, FindsFacesWithoutAreaExactly) {
  // On a line in the real numbers, though no double cross product would be sure to say so; and one bit off
  // it.
  const Eigen::Vector3d a(0.1, 0.2, 0.3);
  const Mesh on_line = {{a, 2 * a, 4 * a}, {{0, 1, 2}}};
  EXPECT_EQ(inspect(on_line).degenerate_faces.count, 1U);
  EXPECT_EQ(inspect(on_line).repeated_index_faces.count, 0U);
  Mesh off_line = on_line;
  off_line.vertices[2].x() = std::nextafter(off_line.vertices[2].x(), 1.0);
  EXPECT_EQ(inspect(off_line).degenerate_faces.count, 0U);
}

TEST(Inspect, FindsAreaAtExtremeScales) {
  for (const double s : {1e-300, 1e-150, 1e150, 1e300}) {
    Mesh mesh = triangle();
    for (Eigen::Vector3d& p : mesh.vertices) p *= s;
    expect_clean(inspect(mesh));
    mesh.vertices[2] = {3 * s, 0, 0};
    EXPECT_EQ(inspect(mesh).degenerate_faces.count, 1U);
  }
}

TEST(Inspect, FindsAllVerticesEqual) {
  const Mesh mesh = {{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {{0, 1, 2}}};
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.duplicate_vertices.count, 2U);
  EXPECT_EQ(report.degenerate_faces.count, 1U);
  EXPECT_EQ(report.repeated_index_faces.count, 0U);
  EXPECT_EQ(report.edges, 0U);
  EXPECT_FALSE(report.closed());
}

TEST(Inspect, FindsDuplicateFacesInWhateverOrder) {
  Mesh mesh = triangle();
  mesh.faces.insert(mesh.faces.end(), {{1, 2, 0}, {0, 2, 1}});
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.duplicate_faces.first, (std::vector<std::uint32_t>{1, 2}));
}

TEST(Inspect, FindsEdgesOfThreeFaces) {
  const MeshReport report = inspect(fan_of_three());
  EXPECT_EQ(report.non_manifold_edges.count, 1U);
  EXPECT_EQ(report.open_edges.count, 6U);
  EXPECT_EQ(report.inconsistent_edges.count, 0U);
}

TEST(Inspect, FindsAFaceTheWrongWayUp) {
  Mesh box = make_box({1, 1, 1});
  std::swap(box.faces[4][0], box.faces[4][1]);
  const MeshReport report = inspect(box);
  EXPECT_EQ(report.inconsistent_edges.count, 3U);
  EXPECT_TRUE(report.closed());
  EXPECT_FALSE(report.oriented());
  EXPECT_FALSE(report.volume.has_value());
}

TEST(Inspect, NamesOnlyTheFirstFewPlaces) {
  const MeshReport report = inspect(soup_of(make_sphere(1, 24, 12)));
  EXPECT_GT(report.duplicate_vertices.count, 1000U);
  EXPECT_EQ(report.duplicate_vertices.first.size(), 5U);
}

TEST(Inspect, OverflowsToInfinityNotToNonsense) {
  const MeshReport huge = inspect(make_box({1e150, 1e150, 1e150}));
  EXPECT_EQ(*huge.volume, std::numeric_limits<double>::infinity());
  const MeshReport widest = inspect(make_box({1e300, 1e300, 1e300}));
  EXPECT_EQ(*widest.volume, std::numeric_limits<double>::infinity());
}

TEST(Inspect, RejectsWhatIsNoMesh) {
  Mesh mesh = triangle();
  mesh.faces.push_back({0, 1, 3});
  EXPECT_THROW(inspect(mesh), Error);
  EXPECT_THROW(repaired(mesh), Error);
  mesh = triangle();
  mesh.vertices[1].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(inspect(mesh), Error);
}

}  // namespace
}  // namespace graze
