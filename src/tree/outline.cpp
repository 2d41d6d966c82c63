// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/outline.h"

#include <algorithm>
#include <cmath>

namespace graze {

Outline::Outline(const WideBvh& tree) : frame_(tree.frame()) {
  const std::span<const WideBvh::Node> nodes = tree.nodes();
  if (nodes.empty() || !frame_.fits() || !(1 / frame_.scale > 0x1p-1000)) return;
  const auto is_inner = [](std::uint32_t child) { return (child & WideBvh::leaf_flag) == 0; };
  // Child 0 of node 0 is the whole tree.
  const std::uint32_t top = nodes[0].child[0];
  if (!is_inner(top)) {
    add(nodes[0], 0);
    return;
  }
  for (int i = 0; i < WideBvh::width; ++i) {
    if (nodes[top].h[0][i] < 0) continue;
    const std::uint32_t below = nodes[top].child[i];
    if (!is_inner(below)) {
      add(nodes[top], i);
      continue;
    }
    for (int j = 0; j < WideBvh::width; ++j) {
      if (nodes[below].h[0][j] >= 0) add(nodes[below], j);
    }
  }
}

void Outline::add(const WideBvh::Node& node, int lane) {
  for (int i = 0; i < 3; ++i) {
    c_[i][count_] = node.c[i][lane];
    h_[i][count_] = node.h[i][lane];
  }
  ++count_;
}

Outline::Reach Outline::reach(const Eigen::Vector3d& n) const {
  const float x = static_cast<float>(n.x()), y = static_cast<float>(n.y()), z = static_cast<float>(n.z());
  const float abs_x = std::abs(x), abs_y = std::abs(y), abs_z = std::abs(z);
  alignas(64) float reach[most_boxes];
  for (int i = 0; i < most_boxes; ++i) {
    reach[i] =
        x * c_[0][i] + y * c_[1][i] + z * c_[2][i] + abs_x * h_[0][i] + abs_y * h_[1][i] + abs_z * h_[2][i];
  }
  int best = 0;
  for (int i = 1; i < count_; ++i) best = reach[i] > reach[best] ? i : best;
  // Boxes lie in |x| ≤ 1.01, so that terms sum to 3.6 at most; each passes seven roundings of 2^-24 with n's own.
  constexpr double margin = 26 * 0x1p-24;
  const Eigen::Vector3d corner(c_[0][best] + std::copysign(h_[0][best], x),
                               c_[1][best] + std::copysign(h_[1][best], y),
                               c_[2][best] + std::copysign(h_[2][best], z));
  return {n.dot(frame_.origin) + (static_cast<double>(reach[best]) + margin) / frame_.scale,
          frame_.origin + corner / frame_.scale};
}

}  // namespace graze
