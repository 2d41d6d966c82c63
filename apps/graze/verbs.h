// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <vector>

// Each verb adds itself to the command line. When it is the one asked for, it runs and leaves its exit code
// in `exit_code`. Bad input is a graze::Error.
namespace graze::cli {

inline constexpr int exit_clear = 0;      ///< done; for `check`, no pair collides
inline constexpr int exit_collision = 1;  ///< `check`: some pair does
inline constexpr int exit_error = 2;
inline constexpr int exit_undecided = 3;  ///< `check`: no pair is known to, but time ran out for some

/// A usage error if there is no file. Said by the verb: CLI11 would say it before it names an option that it does not know.
inline void require_files(const std::vector<std::filesystem::path>& files) {
  if (files.empty()) throw CLI::RequiredError("FILE");
}

void add_check(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);
void add_demo(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_selftest(CLI::App& app, int& exit_code);

}  // namespace graze::cli
