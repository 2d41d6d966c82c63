// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {
namespace {

constexpr double long_query = 1e-3;

std::vector<FacePair> pairs_with(const Field& field, const Query& query, int threads) {
  return face_pairs(field.a(), query.X_WA, field.b(), query.X_WB, {.threads = threads});
}

/// Those that take one thread longer than a millisecond.
std::vector<Query> long_queries(const Field& field, std::span<const Query> queries) {
  std::vector<Query> result;
  for (const Query& query : queries) {
    pairs_with(field, query, 1);
    if (seconds_of([&] { pairs_with(field, query, 1); }) > long_query) result.push_back(query);
  }
  return result;
}

}  // namespace

void run_threads(Context& context) {
  // Almost in the same place: the most faces that meet.
  const std::vector<Query> queries = jittered_queries(context.scaled(40), 0.03, 0.01 * body_size, {0, 0, 0});
  Peers aside = std::move(context.peers);  // they have one thread each
  context.peers.clear();
  for (const NamedMesh& named : context.meshes) {
    const cli::Progress progress("threads: " + named.name);
    const Mesh mesh = named.make();
    const std::string more = fmt::format("graze-{}", context.threads);
    Field field(context, mesh, mesh, true, {{.name = "graze-1"}, {.name = more, .threads = context.threads}});
    const std::vector<Query> slow = long_queries(field, queries);
    if (slow.empty()) {
      fmt::print("{}: no query takes over a millisecond\n", named.name);
      continue;
    }
    RaceOptions race_options = context.long_race_options();
    race_options.clock = Clock::wall;
    field.run(named.name, slow, ask_count, race_options);
    bool same = true;
    for (const Query& query : slow) {
      const std::vector<FacePair> one = pairs_with(field, query, 1);
      same = same && one == pairs_with(field, query, 2) && one == pairs_with(field, query, 8);
    }
    context.report.check(same, named.name + ": the same pairs with 1, 2 and 8 threads");
  }
  context.peers = std::move(aside);
}

}  // namespace graze::bench
