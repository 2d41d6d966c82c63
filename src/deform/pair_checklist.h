// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/deform.h>

#include <span>
#include <vector>

#include "deform/octree_face.h"
#include "deform/octree_lanes.h"
#include "deform/pair_set.h"

namespace graze {

/// The face pair checklist: pairs come in, each is tested once, eight at a time, and those that meet are
/// kept.
class PairChecklist {
 public:
  std::vector<BodyFacePair> found;
  Counters counters;

  /// `error` is the largest of all bodies'.
  void start(std::span<const OctreeBody> bodies, double error, bool first_only, Limits& limits);

  /// Two faces of different bodies, by their numbers in `faces`. A pair that another cell may have, too, is
  /// looked up first. True when the first pair was asked for and is there.
  bool offer(std::span<const OctreeFace> faces, const OctreeCandidate& candidate) {
    if (!candidate.inside && !seen_.insert(candidate.a, candidate.b)) return false;
    pairs_.a[pairs_.size] = candidate.a;
    pairs_.b[pairs_.size] = candidate.b;
    return ++pairs_.size == 8 && decide(faces);
  }

  /// The pairs that are still waiting. Throws Cancelled if the query is to stop.
  bool decide(std::span<const OctreeFace> faces);

  std::size_t bytes() const { return seen_.bytes() + found.capacity() * sizeof(found[0]); }

 private:
  bool faces_meet(const OctreeFace& a, const OctreeFace& b);

  std::span<const OctreeBody> bodies_;
  double error_ = 0;
  bool first_only_ = false;
  Limits* limits_ = &no_limits;
  ListShare share_;  // of `found`
  PairSet seen_;
  OctreePairs pairs_;
};

}  // namespace graze
