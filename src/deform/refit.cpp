// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Refitting a wide tree (tree/wide_bvh.h), from the leaves up.
//
//   1. A leaf: its corners in the tree's frame, in double; their box; the corners again, relative to its
//      middle, in float.
//   2. A node: the direction that the faces of each child mostly look in, for eight children at once: as the
//      builder has it, but with areas squared and one squaring less, which saves roots and divisions.
//   3. Slabs across it: of a leaf from its corners, of a node from the boxes and slabs of its children. There
//      the extent along n = α·n' + r is that of the child's slab times α and of its box along r; it is looser
//      than what the builder finds by looking at all corners again, but needs no second look at anything.
//
// Bounds are rounded outward as the builder's are: a box by 2^-22 and a slab by 2^-20 at each level, where
// the mesh reaches from -1 to 1. Float operations below are a handful on numbers of at most 2, so each is off
// by less than a fourth of that.
//
// With threads, subtrees two levels down are jobs. Of a tree that is wanted only within a box, vertices are first
// sorted out by the box's sides; leaves with no face that may reach into it are then passed over.
//
// Cost: a face is touched once: 16 bytes of numbers and three vertices are read, 36 bytes of corners written.
#include "deform/refit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "math/four.h"
#include "math/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deform/refit.cpp"
#include <hwy/foreach_target.h>

#include "elementary/lanes.h"

#ifndef GRAZE_DEFORM_REFIT_PARTS
#define GRAZE_DEFORM_REFIT_PARTS
namespace graze {

/// Access to what a tree keeps to itself.
class WideRefit {
 public:
  static void move_frame(WideBvh& tree, const MeshBounds& bounds) { tree.frame_ = TreeFrame(bounds); }
  static WideBvh::Node& node(WideBvh& tree, std::uint32_t number) { return tree.nodes_[number]; }
  static float* corners(WideBvh& tree, const WideBvh::Leaf& leaf) {
    return tree.corners_.data() + 9 * leaf.first;
  }
};

namespace {

constexpr float box_padding = 0x1p-22F, slab_padding = 0x1p-20F, not_there = -1e30F;

/// Sums over a part: the box around it, Σ n·nᵀ of its faces' unscaled normals (xx, xy, xz, yy, yz, zz), and
/// the areas of its boxes.
struct RefitPart {
  float low[3], high[3];
  float spread[6];
  double cost = 0;

  bool empty() const { return low[0] > high[0]; }
  static RefitPart nothing() {
    RefitPart part;
    part.low[0] = INFINITY;
    part.high[0] = -INFINITY;
    return part;
  }
};

/// The mesh as the kernel reads it.
struct RefitMesh {
  const Eigen::Vector3d* vertices;
  const Face* faces;
  std::uint32_t last_vertex;  // is loaded from `padded`: behind it there is nothing
  alignas(32) double padded[4] = {};
  alignas(32) double origin[4] = {};
  double scale;
  const std::uint8_t* sides =
      nullptr;  // of a box, beyond which each vertex lies, a bit each; none: all faces are wanted
  bool large;   // too large for the nearer caches, so that looking ahead pays

  RefitMesh(const Mesh& mesh, const TreeFrame& frame)
      : vertices(mesh.vertices.data()),
        faces(mesh.faces.data()),
        last_vertex(static_cast<std::uint32_t>(mesh.vertices.size() - 1)),
        scale(frame.scale),
        large(mesh.faces.size() > 200000) {
    for (int k = 0; k < 3; ++k) {
      padded[k] = mesh.vertices.back()[k];
      origin[k] = frame.origin[k];
    }
  }
  bool wants(const std::uint32_t* numbers, std::uint32_t count) const {
    if (sides == nullptr) return true;
    bool some = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Face& f = faces[numbers[i]];
      some |= (sides[f[0]] & sides[f[1]] & sides[f[2]]) == 0;
    }
    return some;
  }
  const double* vertex(std::uint32_t v) const { return v == last_vertex ? padded : vertices[v].data(); }
};

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

constexpr int width = WideBvh::width;

class Refitter {
 public:
  Refitter(WideBvh& tree, const Mesh& mesh, const std::uint8_t* sides)
      : tree_(tree), mesh_(mesh, tree.frame()) {
    mesh_.sides = sides;
  }

