// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A ray or segment through a wide tree (wald2008: one ray against all children of a wide node at once).
//
//   1. The path is brought into the tree's frame and cut to the mesh's box (wide_path.h).
//   2. A stack of slots that the path enters, with the parameter at which it does. A node's eight boxes are
//      tested at once by slabs (kay-kajiya1986); for the first hit the nearest is taken next, and what is
//      entered beyond the best hit so far is dropped.
//   3. Leaves: the piece of the path about the leaf, as a segment in the leaf's frame, against its triangles, eight at once.
//      What is not certainly apart goes to the collector: double, then exact.
// We deviate: entry parameters are lower bounds and the best hit is an upper bound, so that dropping is
// certain; ties survive it. Cost: about log₈ n nodes and one or two leaves a ray on a closed surface.
#include "tree/wide/wide_bvh_cast.h"

#include <bit>
#include <type_traits>

#include "tree/wide/wide_path.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide/wide_bvh_cast.cpp"
#include <hwy/foreach_target.h>

#include "elementary/lanes.h"
#include "math/slack.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// Where the path enters each child of a node; infinite for those that it does not.
HWY_INLINE unsigned entered_children(const WideBvh::Node& node, const WidePath& path, float limit,
                                     float (&entry)[WideBvh::width]) {
  const LaneTag d;
  unsigned result = 0;
  for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
    Lane near = hn::Zero(d), far = hn::Set(d, limit);
    for (int i = 0; i < 3; ++i) {
      const Lane c = hn::Load(d, node.c[i] + first), h = hn::Load(d, node.h[i] + first);
      const Lane inverse = hn::Set(d, path.inverse[i]), abs_inverse = hn::Set(d, path.abs_inverse[i]);
      near = hn::Max(near, hn::NegMulAdd(h, abs_inverse, hn::MulSub(c, inverse, hn::Set(d, path.near_p[i]))));
      far = hn::Min(far, hn::MulAdd(h, abs_inverse, hn::MulSub(c, inverse, hn::Set(d, path.far_p[i]))));
    }
    hn::StoreU(near, d, entry + first);
    const LaneMask there = hn::Not(hn::Lt(hn::Load(d, node.h[0] + first), hn::Zero(d)));
    result |= bits(d, hn::AndNot(hn::Gt(near, far), there)) << first;
  }
  return result;
}

/// The piece of a path about a leaf, seen from the leaf's centre.
struct LeafPiece {
  float e[2][3];
  float bound;           // for signs
  bool reaches = false;  // false: the path is nowhere near
  bool goes_on = false;  // the path certainly does not end within the piece

  HWY_INLINE LeafPiece(const WideBvh::Node& node, std::uint32_t lane, const WidePath& path) {
    const Eigen::Vector3d h(node.h[0][lane], node.h[1][lane], node.h[2][lane]);
    const Eigen::Vector3d p = path.p - Eigen::Vector3d(node.c[0][lane], node.c[1][lane], node.c[2][lane]);
    // P is in the leaf's box where |P - c| ≤ h in each coordinate, hence only where |d·(P - c)| ≤ |d|·h,
    // summed over axes, and a path that is off by μ₁ sees that at most |d|·(h + μ₁) ahead and behind.
    const double middle = -p.dot(path.d) * path.inverse_square;
    const double half =
        path.d.cwiseAbs().dot(1.125 * h + Eigen::Vector3d::Constant(1.01 * path.error)) * path.inverse_square;
    const double from = std::max(middle - half, 0.0), to = std::min(middle + half, path.length);
    if (from > to) return;
    reaches = true;
    goes_on = to < path.certain_end;
    const Eigen::Vector3d ends[2] = {p + from * path.d, p + to * path.d};
    const double leaf_reach = h.maxCoeff();
    const double reach = std::max(leaf_reach, ends[0].cwiseAbs().cwiseMax(ends[1].cwiseAbs()).maxCoeff());
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < 3; ++k) e[i][k] = static_cast<float>(ends[i][k]);
    }
    // Corners are stored to 2^-24 of the leaf's reach; all else is done in double.
    bound = InBlock<2>::lane_bound(reach, path.error + TreeFrame::error,
                                   to_float_rounding * leaf_reach + TreeFrame::error);
  }
};

/// The parts of a node that will be looked at: most rays are new to the cache.
HWY_INLINE void prefetch(const WideBvh::Node& node) {
  __builtin_prefetch(node.c[0]);
  __builtin_prefetch(node.c[2]);
  __builtin_prefetch(node.h[1]);
  __builtin_prefetch(node.child);
}

