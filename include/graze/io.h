// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/inspect.h>
#include <graze/mesh.h>
#include <graze/polytope.h>
#include <graze/scene.h>

#include <filesystem>
#include <span>
#include <string_view>

namespace graze {

/// What is done where a file is to be written and something is there already, be it a link that leads nowhere.
enum class IfExists {
  replace,  ///< a regular file is replaced; a link too, and what it leads to stays as it is
  fail,     ///< throws Error, and nothing is changed
};

/// What `load_mesh` met among the polygons of a file: its faces with more than three corners. A finding names the first
/// triangle of a polygon by its number in the mesh.
struct PolygonReport {
  std::size_t polygons = 0;
  std::size_t concave = 0;  ///< of these, not convex
  Finding
      not_planar;  ///< corners are off their common plane by more than `polytope_tolerance` of the polygon's size
  Finding crossing;  ///< the boundary crosses itself
};

/// Reads OBJ, STL and PLY (text and binary) and OFF with our own readers, everything else through Assimp. The
/// ending of the name decides. Data other than vertices and faces (colours, normals, texture) is passed over. STL and
/// what Assimp reads repeat a vertex for each of its faces: there, vertices with equal coordinates become one. Throws
/// Error with the file, the line or byte, and the value that is wrong; also for a file without faces.
///
/// A polygon of n corners becomes n - 2 triangles. A convex one is a fan about its first corner. The triangles of a
/// concave one cover just the polygon, decided exactly; bridges to holes are followed. One that is not planar is cut
/// as it is seen along the axis of which its normal has most. One that crosses itself may become a fan, which covers
/// other points.
Mesh load_mesh(const std::filesystem::path& file);

/// The same, and adds to `polygons` what it met among them.
Mesh load_mesh(const std::filesystem::path& file, PolygonReport& polygons);

/// Writes .obj, .stl (binary) or .ply (binary), by the name's ending. The file appears whole or not at all.
/// OBJ and PLY read back exactly; STL has 32-bit numbers, to which coordinates are rounded. Throws Error for
/// a mesh that `load_mesh` would refuse.
void save_mesh(const Mesh& mesh, const std::filesystem::path& file, IfExists existing = IfExists::replace);

/// Reads a library of polytopes (.polytopes, docs/architecture.md) as it is: names are unique and vertex numbers
/// right, but whether they are convex is for `inspect` or `convex_of` to say. Throws Error with the file, the line
/// and the value that is wrong.
std::vector<PolytopeModel> load_polytopes(const std::filesystem::path& file);

/// Does the name end with .polytopes?
bool is_polytope_library(const std::filesystem::path& file);

/// Numbers read back exactly. The file appears whole or not at all. Throws Error for what `load_polytopes` would
/// refuse, such as a name that is no single word, and for a file that is not called .polytopes.
void save_polytopes(std::span<const PolytopeModel> models, const std::filesystem::path& file,
                    IfExists existing = IfExists::replace);

/// Reads a scene file (docs/architecture.md). Mesh files are read relative to it.
Scene load_scene(const std::filesystem::path& file);

/// Writes a scene that stands alone: geometry is written into it, numbers so that they read back exactly.
/// Bodies without a name are called "body0", "body1", … by their number. Throws Error for what `load_scene`
/// would refuse, such as equal names.
void save_scene(const Scene& scene, const std::filesystem::path& file, IfExists existing = IfExists::replace);

}  // namespace graze
