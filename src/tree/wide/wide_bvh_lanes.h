// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Nodes and leaves of two wide trees against each other, eight lanes at once, written once for all instruction sets
// (Highway). To be included after foreach_target.h by the files that dispatch: the include guard is per target.
//
// Bounds are computed in float and may be off by what `WideFrame::margin` adds; see there.
#if defined(GRAZE_TREE_WIDE_BVH_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TREE_WIDE_BVH_LANES_H
#undef GRAZE_TREE_WIDE_BVH_LANES_H
#else
#define GRAZE_TREE_WIDE_BVH_LANES_H
#endif

#include <algorithm>
#include <cmath>

#include "elementary/lanes.h"
#include "math/four.h"
#include "tree/leaf_map.h"
#include "tree/wide/wide_bvh_pair.h"

#ifndef GRAZE_TREE_WIDE_BVH_BOUNDS
#define GRAZE_TREE_WIDE_BVH_BOUNDS
namespace graze {
namespace {

/// A slot's bounds, as scalars.
struct Bounds {
  float c[3], h[3], n[3], s, w;
  Bounds(const WideBvh& tree, WideBvh::Slot slot) {
    const WideBvh::Node& node = tree.nodes()[slot / WideBvh::width];
    const std::uint32_t lane = slot % WideBvh::width;
    for (int i = 0; i < 3; ++i) {
      c[i] = node.c[i][lane];
      h[i] = node.h[i][lane];
      n[i] = node.n[i][lane];
    }
    s = node.s[lane];
    w = node.w[lane];
  }
  float size() const { return h[0] + h[1] + h[2]; }
};

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// Lane by lane, the least gap to bounds that were rejected, in the units of the tree that was opened.
struct Nearest {
  alignas(64) float gap[WideBvh::width];
  Nearest() { std::fill_n(gap, WideBvh::width, INFINITY); }
  float least() const { return *std::min_element(gap, gap + WideBvh::width); }
};

/// Which children of a node of Y the bounds x of X's tree may share a point with, one bit each. A comparison with NaN
/// never tells apart: only a gap that is certainly positive does.
HWY_INLINE unsigned overlapping_children(const WideBvh::Node& node, const Bounds& x, const WideFrame& frame,
                                         Nearest& nearest, float* gaps) {
  const LaneTag d;
  // x in Y's frame.
  const auto map = [](const float(&columns)[3][4], const float* by) HWY_ATTR {
    return load(columns[0]) * four(by[0]) + load(columns[1]) * four(by[1]) + load(columns[2]) * four(by[2]);
  };
  float c[4], h[4], v[4], own[3];
  store(map(frame.r, x.c) + load(frame.o), c);
  store(map(frame.abs_r, x.h) + four(frame.margin), h);
  store(map(frame.u, x.n), v);
  for (int i = 0; i < 3; ++i) own[i] = frame.k_float * x.h[i] + frame.margin;
  const float slab_centre = frame.k_float * x.s, slab_half = frame.k_float * x.w + frame.margin;
  const auto dot_with = [&](const Lane(&a)[3], float b0, float b1, float b2) HWY_ATTR {
    return hn::MulAdd(a[0], hn::Set(d, b0), hn::MulAdd(a[1], hn::Set(d, b1), hn::Mul(a[2], hn::Set(d, b2))));
  };
  unsigned result = 0;
  for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
    Lane delta[3], half[3];
    for (int i = 0; i < 3; ++i) {
      delta[i] = hn::Sub(hn::Load(d, node.c[i] + first), hn::Set(d, c[i]));
      half[i] = hn::Load(d, node.h[i] + first);
    }
    // How far apart they are along the direction that shows it best. Max may return either argument if one is NaN: what
    // it returns is then too small or NaN, and neither tells apart.
    Lane gap = hn::Set(d, -INFINITY);
    const auto look = [&](Lane along, Lane reach)
                          HWY_ATTR { gap = hn::Max(gap, hn::Sub(hn::Abs(along), reach)); };
    const LaneMask there = hn::Not(hn::Lt(half[0], hn::Zero(d)));
    // Along Y's axes, then X's.
    for (int i = 0; i < 3; ++i) look(delta[i], hn::Add(half[i], hn::Set(d, h[i])));
    for (int j = 0; j < 3; ++j) {
      look(dot_with(delta, frame.u[j][0], frame.u[j][1], frame.u[j][2]),
           hn::Add(dot_with(half, frame.abs_u[j][0], frame.abs_u[j][1], frame.abs_u[j][2]),
                   hn::Set(d, own[j])));
    }
    if (!hn::AllTrue(d, hn::Gt(gap, hn::Zero(d)))) {
      // Across X's slab, direction v. A child's extent along v = α·n + r is that of its slab times α and of
      // its box along r.
      const Lane n[3] = {hn::Load(d, node.n[0] + first), hn::Load(d, node.n[1] + first),
                         hn::Load(d, node.n[2] + first)};
      const Lane s = hn::Load(d, node.s + first), w = hn::Load(d, node.w + first);
      const Lane alpha = dot_with(n, v[0], v[1], v[2]), abs_alpha = hn::Abs(alpha);
      Lane reach = hn::MulAdd(abs_alpha, w, hn::Set(d, slab_half));
      for (int i = 0; i < 3; ++i)
        reach = hn::MulAdd(hn::Abs(hn::NegMulAdd(alpha, n[i], hn::Set(d, v[i]))), half[i], reach);
      look(hn::MulAdd(alpha, s, hn::Sub(dot_with(delta, v[0], v[1], v[2]), hn::Set(d, slab_centre))), reach);
      // Across the children's slabs, direction n = α·v + r, in the same way.
      const Lane rest[3] = {hn::NegMulAdd(alpha, hn::Set(d, v[0]), n[0]),
                            hn::NegMulAdd(alpha, hn::Set(d, v[1]), n[1]),
                            hn::NegMulAdd(alpha, hn::Set(d, v[2]), n[2])};
      Lane reach_n = hn::Add(hn::MulAdd(abs_alpha, hn::Set(d, slab_half), w), hn::Set(d, frame.margin));
      for (int j = 0; j < 3; ++j) {
        reach_n = hn::MulAdd(hn::Abs(dot_with(rest, frame.u[j][0], frame.u[j][1], frame.u[j][2])),
                             hn::Set(d, own[j]), reach_n);
      }
      const Lane along_n =
          hn::MulAdd(delta[0], n[0], hn::MulAdd(delta[1], n[1], hn::MulAdd(delta[2], n[2], s)));
      look(hn::NegMulAdd(alpha, hn::Set(d, slab_centre), along_n), reach_n);
      result |= bits(d, hn::AndNot(hn::Gt(gap, hn::Zero(d)), there)) << first;
    }
    hn::Store(gap, d, gaps + first);
    const Lane passed = hn::IfThenElse(hn::Gt(gap, hn::Zero(d)), gap, hn::Set(d, INFINITY));
    hn::Store(hn::Min(hn::Load(d, nearest.gap + first), passed), d, nearest.gap + first);
  }
  return result;
}

/// The triangles of a leaf of X in the frame of a leaf of Y, lane by lane.
struct MappedLeaf {
  alignas(32) float p[9][WideBvh::width];
  float bound;          // for signs: see lane_sign_bound
  unsigned inside = 0;  // lanes whose box reaches into Y's leaf

