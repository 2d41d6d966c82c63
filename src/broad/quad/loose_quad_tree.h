// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A loose quad tree (ulrich2000) over rectangles that come, go and move.
//
//   1. A node stands for the square [x, x + s) × [y, y + s) and holds rectangles whose low corner is in it and whose
//      extents are at most s: they all are within twice the square. It notes the largest extent that it or a node below
//      it has held, for a closer bound.
//   2. A leaf with more than `capacity` rectangles that would fit its quarters is split; a node that, with all below
//      it, has less than half of that is a leaf again.
//   3. All pairs at once: each node from the root down gets a list of nodes of its depth that it reaches, from the
//      children of those that its parent reaches; and of higher ones with rectangles of their own.
//   4. A rectangle outside the root's square doubles the root. An infinite rectangle is on a list of its own.
//
// We deviate by placing rectangles by their low corners instead of their middles.
//
// Rounding. Coordinates are doubles and count from the low corner of the first rectangle. That difference is rounded,
// but rounding keeps order, so that rectangles that overlap still do. The lines x, x + s/2 and x + s of a node are
// integer multiples of s/2, at most 2^26 of them (see `split`), and so are exact. A line is compared with a corner as
// it is, or with a corner minus an extent: if that is at most the line in real arithmetic, it is after rounding,
// because the line is a double. The sum of a line and an extent must not be formed: it loses an extent that is below
// 2^-53 of the line.
//
// Cost: O(depth) for each rectangle that leaves its square, O(1) for one that stays. Depth is at most 280, the number
// of binary exponents of floats.
#pragma once

#include "broad/box_lanes.h"
#include "broad/pair_store.h"
#include "broad/slot_set.h"
#include "math/slack.h"

namespace graze {

class LooseQuadTree {
 public:
  using Axes = std::array<std::size_t, 2>;

  /// Empties the tree.
  void reset(Axes axes);
  Axes axes() const { return axes_; }
  void grow(std::size_t count);
  /// Puts a box in, or moves it; not for empty ones.
  void place(Slot slot, const BroadBox& box);
  void remove(Slot slot);
  bool holds(Slot slot) const { return bodies_.contains(slot); }
  const SlotSet& bodies() const { return bodies_; }
  std::size_t size() const { return bodies_.size(); }

  /// visit(other), once for each other slot whose box overlaps this one's. `boxes` are those that were placed.
  /// Returns the number of boxes looked at.
  template <class Visit>
  std::uint64_t for_each_overlap(Slot slot, const BroadBox* boxes, const Visit& visit) const;

  /// visit(a, b), once for each pair of overlapping boxes. Returns the number of pairs looked at.
  template <class Visit>
  std::uint64_t for_each_pair(const BroadBox* boxes, const Visit& visit);

  std::size_t memory() const;
  /// Throws std::logic_error unless every rectangle is in a node that it fits, and all counts are right.
  void validate(const BroadBox* boxes) const;

 private:
  using Index = std::uint32_t;
  static constexpr Index none = ~Index{0};
  static constexpr Index root = 0;
  static constexpr std::uint32_t capacity = 16;
  static constexpr double least_side = 0x1p-150,
                          largest_side = 0x1p131;  // of a node: below and above all floats
  static constexpr int most_open = 1024;  // nodes on the stack: three for each of at most 281 levels, and one

  struct Node {
    double x = 0, y = 0, s = 0;
    double reach = 0;       // no extent of its rectangles, and of all below, is larger
    Index children = none;  // the first of four
    Index parent = none;
    Slot first = none;               // of its rectangles
    std::uint32_t own = 0;           // how many
    std::uint32_t total = 0;         // with all below
    std::uint32_t limit = capacity;  // with more of its own it is worth a try to split it
  };

  /// What the tree sees of a box.
  struct Rectangle {
    double low[2], high[2];
    /// No less than the sides: differences round by 2^-53 of themselves. Infinite, or NaN, for an infinite rectangle.
    double extent() const { return no_less(std::max(high[0] - low[0], high[1] - low[1])); }
  };

