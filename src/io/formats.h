// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/io.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

// Mesh formats: from bytes to a mesh and back. Every reader throws Error with `name`, the line or byte, and
// the value that is wrong; a count is compared with the bytes that are left before memory is taken for it; a
// mesh without faces is an Error.
namespace graze::io {

// What is met among polygons is added to `polygons`, if it is given.
Mesh read_obj(std::string_view bytes, std::string_view name, PolygonReport* polygons = nullptr);
Mesh read_stl(std::string_view bytes, std::string_view name, PolygonReport* polygons = nullptr);
Mesh read_ply(std::string_view bytes, std::string_view name, PolygonReport* polygons = nullptr);
Mesh read_off(std::string_view bytes, std::string_view name, PolygonReport* polygons = nullptr);

/// Formats without a reader of ours. Reads the file itself, since such formats refer to further files. Node
/// transforms are applied; axes stay the file's own. Vertices at the same place become one.
Mesh read_with_assimp(const std::filesystem::path& file, PolygonReport* polygons = nullptr);

/// The mesh must be valid; `name` is used in messages.
std::string write_obj(const Mesh& mesh);
std::string write_stl(const Mesh& mesh, std::string_view name);
std::string write_ply(const Mesh& mesh);

/// Libraries of polytopes, see polytopes.cpp. Writing throws Error for what reading would refuse.
std::vector<PolytopeModel> read_polytopes(std::string_view bytes, std::string_view name);
std::string write_polytopes(std::span<const PolytopeModel> models, std::string_view name);

/// What all readers check at the end. Throws Error.
void require_faces(const Mesh& mesh, std::string_view name);

}  // namespace graze::io
