// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Refitting a wide tree (tree/wide/wide_bvh.h), from the leaves up.
//
//   1. A leaf: its vertices, each once (deform/refit_plan.h), in the tree's frame, in double; their box; the
//      vertices again, relative to its middle, in float; the faces' corners by looking them up among these.
//   2. A node: the direction that each child mostly looks in, for eight children at once. That of a leaf is at
//      right angles to two of its diagonals, which were chosen when the tree was built; that of a node is the
//      dominant eigenvector of the sum of n·nᵀ over its leaves, found by squaring as the builder does.
//   3. Slabs across it: of a leaf from its vertices, of a node from the boxes and slabs of its children. There
//      the extent along n = α·n' + r is that of the child's slab times α and of its box along r; it is looser
//      than what the builder finds by looking at all corners again, but needs no second look at anything.
//
// Bounds are rounded outward as the builder's are: a box by 2^-22 and a slab by 2^-20 at each level, in a frame in
// which the mesh reaches from -1 to 1. A box takes a handful of float operations on numbers of at most 2 and is off by less than a
// fourth of that; the slab of a node takes twelve, and is off by less than 15.5·2^-24 = 0.97·2^-20.
//
// With threads, subtrees two levels down are jobs. If only what reaches into a box is wanted, a subtree is skipped if
// all its blocks of vertices are beyond one side of the box; of the rest, leaves outside the box are skipped.
//
// Cost: of a face some 12 bytes of numbers and its share of the vertices, each read by the leaves around it, and
// 36 bytes of corners and 10 of nodes written.
#include "deform/refit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "deform/vertices.h"
#include "math/four.h"
#include "math/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deform/refit.cpp"
#include <hwy/foreach_target.h>

#include "deform/refit_lanes.h"

#ifndef GRAZE_DEFORM_REFIT_PARTS
#define GRAZE_DEFORM_REFIT_PARTS
namespace graze {

/// Access to the private members of a tree.
class WideRefit {
 public:
  static void move_frame(WideBvh& tree, const MeshBounds& bounds) { tree.frame_ = TreeFrame(bounds); }
  static WideBvh::Node& node(WideBvh& tree, std::uint32_t number) { return tree.nodes_[number]; }
  static float* corners(WideBvh& tree, const WideBvh::Leaf& leaf) {
    return tree.corners_.data() + 9 * static_cast<std::size_t>(leaf.first);
  }
};

namespace {

/// The part of a tree that is wanted: a box in the mesh's coordinates, and on which sides of it each block of
/// vertices lies.
struct RefitWithin {
  const AxisBox& box;
  std::span<const std::uint8_t> sides;

  bool wants(std::span<const std::uint32_t> blocks) const {
    if (sides.empty() || blocks.empty()) return true;
    unsigned beyond = ~0u;
    for (const std::uint32_t block : blocks) beyond &= sides[block];
    return beyond == 0;
  }
};

/// On which sides of a box another one lies beyond it, a bit each.
std::uint8_t sides_beyond(const AxisBox& other, const AxisBox& box) {
  unsigned bits = 0;
  for (int k = 0; k < 3; ++k) {
    bits |= (other.high[k] < box.low[k] ? 1u : 0u) << k;
    bits |= (other.low[k] > box.high[k] ? 1u : 0u) << (4 + k);
  }
  return static_cast<std::uint8_t>(bits);
}

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

class Refitter {
 public:
  Refitter(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, const RefitWithin* within)
      : tree_(tree),
        plan_(plan),
        numbers_(mesh.vertices.data()->data()),
        within_(within),
        origin_{tree.frame().origin[0], tree.frame().origin[1], tree.frame().origin[2], 0},
        scale_(tree.frame().scale),
        large_(mesh.faces.size() > 50000) {
    if (within == nullptr) return;
    load(within->box.low.data(), low_);
    load(within->box.high.data(), high_);
  }