  /// The node and what is below it, or, `levels` below it, what is there already.
  RefitPart node(std::uint32_t number, int levels, const RefitPart* done, const std::uint32_t* first_done) {
    WideBvh::Node& node = WideRefit::node(tree_, number);
    alignas(32) float spreads[6][width] = {};
    LeafLanes leaves[width];
    double cost = 0;
    bool some = false;
    for (int lane = 0; lane < width; ++lane) {
      const std::uint32_t child = node.child[lane];
      if (child == 0) continue;  // not there; 0 is the node above the root
      RefitPart part;
      if ((child & WideBvh::leaf_flag) != 0) {
        const WideBvh::Leaf& faces = tree_.leaves()[child & ~WideBvh::leaf_flag];
        if (mesh_.wants(tree_.faces().data() + faces.first, faces.count)) {
          part = leaf(faces, leaves[lane]);
        } else {
          part = RefitPart::nothing();
        }
      } else if (levels == 0) {
        part = done[first_done[number] + static_cast<std::uint32_t>(lane)];
      } else {
        part = this->node(child, levels - 1, done, first_done);
      }
      if (part.empty()) {
        for (auto& h : node.h) h[lane] = not_there;
        continue;
      }
      some = true;
      float half[3];
      for (int k = 0; k < 3; ++k) {
        node.c[k][lane] = 0.5F * (part.low[k] + part.high[k]);
        half[k] = 0.5F * (part.high[k] - part.low[k]) + box_padding;
        node.h[k][lane] = half[k];
      }
      if ((child & WideBvh::leaf_flag) == 0) {
        for (int i = 0; i < 6; ++i) spreads[i][lane] = part.spread[i];
      }
      cost += part.cost + static_cast<double>(half[0] * half[1] + half[1] * half[2] + half[2] * half[0]);
    }
    if (!some) return RefitPart::nothing();
    // Only now: by this time the corners have been stored, and need not be waited for.
    for (int lane = 0; lane < width; ++lane) {
      if (node.h[0][lane] < 0 || (node.child[lane] & WideBvh::leaf_flag) == 0) continue;
      spread_of_leaf(tree_.leaves()[node.child[lane] & ~WideBvh::leaf_flag].count, leaves[lane], lane,
                     spreads);
    }
    directions(spreads, node);
    for (int lane = 0; lane < width; ++lane) {
      if (node.h[0][lane] < 0) continue;
      const std::uint32_t child = node.child[lane];
      if ((child & WideBvh::leaf_flag) != 0) {
        slab_of_leaf(tree_.leaves()[child & ~WideBvh::leaf_flag].count, leaves[lane], node, lane);
      } else {
        slab_of_node(WideRefit::node(tree_, child), node, lane);
      }
    }
    return sum(node, spreads, cost);
  }

 private:
  /// Four doubles, by the compilers' own vectors as in math/four.h.
  using Double4 = double __attribute__((vector_size(32)));

  /// A leaf's corners, eight lanes whatever their number. The tree's own lie side by side without a gap, so
  /// that reading eight there might read what another thread writes.
  struct LeafLanes {
    alignas(32) float p[9][width];
    LaneTriangles triangles() const { return {p[0], width}; }
  };

