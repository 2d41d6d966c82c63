// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <graze/error.h>

#include <array>

#include "broad_peers/peer.h"

namespace graze::bench {
namespace {

struct Entry {
  const char* name;
  std::unique_ptr<BroadPeer> (*make)();  // null: not found when the project was configured
};

constexpr std::array entries{
#ifdef GRAZE_WITH_FCL
    Entry{"fcl-tree", make_fcl_tree},       Entry{"fcl-sap", make_fcl_sap},
#else
    Entry{"fcl-tree", nullptr},    Entry{"fcl-sap", nullptr},
#endif
#ifdef GRAZE_WITH_BULLET
    Entry{"bullet-dbvt", make_bullet_dbvt}, Entry{"bullet-sap", make_bullet_sap},
#else
    Entry{"bullet-dbvt", nullptr}, Entry{"bullet-sap", nullptr},
#endif
#ifdef GRAZE_WITH_CGAL
    Entry{"cgal", make_cgal_boxes},
#else
    Entry{"cgal", nullptr},
#endif
#ifdef GRAZE_WITH_ODE
    Entry{"ode-hash", make_ode_hash},       Entry{"ode-sap", make_ode_sap},
#else
    Entry{"ode-hash", nullptr},    Entry{"ode-sap", nullptr},
#endif
};

}  // namespace

std::unique_ptr<BroadPeer> make_broad_peer(const std::string& name) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) {
    names.emplace_back(entry.name);
    if (name != entry.name) continue;
    if (entry.make == nullptr) {
      throw Error(fmt::format("'{}' was not found when the benchmarks were configured", name));
    }
    return entry.make();
  }
  throw Error(fmt::format("no peer is called '{}'; there are {}", name, fmt::join(names, ", ")));
}

std::vector<std::string> found_broad_peers() {
  std::vector<std::string> names;
  for (const Entry& entry : entries) {
    if (entry.make != nullptr) names.emplace_back(entry.name);
  }
  return names;
}

}  // namespace graze::bench
