// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace graze::cli {

inline std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method method : {Method::automatic, Method::naive, Method::simple}) {
    names.emplace_back(method_name(method));
  }
  return names;
}

/// Adds --method, which leaves the name of a method in `name`.
inline void add_method_option(CLI::App& verb, std::string& name) {
  verb.add_option("--method", name, "How pairs of meshes are tested; every method gives the same answer")
      ->option_text("NAME")
      ->check(CLI::IsMember(method_names()))
      ->default_str("automatic");
}

}  // namespace graze::cli