  /// The box of a leaf; its corners go to `lanes` and to the tree.
  HWY_INLINE RefitPart leaf(const WideBvh::Leaf& leaf, LeafLanes& lanes) {
    // Always eight, the last one repeated: a number of rounds that cannot be guessed costs more than two
    // faces.
    Double4 q[width][3];
    const double* from[width][3];
    const std::uint32_t* numbers = tree_.faces().data() + leaf.first;
    for (std::uint32_t i = 0; i < width; ++i) {
      const Face& face = mesh_.faces[numbers[std::min(i, leaf.count - 1)]];
      for (std::uint32_t corner = 0; corner < 3; ++corner) from[i][corner] = mesh_.vertex(face[corner]);
    }
    if (mesh_.large) look_ahead(leaf.first + leaf.count);
    const hn::CappedTag<double, 4> d;
    alignas(32) double low[4], high[4];
    for (std::size_t first = 0; first < 4; first += hn::Lanes(d)) {
      const auto origin = hn::Load(d, mesh_.origin + first), scale = hn::Set(d, mesh_.scale);
      auto least = hn::Set(d, INFINITY), most = hn::Set(d, -INFINITY);
      for (std::uint32_t i = 0; i < width; ++i) {
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
          const auto x = hn::Mul(hn::Sub(hn::LoadU(d, from[i][corner] + first), origin), scale);
          hn::Store(x, d, reinterpret_cast<double*>(&q[i][corner]) + first);
          least = hn::Min(least, x);
          most = hn::Max(most, x);
        }
      }
      hn::Store(least, d, low + first);
      hn::Store(most, d, high + first);
    }
    RefitPart part;
    Double4 centre = {};
    for (int k = 0; k < 3; ++k) {
      part.low[k] = static_cast<float>(low[k]);
      part.high[k] = static_cast<float>(high[k]);
      centre[k] = static_cast<double>(0.5F * (part.low[k] + part.high[k]));
    }
    // Four corners become four lanes of x, of y and of z.
    for (std::uint32_t first = 0; first < width; first += 4) {
      for (std::uint32_t corner = 0; corner < 3; ++corner) {
        Four p[4];
        for (std::uint32_t i = 0; i < 4; ++i)
          p[i] = __builtin_convertvector(q[first + i][corner] - centre, Four);
        const Four xy = __builtin_shufflevector(p[0], p[1], 0, 4, 1, 5),
                   xy2 = __builtin_shufflevector(p[2], p[3], 0, 4, 1, 5);
        const Four z = __builtin_shufflevector(p[0], p[1], 2, 6, 3, 7),
                   z2 = __builtin_shufflevector(p[2], p[3], 2, 6, 3, 7);
        const Four rows[3] = {__builtin_shufflevector(xy, xy2, 0, 1, 4, 5),
                              __builtin_shufflevector(xy, xy2, 2, 3, 6, 7),
                              __builtin_shufflevector(z, z2, 0, 1, 4, 5)};
        for (std::uint32_t k = 0; k < 3; ++k)
          std::memcpy(lanes.p[3 * corner + k] + first, &rows[k], sizeof rows[k]);
      }
    }
    copy_corners(leaf, lanes);
    return part;
  }

  /// Fetches what the next leaf will read, and the faces of the one after it: leaves follow each other as
  /// their faces do.
  HWY_INLINE void look_ahead(std::size_t next) const {
    const std::span<const std::uint32_t> numbers = tree_.faces();
    const std::size_t soon = next + 6, later = next + 18;
    if (later + 6 > numbers.size()) return;
    for (std::size_t i = 0; i < 6; ++i) {
      const Face& face = mesh_.faces[numbers[soon + i]];
      for (const std::uint32_t v : face) __builtin_prefetch(mesh_.vertices + v);
      __builtin_prefetch(mesh_.faces + numbers[later + i]);
    }
  }

  /// Row after row without a gap. What is written beyond a row is the next one's and written again, but for
  /// the last.
  HWY_INLINE void copy_corners(const WideBvh::Leaf& leaf, const LeafLanes& lanes) {
    float* to = WideRefit::corners(tree_, leaf);
    constexpr std::size_t half = width / 2 * sizeof(float);
    if (leaf.count <= width / 2) {
      for (int row = 0; row < 9; ++row) {
        for (std::uint32_t i = 0; i < leaf.count; ++i) *to++ = lanes.p[row][i];
      }
      return;
    }
    for (int row = 0; row < 8; ++row, to += leaf.count) {
      std::memcpy(to, lanes.p[row], half);
      std::memcpy(to + width / 2, lanes.p[row] + width / 2, half);
    }
    std::memcpy(to, lanes.p[8], half);
    std::memcpy(to + leaf.count - width / 2, lanes.p[8] + leaf.count - width / 2, half);
  }