  /// The node and what is below it, or, `levels` below it, what is there already.
  RefitPart node(std::uint32_t number, int levels, const RefitPart* done, const std::uint32_t* first_done) {
    if (within_ != nullptr && !within_->wants(plan_.blocks(number))) return RefitPart::nothing();
    WideBvh::Node& node = WideRefit::node(tree_, number);
    NodeSums sums;
    LeafRows rows[width];
    unsigned leaves = 0, inner = 0;
    for (int lane = 0; lane < width; ++lane) {
      const std::uint32_t child = node.child[lane];
      if (child == 0) continue;  // not there; 0 is the node above the root
      if ((child & WideBvh::leaf_flag) != 0) {
        if (leaf_box(plan_.leaves()[child & ~WideBvh::leaf_flag], rows[lane], node, lane)) {
          leaves |= 1u << lane;
          continue;
        }
      } else {
        const RefitPart part = levels == 0 ? done[first_done[number] + static_cast<std::uint32_t>(lane)]
                                           : this->node(child, levels - 1, done, first_done);
        if (!part.empty()) {
          inner |= 1u << lane;
          for (int k = 0; k < 3; ++k) store_interval(part.low[k], part.high[k], node.c[k], node.h[k], lane);
          sums.add(part, lane);
          continue;
        }
      }
      for (auto& h : node.h) h[lane] = WideBvh::not_there;
    }
    if ((leaves | inner) == 0) return RefitPart::nothing();
    // In a loop of its own: by now the stores of the rows are done, and loads need not wait for them.
    for (unsigned left = leaves; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      const std::uint32_t leaf = node.child[lane] & ~WideBvh::leaf_flag;
      leaf_corners(tree_.leaves()[leaf], plan_.leaves()[leaf], rows[lane]);
      sums.add(plan_.leaves()[leaf], rows[lane], lane);
    }
    sums.add_diagonals();
    directions(sums.spread, inner != 0 ? 4 : 0, node);
    for (unsigned left = leaves; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      slab_of_leaf(rows[lane], node, lane);
    }
    for (unsigned left = inner; left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      slab_of_node(WideRefit::node(tree_, node.child[lane]), node, lane);
    }
    return sum(node, sums);
  }

 private:
  /// Loads a vertex, and nothing behind it.
  static HWY_INLINE void load(const double* p, FourDoubles& vertex) {
    const hn::CappedTag<double, 4> d;
    if (hn::Lanes(d) == 4) {
      hn::Store(hn::MaskedLoad(hn::FirstN(d, 3), d, p), d, reinterpret_cast<double*>(&vertex));
    } else {
      vertex = FourDoubles{p[0], p[1], p[2], 0};
    }
  }

  /// The box of a leaf and its rows; false if it is not wanted.
  HWY_INLINE bool leaf_box(const RefitPlan::Leaf& leaf, LeafRows& rows, WideBvh::Node& node, int lane) {
    const std::uint32_t* const starts = plan_.vertices() + leaf.first;
    const std::uint32_t count = leaf.count;
    if (large_) {
      for (std::uint32_t i = 0; i < count; ++i)
        __builtin_prefetch(numbers_ + starts[i + RefitPlan::ahead - RefitPlan::most_vertices]);
    }
    FourDoubles least, most;
    load(numbers_ + starts[0], least);
    most = least;
    const auto look_at = [&](std::uint32_t i) HWY_ATTR {
      FourDoubles p;
      load(numbers_ + starts[i], p);
      least = p < least ? p : least;
      most = p > most ? p : most;
    };
    for (std::uint32_t i = 1; i < width; ++i) look_at(i);
    for (std::uint32_t i = width; i < count; ++i) look_at(i);
    if (within_ != nullptr) {
      const auto beyond = (least > high_) | (most < low_);
      if ((beyond[0] | beyond[1] | beyond[2]) != 0) return false;
    }
    const Four low = __builtin_convertvector((least - origin_) * scale_, Four),
               high = __builtin_convertvector((most - origin_) * scale_, Four);
    const Four middle = 0.5F * (low + high), half = 0.5F * (high - low) + box_padding;
    for (int k = 0; k < 3; ++k) {
      node.c[k][lane] = middle[k];
      node.h[k][lane] = half[k];
    }
    const FourDoubles centre = __builtin_convertvector(middle, FourDoubles);
    const auto four_rows = [&](std::uint32_t first) HWY_ATTR {
      Four p[4];
      for (std::uint32_t i = 0; i < 4; ++i) {
        FourDoubles vertex;
        load(numbers_ + starts[first + i], vertex);
        p[i] = __builtin_convertvector((vertex - origin_) * scale_ - centre, Four);
      }
      const Four xy = __builtin_shufflevector(p[0], p[1], 0, 4, 1, 5),
                 xy2 = __builtin_shufflevector(p[2], p[3], 0, 4, 1, 5);
      const Four z = __builtin_shufflevector(p[0], p[1], 2, 6, 3, 7),
                 z2 = __builtin_shufflevector(p[2], p[3], 2, 6, 3, 7);
      const Four axes[3] = {__builtin_shufflevector(xy, xy2, 0, 1, 4, 5),
                            __builtin_shufflevector(xy, xy2, 2, 3, 6, 7),
                            __builtin_shufflevector(z, z2, 0, 1, 4, 5)};
      // Twice: what follows is written over the second.
      for (std::uint32_t k = 0; k < 3; ++k) {
        std::memcpy(rows.p[k] + first, &axes[k], sizeof axes[k]);
        std::memcpy(rows.p[k] + first + 4, &axes[k], sizeof axes[k]);
      }
    };
    four_rows(0);
    four_rows(4);
    for (std::uint32_t first = width; first < count; first += 4) four_rows(first);
    rows.count = count;
    return true;
  }

