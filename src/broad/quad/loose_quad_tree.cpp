// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/quad/loose_quad_tree.h"

#include <cmath>
#include <stdexcept>

namespace graze {

void LooseQuadTree::reset(Axes axes) {
  axes_ = axes;
  nodes_.clear();
  free_.clear();
  bodies_.clear();
  unbounded_.clear();
}

void LooseQuadTree::grow(std::size_t count) {
  if (node_of_.size() >= count) return;
  node_of_.resize(count, none);
  next_.resize(count, none);
  before_.resize(count, none);
  rectangles_.resize(count);
  bodies_.grow(count);
  unbounded_.grow(count);
}

LooseQuadTree::Index LooseQuadTree::make_children(Index parent) {
  Index first;
  if (free_.empty()) {
    first = static_cast<Index>(nodes_.size());
    nodes_.resize(nodes_.size() + 4);
  } else {
    first = free_.back();
    free_.pop_back();
  }
  Node& node = nodes_[parent];
  const double half = node.s / 2;
  for (Index i = 0; i < 4; ++i) {
    nodes_[first + i] = Node{.x = node.x + (i % 2 == 0 ? 0 : half),
                             .y = node.y + (i / 2 == 0 ? 0 : half),
                             .s = half,
                             .parent = parent};
  }
  node.children = first;
  return first;
}

void LooseQuadTree::move_node(Index from, Index to) {
  const Index parent = nodes_[to].parent;
  nodes_[to] = nodes_[from];
  nodes_[to].parent = parent;
  for (Slot slot = nodes_[to].first; slot != none; slot = next_[slot]) node_of_[slot] = to;
  const Index children = nodes_[to].children;
  if (children == none) return;
  for (Index child = children; child < children + 4; ++child) nodes_[child].parent = to;
}

/// The root is [-S, S)², always, so that its lines are those of a lattice. The old quarters become those quarters of
/// the new ones that touch the origin.
void LooseQuadTree::double_root() {
  const Index old = nodes_[root].children;
  nodes_[root].x *= 2;
  nodes_[root].y *= 2;
  nodes_[root].s *= 2;
  if (old == none) return;
  const Index quarters = make_children(root);
  for (Index i = 0; i < 4; ++i) {
    if (nodes_[old + i].total == 0) continue;
    nodes_[quarters + i].total = nodes_[old + i].total;
    nodes_[quarters + i].reach = nodes_[old + i].reach;
    const Index inner = make_children(quarters + i) + (3 - i);
    move_node(old + i, inner);
  }
  for (Index i = 0; i < 4; ++i) nodes_[old + i] = {};
  free_.push_back(old);
}

void LooseQuadTree::note_reach(Index at, double extent) {
  for (; at != none && nodes_[at].reach < extent; at = nodes_[at].parent) nodes_[at].reach = extent;
}

void LooseQuadTree::link(Slot slot, Index at) {
  Node& node = nodes_[at];
  note_reach(at, rectangles_[slot].extent());
  next_[slot] = node.first;
  before_[slot] = none;
  if (node.first != none) before_[node.first] = slot;
  node.first = slot;
  ++node.own;
  node_of_[slot] = at;
}

/// Out of the node's list; totals are the caller's.
void LooseQuadTree::unlink(Slot slot) {
  Node& node = nodes_[node_of_[slot]];
  if (next_[slot] != none) before_[next_[slot]] = before_[slot];
  (before_[slot] != none ? next_[before_[slot]] : node.first) = next_[slot];
  --node.own;
}

/// Puts a rectangle that fits `from` into it or below, and counts it there and below.
void LooseQuadTree::descend(Slot slot, const Rectangle& r, Index from) {
  Index at = from;
  ++nodes_[at].total;
  while (nodes_[at].children != none) {
    const Index child = child_of(nodes_[at], r);
    if (!fits(r, nodes_[child])) break;
    at = child;
    ++nodes_[at].total;
  }
  link(slot, at);
  if (nodes_[at].children == none && nodes_[at].own > nodes_[at].limit) split(at);
}

void LooseQuadTree::split(Index at) {
  const double half = nodes_[at].s / 2;
  std::uint32_t fitting = 0;
  for (Slot slot = nodes_[at].first; slot != none; slot = next_[slot]) {
    fitting += rectangles_[slot].extent() <= half ? 1U : 0U;
  }
  // Corners that are too close to be told apart stay together. With this, x and y are at most 2^25 times s, so that
  // lines are exact.
  const double magnitude = std::max(std::abs(nodes_[at].x), std::abs(nodes_[at].y));
  if (fitting <= capacity || half < least_side || half < magnitude * 0x1p-24) {
    nodes_[at].limit =
        2 * nodes_[at].own;  // so that a node that cannot be split is not counted at each insertion
    return;
  }
  make_children(at);
  for (Slot slot = nodes_[at].first; slot != none;) {
    const Slot next = next_[slot];
    const Index child = child_of(nodes_[at], rectangles_[slot]);
    if (fits(rectangles_[slot], nodes_[child])) {
      unlink(slot);
      link(slot, child);
      ++nodes_[child].total;
    }
    slot = next;
  }
  const Index children = nodes_[at].children;
  for (Index child = children; child < children + 4; ++child) {
    if (nodes_[child].own > nodes_[child].limit) split(child);
  }
}

void LooseQuadTree::gather_below(Index at, Index into) {
  const Index children = nodes_[at].children;
  if (children == none) return;
  for (Index child = children; child < children + 4; ++child) {
    gather_below(child, into);
    for (Slot slot = nodes_[child].first; slot != none;) {
      const Slot next = next_[slot];
      link(slot, into);
      slot = next;
    }
    nodes_[child].first = none;
    nodes_[child].own = 0;
  }
  free_.push_back(children);
  nodes_[at].children = none;
}

/// Makes a leaf of the highest node from here up that has become too empty for children.
void LooseQuadTree::merge_above(Index at) {
  Index highest = none;
  for (; at != none && nodes_[at].total < capacity / 2; at = nodes_[at].parent) {
    if (nodes_[at].children != none) highest = at;
  }
  if (highest == none) return;
  nodes_[highest].limit = capacity;
  nodes_[highest].reach = 0;
  for (Slot slot = nodes_[highest].first; slot != none; slot = next_[slot]) {
    nodes_[highest].reach = std::max(nodes_[highest].reach, rectangles_[slot].extent());
  }
  gather_below(highest, highest);
}

void LooseQuadTree::gather(Index at, const BroadBox* boxes) {
  gathered_.clear();
  for (Slot slot = nodes_[at].first; slot != none; slot = next_[slot]) gathered_.add(slot, boxes[slot]);
}

void LooseQuadTree::place(Slot slot, const BroadBox& box) {
  // Twice the largest float is the largest difference. Comparisons are false for NaN, the difference of infinities.
  constexpr double farthest = largest_side / 4;
  const auto bounded = [](const Rectangle& r) {
    return r.extent() <= farthest && std::abs(r.low[0]) <= farthest && std::abs(r.low[1]) <= farthest;
  };
  if (nodes_.empty()) {
    origin_[0] = origin_[1] = 0;
    const Rectangle first = rectangle(box);
    if (bounded(first)) {
      std::copy_n(first.low, 2, origin_);
      const double half = std::exp2(std::ceil(std::log2(std::max(first.extent(), 0x1p-60))));
      nodes_.push_back(Node{.x = -half, .y = -half, .s = 2 * half});
    }
  }
  const Rectangle r = rectangle(box);
  const double extent = r.extent();
  rectangles_[slot] = r;
  if (!bounded(r)) {
    remove(slot);
    bodies_.insert(slot);
    unbounded_.insert(slot);
    return;
  }
  if (unbounded_.contains(slot)) remove(slot);
  while (!fits(r, nodes_[root])) double_root();
  if (!bodies_.contains(slot)) {
    bodies_.insert(slot);
    descend(slot, r, root);
    return;
  }
  // From its old place up to a node that it fits, and down again.
  const Index was = node_of_[slot];
  Index at = was;
  if (fits(r, nodes_[at]) && (nodes_[at].children == none || !fits(r, nodes_[child_of(nodes_[at], r)]))) {
    note_reach(at, extent);
    return;
  }
  unlink(slot);
  for (; !fits(r, nodes_[at]); at = nodes_[at].parent) --nodes_[at].total;
  --nodes_[at].total;
  descend(slot, r, at);
  merge_above(was);
}

void LooseQuadTree::remove(Slot slot) {
  if (!bodies_.contains(slot)) return;
  bodies_.erase(slot);
  if (unbounded_.contains(slot)) {
    unbounded_.erase(slot);
    return;
  }
  const Index was = node_of_[slot];
  unlink(slot);
  for (Index at = was; at != none; at = nodes_[at].parent) --nodes_[at].total;
  merge_above(was);
  if (bodies_.size() == 0) {
    nodes_.clear();
    free_.clear();
  }
}

std::size_t LooseQuadTree::memory() const {
  return nodes_.capacity() * sizeof(Node) + (free_.capacity() + node_of_.capacity()) * sizeof(Index) +
         (next_.capacity() + before_.capacity()) * sizeof(Slot) +
         (peers_.capacity() + higher_.capacity()) * sizeof(Index) +
         rectangles_.capacity() * sizeof(Rectangle) + gathered_.memory() + bodies_.memory() +
         unbounded_.memory();
}

void LooseQuadTree::validate(const BroadBox* boxes) const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
  };
  std::size_t found = 0;
  std::vector<Index> open;
  if (!nodes_.empty()) open.push_back(root);
  while (!open.empty()) {
    const Index at = open.back();
    open.pop_back();
    const Node& node = nodes_[at];
    std::uint32_t own = 0;
    for (Slot slot = node.first; slot != none; slot = next_[slot], ++own) {
      require(node_of_[slot] == at && bodies_.contains(slot), "a rectangle is in another's node");
      require(fits(rectangle(boxes[slot]), node), "a rectangle does not fit its node");
      for (Index above = at; above != none; above = nodes_[above].parent) {
        require(rectangle(boxes[slot]).extent() <= nodes_[above].reach,
                "a rectangle is out of a node's reach");
      }
    }
    require(own == node.own, "a node has miscounted its rectangles");
    found += own;
    std::uint32_t total = own;
    if (node.children != none) {
      for (Index child = node.children; child < node.children + 4; ++child) {
        require(nodes_[child].parent == at, "a child has another parent");
        total += nodes_[child].total;
        open.push_back(child);
      }
    }
    require(total == node.total, "a node has miscounted what is below");
  }
  require(found + unbounded_.size() == bodies_.size(), "a rectangle is lost");
}

}  // namespace graze
