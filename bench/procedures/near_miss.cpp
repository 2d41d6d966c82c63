// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {

void run_near_miss(Context& context) {
  std::vector<std::string> groups;
  for (const double gap : near_miss_gaps) groups.push_back(fmt::format("gap {} %", gap * 100));
  for (const NamedMesh& named : context.meshes) {
    const cli::Progress progress("near-miss: " + named.name);
    const Mesh mesh = named.make();
    Field field(context, mesh, mesh);
    const std::vector<Query> queries =
        near_miss_queries(field.a(), field.b(), near_miss_gaps, context.scaled(200));
    field.run(named.name, queries, ask_collides, context.race_options(), groups);
  }
}

}  // namespace graze::bench