  Rectangle rectangle(const BroadBox& box) const {
    Rectangle r;
    for (std::size_t k = 0; k < 2; ++k) {
      r.low[k] = box.low[axes_[k]] - origin_[k];
      r.high[k] = box.high[axes_[k]] - origin_[k];
    }
    return r;
  }
  static bool fits(const Rectangle& r, const Node& node) {
    return r.low[0] >= node.x && r.low[0] < node.x + node.s && r.low[1] >= node.y &&
           r.low[1] < node.y + node.s && r.extent() <= node.s;
  }
  /// May a rectangle of the node, or of one below it, meet r?
  static bool reaches(const Node& node, const Rectangle& r) {
    return (static_cast<int>(node.x <= r.high[0]) &
            static_cast<int>(r.low[0] - node.reach <= node.x + node.s) &
            static_cast<int>(node.y <= r.high[1]) &
            static_cast<int>(r.low[1] - node.reach <= node.y + node.s)) != 0;
  }
  /// May rectangles of two nodes, or of nodes below them, meet?
  static bool reach_each_other(const Node& a, const Node& b) {
    return (static_cast<int>(a.x - b.reach <= b.x + b.s) & static_cast<int>(b.x - a.reach <= a.x + a.s) &
            static_cast<int>(a.y - b.reach <= b.y + b.s) & static_cast<int>(b.y - a.reach <= a.y + a.s)) != 0;
  }
  static Index child_of(const Node& node, const Rectangle& r) {
    return node.children + static_cast<Index>(r.low[0] >= node.x + node.s / 2) +
           2 * static_cast<Index>(r.low[1] >= node.y + node.s / 2);
  }

  /// visit(node) for each node with rectangles of its own that may meet r.
  template <class Visit>
  void for_each_node(const Rectangle& r, const Visit& visit) const;

  Index make_children(Index parent);
  void double_root();
  void move_node(Index from, Index to);
  void note_reach(Index at, double extent);
  void link(Slot slot, Index node);
  template <class Visit>
  std::uint64_t pairs_below(Index at, std::size_t peers, std::size_t higher, const BroadBox* boxes,
                            const Visit& visit);
  template <class Visit>
  std::uint64_t pairs_with(std::span<const Index> others, const BroadBox* boxes, const Visit& visit);
  void gather(Index at, const BroadBox* boxes);
  void unlink(Slot slot);
  void descend(Slot slot, const Rectangle& r, Index from);
  void split(Index node);
  void merge_above(Index node);
  void gather_below(Index node, Index into);

