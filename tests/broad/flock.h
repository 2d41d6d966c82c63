// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes that come, go and move, for broad phases to be told of; and what these must answer.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "broad/broad_phase.h"
#include "math/random.h"

namespace graze::testing {

enum class Scene {
  uniform,    ///< cubes of about the same size, some half of which overlap another
  clustered,  ///< in a few heaps
  plane,      ///< nearly all extent in one axis is gone, another one each time
  sizes,      ///< 1:1000
  equal,      ///< all the same box
  touching,   ///< cubes of a lattice: they share faces, edges and corners exactly, or miss by the least float
  extreme,    ///< infinite, empty, flat, huge and tiny ones, and all signs of zero
};
inline constexpr Scene scenes[] = {Scene::uniform, Scene::clustered, Scene::plane,  Scene::sizes,
                                   Scene::equal,   Scene::touching,  Scene::extreme};
std::string name(Scene scene);

/// How much happens from frame to frame.
struct Bustle {
  double moved = 1;     ///< share of the bodies that are not fixed
  double step = 0.1;    ///< how far, in sizes
  double replaced = 0;  ///< share of the bodies that are removed, and as many added
  double changed = 0;   ///< share of the bodies whose mobility changes
  double fixed = 0.2;   ///< share of the added bodies
};

class Flock {
 public:
  Flock(Scene scene, int bodies, std::uint64_t seed);

  /// The frame after the last one. Valid until the next call.
  const BroadFrame& next(const Bustle& bustle);
  /// The boxes of the current frame again as the next one, and nothing changed.
  const BroadFrame& rest();
  /// Everybody leaves.
  const BroadFrame& clear();
  const BroadFrame& frame() const { return frame_; }

  /// Every pair looked at.
  std::vector<SlotPair> expected() const;
  int size() const { return static_cast<int>(used_count_); }

 private:
  Slot add(double fixed);
  void remove(Slot slot);
  void publish();
  BroadBox new_box();
  BroadBox moved_box(const BroadBox& box, double step);
  Mobility draw_mobility(double fixed);

  Scene scene_;
  Random random_;
  double side_;
  int flat_axis_;
  std::vector<BroadBox> boxes_;
  std::vector<Mobility> mobilities_;
  std::vector<bool> used_;
  std::vector<Slot> free_;
  std::vector<Slot> removed_, added_, moved_;
  std::size_t used_count_ = 0;
  BroadFrame frame_;
};

/// The first pair that is missing, too much or out of order; empty if all is well.
std::string difference(const std::vector<SlotPair>& pairs, const std::vector<SlotPair>& expected);

/// Frames to be shown again.
class Tape {
 public:
  void add(const BroadFrame& frame);
  const std::deque<BroadFrame>& frames() const { return frames_; }

 private:
  struct Kept {
    std::vector<BroadBox> boxes;
    std::vector<Mobility> mobilities;
    std::vector<Motion> motions;
    std::vector<Slot> removed, added, moved;
  };
  std::deque<Kept> kept_;
  std::deque<BroadFrame> frames_;
};

}  // namespace graze::testing
