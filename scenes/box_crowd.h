// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace graze::scenes {

struct BoxCrowdOptions {
  std::size_t boxes = 1000;
  double density = 0.01;    ///< share of the room's volume that the boxes have
  double speed = 0.1;       ///< way per frame, in radii of the box
  double fixed_share = 0;   ///< of the boxes, these do not move
  double size_spread = 1;   ///< the largest to the smallest, evenly by logarithm
  bool in_a_plane = false;  ///< a room four mean boxes high
  double idle_share = 0;    ///< of the others, so many stay where they are in a frame
  std::uint64_t seed = 1;
};

/// Boxes that fly about in a room and rebound off its walls: I-COLLIDE's simulation without its polytopes
/// (cohen-icollide, section 5.3).
class BoxCrowd {
 public:
  struct Body {
    Eigen::Vector3f centre, half, velocity;
    bool fixed = false;
    bool moved = false;  ///< in this frame
  };
  explicit BoxCrowd(const BoxCrowdOptions& options);

  void advance();

  const std::vector<Body>& bodies() const { return bodies_; }
  std::vector<Body>& bodies() { return bodies_; }
  const Eigen::Vector3d& room() const { return room_; }  ///< from the origin

 private:
  BoxCrowdOptions options_;
  Eigen::Vector3d room_;
  std::vector<Body> bodies_;
  std::uint64_t frame_ = 0;
};

}  // namespace graze::scenes
