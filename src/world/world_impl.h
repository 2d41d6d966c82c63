// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include "broad/broad_phases.h"
#include "world/motions.h"
#include "world/narrow_phase.h"
#include "world/pair_filter.h"

namespace graze {

struct World::Impl {
  explicit Impl(const WorldOptions& o) : options(o), broad_phase(make_broad_phase(o.broad_phase)) {}

  WorldOptions options;
  Bodies bodies;
  PairFilter filter;
  std::unique_ptr<BroadPhase> broad_phase;
  NarrowPhase narrow_phase;
  Motions motions;
  Workers workers;
  double time = 0;

  std::vector<SlotPair> pairs;
  std::vector<BodyPair> touching;  ///< collided when last looked at, sorted
  std::vector<BodyPair> next_touching;
  Frame frame;

  void find_candidates();
  void ask(std::chrono::steady_clock::time_point start);
  void report();
};

}  // namespace graze
