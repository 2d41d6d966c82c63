// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What the programs that measure have in common, apart from what they measure.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>

#include "json.h"

namespace graze::bench {

/// Throws Error if it cannot be written.
void write_json(const Json& json, const std::filesystem::path& file);

/// Takes the options, runs, and says what went wrong. Exit code 0, 1 if `run` says no, 2 after an error.
int run_program(CLI::App& app, int argc, char** argv, const std::function<bool()>& run);

/// Of `--help`: what its exit codes mean, and lines that show how it is called.
std::string footer(const std::string& examples);

}  // namespace graze::bench
