// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {
namespace {

/// Methods whose cost grows with the product of the sizes.
bool is_quadratic(Method method) {
  return method == Method::naive || method == Method::simple;
}

/// Methods that leave meshes to the default.
bool is_for_solids(Method method) {
  return method == Method::gjk || method == Method::lin_canny || method == Method::separating_plane;
}

std::vector<GrazeConfig> methods_for(std::size_t faces) {
  std::vector<GrazeConfig> configs;
  for (const Method method : all_methods()) {
    if (is_for_solids(method) || (is_quadratic(method) && faces > 3000)) continue;
    configs.push_back({.name = std::string(method_name(method)), .method = method});
  }
  return configs;
}

struct Build {
  double seconds;
  double bytes;
};

Build report_build(Context& context, const GrazeConfig& config, const Mesh& mesh) {
  const std::unique_ptr<Peer> peer = make_graze(config);
  const std::unique_ptr<Body> body = peer->body(mesh);
  const std::size_t before = heap_bytes();
  const double seconds = seconds_of([&] { body->build(); });
  const double bytes = static_cast<double>(heap_bytes()) - static_cast<double>(before);
  const auto faces = static_cast<double>(mesh.faces.size());
  fmt::print("  {:<14}built in {:>10}, {:.1f} bytes a face\n", config.name, time_text(seconds),
             bytes / faces);
  context.report.add(
      {{"case", "build"}, {"method", config.name}, {"seconds", seconds}, {"bytes_a_face", bytes / faces}});
  return {seconds, bytes};
}

}  // namespace

void run_methods(Context& context) {
  const std::vector<Query> queries = sweep_queries(context.scaled(100));
  Peers aside = std::move(context.peers);
  context.peers.clear();
  for (const NamedMesh& named : context.meshes) {
    const cli::Progress progress("methods: " + named.name);
    const Mesh mesh = named.make();
    const std::vector<GrazeConfig> configs = methods_for(mesh.faces.size());
    Field(context, mesh, mesh, false, configs).run(named.name, queries, ask_collides, context.race_options());
    std::map<Method, Build> builds;
    for (const GrazeConfig& config : configs) builds[config.method] = report_build(context, config, mesh);
    const Build &dop = builds.at(Method::dop_tree), &obb = builds.at(Method::obb_tree);
    fmt::print("  the OBB-tree beside the DOP-tree: ×{:.2f} to build, ×{:.2f} memory\n",
               obb.seconds / dop.seconds, obb.bytes / dop.bytes);
  }
  context.peers = std::move(aside);
}

}  // namespace graze::bench
