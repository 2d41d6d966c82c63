// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bodies with motions that they keep to, more or less, for `Predictive` to be told of.
#pragma once

#include "broad/broad_phase.h"
#include "broad/predictive/motion_fit.h"
#include "math/random.h"

namespace graze::testing {

struct SwarmOptions {
  int bodies = 200;
  double density = 0.02;    ///< share of the room that the spheres fill
  double place = 0;         ///< of the room, along each axis
  double step = 0.04;       ///< of time; bodies are 1 in size and go about that far in a unit
  double acceleration = 0;  ///< of the bodies, at most
  double deviation = 0;     ///< all of which is used: a body jumps from one side of its tube to the other
  double fixed = 0.1;       ///< share of the bodies
  double unknown = 0;       ///< share of the bodies whose motion is not told
  double fitted = 0;        ///< share of the bodies whose motion is guessed from their past, and who wander
  double lies = 0;          ///< chance, a frame, that a body jumps out of its tube
  double replaced = 0;      ///< chance, a frame, that a body turns and tells so
  double removed = 0;       ///< chance, a frame, that a body is replaced by another one
  double odd_times = 0;     ///< chance that a frame is at the last one's time, far ahead, or back
  bool contacts = false;    ///< boxes that overlap exchange velocities
};

class Swarm {
 public:
  Swarm(const SwarmOptions& options, std::uint64_t seed);
  const BroadFrame& next();
  const BroadFrame& frame() const { return frame_; }
  const std::vector<SlotPair>& expected();

 private:
  struct Body {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    bool unknown = false, fitted = false;
    MotionFit fit;
  };

  Eigen::Vector3d draw(double size);
  Eigen::Vector3d on_sphere();
  void create(Slot slot);
  void start_motion(Slot slot);
  void follow_motion(Slot slot);
  void wander(Slot slot, double step);
  void put_box(Slot slot);
  void exchange_velocities();
  void publish();

  SwarmOptions options_;
  Random random_;
  double side_;
  double time_ = 0;
  std::vector<Body> bodies_;
  std::vector<BroadBox> boxes_;
  std::vector<Mobility> mobilities_;
  std::vector<Motion> motions_;
  std::vector<Slot> removed_, added_, moved_;
  std::vector<SlotPair> expected_;
  BroadFrame frame_;
};

}  // namespace graze::testing