  HWY_INLINE static void spread_of_leaf(std::uint32_t count, const LeafLanes& leaf, int at,
                                        float (&spreads)[6][width]) {
    const LaneTag d;
    const LaneTriangles lanes = leaf.triangles();
    Lane sums[6] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    for (std::size_t first = 0; first < count; first += hn::Lanes(d)) {
      const V3<Lane> p = lanes.corner(d, 0, first);
      const V3<Lane> n = cross(minus(lanes.corner(d, 1, first), p), minus(lanes.corner(d, 2, first), p));
      const LaneMask valid = hn::FirstN(d, count - first);
      const Lane products[6] = {hn::Mul(n.x, n.x), hn::Mul(n.x, n.y), hn::Mul(n.x, n.z),
                                hn::Mul(n.y, n.y), hn::Mul(n.y, n.z), hn::Mul(n.z, n.z)};
      for (int i = 0; i < 6; ++i) sums[i] = hn::Add(sums[i], hn::IfThenElseZero(valid, products[i]));
    }
    for (int i = 0; i < 6; ++i) spreads[i][at] = hn::GetLane(hn::SumOfLanes(d, sums[i]));
  }

  /// The dominant eigenvectors by squaring, as the builder finds them.
  HWY_INLINE static void directions(const float (&spreads)[6][width], WideBvh::Node& node) {
    const LaneTag d;
    for (std::size_t first = 0; first < width; first += hn::Lanes(d)) {
      Lane m[6];
      for (int i = 0; i < 6; ++i) m[i] = hn::Load(d, spreads[i] + first);
      for (int round = 0; round < 4; ++round) {
        const Lane trace = hn::Add(m[0], hn::Add(m[3], m[5]));
        const Lane inverse = hn::Div(hn::Set(d, 1.0F), trace);
        for (Lane& x : m) x = hn::Mul(x, inverse);
        const auto dot3 = [](Lane a, Lane b, Lane c, Lane x, Lane y, Lane z)
                              HWY_ATTR { return hn::MulAdd(a, x, hn::MulAdd(b, y, hn::Mul(c, z))); };
        const Lane square[6] = {
            dot3(m[0], m[1], m[2], m[0], m[1], m[2]), dot3(m[0], m[1], m[2], m[1], m[3], m[4]),
            dot3(m[0], m[1], m[2], m[2], m[4], m[5]), dot3(m[1], m[3], m[4], m[1], m[3], m[4]),
            dot3(m[1], m[3], m[4], m[2], m[4], m[5]), dot3(m[2], m[4], m[5], m[2], m[4], m[5])};
        for (int i = 0; i < 6; ++i) m[i] = square[i];
      }
      const LaneMask second = hn::Gt(m[3], m[0]), third = hn::Gt(m[5], hn::Max(m[0], m[3]));
      const Lane column[3] = {hn::IfThenElse(third, m[2], hn::IfThenElse(second, m[1], m[0])),
                              hn::IfThenElse(third, m[4], hn::IfThenElse(second, m[3], m[1])),
                              hn::IfThenElse(third, m[5], hn::IfThenElse(second, m[4], m[2]))};
      const Lane length = hn::Sqrt(
          hn::MulAdd(column[0], column[0], hn::MulAdd(column[1], column[1], hn::Mul(column[2], column[2]))));
      // Where nothing has an area, all is NaN, and any direction will do.
      const LaneMask good = hn::Gt(length, hn::Zero(d));
      for (int k = 0; k < 3; ++k) {
        const Lane otherwise = hn::Set(d, k == 0 ? 1.0F : 0.0F);
        hn::Store(hn::IfThenElse(good, hn::Div(column[k], length), otherwise), d, node.n[k] + first);
      }
    }
  }

  HWY_INLINE static void store_slab(float low, float high, WideBvh::Node& node, int lane) {
    node.s[lane] = 0.5F * (low + high);
    node.w[lane] = 0.5F * (high - low) + slab_padding;
  }

