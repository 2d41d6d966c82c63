// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A tree over boxes that is built fast and never changed (kamel-faloutsos1993).
//
//   1. Bodies are sorted along a curve that fills space.
//   2. Every eight consecutive bodies have a box, every eight of these boxes another, and so on: levels without
//      pointers. The boxes of the bodies themselves are not stored.
//
// We deviate by using Morton's curve instead of Hilbert's: its codes are three times as fast to compute, and the time
// to build counts most here.
//
// Cost: O(n) to build (a sort by digits), 7.5 bytes a body.
#pragma once

#include <array>

#include "broad/broad_phase.h"

namespace graze {

class PackedTree {
 public:
  struct Item {
    BroadBox box;  ///< not empty
    Slot slot = 0;
  };
  void build(std::span<const Item> items);

  std::size_t size() const { return slots_.size(); }
  std::size_t memory() const;

  /// A body, at level 0, or eight of the level below.
  struct Node {
    std::uint32_t level = 0;
    std::uint32_t number = 0;
    bool is_body() const { return level == 0; }
  };
  /// Its box is not stored. The tree must not be empty.
  Node root() const { return {static_cast<std::uint32_t>(levels_.size()) + 1, 0}; }
  const BroadBox& box(Node node) const { return levels_[node.level - 1][node.number]; }  ///< not of a body
  Slot slot(Node body) const { return slots_[body.number]; }

  template <class Visit>
  void for_each_child(Node node, const Visit& visit) const {
    const std::uint32_t level = node.level - 1;
    const std::size_t count = level == 0 ? slots_.size() : levels_[level - 1].size();
    const auto end =
        static_cast<std::uint32_t>(std::min<std::size_t>(count, std::size_t{width} * (node.number + 1)));
    for (std::uint32_t i = width * node.number; i < end; ++i) visit(Node{level, i});
  }

  /// visit(slot) for every body of which all boxes above it are `wanted`, in no order.
  template <class Wanted, class Visit>
  void for_each(const Wanted& wanted, const Visit& visit) const {
    std::array<Node, width * most_levels> open;
    std::size_t count = 0;
    if (size() > 0) open[count++] = root();
    while (count > 0) {
      for_each_child(open[--count], [&](Node child) {
        if (child.is_body()) {
          visit(slots_[child.number]);
        } else if (wanted(box(child))) {
          open[count++] = child;
        }
      });
    }
  }

 private:
  static constexpr std::uint32_t width = 8;
  static constexpr std::size_t most_levels = 11;  // 8^11 > 2^32

  std::vector<Slot> slots_;                    // along the curve
  std::vector<std::vector<BroadBox>> levels_;  // from those around eight bodies to at most eight, or none
};

}  // namespace graze
