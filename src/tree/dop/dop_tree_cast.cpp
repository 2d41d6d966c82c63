// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Rays, segments and boxes against a DOP-tree.
//
//   1. The path or box is brought into the tree's frame (tree_path.h, tree_box.h) and projected on the tree's
//      orientations: once a query.
//   2. Depth first through the nodes that it may reach. A path is cut by one slab after the other (kay-kajiya1986),
//      and for the first hit goes on in the child that it enters first; a box is a DOP itself.
//   3. Leaves offer their face to the collector: double, then exact.
#include "tree/dop/dop_tree_cast.h"

#include <bit>
#include <optional>
#include <type_traits>

#include "tree/tree_box.h"
#include "tree/tree_path.h"

namespace graze {
namespace {

/// A path along each orientation.
///
/// The tree's |x| ≤ 1, so coordinates along B are at most 3, and a path that is off by μ₁ is off by 3μ₁ along B. Raising
/// its speed along B to at least 2^-40 moves it by less than 2^-36, since D·length ≤ 2.04 and D > 1/4. Each of the terms
/// of (c - p ± (h + margin))/speed passes fewer than eight roundings of 2^-53, and they sum to at most 10/speed: as if
/// the margin were 2^-46 smaller.
template <int slabs>
struct DopPath {
  double start[slabs], per_speed[slabs];
  double margin;

  DopPath(const TreePath& path, const DopOrientations& orientations) : margin(3 * path.error + 0x1p-35) {
    for (int i = 0; i < slabs; ++i) {
      constexpr double least = 0x1p-40;
      start[i] = orientations.B[i].dot(path.p);
      const double speed = orientations.B[i].dot(path.d);
      per_speed[i] = 1 / (std::abs(speed) < least ? std::copysign(least, speed) : speed);
    }
  }

  /// Where the path enters a node, if it does so before `limit`.
  std::optional<float> entry(const DopTree& tree, std::uint32_t node, float limit) const {
    const float *c = tree.middles(node), *h = tree.half_widths(node);
    double near = 0, far = static_cast<double>(limit);
    for (int i = 0; i < slabs; ++i) {
      const double middle = (static_cast<double>(c[i]) - start[i]) * per_speed[i];
      const double half = (static_cast<double>(h[i]) + margin) * std::abs(per_speed[i]);
      near = std::max(near, middle - half);
      far = std::min(far, middle + half);
    }
    if (near > far) return std::nullopt;
    return static_cast<float>(near * (1 - 0x1p-20));  // never later than it is
  }
};

/// A box along each orientation. What its sides are off is stretched by 1.75 at most on its way into the tree and by 3
/// along B; so is the error of the inverse rotation, which is below 2^-22.
template <int slabs>
struct DopBox {
  double middle[slabs], half_width[slabs];

  DopBox(const TreeBox& box, const DopOrientations& orientations) {
    const Eigen::Vector3d centre = box.inverse * box.centre;
    for (int i = 0; i < slabs; ++i) {
      middle[i] = orientations.B[i].dot(centre);
      half_width[i] =
          (orientations.B[i].transpose() * box.inverse).cwiseAbs().dot(box.half) + 6 * box.error + 0x1p-18;
    }
  }

  bool reaches(const DopTree& tree, std::uint32_t node) const {
    const float *c = tree.middles(node), *h = tree.half_widths(node);
    for (int i = 0; i < slabs; ++i) {
      if (std::abs(static_cast<double>(c[i]) - middle[i]) > static_cast<double>(h[i]) + half_width[i])
        return false;
    }
    return true;
  }
};

/// Where a path enters a node, in the high half, whose bits are ordered as it is not negative; and the node.
using Entry = std::uint64_t;

Entry entry_at(float r, std::uint32_t node) {
  return Entry{std::bit_cast<std::uint32_t>(r)} << 32 | node;
}
float entered_at(Entry entry) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(entry >> 32));
}