/// Pushes what was entered, the nearest last. An entry is the parameter, whose bits are ordered as it is not
/// negative, in its high half, and the slot in its low half.
HWY_INLINE std::uint64_t* push_sorted(unsigned entered, const float (&entry)[WideBvh::width],
                                      WideBvh::Slot first, std::uint64_t* top) {
  std::uint64_t* const start = top;
  for (; entered != 0; entered &= entered - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(entered));
    const std::uint64_t item =
        (std::uint64_t{std::bit_cast<std::uint32_t>(entry[lane])} << 32) | (first + lane);
    std::uint64_t* to = top++;
    for (; to != start && to[-1] < item; --to) *to = to[-1];
    *to = item;
  }
  return top;
}

template <class Collector>
HWY_INLINE void cast_lanes(const WideBvh& tree, const WidePath& path, std::vector<std::uint64_t>& stack,
                           Counters& counters, Collector& collector) {
  constexpr bool ordered = std::is_same_v<Collector, FirstTouched>;
  const std::size_t stack_bound = WideBvh::width * static_cast<std::size_t>(tree.depth() + 1);
  if (stack.size() < stack_bound) stack.resize(stack_bound);
  const WideBvh::Node* const nodes = tree.nodes().data();
  float limit = path.r(collector.limit());
  std::uint64_t* top = stack.data();
  *top++ = 0;
  while (top != stack.data()) {
    const std::uint64_t item = *--top;
    if (ordered && std::bit_cast<float>(static_cast<std::uint32_t>(item >> 32)) > limit) continue;
    const auto slot = static_cast<WideBvh::Slot>(item);
    const WideBvh::Node& node = nodes[slot / WideBvh::width];
    const std::uint32_t child = node.child[slot % WideBvh::width];
    if ((child & WideBvh::leaf_flag) == 0) {
      float entry[WideBvh::width];
      const unsigned entered = entered_children(nodes[child], path, limit, entry);
      counters.box_tests += WideBvh::width;
      for (unsigned left = entered; left != 0; left &= left - 1) {
        const std::uint32_t next = nodes[child].child[__builtin_ctz(left)];
        if ((next & WideBvh::leaf_flag) == 0) prefetch(nodes[next]);
      }
      top = push_sorted(entered, entry, child * WideBvh::width, top);
      continue;
    }
    const WideBvh::Leaf& leaf = tree.leaves()[child & ~WideBvh::leaf_flag];
    for (int corner = 0; corner < 3; ++corner) __builtin_prefetch(tree.lanes(leaf, corner, 0));
    __builtin_prefetch(&tree.faces()[leaf.first]);
    const LeafPiece piece(node, slot % WideBvh::width, path);
    if (!piece.reaches) continue;
    counters.face_tests += leaf.count;
    const Verdicts verdicts = edge_against_lanes(piece.e, piece.bound, {tree.lanes(leaf, 0, 0), leaf.count});
    for (unsigned left = ~static_cast<unsigned>(verdicts.apart) & ((1u << leaf.count) - 1); left != 0;
         left &= left - 1) {
      const int i = __builtin_ctz(left);
      if (collector.offer(tree.faces()[leaf.first + i], piece.goes_on && (verdicts.meet >> i & 1) != 0))
        return;
    }
    if (ordered) limit = path.r(collector.limit());
  }
}

void cast_all_lanes(const WideBvh& tree, const WidePath& path, std::vector<std::uint64_t>& stack,
                    Counters& counters, TouchedFaces& touched) {
  cast_lanes(tree, path, stack, counters, touched);
}
void cast_first_lanes(const WideBvh& tree, const WidePath& path, std::vector<std::uint64_t>& stack,
                      Counters& counters, FirstTouched& first) {
  cast_lanes(tree, path, stack, counters, first);
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(cast_all_lanes);
HWY_EXPORT(cast_first_lanes);

template <class Collector, class Lanes>
void cast_through(const WideBvh& tree, const MeshCast& cast, Counters& counters, Collector& collector,
                  const Lanes& lanes) {
  if (tree.nodes().empty()) return;
  const WidePath path(tree, cast.local);
  switch (path.use) {
    case WidePath::Use::misses:
      return;
    case WidePath::Use::passes:
      return lanes(path);
    case WidePath::Use::unknown:
      return offer_all(cast.mesh.mesh, counters, collector);
  }
}

}  // namespace

void cast_path(const WideBvh& tree, const MeshCast& cast, std::vector<std::uint64_t>& stack,
               Counters& counters, TouchedFaces& touched) {
  cast_through(tree, cast, counters, touched, [&](const WidePath& path) {
    HWY_DYNAMIC_DISPATCH(cast_all_lanes)(tree, path, stack, counters, touched);
  });
}

void cast_path(const WideBvh& tree, const MeshCast& cast, std::vector<std::uint64_t>& stack,
               Counters& counters, FirstTouched& first) {
  cast_through(tree, cast, counters, first, [&](const WidePath& path) {
    HWY_DYNAMIC_DISPATCH(cast_first_lanes)(tree, path, stack, counters, first);
  });
}

}  // namespace graze
#endif
