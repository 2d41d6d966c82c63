// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace graze::io {

/// Stricter than JSON: a key twice in one object, nesting deeper than `most_levels` and numbers that no
/// double holds are errors too. Throws Error with `name`, line and column.
nlohmann::json parse_json(std::string_view text, std::size_t most_levels, std::string_view name);

}  // namespace graze::io
