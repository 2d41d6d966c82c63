// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "procedures.h"

#include <malloc.h>

#include <array>

namespace graze::bench {

Field::Field(Context& context, const Mesh& a, const Mesh& b, bool all_pairs, std::vector<GrazeConfig> ours)
    : context_(context), faces_(a.faces.size()), same_(&a == &b) {
  for (GrazeConfig& config : ours) own_.push_back(make_graze(std::move(config)));
  for (const auto& peer : own_) enter(*peer, a, b);
  for (const auto& peer : context.peers) {
    if (!all_pairs || peer->finds_all_pairs()) enter(*peer, a, b);
  }
}

void Field::enter(Peer& peer, const Mesh& a, const Mesh& b) {
  bodies_.push_back(peer.body(a));
  Body& body_a = *bodies_.back();
  body_a.build();
  if (!same_) {
    bodies_.push_back(peer.body(b));
    bodies_.back()->build();
  }
  pairs_.push_back(peer.pair(body_a, *bodies_.back()));
  contenders_.push_back({peer.name(), pairs_.back().get()});
}

const Shape& Field::a() const {
  return shape_of(*bodies_[0]);
}

const Shape& Field::b() const {
  return shape_of(*bodies_[same_ ? 0 : 1]);
}

Counters Field::count(std::span<const Query> queries, Ask ask) {
  Counters counters;
  Pair& pair = *pairs_[0];
  set_counters(pair, &counters);
  for (const Query& query : queries) ask(pair, query);
  set_counters(pair, nullptr);
  return counters;
}

std::vector<Course> Field::run(const std::string& name, std::span<const Query> queries, Ask ask,
                               const RaceOptions& options, std::span<const std::string> groups) {
  std::vector<Course> courses = race(contenders_, queries, ask, options);
  context_.report.add_race(name, faces_, contenders_, courses, queries, count(queries, ask), groups);
  return courses;
}

std::size_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

std::span<const Procedure> procedures() {
  static constexpr std::array list{
      Procedure{"sweep", "two equal bodies from deep overlap to apart, yes or no", run_sweep},
      Procedure{"near-miss", "two equal bodies that almost touch, yes or no", run_near_miss},
      Procedure{"all-pairs", "all pairs of faces of two equal bodies deep in each other", run_all_pairs},
      Procedure{"contact", "all pairs of faces of assemblies that touch, and of the same a millionth apart",
                run_contact},
      Procedure{"parallel", "surfaces that run close and parallel, yes or no", run_parallel},
      Procedure{"tiny-huge", "a body of 1/1000 of the size near the surface of a huge one, yes or no",
                run_tiny_huge},
      Procedure{"build", "time to build, and memory beyond the mesh's arrays", run_build},
      Procedure{"coherent", "1° and 0.5 % of the size a step, through contact and out again, yes or no",
                run_coherent},
      Procedure{"smooth", "the same with a tenth of the motion a step", run_smooth},
      Procedure{"threads", "all pairs with one thread and with more, where it takes over a millisecond",
                run_threads},
      Procedure{"budget", "how far queries overrun a budget of time, and what they then know", run_budget},
      Procedure{"scaling", "cost of telling bodies apart, against the number of faces", run_scaling},
      Procedure{"sweep-obb", "the sweep with our OBB-tree; beside it, with --peers fcl-obb, FCL's",
                run_sweep_obb},
      Procedure{"methods", "our methods side by side on the sweep", run_methods},
  };
  return list;
}

}  // namespace graze::bench
