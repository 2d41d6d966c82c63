// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/deform.h>
#include <graze/world.h>

#include <unordered_map>

#include "broad/broad_phases.h"
#include "world/body_index.h"
#include "world/motions.h"
#include "world/narrow_phase.h"
#include "world/pair_filter.h"

namespace graze {

struct World::Impl {
  explicit Impl(const WorldOptions& o)
      : options(o), bodies(o.boxes), broad_phase(make_broad_phase(o.broad_phase)) {}

  WorldOptions options;
  Bodies bodies;
  std::unordered_map<Slot, Deformer> deformers;  ///< of the bodies whose shapes World::deform has made
  BodyIndex index;
  PairFilter filter;
  std::unique_ptr<BroadPhase> broad_phase;
  NarrowPhase narrow_phase;
  Motions motions;
  Workers workers;
  double time = 0;

  std::vector<SlotPair> pairs;
  std::vector<BodyPair> touching;  ///< collided when they were last tested, sorted
  std::vector<BodyPair> next_touching;
  Frame frame;
  bool up_to_date = false;           ///< nothing has changed since the frame
  bool some_begin = false;           ///< some of the frame's collisions may have begun in its step
  bool broad_phase_is_lost = false;  ///< it failed in the middle of a step
  bool asks_predicate = false;       ///< in the middle of a step

  /// The shortcut `repeated_step`.
  bool would_repeat() const {
    return options.shortcuts.has(Shortcut::repeated_step) && up_to_date && frame.undecided.empty() &&
           !filter.has_predicate() && !uses_motions(options.broad_phase);
  }
  void require_no_step() const;
  void apply_filter();
  void repeat();
  void look(double now, std::chrono::steady_clock::time_point start, const std::stop_token& stop);
  void find_candidates(double now, StepCounters& counters);
  void ask(std::chrono::steady_clock::time_point start, const std::stop_token& stop, Limits& limits,
           StepCounters& counters);
  void report();
};

}  // namespace graze
