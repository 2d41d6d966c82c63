// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Broad phases, ours beside every peer that was found when the project was configured: the same boxes, one process,
// frame by frame in turn, and all pairs compared.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <graze/error.h>

#include <CLI/CLI.hpp>
#include <fstream>

#include "broad_procedures.h"
#include "terminal.h"

namespace graze::bench {
namespace {

struct Options {
  BroadContext context;
  std::vector<std::string> procedures;
  std::filesystem::path json;
};

std::vector<std::string> procedure_names() {
  std::vector<std::string> names;
  for (const BroadProcedure& procedure : broad_procedures()) names.push_back(procedure.name);
  return names;
}

void add_options(CLI::App& app, Options& options) {
  BroadContext& context = options.context;
  app.add_flag("--quick", context.quick, "Fewer frames and bodies: does it run, and roughly how?");
  app.add_option("--procedures", options.procedures,
                 fmt::format("Of: {}", fmt::join(procedure_names(), ", ")))
      ->delimiter(',')
      ->option_text("A,B,...")
      ->check(CLI::IsMember(procedure_names()));
  app.add_option("--peers", context.peers,
                 fmt::format("Of: {}, or none", fmt::join(found_broad_peers(), ", ")))
      ->delimiter(',')
      ->option_text("A,B,...");
  app.add_option("--sizes", context.sizes, "Numbers of bodies (default: 1000,10000,100000)")
      ->delimiter(',')
      ->option_text("N,...")
      ->check(CLI::Range(10, 10'000'000));
  app.add_option("--threads", context.threads, "For 'threads' and 'churn' (default: 2)")
      ->check(CLI::Range(1, 1024));
  app.add_option("--json", options.json, "Write all figures there")->option_text("FILE");
  app.add_option("--out", context.out, "Write plots there")->option_text("FOLDER");
}

bool run(Options& options) {
  BroadContext& context = options.context;
  if (context.peers.empty()) context.peers = found_broad_peers();
  if (context.peers.size() == 1 && context.peers[0] == "none") context.peers.clear();
  if (context.sizes.empty()) context.sizes = {1000, 10'000, 100'000};
  context.json = {{"graze_bench_broad", 1}, {"quick", context.quick}};
  for (const std::string& name : context.peers) {
    const auto peer = make_broad_peer(name);
    fmt::print("  {:<22}{}\n", peer->name(), peer->setup());
    context.json["setup"][name] = peer->setup();
  }
  fmt::print("×: times as long as ours, by medians; worst: the frame with the lowest ratio\n");
  for (const BroadProcedure& procedure : broad_procedures()) {
    const auto& wanted = options.procedures;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), procedure.name) == wanted.end()) continue;
    fmt::print("\n== {}: {}\n", procedure.name, procedure.what);
    procedure.run(context);
    if (options.json.empty()) continue;
    std::ofstream out(options.json);
    out << context.json.dump(1) << '\n';
    if (!out.flush()) throw Error(fmt::format("cannot write '{}'", options.json.string()));
  }
  return context.all_good;
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  graze::cli::install_signal_handlers();
  try {
    CLI::App app("Broad phases, beside those of other libraries.", "graze bench broad");
    graze::bench::Options options;
    graze::bench::add_options(app, options);
    app.footer(
        "Exit code: 0 measured, 1 an answer of ours that must agree did not, 2 error.\n"
        "\n"
        "Examples:\n"
        "  graze bench broad --quick\n"
        "  graze bench broad --procedures peers --sizes 10000 --peers fcl-tree,cgal --json figures.json");
    try {
      app.parse(argc, argv);
    } catch (const CLI::Success& request) {  // --help
      return app.exit(request);
    } catch (const CLI::ParseError& error) {
      throw graze::Error(fmt::format("{} (see graze bench broad --help)", error.what()));
    }
    return graze::bench::run(options) ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "graze: {}\n", graze::cli::printable(error.what()));
    return 2;
  }
}
