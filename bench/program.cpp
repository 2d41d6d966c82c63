// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "program.h"

#include <fmt/format.h>
#include <graze/error.h>

#include <fstream>

#include "terminal.h"

namespace graze::bench {

void write_json(const Json& json, const std::filesystem::path& file) {
  std::ofstream out(file);
  out << json.dump(1) << '\n';
  if (!out.flush()) throw Error(fmt::format("cannot write '{}'", file.string()));
}

int run_program(CLI::App& app, int argc, char** argv, const std::function<bool()>& run) {
  cli::install_signal_handlers();
  try {
    try {
      app.parse(argc, argv);
    } catch (const CLI::Success& request) {  // --help
      return app.exit(request);
    } catch (const CLI::ParseError& error) {
      throw Error(fmt::format("{} (see {} --help)", error.what(), app.get_name()));
    }
    return run() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "graze: {}\n", cli::printable(error.what()));
    return 2;
  }
}

std::string footer(const std::string& examples) {
  return "Exit code: 0 measured, 1 an answer of ours that must agree did not, 2 error.\n\nExamples:\n" +
         examples;
}

}  // namespace graze::bench