/// Children are pushed once a level, so that one waits for each level above.
Entry* room_for(const DopTree& tree, std::vector<Entry>& stack) {
  const auto bound = static_cast<std::size_t>(tree.depth() + 1);
  if (stack.size() < bound) stack.resize(bound);
  return stack.data();
}

template <int slabs, class Collector>
void cast_path_with(const DopTree& tree, const TreePath& path, std::vector<Entry>& stack, Counters& counters,
                    Collector& collector) {
  const DopPath<slabs> along(path, DopOrientations::of(tree.orientations()));
  Entry* top = room_for(tree, stack);
  *top++ = entry_at(0, DopTree::root);
  while (top != stack.data()) {
    const Entry next = *--top;
    const float limit = path.r(collector.limit());
    if (entered_at(next) > limit) continue;
    const std::uint32_t child = tree.child(static_cast<std::uint32_t>(next));
    if ((child & DopTree::leaf_flag) != 0) {
      ++counters.face_tests;
      if (collector.offer(child & ~DopTree::leaf_flag, false)) return;
      continue;
    }
    counters.box_tests += 2;
    const auto first = along.entry(tree, child, limit), second = along.entry(tree, child + 1, limit);
    const bool second_is_nearer = first && second && *second < *first;
    if (second && !second_is_nearer) *top++ = entry_at(*second, child + 1);
    if (first) *top++ = entry_at(*first, child);
    if (second_is_nearer) *top++ = entry_at(*second, child + 1);
  }
}

template <int slabs>
void cast_box_with(const DopTree& tree, const TreeBox& box, std::vector<Entry>& stack, Counters& counters,
                   FacesInBox& in_box) {
  const DopBox<slabs> dop(box, DopOrientations::of(tree.orientations()));
  Entry* top = room_for(tree, stack);
  *top++ = DopTree::root;
  while (top != stack.data()) {
    const std::uint32_t child = tree.child(static_cast<std::uint32_t>(*--top));
    if ((child & DopTree::leaf_flag) != 0) {
      ++counters.face_tests;
      if (in_box.offer(child & ~DopTree::leaf_flag, false)) return;
      continue;
    }
    counters.box_tests += 2;
    for (const std::uint32_t node : {child, child + 1}) {
      if (dop.reaches(tree, node)) *top++ = node;
    }
  }
}

template <class Collector>
void cast_path_through(const DopTree& tree, const MeshCast& cast, std::vector<Entry>& stack,
                       Counters& counters, Collector& collector) {
  if (tree.empty()) return;
  const TreePath path(tree.frame(), cast.local);
  switch (path.use) {
    case TreePath::Use::misses:
      return;
    case TreePath::Use::passes:
      return with_slabs(tree.orientations() / 2,
                        [&](auto slabs) { cast_path_with<slabs()>(tree, path, stack, counters, collector); });
    case TreePath::Use::unknown:
      return offer_all(cast.mesh.mesh, counters, collector);
  }
}

}  // namespace

void cast_path(const DopTree& tree, const MeshCast& cast, std::vector<std::uint64_t>& stack,
               Counters& counters, TouchedFaces& touched) {
  cast_path_through(tree, cast, stack, counters, touched);
}

void cast_path(const DopTree& tree, const MeshCast& cast, std::vector<std::uint64_t>& stack,
               Counters& counters, FirstTouched& first) {
  cast_path_through(tree, cast, stack, counters, first);
}

void cast_box(const DopTree& tree, const MeshBoxQuery& query, std::vector<std::uint64_t>& stack,
              Counters& counters, FacesInBox& in_box) {
  if (tree.empty()) return;
  const TreeBox box(tree.frame(), query);
  switch (box.use) {
    case TreeBox::Use::misses:
      return;
    case TreeBox::Use::meets:
      return with_slabs(tree.orientations() / 2,
                        [&](auto slabs) { cast_box_with<slabs()>(tree, box, stack, counters, in_box); });
    case TreeBox::Use::unknown:
      return offer_all(query.mesh.mesh, counters, in_box);
  }
}

}  // namespace graze