  /// A leaf's corners, row after row without a gap. What is written beyond a row is the next one's and written
  /// again, but for the last: behind it begins what another thread may write.
  HWY_INLINE void leaf_corners(const WideBvh::Leaf& leaf, const RefitPlan::Leaf& plan, const LeafRows& rows) {
    if (rows.count <= hn::Lanes(LaneTag())) return leaf_corners<true>(leaf, plan, rows);
    leaf_corners<false>(leaf, plan, rows);
  }
  template <bool one_table>
  HWY_INLINE void leaf_corners(const WideBvh::Leaf& leaf, const RefitPlan::Leaf& plan, const LeafRows& rows) {
    const LaneTag d;
    const hn::Rebind<std::int32_t, LaneTag> di;
    const hn::Rebind<std::uint8_t, LaneTag> d8;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    alignas(32) float last[width];
    float* const to = WideRefit::corners(tree_, leaf);
    if (leaf.count < width / 2) return few_corners(leaf, plan, rows);
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
      for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t row = 3 * corner + k;
        for (std::uint32_t first = 0; first < width; first += lanes) {
          const auto place = hn::PromoteTo(di, hn::LoadU(d8, plan.corner[corner] + first));
          const auto within =
              hn::IndicesFromVec(d, hn::And(place, hn::Set(di, static_cast<std::int32_t>(lanes) - 1)));
          Lane found = hn::TableLookupLanes(hn::Load(d, rows.p[k]), within);
          for (std::uint32_t table = lanes; !one_table && table < rows.count; table += lanes) {
            const auto here =
                hn::RebindMask(d, hn::Gt(place, hn::Set(di, static_cast<std::int32_t>(table) - 1)));
            found = hn::IfThenElse(here, hn::TableLookupLanes(hn::Load(d, rows.p[k] + table), within), found);
          }
          hn::StoreU(found, d, row < 8 ? to + row * leaf.count + first : last + first);
        }
      }
    }
    constexpr std::size_t half = width / 2;
    std::memcpy(to + 8 * leaf.count, last, half * sizeof(float));
    std::memcpy(to + 9 * leaf.count - half, last + leaf.count - half, half * sizeof(float));
  }
  void few_corners(const WideBvh::Leaf& leaf, const RefitPlan::Leaf& plan, const LeafRows& rows) {
    float* to = WideRefit::corners(tree_, leaf);
    for (const auto& places : plan.corner) {
      for (const auto& row : rows.p) {
        for (std::uint32_t i = 0; i < leaf.count; ++i) *to++ = row[places[i]];
      }
    }
  }

