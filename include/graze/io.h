// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>
#include <graze/polytope.h>
#include <graze/scene.h>

#include <filesystem>
#include <span>
#include <string_view>

namespace graze {

/// Reads OBJ, STL and PLY (text and binary) and OFF with our own readers, everything else through Assimp. The
/// ending of the name decides. Polygons become fans of triangles; other data (colours, normals, texture) is
/// passed over. STL and what Assimp reads repeat a vertex for each of its faces: there, vertices with equal
/// coordinates become one. Throws Error with the file, the line or byte, and the value that is wrong; also
/// for a file without faces.
Mesh load_mesh(const std::filesystem::path& file);

/// Writes .obj, .stl (binary) or .ply (binary), by the name's ending. The file appears whole or not at all.
/// OBJ and PLY read back exactly; STL has 32-bit numbers, to which coordinates are rounded. Throws Error for
/// a mesh that `load_mesh` would refuse.
void save_mesh(const Mesh& mesh, const std::filesystem::path& file);

/// Reads a library of polytopes (.polytopes, docs/architecture.md) as it is: names are unique and vertex numbers
/// right, but whether they are convex is for `inspect` or `convex_of` to say. Throws Error with the file, the line
/// and the value that is wrong.
std::vector<PolytopeModel> load_polytopes(const std::filesystem::path& file);

/// Does the name end with .polytopes?
bool is_polytope_library(const std::filesystem::path& file);

/// Numbers read back exactly. The file appears whole or not at all. Throws Error for what `load_polytopes` would
/// refuse, such as a name that is no single word, and for a file that is not called .polytopes.
void save_polytopes(std::span<const PolytopeModel> models, const std::filesystem::path& file);

/// Reads a scene file (docs/architecture.md). Mesh files are read relative to it.
Scene load_scene(const std::filesystem::path& file);

/// Writes a scene that stands alone: geometry is written into it, numbers so that they read back exactly.
/// Bodies without a name are called "body0", "body1", … by their number. Throws Error for what `load_scene`
/// would refuse, such as equal names.
void save_scene(const Scene& scene, const std::filesystem::path& file);

}  // namespace graze
