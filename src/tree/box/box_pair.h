// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Simultaneous traversal of two BoxTrees (zachmann-boxtree, section 3.3), as a policy for traverse.h.
//
//   1. For a pair of boxes, the line parameter intervals of the twelve edges of each inside the other
//      (liang-barsky1984), four parallel edges at a time.
//   2. Cutting box X across axis k at c gives two pairs. All intervals are used again:
//      - X's four edges along k are shortened to either side of c;
//      - of X's other eight, four stay with either part; both get four new ones, in the cut, clipped anew:
//        48 multiplications and additions;
//      - for Y's twelve edges one slab of X changes: they meet the plane at twelve parameters, which bound
//        their intervals from above in one part and from below in the other: 24 multiplications and
//        additions.
//      That makes the paper's 72.
//   3. The boxes of a part are apart if all 24 intervals are empty. Empty boxes are not looked at.
//      Nothing overflows where BoxMap::usable; an interval with a NaN would not count as empty.
//
// We deviate: the paper calls boxes apart when all intervals of *one* of them are empty, which misses boxes
// pierced by a thin one and boxes inside each other; and all comparisons have a margin, derived in box_map.h.
#pragma once

#include <cstring>

#include "math/four.h"
#include "tree/box/box_map.h"

namespace graze {

/// low, high, low, high
inline Four ends_alternating(const float (&ends)[2]) {
  return Four{ends[0], ends[1], ends[0], ends[1]};
}
/// low, low, high, high
inline Four ends_in_turn(const float (&ends)[2]) {
  return Four{ends[0], ends[0], ends[1], ends[1]};
}

/// Are all intervals that were added certainly empty? One with an end that is NaN is not.
class Empty {
 public:
  void add(Four enter, Four leave) { empty_ &= leave < enter; }
  bool all() const {
    using Halves = std::int64_t __attribute__((vector_size(16)));
    const auto halves = reinterpret_cast<Halves>(empty_);
    return (halves[0] & halves[1]) == -1;
  }

 private:
  using Mask = std::int32_t __attribute__((vector_size(16)));
  Mask empty_ = {-1, -1, -1, -1};
};

class BoxPair {
 public:
  using Entry = BoxPairEntry;
  static constexpr int max_children = 4;

  /// `a_to_b` sees A's frame from B's.
  BoxPair(const BoxTree& a, const BoxTree& b, const BoxMap& a_to_b, const BoxMap& b_to_a)
      : trees_{&a, &b}, maps_{&a_to_b, &b_to_a} {}

  std::uint64_t boxes = 0;  // pairs of boxes tested so far

  Entry root() const {
    Entry entry = {};
    for (int side = 0; side < 2; ++side) {
      for (int k = 0; k < 3; ++k) {
        for (int end = 0; end < 2; ++end) entry.bounds[side][k][end] = trees_[side]->root(k)[end];
      }
    }
    clip(entry);
    return entry;
  }
  std::size_t stack_bound() const {
    return max_children * static_cast<std::size_t>(trees_[0]->depth() + trees_[1]->depth() + 1);
  }
  bool both_leaves(const Entry& entry) const { return !is_cut(entry, 0) && !is_cut(entry, 1); }

  int open(const Entry& entry, Entry* out) {
    if (!is_cut(entry, 1)) return cut(entry, 0, out);
    if (!is_cut(entry, 0)) return cut(entry, 1, out);
    Entry parts[2];
    const int count = cut(entry, 0, parts);
    int written = 0;
    for (int i = 0; i < count; ++i) written += cut(parts[i], 1, out + written);
    return written;
  }

