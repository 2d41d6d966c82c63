// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/predictive/motion_fit.h"
#include "world/bodies.h"

namespace graze {

/// The expected motions of bodies: given by the application, or fitted to their places in the last steps. Kept only for
/// a broad phase that uses motions.
class Motions {
 public:
  void set_path(const Bodies& bodies, Slot slot, const PredictedPath& path, double now);

  /// For a body that has been removed.
  void forget(Slot slot) {
    if (slot < tracks_.size()) tracks_[slot].told = false;
  }

  /// To be called once a step, with the changes of the step. A motion is kept until it ends or the body leaves it.
  void update(const Bodies& bodies, const BroadFrame& frame, double now);

  std::span<const Motion> motions() const { return motions_; }
  /// BroadFrame::moved, and bodies that stand still although their motions said otherwise.
  std::span<const Slot> moved() const { return moved_; }
  std::size_t memory() const;

 private:
  struct Track {
    MotionFit fit;      ///< where the body has been
    bool told = false;  ///< the motion was given by the application
  };

  void make_room(const Bodies& bodies);
  void restart(const Bodies& bodies, Slot slot, Mobility mobility, double now);
  bool follow(const Bodies& bodies, Slot slot, double now);

  std::vector<Motion> motions_;
  std::vector<Track> tracks_;
  std::vector<Slot> moved_;  ///< sorted
};

}  // namespace graze
