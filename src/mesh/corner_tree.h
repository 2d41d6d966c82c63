// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exact/predicates.h"

namespace graze {

/// A point of the plane; z is 0.
using Place = Eigen::Vector3d;

/// The way that a, b, c turn: 1 left, -1 right, 0 on a line. Exact.
inline int turn(const Place& a, const Place& b, const Place& c) {
  return exact::orient2d({a}, {b}, {c}, 2);
}

/// Places of the plane in a k-d tree (bentley1975), each on or off. Finds one that is on and in a triangle.
class CornerTree {
 public:
  /// All are off. The places must stay.
  void build(std::span<const Place> places);
  void set(std::uint32_t corner, bool on);
  bool is_on(std::uint32_t corner) const { return on_[corner]; }

  /// The first corner that is on, lies in the closed triangle, which runs counter-clockwise, and that `accept` accepts:
  /// accept(corner, sides), where sides[k] is the sign of its turn off the triangle's edge from k to k + 1.
  template <class Accept>
  std::optional<std::uint32_t> find_in(const std::array<Place, 3>& triangle, const Accept& accept) {
    stack_.clear();
    stack_.push_back(0);
    while (!stack_.empty()) {
      const std::uint32_t k = stack_.back();
      stack_.pop_back();
      const Node& node = nodes_[k];
      if (node.on == 0 || !may_meet(node, triangle)) continue;
      if (k < first_leaf_) {
        stack_.push_back(2 * k + 2);
        stack_.push_back(2 * k + 1);
        continue;
      }
      for (std::uint32_t i = node.first; i < node.last; ++i) {
        const std::uint32_t corner = order_[i];
        if (!on_[corner]) continue;
        std::array<int, 3> sides;
        if (holds(triangle, places_[corner], sides) && accept(corner, sides)) return corner;
      }
    }
    return {};
  }

 private:
  struct Node {
    double low_x, low_y, high_x, high_y;
    std::uint32_t first, last;  ///< in `order_`
    std::uint32_t on;           ///< how many are
  };

  void build_node(std::uint32_t k, std::uint32_t first, std::uint32_t last);
  static bool may_meet(const Node& node, const std::array<Place, 3>& triangle);
  static bool holds(const std::array<Place, 3>& triangle, const Place& p, std::array<int, 3>& sides);

  std::span<const Place> places_;
  std::vector<Node> nodes_;  ///< the children of node k are 2k + 1 and 2k + 2
  std::uint32_t first_leaf_ = 0;
  std::vector<std::uint32_t> order_;    ///< corners, those of a node together
  std::vector<std::uint32_t> leaf_of_;  ///< corner
  std::vector<bool> on_;
  std::vector<std::uint32_t> stack_;
};

}  // namespace graze