  /// All intervals anew, from the boxes.
  void clip(Entry& entry) const {
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < 3; ++i) clip_direction(entry, side, i);
    }
  }

  static bool apart(const Entry& entry) {
    Empty empty;
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < 3; ++i) empty.add(load(entry.enter[side][i]), load(entry.leave[side][i]));
    }
    return empty.all();
  }

  /// Cuts the box of one side where its node says; writes the parts that are not empty and may overlap the
  /// other side's box, and returns how many. Room for two is needed.
  int cut(const Entry& entry, int side, Entry* out) {
    switch (trees_[side]->nodes()[entry.node[side]].kind) {
      case BoxTree::Kind::cut_x:
        return cut_across<0>(entry, side, out);
      case BoxTree::Kind::cut_y:
        return cut_across<1>(entry, side, out);
      default:
        return cut_across<2>(entry, side, out);
    }
  }

 private:
  bool is_cut(const Entry& entry, int side) const {
    return trees_[side]->nodes()[entry.node[side]].kind < BoxTree::Kind::leaf;
  }

  void clip_direction(Entry& entry, int side, int i) const {
    const BoxMap& map = *maps_[side];
    const auto& own = entry.bounds[side];
    const int next = (i + 1) % 3, last = (i + 2) % 3;
    const Four at_next = ends_alternating(own[next]), at_last = ends_in_turn(own[last]);
    Four enter = four(own[i][0]), leave = four(own[i][1]);
    for (int j = 0; j < 3; ++j) {
      const Four P = at_next * map.r[j][next] + (at_last * map.r[j][last] + map.t_float[j]);
      clip_slab(P, entry.bounds[1 - side][j], map.margin, four(map.inverse[j][i]), enter, leave);
    }
    store(enter, entry.enter[side][i]);
    store(leave, entry.leave[side][i]);
  }

  /// Where P + s/inverse is within the slab.
  static void clip_slab(Four P, const float (&slab)[2], float margin, Four inverse, Four& enter,
                        Four& leave) {
    const Four at_low = ((slab[0] - margin) - P) * inverse, at_high = ((slab[1] + margin) - P) * inverse;
    enter = max(enter, min(at_low, at_high));
    leave = min(leave, max(at_low, at_high));
  }

  /// An empty part is not looked at.
  template <int k>
  int cut_across(const Entry& entry, int side, Entry* out) {
    const BoxTree::Node* nodes = trees_[side]->nodes().data();
    const BoxTree::Node& node = nodes[entry.node[side]];
    if (nodes[node.child].kind == BoxTree::Kind::empty) return cut_into<k, 1, 1>(entry, side, node, out);
    if (nodes[node.child + 1].kind == BoxTree::Kind::empty) return cut_into<k, 0, 1>(entry, side, node, out);
    return cut_into<k, 0, 2>(entry, side, node, out);
  }

  /// Cuts into `count` parts, from part `first` on. They are written as they are computed; where only the
  /// second is of use, it is moved over the first.
  template <int k, int first, int count>
  int cut_into(const Entry& entry, int side, const BoxTree::Node& node, Entry* out) {
    for (int part = first; part < first + count; ++part) {
      Entry& to = out[part - first];
      std::memcpy(to.bounds, entry.bounds, sizeof entry.bounds);
      to.bounds[side][k][1 - part] = node.cut;
      to.node[side] = node.child + static_cast<std::uint32_t>(part);
      to.node[1 - side] = entry.node[1 - side];
    }
    Empty empty[2];
    cut_own_edges<k, first, count>(entry, side, node.cut, out, empty);
    cut_other_edges<k, first, count>(entry, 1 - side, node.cut, out, empty);
    boxes += count;
    if constexpr (count == 1) return empty[first].all() ? 0 : 1;
    const bool open[2] = {!empty[0].all(), !empty[1].all()};
    if (open[1] && !open[0]) out[0] = out[1];
    return static_cast<int>(open[0]) + static_cast<int>(open[1]);
  }

  /// Edges along the cut's axis are shortened; of the others, the low part keeps those that are low along the
  /// axis, the high part the high ones, and four new ones take the place of the rest.
  template <int k, int first, int count>
  void cut_own_edges(const Entry& entry, int side, float c, Entry* out, Empty (&empty)[2]) const {
    constexpr int next = (k + 1) % 3, last = (k + 2) % 3;
    const auto put = [&](int part, int i, Four enter, Four leave) {
      if (part < first || part >= first + count) return;
      store(enter, out[part - first].enter[side][i]);
      store(leave, out[part - first].leave[side][i]);
      empty[part].add(enter, leave);
    };
    const Four enter_k = load(entry.enter[side][k]), leave_k = load(entry.leave[side][k]);
    put(0, k, enter_k, min(leave_k, four(c)));
    put(1, k, max(enter_k, four(c)), leave_k);

    const BoxMap& map = *maps_[side];
    const auto& own = entry.bounds[side];
    const Four at = {own[last][0], own[last][1], own[next][0], own[next][1]};
    Four enter = {own[next][0], own[next][0], own[last][0], own[last][0]};
    Four leave = {own[next][1], own[next][1], own[last][1], own[last][1]};
    for (int j = 0; j < 3; ++j) {
      const Four P = at * load(map.cut_weight[k][j]) + (c * map.r[j][k] + map.t_float[j]);
      clip_slab(P, entry.bounds[1 - side][j], map.margin, load(map.cut_inverse[k][j]), enter, leave);
    }
    const Four enter_n = load(entry.enter[side][next]), leave_n = load(entry.leave[side][next]);
    put(0, next, __builtin_shufflevector(enter_n, enter, 0, 1, 4, 5),
        __builtin_shufflevector(leave_n, leave, 0, 1, 4, 5));
    put(1, next, __builtin_shufflevector(enter_n, enter, 4, 5, 2, 3),
        __builtin_shufflevector(leave_n, leave, 4, 5, 2, 3));
    const Four enter_l = load(entry.enter[side][last]), leave_l = load(entry.leave[side][last]);
    put(0, last, __builtin_shufflevector(enter_l, enter, 0, 6, 2, 7),
        __builtin_shufflevector(leave_l, leave, 0, 6, 2, 7));
    put(1, last, __builtin_shufflevector(enter_l, enter, 6, 1, 7, 3),
        __builtin_shufflevector(leave_l, leave, 6, 1, 7, 3));
  }

  /// The edges of the other side end, or begin, at the plane of the cut.
  template <int k, int first, int count>
  void cut_other_edges(const Entry& entry, int other, float c, Entry* out, Empty (&empty)[2]) const {
    const BoxMap& map = *maps_[other];
    const auto& theirs = entry.bounds[other];
    for (int i = 0; i < 3; ++i) {
      const int next = (i + 1) % 3, last = (i + 2) % 3;
      const Four rest = (c - map.t_float[k]) - ends_alternating(theirs[next]) * map.r[k][next] -
                        ends_in_turn(theirs[last]) * map.r[k][last];
      const Four at = rest * map.inverse[k][i];
      const float widening = map.widening[k][i];
      const Four enter = load(entry.enter[other][i]), leave = load(entry.leave[other][i]);
      const auto put = [&](int part, Four from, Four to) {
        store(from, out[part - first].enter[other][i]);
        store(to, out[part - first].leave[other][i]);
        empty[part].add(from, to);
      };
      const int below = map.r[k][i] < 0 ? 1 : 0;  // the part that the edges are in at small parameters
      if (count == 2 || below == first) put(below, enter, min(leave, at + widening));
      if (count == 2 || below != first) put(1 - below, max(enter, at - widening), leave);
    }
  }

  const BoxTree* trees_[2];
  const BoxMap* maps_[2];  // maps_[side] is what the edges of that side are mapped by
};

}  // namespace graze
