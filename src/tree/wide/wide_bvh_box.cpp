// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The faces of a wide tree in a box along the world's axes.
//
//   1. The box is cut to where the mesh can be.
//   2. Depth first through the nodes whose bounds reach into the box: eight children at once, along the world's axes, the
//      tree's axes and across the children's slabs. Below a child that is certainly inside the box, all faces are.
//   3. Leaves: corners in the world, eight triangles at once. Those neither beyond a side of the box nor with a corner inside
//      go to the collector: clipping in double, then exact signs.
//
// Frames: those of tree_box.h.
#include "tree/tree_box.h"
#include "tree/wide/wide_bvh_cast.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide/wide_bvh_box.cpp"
#include <hwy/foreach_target.h>

#include "elementary/lanes.h"
#include "math/slack.h"

#ifndef GRAZE_TREE_WIDE_BVH_BOX
#define GRAZE_TREE_WIDE_BVH_BOX
namespace graze {

/// The box in float.
struct WideBox : TreeBox {
  float r[3][3], abs_r[3][3];  // R
  float k[3][3];               // R⁻¹: column j is the box's axis j seen from the tree
  float c[3], h[3];            // centre and half extent, in y
  float c_q[3], h_q[3];        // in q: the centre, and the half extent along the tree's axes
  float margin;

  WideBox(const WideBvh& tree, const MeshBoxQuery& query) : TreeBox(tree.frame(), query) {
    if (use != Use::meets) return;
    const Eigen::Vector3d centre_q = inverse * centre, half_q = inverse.cwiseAbs() * half;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        r[i][j] = static_cast<float>(R(i, j));
        abs_r[i][j] = std::abs(r[i][j]);
        k[i][j] = static_cast<float>(inverse(i, j));
      }
      c[i] = static_cast<float>(centre[i]);
      h[i] = static_cast<float>(half[i]);
      c_q[i] = static_cast<float>(centre_q[i]);
      h_q[i] = static_cast<float>(half_q[i]);
    }
    // |q| ≤ 1, |c|, |h| ≤ 2, |c_q|, |h_q| ≤ 3.5, and rows of matrices sum to 1.75 at most, as do those of n.
    // Each comparison sums terms of no more than 20 together, each of which passes at most eight roundings of
    // 2^-24. The sides' error is stretched by 1.75 at most on its way into the tree and once more across a
    // slab.
    margin = static_cast<float>(160 * float_roundoff + 4 * error);
  }
};

}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

struct BoxedChildren {
  unsigned reach = 0;   // may reach into the box
  unsigned inside = 0;  // certainly are inside
};

HWY_INLINE BoxedChildren boxed_children(const WideBvh::Node& node, const WideBox& box) {
  const LaneTag d;
  const auto set = [&](float x) HWY_ATTR { return hn::Set(d, x); };
  const auto dot_with = [&](const Lane(&a)[3], float b0, float b1, float b2) HWY_ATTR {
    return hn::MulAdd(a[0], set(b0), hn::MulAdd(a[1], set(b1), hn::Mul(a[2], set(b2))));
  };
  BoxedChildren result;
  const Lane margin = set(box.margin);
  for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
    const Lane c[3] = {hn::Load(d, node.c[0] + first), hn::Load(d, node.c[1] + first),
                       hn::Load(d, node.c[2] + first)};
    const Lane h[3] = {hn::Load(d, node.h[0] + first), hn::Load(d, node.h[1] + first),
                       hn::Load(d, node.h[2] + first)};
    const Lane n[3] = {hn::Load(d, node.n[0] + first), hn::Load(d, node.n[1] + first),
                       hn::Load(d, node.n[2] + first)};
    // Beyond, not within: so that NaN counts as reaching into the box.
    LaneMask beyond = hn::Lt(h[0], hn::Zero(d)), inside = hn::Not(beyond);
    for (int i = 0; i < 3; ++i) {  // along the world's axes
      const Lane off = hn::Abs(hn::Sub(dot_with(c, box.r[i][0], box.r[i][1], box.r[i][2]), set(box.c[i])));
      const Lane extent = hn::Add(dot_with(h, box.abs_r[i][0], box.abs_r[i][1], box.abs_r[i][2]), margin);
      beyond = hn::Or(beyond, hn::Gt(off, hn::Add(extent, set(box.h[i]))));
      inside = hn::And(inside, hn::Le(hn::Add(off, extent), set(box.h[i])));
    }
    // Along the tree's axes and across the slab.
    Lane across = hn::Load(d, node.s + first), slab_reach = hn::Add(hn::Load(d, node.w + first), margin);
    for (int i = 0; i < 3; ++i) {
      const Lane off = hn::Sub(c[i], set(box.c_q[i]));
      beyond = hn::Or(beyond, hn::Gt(hn::Abs(off), hn::Add(h[i], hn::Add(set(box.h_q[i]), margin))));
      across = hn::MulAdd(n[i], off, across);
      slab_reach =
          hn::MulAdd(hn::Abs(dot_with(n, box.k[0][i], box.k[1][i], box.k[2][i])), set(box.h[i]), slab_reach);
    }
    beyond = hn::Or(beyond, hn::Gt(hn::Abs(across), slab_reach));
    result.reach |= bits(d, hn::Not(beyond)) << first;
    result.inside |= bits(d, inside) << first;
  }
  return result;
}

