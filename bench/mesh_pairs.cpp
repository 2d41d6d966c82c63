// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Pairs of meshes, ours beside every peer that was found when the project was configured: one set of poses,
// one process, contenders in turn. docs/benchmarks.md says what is measured and why it is fair.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "math/instruction_sets.h"
#include "procedures.h"
#include "program.h"

namespace graze::bench {
namespace {

struct Options {
  bool quick = false;
  int threads = 2;
  std::vector<std::string> meshes, procedures, peers;
  std::filesystem::path folder = GRAZE_SHARED_MESHES;
  Figures figures;
};

std::vector<std::string> procedure_names() {
  std::vector<std::string> names;
  for (const Procedure& procedure : procedures()) names.emplace_back(procedure.name);
  return names;
}

/// The best that this processor has of those that the library was compiled for; Highway takes it.
std::string instruction_set() {
  return hwy::TargetName(instruction_sets().front());
}

void add_options(CLI::App& app, Options& options) {
  const auto list = [&](const char* name, std::vector<std::string>& values, const std::string& what) {
    return app.add_option(name, values, what)->delimiter(',')->option_text("A,B,...");
  };
  app.add_flag("--quick", options.quick, "A tenth of the queries: does it run, and roughly how?");
  list("--meshes", options.meshes, fmt::format("Files, or of: {}", fmt::join(built_in_mesh_names(), ", ")));
  list("--procedures", options.procedures, fmt::format("Of: {}", fmt::join(procedure_names(), ", ")))
      ->check(CLI::IsMember(procedure_names()));
  list("--peers", options.peers, "Of: fcl, fcl-obb, bullet, ode, cgal, embree, embree-walk, or none");
  app.add_option("--threads", options.threads, "For the procedure 'threads' (default: 2)")
      ->check(CLI::Range(2, 1024));
  options.figures.add_options(app);
  app.add_option("--mesh-folder", options.folder,
                 "Where meshes that are no part of the project are looked for")
      ->option_text("FOLDER");
}

Context context_of(const Options& options) {
  Context context;
  context.quick = options.quick;
  context.threads = options.threads;
  context.out = options.figures.folder();
  if (options.meshes.empty()) context.meshes = default_meshes(options.folder);
  for (const std::string& name : options.meshes)
    context.meshes.push_back(mesh_from_name(name, options.folder));
  const bool none = options.peers.size() == 1 && options.peers.front() == "none";
  if (none) return context;
  for (const std::string& name : options.peers.empty() ? default_peer_names() : options.peers) {
    context.peers.push_back(make_peer(name));
  }
  return context;
}

void introduce(Context& context, const Options& options) {
  Json& json = context.report.json();
  json = {{"graze_bench", 1}, {"quick", options.quick}, {"instruction_set", instruction_set()}};
  fmt::print("instruction set of our lanes: {}\n", instruction_set());
  fmt::print("  {:<14}{}\n", "graze", make_graze()->setup());
  for (const auto& peer : context.peers) {
    fmt::print("  {:<14}{}\n", peer->name(), peer->setup());
    json["peers"][peer->name()] = peer->setup();
  }
  if (options.meshes.empty() && !std::filesystem::is_directory(options.folder)) {
    fmt::print("the folder of meshes from elsewhere is not there: only those made by program are measured\n");
  }
  fmt::print(
      "×: times as long as ours, by means and by medians; worst: the group of queries with the lowest "
      "ratio\n");
}

bool is_wanted(const Procedure& procedure, const Options& options) {
  return options.procedures.empty() || std::find(options.procedures.begin(), options.procedures.end(),
                                                 procedure.name) != options.procedures.end();
}

bool run(Options& options) {
  options.figures.open();
  Context context = context_of(options);
  introduce(context, options);
  for (const Procedure& procedure : procedures()) {
    if (!is_wanted(procedure, options)) continue;
    context.report.begin(procedure.name, procedure.what);
    procedure.run(context);
    context.report.end();
    const Json& all = context.report.json();
    const std::string name(procedure.name);
    options.figures.write(name, all["procedures"][name], all);
  }
  return context.report.all_good();
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  CLI::App app("Meshes against meshes, beside other libraries.", "graze bench");
  graze::bench::Options options;
  graze::bench::add_options(app, options);
  app.footer(
      graze::bench::footer("  graze bench --quick\n"
                           "  graze bench --procedures sweep,near-miss --peers fcl --json figures.json\n"
                           "  graze bench --meshes part.stl --procedures sweep"));
  return graze::bench::run_program(app, argc, argv, [&] { return graze::bench::run(options); });
}
