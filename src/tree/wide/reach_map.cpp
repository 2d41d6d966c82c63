// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// An entry is found by branch and bound: a child is opened only if its box and slab reach beyond the farthest corner of a
// triangle so far, by more than `good_enough`. Each search begins at the leaf in which the one before it ended. A search that
// has opened `most_visits` children stops; what it has not opened then counts as far as its bounds reach.
#include "tree/wide/reach_map.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide/reach_map.cpp"
#include <hwy/foreach_target.h>

#include "elementary/lanes.h"
#include "math/slack.h"

#ifndef GRAZE_TREE_REACH_MAP
#define GRAZE_TREE_REACH_MAP
namespace graze {
namespace {

// Of a mesh that reaches from -1 to 1. A heuristic: a search that ends so early reports what it left out.
constexpr float good_enough = 0x1p-11F;

/// Side `side` of the cube is the one across axis side/2 in its positive (even) or negative (odd) direction; u and v are the
/// other two axes.
struct CubeSide {
  int axis, u, v;
  double sign;
  explicit CubeSide(int side)
      : axis(side / 2),
        u(axis == 2 ? 0 : axis + 1),
        v(axis == 0 ? 2 : axis - 1),
        sign(side % 2 == 0 ? 1 : -1) {}
};

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// How far the tree reaches along one direction, in its own frame.
class ReachSearch {
 public:
  struct Open {
    WideBvh::Slot slot;
    float reach;
  };

  ReachSearch(const WideBvh& tree, std::vector<Open>& stack) : tree_(tree), stack_(stack) {
    stack_.resize(WideBvh::width * static_cast<std::size_t>(tree.depth() + 1));
  }

  std::size_t visits = 0;  // nodes and leaves opened so far

  float most(const float (&n)[3]) {
    std::copy_n(n, 3, n_);
    most_ = left_out_ = -INFINITY;
    if (farthest_leaf_ != none) look_at_leaf(farthest_leaf_);
    look_at_all();
    return std::max(most_, left_out_);
  }

 private:
  void look_at_leaf(WideBvh::Slot slot) {
    const LaneTag d;
    const WideBvh::Node& node = tree_.nodes()[slot / WideBvh::width];
    const std::uint32_t lane = slot % WideBvh::width;
    const WideBvh::Leaf& leaf = tree_.leaves()[node.child[lane] & ~WideBvh::leaf_flag];
    alignas(64) float along[WideBvh::width];
    float most = -INFINITY;
    for (int corner = 0; corner < 3; ++corner) {
      for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
        const V3<Lane> p = {hn::LoadU(d, tree_.lanes(leaf, corner, 0) + first),
                            hn::LoadU(d, tree_.lanes(leaf, corner, 1) + first),
                            hn::LoadU(d, tree_.lanes(leaf, corner, 2) + first)};
        hn::Store(dot(p, broadcast(d, n_)), d, along + first);
      }
      most = std::max(most, *std::max_element(along, along + leaf.count));
    }
    most += n_[0] * node.c[0][lane] + n_[1] * node.c[1][lane] + n_[2] * node.c[2][lane];
    if (!(most > most_)) return;
    most_ = most;
    farthest_leaf_ = slot;
  }

  void look_at_all() {
    Open* const stack = stack_.data();
    int size = 0;
    stack[size++] = {0, INFINITY};
    for (int left = ReachMap::most_visits; size > 0;) {
      const Open top = stack[--size];
      if (top.reach <= most_ + good_enough || left == 0) {
        left_out_ = std::max(left_out_, top.reach);
        continue;
      }
      --left;
      ++visits;
      const std::uint32_t child = tree_.nodes()[top.slot / WideBvh::width].child[top.slot % WideBvh::width];
      if ((child & WideBvh::leaf_flag) != 0) {
        look_at_leaf(top.slot);
        continue;
      }
      alignas(64) float reach[WideBvh::width];
      const int first = size;
      for (unsigned farther = children_beyond(tree_.nodes()[child], reach); farther != 0;
           farther &= farther - 1) {
        const int lane = __builtin_ctz(farther);
        stack[size++] = {child * WideBvh::width + lane, reach[lane]};
      }
      std::sort(stack + first, stack + size, [](const Open& a, const Open& b) { return a.reach < b.reach; });
    }
  }

