// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/corner_tree.h"

#include <algorithm>
#include <numeric>

namespace graze {
namespace {

constexpr std::size_t corners_a_leaf = 8;

}  // namespace

void CornerTree::build(std::span<const Place> places) {
  places_ = places;
  order_.resize(places.size());
  std::iota(order_.begin(), order_.end(), 0U);
  leaf_of_.resize(places.size());
  on_.assign(places.size(), false);
  std::uint32_t leaves = 1;
  while (leaves * corners_a_leaf < places.size()) leaves *= 2;
  first_leaf_ = leaves - 1;
  nodes_.resize(2 * std::size_t{leaves} - 1);
  build_node(0, 0, static_cast<std::uint32_t>(places.size()));
}

void CornerTree::build_node(std::uint32_t k, std::uint32_t first, std::uint32_t last) {
  Node& node = nodes_[k];
  node = {INFINITY, INFINITY, -INFINITY, -INFINITY, first, last, 0};
  for (std::uint32_t i = first; i < last; ++i) {
    const Place& p = places_[order_[i]];
    node.low_x = std::min(node.low_x, p.x());
    node.low_y = std::min(node.low_y, p.y());
    node.high_x = std::max(node.high_x, p.x());
    node.high_y = std::max(node.high_y, p.y());
  }
  if (k >= first_leaf_) {
    for (std::uint32_t i = first; i < last; ++i) leaf_of_[order_[i]] = k;
    return;
  }
  const int axis = node.high_x - node.low_x >= node.high_y - node.low_y ? 0 : 1;
  const std::uint32_t middle = first + (last - first) / 2;
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                   [&](std::uint32_t a, std::uint32_t b) {
                     if (places_[a][axis] != places_[b][axis]) return places_[a][axis] < places_[b][axis];
                     return a < b;
                   });
  build_node(2 * k + 1, first, middle);
  build_node(2 * k + 2, middle, last);
}

void CornerTree::set(std::uint32_t corner, bool on) {
  if (on_[corner] == on) return;
  on_[corner] = on;
  for (std::uint32_t k = leaf_of_[corner];; k = (k - 1) / 2) {
    nodes_[k].on += on ? 1U : -1U;
    if (k == 0) return;
  }
}

/// False only where the box and the triangle have no point in common: by the triangle's box, or by one of its edges.
bool CornerTree::may_meet(const Node& node, const std::array<Place, 3>& triangle) {
  const auto [a, b, c] = triangle;
  if (std::max({a.x(), b.x(), c.x()}) < node.low_x || std::min({a.x(), b.x(), c.x()}) > node.high_x ||
      std::max({a.y(), b.y(), c.y()}) < node.low_y || std::min({a.y(), b.y(), c.y()}) > node.high_y) {
    return false;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const Place &from = triangle[i], &to = triangle[(i + 1) % 3];
    // The corner of the box that is farthest to the left of the edge.
    const Place corner(to.y() > from.y() ? node.low_x : node.high_x,
                       to.x() > from.x() ? node.high_y : node.low_y, 0);
    if (turn(from, to, corner) < 0) return false;
  }
  return true;
}

bool CornerTree::holds(const std::array<Place, 3>& triangle, const Place& p, std::array<int, 3>& sides) {
  for (std::size_t i = 0; i < 3; ++i) {
    sides[i] = turn(triangle[i], triangle[(i + 1) % 3], p);
    if (sides[i] < 0) return false;
  }
  return true;
}

}  // namespace graze