/// Triangles of a leaf whose centre in y is off the box's by `offset`.
HWY_INLINE Verdicts boxed_triangles(const LaneTriangles& lanes, const float (&offset)[3],
                                    const WideBox& box) {
  const LaneTag d;
  Verdicts verdicts;
  for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
    const V3<Lane> corners[3] = {lanes.corner(d, 0, first), lanes.corner(d, 1, first),
                                 lanes.corner(d, 2, first)};
    const LaneMask none = hn::Lt(hn::Zero(d), hn::Zero(d));
    LaneMask beyond = none, inside[3] = {hn::Not(none), hn::Not(none), hn::Not(none)};
    for (int i = 0; i < 3; ++i) {
      Lane y[3];
      for (int k = 0; k < 3; ++k) {
        y[k] =
            hn::MulAdd(corners[k].x, hn::Set(d, box.r[i][0]),
                       hn::MulAdd(corners[k].y, hn::Set(d, box.r[i][1]),
                                  hn::MulAdd(corners[k].z, hn::Set(d, box.r[i][2]), hn::Set(d, offset[i]))));
        inside[k] = hn::And(inside[k], hn::Le(hn::Abs(y[k]), hn::Set(d, box.h[i] - box.margin)));
      }
      const Lane outer = hn::Set(d, box.h[i] + box.margin);
      beyond = hn::Or(beyond, hn::Gt(hn::Min(y[0], hn::Min(y[1], y[2])), outer));
      beyond = hn::Or(beyond, hn::Lt(hn::Max(y[0], hn::Max(y[1], y[2])), hn::Neg(outer)));
    }
    verdicts.apart |= static_cast<std::uint8_t>(bits(d, beyond) << first);
    verdicts.meet |=
        static_cast<std::uint8_t>(bits(d, hn::Or(inside[0], hn::Or(inside[1], inside[2]))) << first);
  }
  return verdicts;
}

/// True to stop.
HWY_INLINE bool offer_leaf(const WideBvh& tree, WideBvh::Slot slot, bool inside, const WideBox& box,
                           Counters& counters, FacesInBox& in_box) {
  const WideBvh::Node& node = tree.nodes()[slot / WideBvh::width];
  const std::uint32_t lane = slot % WideBvh::width;
  const WideBvh::Leaf& leaf = tree.leaves()[node.child[lane] & ~WideBvh::leaf_flag];
  Verdicts verdicts = {0xff, 0};
  if (!inside) {
    counters.face_tests += leaf.count;
    float offset[3];
    for (int i = 0; i < 3; ++i) {
      offset[i] = box.r[i][0] * node.c[0][lane] + box.r[i][1] * node.c[1][lane] +
                  box.r[i][2] * node.c[2][lane] - box.c[i];
    }
    verdicts = boxed_triangles({tree.lanes(leaf, 0, 0), leaf.count}, offset, box);
  }
  for (unsigned left = ~static_cast<unsigned>(verdicts.apart) & ((1u << leaf.count) - 1); left != 0;
       left &= left - 1) {
    const int i = __builtin_ctz(left);
    if (in_box.offer(tree.faces()[leaf.first + i], (verdicts.meet >> i & 1) != 0)) return true;
  }
  return false;
}

void cast_box_lanes(const WideBvh& tree, const WideBox& box, std::vector<std::uint64_t>& stack,
                    Counters& counters, FacesInBox& in_box) {
  constexpr std::uint64_t inside_flag = std::uint64_t{1} << 32;
  const std::size_t stack_bound = WideBvh::width * static_cast<std::size_t>(tree.depth() + 1);
  if (stack.size() < stack_bound) stack.resize(stack_bound);
  std::uint64_t* top = stack.data();
  *top++ = 0;
  while (top != stack.data()) {
    const std::uint64_t item = *--top;
    const auto slot = static_cast<WideBvh::Slot>(item);
    const bool inside = (item & inside_flag) != 0;
    const std::uint32_t child = tree.nodes()[slot / WideBvh::width].child[slot % WideBvh::width];
    if ((child & WideBvh::leaf_flag) != 0) {
      if (offer_leaf(tree, slot, inside, box, counters, in_box)) return;
      continue;
    }
    const WideBvh::Node& node = tree.nodes()[child];
    BoxedChildren children;
    if (inside) {
      for (unsigned i = 0; i < WideBvh::width; ++i) children.reach |= (node.h[0][i] < 0 ? 0u : 1u) << i;
      children.inside = children.reach;
    } else {
      counters.box_tests += WideBvh::width;
      children = boxed_children(node, box);
    }
    for (unsigned left = children.reach; left != 0; left &= left - 1) {
      const auto i = static_cast<unsigned>(__builtin_ctz(left));
      *top++ = (child * WideBvh::width + i) | ((children.inside >> i & 1) != 0 ? inside_flag : 0);
    }
  }
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(cast_box_lanes);
}

void cast_box(const WideBvh& tree, const MeshBoxQuery& query, std::vector<std::uint64_t>& stack,
              Counters& counters, FacesInBox& in_box) {
  if (tree.nodes().empty()) return;
  const WideBox box(tree, query);
  switch (box.use) {
    case WideBox::Use::misses:
      return;
    case WideBox::Use::meets:
      HWY_DYNAMIC_DISPATCH(cast_box_lanes)(tree, box, stack, counters, in_box);
      return;
    case WideBox::Use::unknown:
      return offer_all(query.mesh.mesh, counters, in_box);
  }
}

}  // namespace graze
#endif