  /// Which of them reach farther than what is known.
  HWY_INLINE unsigned children_beyond(const WideBvh::Node& node, float* reach) const {
    const LaneTag d;
    const V3<Lane> n = broadcast(d, n_), abs_n = {hn::Abs(n.x), hn::Abs(n.y), hn::Abs(n.z)};
    const auto three = [&](const float(&from)[3][WideBvh::width], std::size_t first) HWY_ATTR {
      return V3<Lane>{hn::Load(d, from[0] + first), hn::Load(d, from[1] + first),
                      hn::Load(d, from[2] + first)};
    };
    unsigned farther = 0;
    for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
      const V3<Lane> c = three(node.c, first), h = three(node.h, first), m = three(node.n, first);
      // n = α·m + the rest: along the slab's direction m the slab tells how far, along the rest the box.
      const Lane alpha = dot(m, n);
      const V3<Lane> rest = {hn::Abs(hn::NegMulAdd(alpha, m.x, n.x)), hn::Abs(hn::NegMulAdd(alpha, m.y, n.y)),
                             hn::Abs(hn::NegMulAdd(alpha, m.z, n.z))};
      const Lane slab = hn::MulAdd(alpha, hn::Load(d, node.s + first),
                                   hn::MulAdd(hn::Abs(alpha), hn::Load(d, node.w + first), dot(h, rest)));
      const Lane sum = hn::Add(dot(c, n), hn::Min(slab, dot(h, abs_n)));
      const Lane most = hn::IfThenElse(hn::Eq(sum, sum), sum, hn::Set(d, INFINITY));  // not NaN
      hn::Store(most, d, reach + first);
      const LaneMask there = hn::Not(hn::Lt(h.x, hn::Zero(d)));
      farther |= bits(d, hn::And(there, hn::Gt(most, hn::Set(d, most_)))) << first;
    }
    return farther;
  }

  static constexpr WideBvh::Slot none = 0xffffffffu;

  const WideBvh& tree_;
  std::vector<Open>& stack_;
  float n_[3] = {};
  float most_ = -INFINITY;
  WideBvh::Slot farthest_leaf_ = none;
  float left_out_ = -INFINITY;  // how far what was not opened may reach
};

std::size_t fill_lanes(const WideBvh& tree, int cells, std::vector<float>& map) {
  // So that directions are no longer than 1.
  constexpr float shrink = 0.5F;
  // Boxes and corners lie in |x| ≤ 1.01, so that terms sum to 6 at most; with the storing of n, boxes and corners each
  // passes ten roundings of 2^-24.
  constexpr auto margin = static_cast<float>(60 * float_roundoff);
  std::vector<ReachSearch::Open> stack;
  ReachSearch search(tree, stack);
  for (int side = 0; side < 6; ++side) {
    const CubeSide cube(side);
    for (int j = 0; j <= cells; ++j) {
      for (int i = 0; i <= cells; ++i) {
        float n[3];
        n[cube.axis] = static_cast<float>(cube.sign) * shrink;
        n[cube.u] = shrink * (2.0F * static_cast<float>(i) / static_cast<float>(cells) -
                              1);  // cells is a power of two: exact
        n[cube.v] = shrink * (2.0F * static_cast<float>(j) / static_cast<float>(cells) - 1);
        map.push_back((search.most(n) + margin) / shrink);
      }
    }
  }
  return search.visits;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(fill_lanes);
}

ReachMap::ReachMap(const WideBvh& tree) : frame_(tree.frame()), unit_(1 / frame_.scale) {
  if (tree.nodes().empty() || !frame_.fits() || !(unit_ > 0x1p-1000)) return;
  cells_ = 16;
  map_.reserve(std::size_t{6} * (cells_ + 1) * (cells_ + 1));
  visits_ = HWY_DYNAMIC_DISPATCH(fill_lanes)(tree, cells_, map_);
}

ReachMap::Reach ReachMap::reach(const Eigen::Vector3d& n) const {
  const Reach no_bound = {INFINITY, frame_.origin};
  const double x_length = std::abs(n.x()), y_length = std::abs(n.y()), z_length = std::abs(n.z());
  const int x_or_y = x_length >= y_length ? 0 : 1;
  const int axis = std::max(x_length, y_length) >= z_length ? x_or_y : 2;
  const int side = 2 * axis + (n[axis] < 0 ? 1 : 0);
  const CubeSide cube(side);
  const double length = std::abs(n[axis]);
  const double u = n[cube.u] / length, v = n[cube.v] / length;
  const double half = 0.5 * cells_, x = (u + 1) * half, y = (v + 1) * half;
  // Not for a direction that is zero, infinite or NaN.
  if (!(x >= 0 && x <= cells_ && y >= 0 && y <= cells_) || !usable()) return no_bound;
  const int i = std::min(static_cast<int>(x), cells_ - 1), j = std::min(static_cast<int>(y), cells_ - 1);
  const double a = x - i, b = y - j;
  const int entries = cells_ + 1;
  const float* const at = map_.data() + (side * entries + j) * entries + i;
  // The two triangles of a cell.
  const bool lower = a + b <= 1;
  const double corner = lower ? at[0] : at[entries + 1];
  const double du = lower ? at[1] - corner : corner - at[entries],
               dv = lower ? at[entries] - corner : corner - at[1];
  const double h = lower ? corner + a * du + b * dv : corner - (1 - a) * du - (1 - b) * dv;
  // h as a linear function of (1, u, v): its coefficients are the point.
  Eigen::Vector3d point;
  point[cube.u] = du * half;
  point[cube.v] = dv * half;
  point[cube.axis] = cube.sign * (h - u * point[cube.u] - v * point[cube.v]);
  const double most = n.dot(frame_.origin) + length * h * unit_;
  return std::isfinite(most) ? Reach{most, frame_.origin + point * unit_} : no_bound;
}

}  // namespace graze
#endif
