// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The bounds of a node that is refitted (deform/refit.cpp), for its eight children at once, for all instruction sets
// (Highway). To be included after foreach_target.h by the file that dispatches: the include guard is per target.
#if defined(GRAZE_DEFORM_REFIT_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_DEFORM_REFIT_LANES_H
#undef GRAZE_DEFORM_REFIT_LANES_H
#else
#define GRAZE_DEFORM_REFIT_LANES_H
#endif

#include <algorithm>
#include <cmath>

#include "deform/refit_plan.h"
#include "elementary/lanes.h"
#include "tree/wide/wide_bvh.h"
#include "tree/wide/wide_padding.h"

#ifndef GRAZE_DEFORM_REFIT_PART
#define GRAZE_DEFORM_REFIT_PART
namespace graze {
namespace {

/// Where Σ n·nᵀ has a smaller trace, the faces have hardly an area next to the padding of a slab, and any direction
/// will do. Above, 1/trace is far from overflow.
constexpr float least_trace = 0x1p-100F;

/// Sums over a part: the box around it, Σ n·nᵀ of its leaves' unscaled directions (xx, xy, xz, yy, yz, zz), and
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

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

constexpr int width = WideBvh::width;

/// A leaf's vertices relative to the middle of its box, axis by axis; up to a multiple of eight they repeat
/// each other.
struct LeafRows {
  alignas(32) float p[3][RefitPlan::most_vertices + width];
  std::uint32_t count;
};

/// What a node needs to know of its children beside their bounds.
struct NodeSums {
  alignas(32) float spread[6][width];       // of nodes
  alignas(32) float diagonal[2][3][width];  // of leaves
  double cost = 0;

