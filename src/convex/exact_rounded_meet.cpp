// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Are two cores within r of each other, where r is the sum of the bodies' radii? By the search of exact_search.h: yes as soon as
// |v| ≤ r, no as soon as v·w > r·|v|, since no point of A - B is nearer than v·w/|v|. Both are compared as squares, in
// integers. If neither holds, v·w ≤ r·|v| < v·v, so that the search goes on. All axes have one unit, in which r is an integer too.
//
// Cores with vertices: the answer is exact.
//
// Smooth cores (cylinder, cone, ellipsoid): points are made as they are asked for, in double, and are then taken as given: posed
// and subtracted exactly. Let ε be the sum of the smooth cores' smooth_rounding (math/slack.h). A point made is that close to its
// core, and falls short of the farthest along v by no more, so r + ε takes the place of r:
//   v·w > (r + ε)·|v|   proves that the bodies are apart;
//   |v| ≤ r + ε         proves that they are no farther from each other than 2·ε, and so does v = 0.
// Bodies that meet are never said to be apart, and those said to meet are at most 2·ε, less than 1.2e-13 of the smooth cores' size,
// apart: the size of the other body, of the poses and the number of poses do not matter. The points are not finite in number; so
// that every search ends, ε is doubled after each `steps_per_doubling` steps. 1e-9 of the size is passed after 448 steps.
#include "convex/exact_rounded_meet.h"

#include <limits>

#include "convex/exact_search.h"
#include "convex/support_point.h"
#include "math/slack.h"

namespace graze {
namespace exact_search {
namespace {

/// The direction d seen before all these poses.
Eigen::Vector3d turned_back(const PoseChain* outer, const Eigen::Vector3d& d) {
  return outer == nullptr ? d : Eigen::Vector3d(outer->X->R.transpose() * turned_back(outer->outer, d));
}

}  // namespace

Eigen::Vector3d smooth_support(const Core& core, const Eigen::Vector3d& d) {
  Eigen::Vector3d d_local = turned_back(core.points.outer, d);
  if (core.points.X != nullptr) d_local = core.points.X->R.transpose() * d_local;
  // In a unit of about the core's size, so that its squares stay in range.
  ConvexBody scaled = *core.smooth;
  const int unit = std::ilogb(scaled.half.maxCoeff());
  for (double& h : scaled.half) h = std::ldexp(h, -unit);
  std::uint32_t none = 0;
  Eigen::Vector3d p = support_point(scaled, d_local, none);
  for (int i = 0; i < 3; ++i) {
    const int grid = core.points.lowest[static_cast<std::size_t>(i)];
    p[i] = std::ldexp(std::nearbyint(std::ldexp(p[i], unit - grid)), grid);
  }
  return p;
}

}  // namespace exact_search

namespace {

using namespace exact_search;

constexpr int steps_per_doubling = 32;

bool is_smooth(const ConvexBody& body) {
  return body.count == 0;
}
double smooth_rounding_of(const ConvexBody& body) {
  return is_smooth(body) ? smooth_rounding(body.reach) : 0;
}

/// Sets the grid of a smooth core: 2^-60 of its extent along each axis, as smooth_rounding (math/slack.h) allows for.
Core core_of(const ConvexBody& body, PosedPoints& points) {
  if (!is_smooth(body)) return points;
  for (int i = 0; i < 3; ++i)
    points.lowest[static_cast<std::size_t>(i)] = std::max(std::ilogb(body.half[i]) - 60, -1074);
  return {points, &body};
}

/// The sum of numbers that are not negative, in units of 2^e, which all are multiples of.
template <class N>
Integer<N::limbs> sum(const std::array<double, 3>& numbers, int e) {
  Integer<N::limbs> result;
  for (const double x : numbers) {
    const exact::Dyadic dyadic(x);
    if (dyadic.m != 0) result.add(dyadic.m, false, dyadic.e - e);
  }
  return result;
}

/// Is v·w > r·|v|?
template <int R, int V, int W>
[[gnu::noinline]] bool is_beyond(const Integer<R>& r, const Vector<V>& v, const Vector<W>& w) {
  const auto along = dot(v, w);
  return along.sign() > 0 && compare((r * r) * dot(v, v), along * along) < 0;
}

template <class N>
bool rounded_meet(const Core& a, const Core& b, std::array<double, 3> radii,
                  std::span<const VertexPair> first) {
  const std::array<int, 3> lowest = common_lowest<N>(a.points, b.points);
  int unit = std::min({lowest[0], lowest[1], lowest[2]});
  for (const double x : radii) {
    const exact::Dyadic dyadic(x);
    if (dyadic.m != 0) unit = std::min(unit, dyadic.e);
  }
  Integer<N::limbs> r = sum<N>(radii, unit);
  int steps = 0;
  const auto is_near = [&](const Simplex<N>& simplex) {
    if (++steps % steps_per_doubling == 0) {
      radii[2] = std::min(2 * radii[2], std::numeric_limits<double>::max());
      r = sum<N>(radii, unit);
    }
    return simplex.is_within(r);
  };
  const auto is_apart = [&](const auto& v, const auto& w) { return is_beyond(r, v, w); };
  return Search<N>(a, b, {unit, unit, unit}, first).meet(is_near, is_apart);
}

}  // namespace

bool rounded_meet_exactly(const ConvexBody& a, PosedPoints points_a, const ConvexBody& b,
                          PosedPoints points_b, std::span<const VertexPair> first) {
  const Core core_a = core_of(a, points_a), core_b = core_of(b, points_b);
  const std::array<double, 3> radii = {a.radius, b.radius, smooth_rounding_of(a) + smooth_rounding_of(b)};
  return chained(points_a, points_b) ? rounded_meet<Chained>(core_a, core_b, radii, first)
                                     : rounded_meet<Posed>(core_a, core_b, radii, first);
}

}  // namespace graze
