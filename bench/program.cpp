// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "program.h"

#include <fmt/format.h>
#include <graze/error.h>

#include "io/file.h"
#include "terminal.h"

namespace graze::bench {

void Figures::add_options(CLI::App& app) {
  app.add_option("--json", file_, "Write all figures there: a new file (.json)")->option_text("FILE");
  app.add_option("--out", folder_,
                 "Write the figures of each procedure there, and its tables and plots: a new folder")
      ->option_text("FOLDER");
}

void Figures::open() {
  if (!file_.empty()) output_ = cli::OutputFile("--json", file_, {".json"});
  if (!folder_.empty()) cli::make_new_folder("--out", folder_);
}

void Figures::write(const std::string& procedure, const Json& figures, const Json& all) {
  output_.write(all.dump(1) + "\n");
  if (folder_.empty()) return;
  io::write_file(folder_ / (procedure + ".json"), figures.dump(1) + "\n", IfExists::replace);
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
    cli::print_error(error.what());
    return 2;
  }
}

std::string footer(const std::string& examples) {
  return "Exit code: 0 measured, 1 an answer of ours that must agree did not, 2 error.\n\nExamples:\n" +
         examples;
}

}  // namespace graze::bench
