// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/broad_phases.h"

#include <graze/error.h>

#include <string>

#include "broad/brute_force.h"
#include "broad/cells/cells.h"
#include "broad/grid/uniform_grid.h"
#include "broad/interval/interval_tree.h"
#include "broad/predictive/predictive.h"
#include "broad/quad/quad_tree.h"
#include "broad/sweep/sweep_and_prune.h"
#include "math/message.h"

namespace graze {
namespace {

template <class T>
std::unique_ptr<BroadPhase> make() {
  return std::make_unique<T>();
}

struct Entry {
  BroadPhaseKind kind;
  std::string_view name;
  std::unique_ptr<BroadPhase> (*make)();
  bool uses_motions = false;
};
constexpr std::array entries = {
    Entry{BroadPhaseKind::automatic, "automatic", make<Cells>},
    Entry{BroadPhaseKind::cells, "cells", make<Cells>},
    Entry{BroadPhaseKind::brute_force, "brute_force", make<BruteForce>},
    Entry{BroadPhaseKind::sweep_and_prune, "sweep_and_prune", make<SweepAndPrune>},
    Entry{BroadPhaseKind::interval_tree, "interval_tree", make<IntervalTree>},
    Entry{BroadPhaseKind::uniform_grid, "uniform_grid", make<UniformGrid>},
    Entry{BroadPhaseKind::quad_tree, "quad_tree", make<QuadTree>},
    Entry{BroadPhaseKind::predictive, "predictive", make<Predictive>, true},
};

const Entry& entry(BroadPhaseKind kind) {
  for (const Entry& e : entries) {
    if (e.kind == kind) return e;
  }
  throw Error(message("there is no broad phase number ", static_cast<int>(kind)));
}

}  // namespace

std::string_view broad_phase_name(BroadPhaseKind kind) {
  return entry(kind).name;
}

BroadPhaseKind broad_phase_from_name(std::string_view name) {
  std::string known;
  for (const Entry& e : entries) {
    if (e.name == name) return e.kind;
    known += (known.empty() ? "" : ", ") + std::string(e.name);
  }
  throw Error(message("there is no broad phase '", name, "'; there are ", known));
}

std::span<const BroadPhaseKind> all_broad_phases() {
  static constexpr auto list = [] {
    std::array<BroadPhaseKind, entries.size()> result{};
    for (std::size_t i = 0; i < entries.size(); ++i) result[i] = entries[i].kind;
    return result;
  }();
  return list;
}

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind) {
  return entry(kind).make();
}

bool uses_motions(BroadPhaseKind kind) {
  return entry(kind).uses_motions;
}

}  // namespace graze
