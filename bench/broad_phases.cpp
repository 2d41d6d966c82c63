// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Broad phases, ours beside every peer that was found when the project was configured: the same boxes, one process,
// frame by frame in turn, and all pairs compared.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "broad_procedures.h"
#include "program.h"

namespace graze::bench {
namespace {

struct Options {
  BroadContext context;
  std::vector<std::string> procedures;
  Figures figures;
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
  options.figures.add_options(app);
}

bool run(Options& options) {
  BroadContext& context = options.context;
  options.figures.open();
  context.out = options.figures.folder();
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
    options.figures.write(procedure.name, context.json[procedure.name], context.json);
  }
  return context.all_good;
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  CLI::App app("Broad phases, beside those of other libraries.", "graze bench broad");
  graze::bench::Options options;
  graze::bench::add_options(app, options);
  app.footer(graze::bench::footer(
      "  graze bench broad --quick\n"
      "  graze bench broad --procedures peers --sizes 10000 --peers fcl-tree,cgal --json figures.json"));
  return graze::bench::run_program(app, argc, argv, [&] { return graze::bench::run(options); });
}