  HWY_INLINE MappedLeaf(const WideBvh& tree_x, const WideBvh::Leaf& leaf, const Bounds& x, const Bounds& y,
                        const WideFrame& frame) {
    const LaneTag d;
    const LeafMap map(frame, x.c, std::max({x.h[0], x.h[1], x.h[2]}), y.c,
                      std::max({y.h[0], y.h[1], y.h[2]}));
    bound = map.bound;
    const float slack = static_cast<float>(2 * map.error);
    for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
      Lane low[3], high[3];
      for (int corner = 0; corner < 3; ++corner) {
        const Lane q[3] = {hn::LoadU(d, tree_x.lanes(leaf, corner, 0) + first),
                           hn::LoadU(d, tree_x.lanes(leaf, corner, 1) + first),
                           hn::LoadU(d, tree_x.lanes(leaf, corner, 2) + first)};
        for (int i = 0; i < 3; ++i) {
          const Lane value =
              hn::MulAdd(q[0], hn::Set(d, frame.r[0][i]),
                         hn::MulAdd(q[1], hn::Set(d, frame.r[1][i]),
                                    hn::MulAdd(q[2], hn::Set(d, frame.r[2][i]), hn::Set(d, map.offset[i]))));
          hn::Store(value, d, p[3 * corner + i] + first);
          low[i] = corner == 0 ? value : hn::Min(low[i], value);
          high[i] = corner == 0 ? value : hn::Max(high[i], value);
        }
      }
      // Not (beyond): so that NaN counts as inside.
      LaneMask beyond = hn::Gt(low[0], hn::Set(d, y.h[0] + slack));
      for (int i = 0; i < 3; ++i) {
        beyond = hn::Or(beyond, hn::Gt(low[i], hn::Set(d, y.h[i] + slack)));
        beyond = hn::Or(beyond, hn::Lt(high[i], hn::Set(d, -y.h[i] - slack)));
      }
      inside |= bits(d, hn::Not(beyond)) << first;
    }
    inside &= (1u << leaf.count) - 1;
  }
};

/// Triangles of X's leaf against those of Y's. `report(i, left, meet)`: triangle i of X's leaf is not known to be apart from those
/// of Y's whose bits are set in `left`, and known to meet those of `meet` among them; true to stop.
template <class Report>
HWY_INLINE bool leaf_against_leaf(const WideBvh& tree_x, const WideBvh::Leaf& leaf_x, const Bounds& x,
                                  const WideBvh& tree_y, const WideBvh::Leaf& leaf_y, const Bounds& y,
                                  const WideFrame& frame, const Report& report) {
  const MappedLeaf mapped(tree_x, leaf_x, x, y, frame);
  const LaneTriangles lanes = {tree_y.lanes(leaf_y, 0, 0), leaf_y.count};
  for (unsigned open = mapped.inside; open != 0; open &= open - 1) {
    const int i = __builtin_ctz(open);
    float t[3][3];
    for (int corner = 0; corner < 3; ++corner) {
      for (int axis = 0; axis < 3; ++axis) t[corner][axis] = mapped.p[3 * corner + axis][i];
    }
    const Verdicts verdicts = triangle_against_lanes(t, mapped.bound, lanes);
    const unsigned left = ~static_cast<unsigned>(verdicts.apart) & ((1u << leaf_y.count) - 1);
    if (left != 0 && report(i, left, left & verdicts.meet)) return true;
  }
  return false;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
