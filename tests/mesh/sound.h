// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/inspect.h>
#include <graze/mesh.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace graze {

/// Nothing in the report would surprise a user, open edges aside.
inline void expect_clean(const MeshReport& report) {
  EXPECT_EQ(report.duplicate_vertices.count, 0U);
  EXPECT_EQ(report.unused_vertices.count, 0U);
  EXPECT_EQ(report.repeated_index_faces.count, 0U);
  EXPECT_EQ(report.degenerate_faces.count, 0U);
  EXPECT_EQ(report.duplicate_faces.count, 0U);
  EXPECT_EQ(report.non_manifold_edges.count, 0U);
  EXPECT_EQ(report.inconsistent_edges.count, 0U);
}

/// Clean, closed, and facing outward.
inline void expect_solid(const MeshReport& report) {
  expect_clean(report);
  EXPECT_TRUE(report.closed());
  ASSERT_TRUE(report.volume.has_value());
  EXPECT_GT(*report.volume, 0);
}

inline std::int64_t euler_characteristic(const MeshReport& report) {
  return std::int64_t(report.vertices) - std::int64_t(report.edges) + std::int64_t(report.faces);
}

/// FNV-1a over all numbers of the mesh: equal only for meshes that are equal to the last bit.
inline std::uint64_t hash(const Mesh& mesh) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  const auto add = [&h](std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) h = (h ^ (value >> (8 * byte) & 0xff)) * 0x100000001b3ULL;
  };
  for (const Eigen::Vector3d& p : mesh.vertices) {
    for (int axis = 0; axis < 3; ++axis) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &p[axis], sizeof bits);
      add(bits);
    }
  }
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) add(v);
  }
  return h;
}

}  // namespace graze
