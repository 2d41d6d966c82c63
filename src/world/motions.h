// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/predictive/motion_fit.h"
#include "world/bodies.h"

namespace graze {

/// How bodies will move, as far as it is known: told by the application, or guessed from where they were in the last
/// steps. Kept only for a broad phase that looks at it.
class Motions {
 public:
  void set_path(const Bodies& bodies, Slot slot, const PredictedPath& path, double now);

  /// The body is gone.
  void forget(Slot slot) {
    if (slot < tracks_.size()) tracks_[slot].told = false;
  }

  /// To be called once a step, with what changed in it. A guess is kept until it runs out or proves wrong.
  void update(const Bodies& bodies, const BroadFrame& frame, double now);

  std::span<const Motion> motions() const { return motions_; }
  /// Those of BroadFrame::moved, and those that stand still although they were expected to move.
  std::span<const Slot> moved() const { return moved_; }
  std::size_t memory() const;

 private:
  struct Track {
    MotionFit fit;      ///< where the body has been
    bool told = false;  ///< by the application
  };

  void restart(const Bodies& bodies, Slot slot, Mobility mobility, double now);
  bool follow(const Bodies& bodies, Slot slot, double now);

  std::vector<Motion> motions_;
  std::vector<Track> tracks_;
  std::vector<Slot> moved_;  ///< sorted
};

}  // namespace graze
