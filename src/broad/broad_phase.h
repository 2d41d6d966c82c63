// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a broad phase is: once a frame it is told which boxes changed, and names every pair of boxes that
// overlap. All of them give the same sorted set.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/motion.h>
#include "math/parallel.h"

namespace graze {

/// A body's place in the arrays of a world. Given to another body once it is free.
using Slot = std::uint32_t;

/// How many slots there may be. Broad phases pack slots into words with flags, and count with 32 bits what grows with
/// the number of bodies.
inline constexpr std::size_t most_bodies = (std::size_t{1} << 28) - 1;

/// a < b.
struct SlotPair {
  Slot a = 0;
  Slot b = 0;
  auto operator<=>(const SlotPair&) const = default;
};

/// A closed AABB of a body, rounded outward to float: half the memory and twice the lanes of double, at the price of a
/// few false candidate pairs. Empty (some low > high) for a body without points, which is in no pair. Never NaN; may be
/// infinite.
struct BroadBox {
  std::array<float, 3> low = {};
  std::array<float, 3> high = {};

  bool empty() const { return low[0] > high[0] || low[1] > high[1] || low[2] > high[2]; }

  /// Of boxes that are not empty.
  bool overlaps(const BroadBox& other) const {
    return low[0] <= other.high[0] && other.low[0] <= high[0] && low[1] <= other.high[1] &&
           other.low[1] <= high[1] && low[2] <= other.high[2] && other.low[2] <= high[2];
  }
};

/// The bodies of a frame. Arrays are indexed by slot; entries of free slots are ignored.
struct BroadFrame {
  std::span<const BroadBox> boxes;
  std::span<const Mobility> mobilities;
  std::span<const Motion> motions;  ///< empty unless the world keeps them; only `predictive` looks at it
  double time = 0;                  ///< of this frame, in the motions' unit

  // What has changed since the last frame, each list sorted. A slot that was freed and given away again is both
  // removed and added; a body whose mobility has changed as well. `moved` holds none that are added.
  std::span<const Slot> removed;
  std::span<const Slot> added;
  std::span<const Slot> moved;

  int threads = 1;
  Workers* workers = nullptr;  ///< for more than one thread; none: threads are started when needed
};

inline bool both_fixed(const BroadFrame& frame, Slot a, Slot b) {
  return frame.mobilities[a] == Mobility::fixed && frame.mobilities[b] == Mobility::fixed;
}

struct BroadCounters {
  std::uint64_t pairs_looked_at = 0;  ///< pairs of boxes compared
  std::uint64_t swaps = 0;            ///< of endpoints in sorted lists
};

class BroadPhase {
 public:
  virtual ~BroadPhase() = default;

  /// Brings itself up to date and replaces `pairs` by all pairs of slots in use whose boxes overlap and that are
  /// not both fixed: sorted, each once. Allocates nothing once its memory has grown.
  virtual void find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) = 0;

  /// Bytes held, beyond this object.
  virtual std::size_t memory() const = 0;

  const BroadCounters& counters() const { return counters_; }  ///< of the last frame

 protected:
  BroadCounters counters_;
};

}  // namespace graze
