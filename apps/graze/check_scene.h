// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What `graze check` is asked about.
#pragma once

#include <graze/scene.h>

#include <filesystem>
#include <vector>

namespace graze::cli {

/// By its ending, of which the case does not matter.
bool is_scene(const std::filesystem::path& file);

/// A scene, or the bodies of meshes and libraries as they lie. A mesh goes by its file's name without the ending, a
/// polytope by its own name. Where bodies of several files would have the same name, they go by the file as it was
/// given, and polytopes by file:name. A file that is given twice has a number behind the second name.
Scene read_scene(const std::vector<std::filesystem::path>& files);

bool is_deformable(const Shape& shape);

/// The mesh with other vertices: a new shape, of which no tree is known.
Shape with_vertices(const Shape& mesh, const std::vector<Eigen::Vector3d>& vertices);

}  // namespace graze::cli
