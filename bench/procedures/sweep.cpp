// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {

namespace {

void sweep_with(Context& context, const GrazeConfig& ours) {
  const std::vector<Query> queries = sweep_queries(context.scaled(200));
  std::vector<std::string> groups;
  for (const double distance : sweep_distances) groups.push_back(fmt::format("distance {}", distance));
  for (const NamedMesh& named : context.meshes) {
    const cli::Progress progress("sweep: " + named.name);
    const Mesh mesh = named.make();
    Field(context, mesh, mesh, false, {ours})
        .run(named.name, queries, ask_collides, context.race_options(), groups);
  }
}

}  // namespace

void run_sweep(Context& context) {
  sweep_with(context, {});
}

void run_sweep_obb(Context& context) {
  sweep_with(context, {.name = "graze-obb", .method = Method::obb_tree});
}

}  // namespace graze::bench
