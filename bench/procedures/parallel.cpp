// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {

void run_parallel(Context& context) {
  const int count = context.quick ? 3 : 20;
  {
    const cli::Progress progress("parallel: nested spheres");
    const Mesh outer = make_fine_sphere(1), inner = make_fine_sphere(0.999);
    const std::vector<Query> queries = jittered_queries(count, 0.05, 1e-4, {0, 0, 0});
    Field(context, outer, inner).run("nested-spheres", queries, ask_collides, context.long_race_options());
  }
  {
    const cli::Progress progress("parallel: wavy plates");
    const Mesh plate = make_wavy_plate(220);
    // So little that the waves stay clear of each other.
    const std::vector<Query> queries =
        jittered_queries(count, 1e-4, 1e-4 * body_size, {0, 0, 1e-3 * body_size});
    Field(context, plate, plate).run("wavy-plates", queries, ask_collides, context.long_race_options());
  }
}

}  // namespace graze::bench
