// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace graze {

/// Something that may be wrong with a mesh: how often it was found, and where first.
struct Finding {
  static constexpr std::size_t most_named = 5;
  std::size_t count = 0;
  /// Numbers of the first few vertices or faces; for an edge, of one face that has it.
  std::vector<std::uint32_t> first;
};

/// What `inspect` found. All of this is legal input for queries; some of it surprises users.
/// Parts, edges and corners go by place: vertices at the same place count as one, so that a soup of separate
/// triangles is closed if its surface is. Faces with two corners at one place have no part in edges.
struct MeshReport {
  std::size_t vertices = 0;
  std::size_t faces = 0;
  std::size_t edges = 0;
  std::size_t parts = 0;  ///< sets of faces connected by shared vertices

  Finding duplicate_vertices;    ///< vertices at the place of an earlier one
  Finding unused_vertices;       ///< vertices that no face names
  Finding repeated_index_faces;  ///< faces that name a vertex twice
  Finding degenerate_faces;      ///< faces with no area, decided exactly (those above among them)
  Finding duplicate_faces;       ///< faces with the corners of an earlier one, in whatever order
  Finding open_edges;            ///< edges of one face
  Finding non_manifold_edges;    ///< edges of three faces or more
  Finding inconsistent_edges;    ///< edges that two faces run through in the same direction

  Eigen::Vector3d low = Eigen::Vector3d::Zero();  ///< bounds; meaningless without vertices
  Eigen::Vector3d high = Eigen::Vector3d::Zero();
  double area = 0;               ///< of all faces; infinite if it overflows, as the volume
  std::optional<double> volume;  ///< signed; only for meshes that are closed and consistently oriented

  /// There is an edge, and every edge has exactly two faces.
  bool closed() const { return edges > 0 && open_edges.count == 0 && non_manifold_edges.count == 0; }
  bool oriented() const { return inconsistent_edges.count == 0; }
};

/// Throws Error for a mesh that is not valid (see `validate`).
MeshReport inspect(const Mesh& mesh);

/// What `repaired` did.
struct RepairReport {
  std::size_t merged_vertices = 0;   ///< duplicates folded into the first of them
  std::size_t removed_vertices = 0;  ///< unused ones
  std::size_t removed_faces = 0;     ///< degenerate ones and duplicates
  std::size_t turned_faces = 0;      ///< turned over so that neighbours agree, and closed parts face outward
  std::vector<std::string> left;     ///< what could not be corrected without moving geometry, a sentence each
};

struct Repaired {
  Mesh mesh;
  RepairReport report;
};

/// Corrects what can be corrected without moving geometry, in this order:
/// 1. vertices at the same place become one, the first of them (-0.0 and 0.0 are the same place);
/// 2. faces without area and faces with the corners of an earlier one go, then vertices that no face names;
/// 3. faces that disagree with their neighbours are turned over. A closed patch in which some had to be turned ends up facing
///    outward; of an open patch as few faces as possible are turned. Patches that agree are left as they are, inward ones
///    too: they may be cavities. One-sided patches (Möbius strips) are left as they are.
/// What stays keeps its order. Repairing a second time changes nothing.
Repaired repaired(const Mesh& mesh);

}  // namespace graze