  Axes axes_ = {0, 1};
  double origin_[2] = {};
  std::vector<Node> nodes_;
  std::vector<Index> free_;  // first of four
  std::vector<Index> node_of_;
  std::vector<Slot> next_, before_;
  std::vector<Rectangle> rectangles_;  // by slot
  SlotSet bodies_, unbounded_;
  std::vector<Index> peers_, higher_;  // stacks of lists, for all pairs at once
  BoxLanes gathered_;
};

template <class Visit>
void LooseQuadTree::for_each_node(const Rectangle& r, const Visit& visit) const {
  if (nodes_.empty() || nodes_[root].total == 0) return;
  Index open[most_open];
  int count = 0;
  open[count++] = root;
  while (count > 0) {
    const Index at = open[--count];
    const Node& node = nodes_[at];
    if (node.own > 0) visit(at);
    if (node.children == none) continue;
    for (Index child = node.children; child < node.children + 4; ++child) {
      if (nodes_[child].total > 0 && reaches(nodes_[child], r)) open[count++] = child;
    }
  }
}

template <class Visit>
std::uint64_t LooseQuadTree::for_each_overlap(Slot slot, const BroadBox* boxes, const Visit& visit) const {
  const BroadBox box = boxes[slot];
  std::uint64_t looked_at = 0;
  const auto look_at = [&](Slot other) {
    if (other == slot) return;
    ++looked_at;
    if (overlap_at_once(box, boxes[other])) visit(other);
  };
  for (const Slot other : unbounded_) look_at(other);
  for_each_node(rectangle(box), [&](Index node) {
    for (Slot other = nodes_[node].first; other != none; other = next_[other]) look_at(other);
  });
  return looked_at;
}

/// The gathered rectangles against those of other nodes.
template <class Visit>
std::uint64_t LooseQuadTree::pairs_with(std::span<const Index> others, const BroadBox* boxes,
                                        const Visit& visit) {
  std::uint64_t looked_at = 0;
  for (const Index other : others) {
    for (Slot slot = nodes_[other].first; slot != none; slot = next_[slot]) {
      gathered_.for_each_overlap(boxes[slot], [&](Slot found) { visit(slot, found); });
    }
    looked_at += std::uint64_t{nodes_[other].own} * gathered_.size();
  }
  return looked_at;
}

/// peers_[peers …): nodes of the parent's depth that it reaches, itself among them; higher_[higher …): those above,
/// with rectangles of their own.
template <class Visit>
std::uint64_t LooseQuadTree::pairs_below(Index at, std::size_t peers, std::size_t higher,
                                         const BroadBox* boxes, const Visit& visit) {
  const Node node = nodes_[at];
  const std::size_t own_peers = peers_.size(), own_higher = higher_.size();
  for (std::size_t i = higher; i < own_higher; ++i) {
    if (reach_each_other(nodes_[higher_[i]], node)) higher_.push_back(higher_[i]);
  }
  for (std::size_t i = peers; i < own_peers; ++i) {
    const Node& peer = nodes_[peers_[i]];
    if (peer.own > 0 && reach_each_other(peer, node)) higher_.push_back(peers_[i]);
    if (peer.children == none) continue;
    for (Index child = peer.children; child < peer.children + 4; ++child) {
      if (nodes_[child].total > 0 && reach_each_other(nodes_[child], node)) peers_.push_back(child);
    }
  }
  std::uint64_t looked_at = 0;
  if (node.own > 0) {
    gather(at, boxes);
    looked_at += pairs_with(std::span(higher_).subspan(own_higher), boxes, visit);
    for (std::size_t i = own_peers; i < peers_.size(); ++i) {
      // Of two peers the first finds the second.
      if (peers_[i] > at) looked_at += pairs_with(std::span(peers_).subspan(i, 1), boxes, visit);
    }
    looked_at += gathered_.for_each_pair(visit);
  }
  if (node.children != none) {
    for (Index child = node.children; child < node.children + 4; ++child) {
      if (nodes_[child].total > 0) looked_at += pairs_below(child, own_peers, own_higher, boxes, visit);
    }
  }
  peers_.resize(own_peers);
  higher_.resize(own_higher);
  return looked_at;
}

template <class Visit>
std::uint64_t LooseQuadTree::for_each_pair(const BroadBox* boxes, const Visit& visit) {
  std::uint64_t looked_at = 0;
  if (!nodes_.empty() && nodes_[root].total > 0) {
    gather(root, boxes);
    looked_at += gathered_.for_each_pair(visit);
    peers_.assign(1, root);
    higher_.clear();
    const Index children = nodes_[root].children;
    if (children != none) {
      for (Index child = children; child < children + 4; ++child) {
        if (nodes_[child].total > 0) looked_at += pairs_below(child, 0, 0, boxes, visit);
      }
    }
  }
  for (const Slot a : unbounded_) {
    for (const Slot b : bodies_) {
      if (a == b || (unbounded_.contains(b) && b < a)) continue;
      ++looked_at;
      if (overlap_at_once(boxes[a], boxes[b])) visit(a, b);
    }
  }
  return looked_at;
}

}  // namespace graze
