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
  std::size_t count = 0;
  std::vector<std::uint32_t>
      first;  ///< numbers of the first few vertices or faces; for an edge, of one face that has it
};

/// What `inspect` found. All of this is legal input for queries; some of it surprises users.
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
  std::optional<double> volume;  ///< signed; only for meshes that are closed and consistently oriented

  bool closed() const { return faces > 0 && open_edges.count == 0 && non_manifold_edges.count == 0; }
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

/// Corrects what can be corrected without moving geometry.
Repaired repaired(const Mesh& mesh);

}  // namespace graze
