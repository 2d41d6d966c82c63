// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Support points: of a body, the point farthest along a direction, in the body's frame. Written once for all
// instruction sets (Highway); to be included after foreach_target.h. No fused operations, and of several vertices
// equally far the one with the least number: results are the same on all of them.
#if defined(GRAZE_CONVEX_SUPPORT_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONVEX_SUPPORT_H
#undef GRAZE_CONVEX_SUPPORT_H
#else
#define GRAZE_CONVEX_SUPPORT_H
#endif

#include <hwy/highway.h>

#include <cmath>

#include "convex/body.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct SupportPoint {
  Eigen::Vector3d p;
  std::uint32_t index;
};

/// Every vertex, a register of them at a time.
HWY_INLINE std::uint32_t farthest_of_lanes(const double* lanes, std::size_t stride,
                                           const Eigen::Vector3d& d) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t n = hn::Lanes(tag);
  const auto x = hn::Set(tag, d[0]), y = hn::Set(tag, d[1]), z = hn::Set(tag, d[2]);
  const auto value = [&](std::size_t i) HWY_ATTR {
    return hn::Add(
        hn::Add(hn::Mul(x, hn::LoadU(tag, lanes + i)), hn::Mul(y, hn::LoadU(tag, lanes + stride + i))),
        hn::Mul(z, hn::LoadU(tag, lanes + 2 * stride + i)));
  };
  auto best = value(0);
  auto number = hn::Iota(tag, 0), best_number = number;
  const auto step = hn::Set(tag, static_cast<double>(n));
  for (std::size_t i = n; i < stride; i += n) {
    const auto v = value(i);
    number = hn::Add(number, step);
    const auto better = hn::Gt(v, best);
    best = hn::IfThenElse(better, v, best);
    best_number = hn::IfThenElse(better, number, best_number);
  }
  const auto most = hn::MaxOfLanes(tag, best);
  const auto least = hn::MinOfLanes(tag, hn::IfThenElse(hn::Eq(best, most), best_number, hn::Set(tag, 1e18)));
  const double index = hn::GetLane(least);
  return index < 1e18 ? static_cast<std::uint32_t>(index) : 0;  // NaN everywhere: any will do
}

HWY_INLINE Eigen::Vector3d lane_vertex(const ConvexBody& body, std::uint32_t i) {
  return {body.lanes[i], body.lanes[body.stride + i], body.lanes[2 * body.stride + i]};
}

/// From neighbour to neighbour, as long as one is farther. Where rounding makes neighbours equal the walk may end
/// early; who needs the farthest for certain asks `farthest_of_lanes`.
HWY_INLINE std::uint32_t farthest_by_climbing(const Polytope& p, const Eigen::Vector3d& d,
                                              std::uint32_t start) {
  std::uint32_t at = start;
  double best = d.dot(p.vertices[at]);
  for (;;) {
    std::uint32_t next = at;
    for (std::uint32_t k = p.first_neighbour[at]; k < p.first_neighbour[at + 1]; ++k) {
      const std::uint32_t neighbour = p.neighbours[k];
      const double value = d.dot(p.vertices[neighbour]);
      if (value > best) {
        best = value;
        next = neighbour;
      }
    }
    if (next == at) return at;
    at = next;
  }
}

HWY_INLINE Eigen::Vector3d on_disc(const ConvexBody& body, const Eigen::Vector3d& d, double z) {
  const double across = std::sqrt(d[0] * d[0] + d[1] * d[1]);
  if (!(across > 0)) return {0, 0, z};
  return {body.half[0] * (d[0] / across), body.half[0] * (d[1] / across), z};
}

/// `last` is the vertex found before, from which a climb starts.
HWY_INLINE SupportPoint support(const ConvexBody& body, const Eigen::Vector3d& d, std::uint32_t last) {
  switch (body.core) {
    case ConvexBody::Core::lanes: {
      const std::uint32_t i = farthest_of_lanes(body.lanes, body.stride, d);
      return {lane_vertex(body, i), i};
    }
    case ConvexBody::Core::climb: {
      const std::uint32_t i = farthest_by_climbing(*body.polytope, d, last);
      return {body.polytope->vertices[i], i};
    }
    case ConvexBody::Core::box: {
      const std::uint32_t i = (d[0] > 0 ? 1u : 0u) | (d[1] > 0 ? 2u : 0u) | (d[2] > 0 ? 4u : 0u);
      return {{std::copysign(body.half[0], d[0] > 0 ? 1.0 : -1.0),
               std::copysign(body.half[1], d[1] > 0 ? 1.0 : -1.0),
               std::copysign(body.half[2], d[2] > 0 ? 1.0 : -1.0)},
              i};
    }
    case ConvexBody::Core::cylinder:
      return {on_disc(body, d, d[2] > 0 ? body.half[2] : -body.half[2]), 0};
    case ConvexBody::Core::cone: {
      const double across = std::sqrt(d[0] * d[0] + d[1] * d[1]);
      if (2 * body.half[2] * d[2] > body.half[0] * across) return {{0, 0, body.half[2]}, 0};
      return {on_disc(body, d, -body.half[2]), 0};
    }
    case ConvexBody::Core::ellipsoid: {
      const Eigen::Vector3d stretched = body.half.cwiseProduct(d);
      const double length = stretched.norm();
      if (!(length > 0)) return {{0, 0, body.half[2]}, 0};
      return {body.half.cwiseProduct(stretched / length), 0};
    }
  }
  return {body.centre, 0};
}

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
