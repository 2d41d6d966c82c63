// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <graze/error.h>

#include <algorithm>
#include <array>

#include "peers/peer.h"

namespace graze::bench {
namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<Peer> (*make)();  // null: not found when the project was configured
  bool by_default;
};

constexpr std::array entries{
#ifdef GRAZE_WITH_FCL
    Entry{"fcl", make_fcl, true},       Entry{"fcl-obb", make_fcl_obb, false},
#else
    Entry{"fcl", nullptr, true},    Entry{"fcl-obb", nullptr, false},
#endif
#ifdef GRAZE_WITH_BULLET
    Entry{"bullet", make_bullet, true},
#else
    Entry{"bullet", nullptr, true},
#endif
#ifdef GRAZE_WITH_ODE
    Entry{"ode", make_ode, true},
#else
    Entry{"ode", nullptr, true},
#endif
#ifdef GRAZE_WITH_CGAL
    Entry{"cgal", make_cgal, true},
#else
    Entry{"cgal", nullptr, true},
#endif
#ifdef GRAZE_WITH_EMBREE
    Entry{"embree", make_embree, true}, Entry{"embree-walk", make_embree_walk, false},
#else
    Entry{"embree", nullptr, true}, Entry{"embree-walk", nullptr, false},
#endif
};

}  // namespace

std::size_t Pair::count_pairs(const Pose& /*X_WA*/, const Pose& /*X_WB*/) {
  return 0;
}

std::unique_ptr<Peer> make_peer(std::string_view name) {
  const auto* const entry =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  if (entry == entries.end()) {
    std::vector<std::string_view> names;
    for (const Entry& e : entries) names.push_back(e.name);
    throw Error(fmt::format("no peer is called '{}'; there are {}", name, fmt::join(names, ", ")));
  }
  if (entry->make == nullptr) {
    throw Error(fmt::format("'{}' was not found when the benchmarks were configured", name));
  }
  return entry->make();
}

std::vector<std::string> default_peer_names() {
  std::vector<std::string> names;
  for (const Entry& entry : entries) {
    if (entry.by_default && entry.make != nullptr) names.emplace_back(entry.name);
  }
  return names;
}

}  // namespace graze::bench