  WideBvh& tree_;
  const RefitPlan& plan_;
  const double* numbers_;      // of the vertices, three each
  const RefitWithin* within_;  // none: all of it is wanted
  FourDoubles origin_;
  FourDoubles low_ = {}, high_ = {};  // of the box that is wanted
  double scale_;
  bool large_;  // too large for the nearer caches, so that looking ahead pays
};

RefitPart refit_lanes(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, std::uint32_t node, int levels,
                      const RefitPart* done, const std::uint32_t* first_done) {
  return Refitter(tree, plan, mesh, nullptr).node(node, levels, done, first_done);
}

RefitPart refit_within_lanes(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh,
                             const RefitWithin& within) {
  return Refitter(tree, plan, mesh, &within).node(0, 1 << 20, nullptr, nullptr);
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(refit_lanes);
HWY_EXPORT(refit_within_lanes);

constexpr int all_levels = 1 << 20;

RefitPart refit_in_parallel(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, int threads) {
  // Inner children of the nodes in the levels above, by the slot that they hang in.
  constexpr int levels = 2;
  std::vector<std::uint32_t> level = {0}, next, slots, first_done(tree.nodes().size(), 0);
  const auto inner_children = [&](std::uint32_t node, const auto& each) {
    for (std::uint32_t lane = 0; lane < WideBvh::width; ++lane) {
      const WideBvh::Node& n = tree.nodes()[node];
      if (n.child[lane] != 0 && (n.child[lane] & WideBvh::leaf_flag) == 0) each(lane, n.child[lane]);
    }
  };
  for (int i = 0; i < levels; ++i) {
    next.clear();
    for (const std::uint32_t node : level)
      inner_children(node, [&](std::uint32_t, std::uint32_t child) { next.push_back(child); });
    level.swap(next);
  }
  std::vector<RefitPart> done(level.size() * WideBvh::width);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> jobs;  // a subtree, and where its sums go
  for (std::uint32_t i = 0; i < level.size(); ++i) {
    first_done[level[i]] = i * WideBvh::width;
    inner_children(level[i], [&](std::uint32_t lane, std::uint32_t child) {
      jobs.emplace_back(child, i * WideBvh::width + lane);
    });
  }
  parallel_for(threads, jobs.size(), [&](std::size_t i, int) {
    done[jobs[i].second] =
        HWY_DYNAMIC_DISPATCH(refit_lanes)(tree, plan, mesh, jobs[i].first, all_levels, nullptr, nullptr);
  });
  return HWY_DYNAMIC_DISPATCH(refit_lanes)(tree, plan, mesh, 0, levels, done.data(), first_done.data());
}

}  // namespace

double refit(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, const MeshBounds& bounds, int threads) {
  WideRefit::move_frame(tree, bounds);
  if (tree.nodes().empty()) return 0;
  constexpr std::size_t worth_threads = 512;  // nodes, some 20000 faces
  const RefitPart whole =
      threads > 1 && tree.nodes().size() >= worth_threads
          ? refit_in_parallel(tree, plan, mesh, threads)
          : HWY_DYNAMIC_DISPATCH(refit_lanes)(tree, plan, mesh, 0, all_levels, nullptr, nullptr);
  const WideBvh::Node& root = tree.nodes()[0];
  const float x = root.h[0][0], y = root.h[1][0], z = root.h[2][0];
  const double area = static_cast<double>(x * y + y * z + z * x);
  // The longest half extent is at least 1/2, unless all faces lie in one point, or in one as far as floats can tell.
  constexpr double area_of_a_point = 0x1p-30;
  return area > area_of_a_point ? whole.cost / area : 0;
}

bool refit_within(WideBvh& tree, const RefitPlan& plan, const Mesh& mesh, const MeshBounds& bounds,
                  std::span<const AxisBox> blocks, const AxisBox& box, std::vector<std::uint8_t>& sides) {
  WideRefit::move_frame(tree, bounds);
  if (tree.nodes().empty()) return false;
  sides.resize(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) sides[i] = sides_beyond(blocks[i], box);
  const RefitWithin within = {box, sides};
  return !HWY_DYNAMIC_DISPATCH(refit_within_lanes)(tree, plan, mesh, within).empty();
}

}  // namespace graze
#endif
