// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace graze::cli {

struct PolytopesOptions {
  double tolerance = 0;
  std::optional<std::filesystem::path> repair;  ///< where to write the repaired library, if it is wanted
  nlohmann::ordered_json* json = nullptr;       ///< where reports go; null: to the terminal
};

/// `graze inspect` of a library of polytopes.
void inspect_polytopes(const std::filesystem::path& file, const PolytopesOptions& options);

}  // namespace graze::cli