  NodeSums() {
    const LaneTag d;
    for (std::size_t i = 0; i < 6 * width; i += hn::Lanes(d)) {
      hn::Store(hn::Zero(d), d, spread[0] + i);
      hn::Store(hn::Zero(d), d, diagonal[0][0] + i);
    }
  }
  HWY_INLINE void add(const RefitPart& part, int lane) {
    for (int i = 0; i < 6; ++i) spread[i][lane] = part.spread[i];
    cost += part.cost;
  }
  HWY_INLINE void add(const RefitPlan::Leaf& leaf, const LeafRows& rows, int lane) {
    for (int i = 0; i < 2; ++i) {
      const std::uint8_t(&ends)[2] = leaf.diagonal[i];
      for (int k = 0; k < 3; ++k) diagonal[i][k][lane] = rows.p[k][ends[0]] - rows.p[k][ends[1]];
    }
  }
  HWY_INLINE void add_diagonals() {
    const LaneTag d;
    for (std::size_t first = 0; first < width; first += hn::Lanes(d)) {
      const auto direction = [&](int i) HWY_ATTR {
        return V3<Lane>{hn::Load(d, diagonal[i][0] + first), hn::Load(d, diagonal[i][1] + first),
                        hn::Load(d, diagonal[i][2] + first)};
      };
      const V3<Lane> n = cross(direction(0), direction(1));
      const Lane products[6] = {hn::Mul(n.x, n.x), hn::Mul(n.x, n.y), hn::Mul(n.x, n.z),
                                hn::Mul(n.y, n.y), hn::Mul(n.y, n.z), hn::Mul(n.z, n.z)};
      for (int i = 0; i < 6; ++i) {
        float* const to = spread[i] + first;
        hn::Store(hn::Add(hn::Load(d, to), products[i]), d, to);
      }
    }
  }
};

HWY_INLINE void store_interval(float low, float high, float* middle, float* half, int lane) {
  middle[lane] = 0.5F * (low + high);
  half[lane] = 0.5F * (high - low) + box_padding;
}

/// The dominant eigenvectors, by squaring as in the builder. All are of length 1 and never NaN.
HWY_INLINE void directions(const float (&spreads)[6][width], int squarings, WideBvh::Node& node) {
  const LaneTag d;
  for (std::size_t first = 0; first < width; first += hn::Lanes(d)) {
    Lane m[6];
    for (int i = 0; i < 6; ++i) m[i] = hn::Load(d, spreads[i] + first);
    const auto trace_of_m = [&]() HWY_ATTR { return hn::Add(m[0], hn::Add(m[3], m[5])); };
    const LaneMask has_area = hn::Gt(trace_of_m(), hn::Set(d, least_trace));  // false for NaN
    const auto normalise = [&]() HWY_ATTR {
      const Lane trace = trace_of_m();
      const Lane inverse = hn::Div(hn::Set(d, 1.0F), trace);
      for (Lane& x : m) x = hn::Mul(x, inverse);
    };
    normalise();
    for (int round = 0; round < squarings; ++round) {
      const auto dot3 = [](Lane a, Lane b, Lane c, Lane x, Lane y, Lane z)
                            HWY_ATTR { return hn::MulAdd(a, x, hn::MulAdd(b, y, hn::Mul(c, z))); };
      const Lane square[6] = {
          dot3(m[0], m[1], m[2], m[0], m[1], m[2]), dot3(m[0], m[1], m[2], m[1], m[3], m[4]),
          dot3(m[0], m[1], m[2], m[2], m[4], m[5]), dot3(m[1], m[3], m[4], m[1], m[3], m[4]),
          dot3(m[1], m[3], m[4], m[2], m[4], m[5]), dot3(m[2], m[4], m[5], m[2], m[4], m[5])};
      for (int i = 0; i < 6; ++i) m[i] = square[i];
      normalise();
    }
    const LaneMask second = hn::Gt(m[3], m[0]), third = hn::Gt(m[5], hn::Max(m[0], m[3]));
    const Lane column[3] = {hn::IfThenElse(third, m[2], hn::IfThenElse(second, m[1], m[0])),
                            hn::IfThenElse(third, m[4], hn::IfThenElse(second, m[3], m[1])),
                            hn::IfThenElse(third, m[5], hn::IfThenElse(second, m[4], m[2]))};
    const Lane length = hn::Sqrt(
        hn::MulAdd(column[0], column[0], hn::MulAdd(column[1], column[1], hn::Mul(column[2], column[2]))));
    for (int k = 0; k < 3; ++k) {
      const Lane otherwise = hn::Set(d, k == 0 ? 1.0F : 0.0F);
      hn::Store(hn::IfThenElse(has_area, hn::Div(column[k], length), otherwise), d, node.n[k] + first);
    }
  }
}

HWY_INLINE void store_slab(float low, float high, WideBvh::Node& node, int lane) {
  node.s[lane] = 0.5F * (low + high);
  node.w[lane] = 0.5F * (high - low) + slab_padding;
}

HWY_INLINE void slab_of_leaf(const LeafRows& rows, WideBvh::Node& node, int lane) {
  const LaneTag d;
  const V3<Lane> n = {hn::Set(d, node.n[0][lane]), hn::Set(d, node.n[1][lane]), hn::Set(d, node.n[2][lane])};
  Lane least = hn::Set(d, INFINITY), most = hn::Set(d, -INFINITY);
  for (std::uint32_t first = 0; first < rows.count; first += hn::Lanes(d)) {
    const Lane x = dot(
        n, {hn::Load(d, rows.p[0] + first), hn::Load(d, rows.p[1] + first), hn::Load(d, rows.p[2] + first)});
    least = hn::Min(least, x);
    most = hn::Max(most, x);
  }
  store_slab(hn::GetLane(hn::MinOfLanes(d, least)), hn::GetLane(hn::MaxOfLanes(d, most)), node, lane);
}

HWY_INLINE void slab_of_node(const WideBvh::Node& below, WideBvh::Node& node, int lane) {
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
  // The slab need not reach beyond the box.
  float box = 0;
  for (int k = 0; k < 3; ++k) box += std::abs(node.n[k][lane]) * node.h[k][lane];
  store_slab(std::max(hn::GetLane(hn::MinOfLanes(d, least)), -box),
             std::min(hn::GetLane(hn::MaxOfLanes(d, most)), box), node, lane);
}

HWY_INLINE RefitPart sum(const WideBvh::Node& node, const NodeSums& sums) {
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
    for (int lane = 0; lane < width; ++lane) part.spread[i] += sums.spread[i][lane];
  }
  Lane areas = hn::Zero(d);
  for (std::size_t first = 0; first < width; first += hn::Lanes(d)) {
    const Lane x = hn::Load(d, node.h[0] + first), y = hn::Load(d, node.h[1] + first),
               z = hn::Load(d, node.h[2] + first);
    const Lane area = hn::MulAdd(x, y, hn::MulAdd(y, z, hn::Mul(z, x)));
    areas = hn::Add(areas, hn::IfThenElseZero(hn::Ge(x, hn::Zero(d)), area));
  }
  part.cost = sums.cost + static_cast<double>(hn::GetLane(hn::SumOfLanes(d, areas)));
  return part;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
