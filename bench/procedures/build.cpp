// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "procedures.h"
#include "terminal.h"

namespace graze::bench {
namespace {

struct Built {
  double seconds = 0;
  double bytes = 0;  ///< from the heap, beyond copies of the mesh's arrays
  std::optional<std::size_t> reported;
};

Built build_once(Peer& peer, const Mesh& mesh) {
  const std::unique_ptr<Body> body = peer.body(mesh);
  const std::size_t before = heap_bytes();
  Built built;
  built.seconds = seconds_of([&] { body->build(); });
  built.bytes = static_cast<double>(heap_bytes()) - static_cast<double>(before) -
                static_cast<double>(body->copied_bytes());
  built.reported = body->reported_bytes();
  return built;
}

Built build(Peer& peer, const Mesh& mesh, int times) {
  std::vector<double> seconds;
  Built built;
  for (int i = 0; i < times; ++i) {
    built = build_once(peer, mesh);
    seconds.push_back(built.seconds);
  }
  built.seconds = median_of(seconds);
  return built;
}

}  // namespace

void run_build(Context& context) {
  const std::unique_ptr<Peer> graze = make_graze();
  std::vector<Peer*> peers{graze.get()};
  for (const auto& peer : context.peers) peers.push_back(peer.get());
  std::map<std::string, std::vector<double>> ratios;
  for (const NamedMesh& named : context.meshes) {
    const cli::Progress progress("build: " + named.name);
    const Mesh mesh = named.make();
    const auto faces = static_cast<double>(mesh.faces.size());
    fmt::print("{}, {} faces\n", named.name, mesh.faces.size());
    Json entry = {{"case", named.name}, {"faces", mesh.faces.size()}, {"contenders", Json::array()}};
    double ours = 0;
    for (Peer* peer : peers) {
      const Built built = build(*peer, mesh, context.quick ? 2 : 5);
      if (peer == graze.get()) ours = built.seconds;
      fmt::print("  {:<14}{:>10}  ×{:<7.2f}{:>7.2f} Mfaces/s  {:>7.1f} bytes a face", peer->name(),
                 time_text(built.seconds), built.seconds / ours, faces / built.seconds / 1e6,
                 built.bytes / faces);
      if (built.reported) {
        fmt::print(" ({:.1f} by its own account)", static_cast<double>(*built.reported) / faces);
      }
      fmt::print("\n");
      ratios[peer->name()].push_back(built.seconds / ours);
      entry["contenders"].push_back({{"name", peer->name()},
                                     {"seconds", built.seconds},
                                     {"ratio", built.seconds / ours},
                                     {"bytes_a_face", built.bytes / faces},
                                     {"reported_bytes", built.reported ? Json(*built.reported) : Json()}});
    }
    context.report.add(std::move(entry));
  }
  for (const Peer* peer : peers) {
    if (peer == graze.get()) continue;
    const std::vector<double>& all = ratios[peer->name()];
    fmt::print("-- build {}: ×{:.2f}, lowest ×{:.2f}\n", peer->name(), geometric_mean(all),
               *std::min_element(all.begin(), all.end()));
  }
}

}  // namespace graze::bench
