// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad_peers/peer.h"
#include "json.h"

// Broad phases on the same boxes, in turn, so that a disturbance of the machine hits all of them.
namespace graze::bench {

struct BroadScene {
  std::string name;
  scenes::BoxCrowdOptions options;
};

struct BroadResult {
  std::string name;
  double median = 0, longest = 0;     ///< seconds a frame
  double lowest_ratio = 0;            ///< of its time to the first's in the same frame
  double ratio = 0;                   ///< of medians, to the first
  std::size_t frames = 0;             ///< fewer than asked for if they took too long
  std::size_t missed = 0, extra = 0;  ///< pairs, over all frames, beside the first's
};

struct BroadRaceOptions {
  int compared_frames = 6;
  int rounds = 6;           ///< of five frames each
  double seconds_each = 8;  ///< a contender that has taken longer is left out of the rest
};

/// The first is what the others are compared with.
std::vector<BroadResult> broad_race(const BroadScene& scene,
                                    std::span<const std::unique_ptr<BroadPeer>> contenders,
                                    const BroadRaceOptions& options);

}  // namespace graze::bench
