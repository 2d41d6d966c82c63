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
//
// We deviate: the paper calls boxes apart when all intervals of *one* of them are empty, which misses boxes
// pierced by a thin one and boxes inside each other; and all comparisons have a margin, derived in box_map.h.
#pragma once

#include <cstring>

#include "math/four.h"
#include "tree/box_map.h"

namespace graze {

/// low, high, low, high
inline Four ends_alternating(const float (&ends)[2]) {
  return Four{ends[0], ends[1], ends[0], ends[1]};
}
/// low, low, high, high
inline Four ends_in_turn(const float (&ends)[2]) {
  return Four{ends[0], ends[0], ends[1], ends[1]};
}

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
    Four longest = four(-1);
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < 3; ++i)
        longest = max(longest, load(entry.leave[side][i]) - load(entry.enter[side][i]));
    }
    return !any_not_negative(longest);
  }

  /// Cuts the box of one side where its node says; writes the parts that are not empty and may overlap the
  /// other side's box, and returns how many.
  int cut(const Entry& entry, int side, Entry* out) {
    const BoxTree::Node* nodes = trees_[side]->nodes().data();
    const BoxTree::Node& node = nodes[entry.node[side]];
    const int k = static_cast<int>(node.kind), next = (k + 1) % 3, last = (k + 2) % 3, other = 1 - side;
    const Four c = four(node.cut);

    // [part][side][direction]
    Four enter[2][2][3], leave[2][2][3];
    for (int i = 0; i < 3; ++i) {
      enter[0][0][i] = enter[1][0][i] = load(entry.enter[side][i]);
      leave[0][0][i] = leave[1][0][i] = load(entry.leave[side][i]);
      enter[0][1][i] = enter[1][1][i] = load(entry.enter[other][i]);
      leave[0][1][i] = leave[1][1][i] = load(entry.leave[other][i]);
    }
    leave[0][0][k] = min(leave[0][0][k], c);
    enter[1][0][k] = max(enter[1][0][k], c);

    Four new_enter, new_leave;
    clip_cut(entry, side, k, node.cut, new_enter, new_leave);
    replace(enter, new_enter, next, last);
    replace(leave, new_leave, next, last);
    bound_others(entry, other, k, node.cut, enter, leave);

    Entry* const start = out;
    for (int part = 0; part < 2; ++part) {
      if (nodes[node.child + part].kind == BoxTree::Kind::empty) continue;
      ++boxes;
      Four longest = four(-1);
      for (int i = 0; i < 3; ++i) {
        longest = max(longest, leave[part][0][i] - enter[part][0][i]);
        longest = max(longest, leave[part][1][i] - enter[part][1][i]);
      }
      if (!any_not_negative(longest)) continue;
      for (int i = 0; i < 3; ++i) {
        store(enter[part][0][i], out->enter[side][i]);
        store(leave[part][0][i], out->leave[side][i]);
        store(enter[part][1][i], out->enter[other][i]);
        store(leave[part][1][i], out->leave[other][i]);
      }
      std::memcpy(out->bounds, entry.bounds, sizeof entry.bounds);
      out->bounds[side][k][1 - part] = node.cut;
      out->node[side] = node.child + static_cast<std::uint32_t>(part);
      out->node[other] = entry.node[other];
      ++out;
    }
    return static_cast<int>(out - start);
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
      const Four P = at_next * map.r[j][next] + (at_last * map.r[j][last] + map.t[j]);
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

  /// The four edges that a cut across axis k makes.
  void clip_cut(const Entry& entry, int side, int k, float c, Four& enter, Four& leave) const {
    const BoxMap& map = *maps_[side];
    const auto& own = entry.bounds[side];
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    const Four at = {own[last][0], own[last][1], own[next][0], own[next][1]};
    enter = Four{own[next][0], own[next][0], own[last][0], own[last][0]};
    leave = Four{own[next][1], own[next][1], own[last][1], own[last][1]};
    for (int j = 0; j < 3; ++j) {
      const Four P = at * load(map.cut_weight[k][j]) + (c * map.r[j][k] + map.t[j]);
      clip_slab(P, entry.bounds[1 - side][j], map.margin, load(map.cut_inverse[k][j]), enter, leave);
    }
  }

  /// Puts the new edges in the place of those that the parts lose: the low part those high along the axis of
  /// the cut, the high part the low ones.
  static void replace(Four (&of)[2][2][3], Four made, int next, int last) {
    of[0][0][next] = __builtin_shufflevector(of[0][0][next], made, 0, 1, 4, 5);
    of[1][0][next] = __builtin_shufflevector(of[1][0][next], made, 4, 5, 2, 3);
    of[0][0][last] = __builtin_shufflevector(of[0][0][last], made, 0, 6, 2, 7);
    of[1][0][last] = __builtin_shufflevector(of[1][0][last], made, 6, 1, 7, 3);
  }

  /// The edges of the other side end, or begin, at the plane of the cut.
  void bound_others(const Entry& entry, int other, int k, float c, Four (&enter)[2][2][3],
                    Four (&leave)[2][2][3]) const {
    const BoxMap& map = *maps_[other];
    const auto& theirs = entry.bounds[other];
    for (int i = 0; i < 3; ++i) {
      const int next = (i + 1) % 3, last = (i + 2) % 3;
      const Four rest = (c - map.t[k]) - ends_alternating(theirs[next]) * map.r[k][next] -
                        ends_in_turn(theirs[last]) * map.r[k][last];
      const Four at = rest * map.inverse[k][i];
      const float widening = map.widening[k][i];
      const int below = map.r[k][i] < 0 ? 1 : 0;  // the part that the edges are in at small parameters
      leave[below][1][i] = min(leave[below][1][i], at + widening);
      enter[1 - below][1][i] = max(enter[1 - below][1][i], at - widening);
    }
  }

  const BoxTree* trees_[2];
  const BoxMap* maps_[2];  // maps_[side] is what the edges of that side are mapped by
};

}  // namespace graze
