// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// How far a mesh reaches in every direction, in a table.
//
// On a side of the cube of directions (1, u, v) the reach h(u, v) = max over points p of p·(1, u, v) is convex: what is
// interpolated linearly between three entries is never too little. With entries δ apart it is too much by about δ²/8 of the
// radius where the mesh is round, by up to δ/4 of a straight edge across n, and not at all where a corner sticks out.
#pragma once

#include "tree/wide/wide_bvh.h"

namespace graze {

class ReachMap {
 public:
  /// Takes about a thousand searches in the tree.
  explicit ReachMap(const WideBvh& tree);

  struct Reach {
    double most;            ///< n·p is no more for any point p of the mesh, up to what is rounded here
    Eigen::Vector3d point;  ///< n·point = most; about where the mesh is farthest
  };
  /// n need not be of length 1, but finite and not zero.
  Reach reach(const Eigen::Vector3d& n) const;

  bool usable() const { return !map_.empty(); }  ///< not without faces, or where too extreme
  std::size_t bytes() const { return map_.capacity() * sizeof(map_[0]); }

  static constexpr int cells = 16;  ///< along a side of the cube
  static constexpr int entries = cells + 1;

 private:
  TreeFrame frame_;
  std::vector<float> map_;  // side by side, row by row; in the tree's frame
};

}  // namespace graze
