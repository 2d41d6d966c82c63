// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "memory_option.h"
#include "terminal.h"
#include "verbs.h"

namespace {

using graze::cli::exit_error;

int report_error(const std::string& message) {
  graze::cli::print_error(message);
  return exit_error;
}

/// The verb whose help to point at, if there is one: "graze check --help".
std::string help_hint(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return fmt::format("(see graze {}--help)", verbs.empty() ? "" : verbs.front()->get_name() + " ");
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

int run(int argc, char** argv) {
  CLI::App app("Exact collision detection among polyhedra.", "graze");
  app.set_version_flag("--version", "graze " GRAZE_VERSION);
  app.set_help_flag("-h,--help", "Print this help and leave");
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(28);
  app.footer(
      "Examples:\n"
      "  graze check door.stl frame.obj     do these two parts touch, as they lie?\n"
      "  graze inspect part.stl             what is wrong with this mesh?\n"
      "  graze demo                         watch a thousand bodies tumble and rebound\n"
      "  graze bench --quick                how fast, beside other libraries?\n"
      "  graze selftest --seconds 60        is it ever wrong?\n"
      "\n"
      "graze VERB --help says more. Exit code 2 is an error.");

  int exit_code = graze::cli::exit_clear;
  graze::cli::add_check(app, exit_code);
  graze::cli::add_inspect(app, exit_code);
  graze::cli::add_demo(app, exit_code);
  graze::cli::add_bench(app, exit_code);
  graze::cli::add_selftest(app, exit_code);
  const std::string first = argc > 1 ? argv[1] : "";
  const std::vector<std::string> verbs = verbs_of(app);
  if (argc > 1 && !first.starts_with('-') && std::ranges::find(verbs, first) == verbs.end()) {
    return report_error(fmt::format("there is no command '{}'; the commands are {} (see graze --help)", first,
                                    fmt::join(verbs, ", ")));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    app.exit(request);
  } catch (const CLI::ParseError& error) {
    return report_error(fmt::format("{} {}", error.what(), help_hint(app)));
  }
  if (argc <= 1) fmt::print("{}", app.help());
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  graze::cli::install_signal_handlers();
  try {
    const int exit_code = run(argc, argv);
    // A full disk may show only when the last of the buffer is written.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return report_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    }
    return exit_code;
  } catch (const std::exception& error) {
    return report_error(graze::cli::text_of(error));
  }
}