  HWY_INLINE static void slab_of_leaf(std::uint32_t count, const LeafLanes& leaf, WideBvh::Node& node,
                                      int lane) {
    const LaneTag d;
    const LaneTriangles lanes = leaf.triangles();
    const V3<Lane> n = {hn::Set(d, node.n[0][lane]), hn::Set(d, node.n[1][lane]),
                        hn::Set(d, node.n[2][lane])};
    Lane least = hn::Set(d, INFINITY), most = hn::Set(d, -INFINITY);
    for (std::size_t first = 0; first < count; first += hn::Lanes(d)) {
      const LaneMask valid = hn::FirstN(d, count - first);
      for (int corner = 0; corner < 3; ++corner) {
        const Lane x = dot(n, lanes.corner(d, corner, first));
        least = hn::IfThenElse(valid, hn::Min(least, x), least);
        most = hn::IfThenElse(valid, hn::Max(most, x), most);
      }
    }
    store_slab(hn::GetLane(hn::MinOfLanes(d, least)), hn::GetLane(hn::MaxOfLanes(d, most)), node, lane);
  }

  HWY_INLINE static void slab_of_node(const WideBvh::Node& below, WideBvh::Node& node, int lane) {
    const LaneTag d;
    const Lane n[3] = {hn::Set(d, node.n[0][lane]), hn::Set(d, node.n[1][lane]), hn::Set(d, node.n[2][lane])};
    Lane least = hn::Set(d, INFINITY), most = hn::Set(d, -INFINITY);
    for (std::size_t first = 0; first < width; first += hn::Lanes(d)) {
      const LaneMask valid = hn::Ge(hn::Load(d, below.h[0] + first), hn::Zero(d));
      Lane alpha = hn::Zero(d), middle = hn::Zero(d);
      for (int k = 0; k < 3; ++k) {
        alpha = hn::MulAdd(n[k], hn::Load(d, below.n[k] + first), alpha);
        middle =
            hn::MulAdd(n[k], hn::Sub(hn::Load(d, below.c[k] + first), hn::Set(d, node.c[k][lane])), middle);
      }
      middle = hn::MulAdd(alpha, hn::Load(d, below.s + first), middle);
      Lane reach = hn::Mul(hn::Abs(alpha), hn::Load(d, below.w + first));
      for (int k = 0; k < 3; ++k) {
        const Lane rest = hn::Abs(hn::NegMulAdd(alpha, hn::Load(d, below.n[k] + first), n[k]));
        reach = hn::MulAdd(rest, hn::Load(d, below.h[k] + first), reach);
      }
      least = hn::IfThenElse(valid, hn::Min(least, hn::Sub(middle, reach)), least);
      most = hn::IfThenElse(valid, hn::Max(most, hn::Add(middle, reach)), most);
    }
    // The box says something, too.
    float box = 0;
    for (int k = 0; k < 3; ++k) box += std::abs(node.n[k][lane]) * node.h[k][lane];
    store_slab(std::max(hn::GetLane(hn::MinOfLanes(d, least)), -box),
               std::min(hn::GetLane(hn::MaxOfLanes(d, most)), box), node, lane);
  }

  HWY_INLINE static RefitPart sum(const WideBvh::Node& node, const float (&spreads)[6][width], double cost) {
    const LaneTag d;
    RefitPart part;
    for (int k = 0; k < 3; ++k) {
      Lane least = hn::Set(d, INFINITY), most = hn::Set(d, -INFINITY);
      for (std::size_t first = 0; first < width; first += hn::Lanes(d)) {
        const Lane c = hn::Load(d, node.c[k] + first), h = hn::Load(d, node.h[k] + first);
        const LaneMask valid = hn::Ge(h, hn::Zero(d));
        least = hn::IfThenElse(valid, hn::Min(least, hn::Sub(c, h)), least);
        most = hn::IfThenElse(valid, hn::Max(most, hn::Add(c, h)), most);
      }
      part.low[k] = hn::GetLane(hn::MinOfLanes(d, least));
      part.high[k] = hn::GetLane(hn::MaxOfLanes(d, most));
    }
    for (int i = 0; i < 6; ++i) {
      part.spread[i] = 0;
      for (int lane = 0; lane < width; ++lane) part.spread[i] += spreads[i][lane];
    }
    part.cost = cost;
    return part;
  }

