// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// How far a mesh reaches in every direction, in a table.
//
// On a side of the cube of directions (1, u, v) the reach h(u, v) = max over points p of p·(1, u, v) is a maximum of linear
// functions and so convex: linear interpolation between three entries never gives too little. With entries δ apart it gives
// too much by about δ²/8 of the radius where the mesh is round, by up to δ/4 of an edge across n, and by nothing where the
// farthest point is one corner for all three entries.
//
// Cost: 1,734 searches in the tree, each of at most `most_visits` nodes and leaves: at most 195,000 visits for any mesh. A
// visit takes about 30 ns; building the tree takes 250 to 400 ns a face. The smallest mesh takes 0.1 ms.
#pragma once

#include "tree/wide/wide_bvh.h"

namespace graze {

class ReachMap {
 public:
  explicit ReachMap(const WideBvh& tree);

  struct Reach {
    double most;  ///< n·p is no more for any point p of the mesh, up to rounding(|n|·largest coordinate)
    Eigen::Vector3d point;  ///< n·point = most; about where the mesh is farthest
  };
  /// n need not be of length 1. There is no bound, so that `most` is infinite, along a direction that is zero, infinite or
  /// NaN, where the sum overflows, and where the map is not usable.
  Reach reach(const Eigen::Vector3d& n) const;

  bool usable() const { return !map_.empty(); }  ///< not without faces, nor for sizes beyond 2^±1000
  std::size_t searches() const { return map_.size(); }
  std::size_t visits() const { return visits_; }  ///< of nodes and leaves, in all searches
  std::size_t bytes() const { return map_.capacity() * sizeof(map_[0]); }

  static constexpr int most_visits = 112;  ///< a search

 private:
  TreeFrame frame_;
  double unit_;             // 1/scale, a power of two too
  int cells_ = 0;           // along a side of the cube, with entries at their corners
  std::vector<float> map_;  // side by side, row by row; in the tree's frame
  std::size_t visits_ = 0;
};

}  // namespace graze
