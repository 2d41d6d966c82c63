// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {

void run_tiny_huge(Context& context) {
  constexpr double tiny_size = body_size / 1000;
  constexpr std::size_t huge = 40000;  // faces
  const Mesh tiny = scaled_to(make_icosphere(1, 2), tiny_size);
  for (const NamedMesh& named : context.meshes) {
    const cli::Progress progress("tiny-huge: " + named.name);
    const Mesh mesh = named.make();
    if (mesh.faces.size() < huge) continue;
    const std::vector<Query> queries = surface_queries(mesh, tiny_size, context.scaled(1000));
    Field(context, mesh, tiny).run(named.name, queries, ask_collides, context.race_options());
  }
}

}  // namespace graze::bench
