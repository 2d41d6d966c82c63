// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What the programs that measure have in common, apart from what they measure.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>

#include "json.h"
#include "output_file.h"

namespace graze::bench {

/// Where a program leaves its figures: all of them in the file that --json names, and in the folder that --out names a
/// file PROCEDURE.json for each procedure, beside what the procedure draws there. Both must be new.
class Figures {
 public:
  void add_options(CLI::App& app);
  /// Before anything is measured. Throws Error if something is there already.
  void open();
  /// After each procedure, so that a long run that is stopped leaves something.
  void write(const std::string& procedure, const Json& figures, const Json& all);

  /// The folder; empty if none was asked for.
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path file_, folder_;
  cli::OutputFile output_;
};

/// Takes the options, runs, and says what went wrong. Exit code 0, 1 if `run` says no, 2 after an error.
int run_program(CLI::App& app, int argc, char** argv, const std::function<bool()>& run);

/// Of `--help`: what its exit codes mean, and lines that show how it is called.
std::string footer(const std::string& examples);

}  // namespace graze::bench
