// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {

namespace {

void run_with(Context& context, std::span<const Query> queries) {
  for (const NamedMesh& named : context.meshes) {
    const cli::Progress progress("coherent: " + named.name);
    const Mesh mesh = named.make();
    Field field(context, mesh, mesh, false, {{.name = "graze-cached", .cached = true}, {.name = "graze"}});
    const std::vector<Course> courses = field.run(named.name, queries, ask_collides, context.race_options());
    context.report.check(courses[0].answers == courses[1].answers,
                         named.name + ": the cache never changes the answer");
  }
}

}  // namespace

void run_coherent(Context& context) {
  run_with(context, coherent_queries(1));
}

void run_smooth(Context& context) {
  run_with(context, coherent_queries(0.1));
}

}  // namespace graze::bench
