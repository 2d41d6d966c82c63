// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "tree/wide_bvh.h"

namespace graze {

/// The boxes two levels below the root of a tree: how far its mesh reaches along a direction, roughly, in few steps.
class Outline {
 public:
  explicit Outline(const WideBvh& tree);

  /// A bound on n·p for the mesh's points p, and a corner of the boxes at which it is about taken. |n| ≤ 1.01.
  struct Reach {
    double most;
    Eigen::Vector3d corner;
  };
  Reach reach(const Eigen::Vector3d& n) const;

  bool usable() const { return count_ > 0; }
  std::size_t bytes() const { return sizeof(*this); }

 private:
  static constexpr int most_boxes = WideBvh::width * WideBvh::width;

  void add(const WideBvh::Node& node, int lane);

  TreeFrame frame_;
  int count_ = 0;  // 0: no faces, or too extreme
  alignas(64) float c_[3][most_boxes] = {}, h_[3][most_boxes] = {};
};

}  // namespace graze
