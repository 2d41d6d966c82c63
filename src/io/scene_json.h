// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/scene.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "math/slack.h"

// Scene files as text. Strict: what is not understood is an Error that names its place, as in
// "room.json: bodies[2].shape.half has 2 numbers, 3 are needed".
namespace graze::io {

inline constexpr int scene_version = 1;
/// Deeper ones are no shapes; checked while reading, so that no file can run out of stack.
inline constexpr std::size_t most_nested_compounds = most_nesting;

/// `base`: the folder that mesh files are relative to; `name`: used in messages.
Scene scene_from_json(std::string_view text, const std::filesystem::path& base, std::string_view name);

/// Bodies without a name get the one that reading would give them ("body3").
std::string scene_to_json(const Scene& scene, std::string_view name);

/// The name of a body that has none.
std::string default_body_name(std::size_t number);

/// Throws an Error without a place if the body cannot be given these vertices.
void check_new_vertices(const SceneBody& body, const std::vector<Eigen::Vector3d>& vertices);

}  // namespace graze::io