  WideBvh& tree_;
  RefitMesh mesh_;
};

RefitPart refit_lanes(WideBvh& tree, const Mesh& mesh, std::uint32_t node, int levels, const RefitPart* done,
                      const std::uint32_t* first_done) {
  return Refitter(tree, mesh, nullptr).node(node, levels, done, first_done);
}

RefitPart refit_within_lanes(WideBvh& tree, const Mesh& mesh, const std::uint8_t* sides) {
  return Refitter(tree, mesh, sides).node(0, 1 << 20, nullptr, nullptr);
}

/// On which sides of a box each vertex lies beyond it: bit k for below along axis k, bit 4 + k for above.
void sides_lanes(const Mesh& mesh, const AxisBox& box, std::uint8_t* sides) {
  const hn::CappedTag<double, 4> d;
  alignas(32) double low[4] = {box.low[0], box.low[1], box.low[2], -INFINITY};
  alignas(32) double high[4] = {box.high[0], box.high[1], box.high[2], INFINITY};
  const std::size_t count = mesh.vertices.size();
  for (std::size_t v = 0; v + 1 < count; ++v) {
    unsigned bits_of = 0;
    for (std::size_t first = 0; first < 4; first += hn::Lanes(d)) {
      const auto x = hn::LoadU(d, mesh.vertices[v].data() + first);
      bits_of |= bits(d, hn::Lt(x, hn::Load(d, low + first))) << first;
      bits_of |= bits(d, hn::Gt(x, hn::Load(d, high + first))) << (4 + first);
    }
    sides[v] = static_cast<std::uint8_t>(bits_of);
  }
  unsigned bits_of_last = 0;  // behind which there is nothing to be loaded
  for (int k = 0; k < 3; ++k) {
    bits_of_last |= (mesh.vertices.back()[k] < low[k] ? 1u : 0u) << k;
    bits_of_last |= (mesh.vertices.back()[k] > high[k] ? 1u : 0u) << (4 + k);
  }
  sides[count - 1] = static_cast<std::uint8_t>(bits_of_last);
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(refit_lanes);
HWY_EXPORT(refit_within_lanes);
HWY_EXPORT(sides_lanes);

constexpr int all_levels = 1 << 20;

RefitPart refit_in_parallel(WideBvh& tree, const Mesh& mesh, int threads) {
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
        HWY_DYNAMIC_DISPATCH(refit_lanes)(tree, mesh, jobs[i].first, all_levels, nullptr, nullptr);
  });
  return HWY_DYNAMIC_DISPATCH(refit_lanes)(tree, mesh, 0, levels, done.data(), first_done.data());
}

}  // namespace

double refit(WideBvh& tree, const Mesh& mesh, const MeshBounds& bounds, int threads) {
  WideRefit::move_frame(tree, bounds);
  if (tree.nodes().empty()) return 0;
  constexpr std::size_t worth_threads = 512;  // nodes, some 20000 faces
  const RefitPart whole =
      threads > 1 && tree.nodes().size() >= worth_threads
          ? refit_in_parallel(tree, mesh, threads)
          : HWY_DYNAMIC_DISPATCH(refit_lanes)(tree, mesh, 0, all_levels, nullptr, nullptr);
  const WideBvh::Node& root = tree.nodes()[0];
  const float x = root.h[0][0], y = root.h[1][0], z = root.h[2][0];
  const double area = static_cast<double>(x * y + y * z + z * x);
  return area > 0 ? whole.cost / area : 0;
}

bool refit_within(WideBvh& tree, const Mesh& mesh, const MeshBounds& bounds, const AxisBox& box,
                  std::vector<std::uint8_t>& sides) {
  WideRefit::move_frame(tree, bounds);
  if (tree.nodes().empty()) return false;
  sides.resize(mesh.vertices.size());
  HWY_DYNAMIC_DISPATCH(sides_lanes)(mesh, box, sides.data());
  return !HWY_DYNAMIC_DISPATCH(refit_within_lanes)(tree, mesh, sides.data()).empty();
}

}  // namespace graze
#endif
