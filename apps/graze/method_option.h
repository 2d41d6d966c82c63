// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <graze/query.h>
#include <graze/world.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>
#include <vector>

namespace graze::cli {

/// For numbers from `low` to `high`. Unlike CLI::Range it refuses NaN, and what is too large for the type.
template <class Number>
auto in_range(Number low, Number high) {
  return [low, high](const std::string& text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good =
        error == std::errc() && end == text.data() + text.size() && value >= low && value <= high;
    return good ? std::string() : fmt::format("{} is not a number from {} to {}", text, low, high);
  };
}

inline std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method method : all_methods()) names.emplace_back(method_name(method));
  return names;
}

/// Adds --method, which leaves the name of a method in `name`.
inline void add_method_option(CLI::App& verb, std::string& name) {
  const auto names = method_names();
  verb.add_option("--method", name,
                  fmt::format("How meshes are tested; all give the same answer: {} (default: {})",
                              fmt::join(names, ", "), name))
      ->option_text("NAME")
      ->check(CLI::IsMember(names));
}

/// Adds --broad-phase, which leaves the name of one in `name`.
inline void add_broad_phase_option(CLI::App& verb, std::string& name, const std::string& what) {
  std::vector<std::string> names;
  for (const BroadPhaseKind kind : all_broad_phases()) names.emplace_back(broad_phase_name(kind));
  verb.add_option("--broad-phase", name, fmt::format("{}: {}", what, fmt::join(names, ", ")))
      ->option_text("KIND")
      ->check(CLI::IsMember(names));
}

}  // namespace graze::cli
