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

#include <bit>
#include <cmath>

#include "convex/body.h"
#include "convex/xyz.h"
#include "math/slack.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t most_few = 64;    // the bits of a word
constexpr std::size_t most_level = 24;  // vertices as far as each other that are looked at one by one

struct SupportPoint {
  Xyz p;
  std::uint32_t index;
};

/// How far the vertices from number i on are along a direction, a register of them.
template <class V>
HWY_INLINE V lengths_along(const double* lanes, std::size_t stride, std::size_t i, V x, V y, V z) {
  const hn::CappedTag<double, 8> tag;
  return hn::Add(
      hn::Add(hn::Mul(x, hn::LoadU(tag, lanes + i)), hn::Mul(y, hn::LoadU(tag, lanes + stride + i))),
      hn::Mul(z, hn::LoadU(tag, lanes + 2 * stride + i)));
}

/// Every vertex, a register of them at a time.
HWY_INLINE std::uint32_t farthest_of_lanes(const double* lanes, std::size_t stride, Xyz d) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t n = hn::Lanes(tag);
  const auto x = hn::Set(tag, d[0]), y = hn::Set(tag, d[1]), z = hn::Set(tag, d[2]);
  auto best = lengths_along(lanes, stride, 0, x, y, z);
  auto number = hn::Iota(tag, 0), best_number = number;
  const auto step = hn::Set(tag, static_cast<double>(n));
  for (std::size_t i = n; i < stride; i += n) {
    const auto v = lengths_along(lanes, stride, i, x, y, z);
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

/// How far the farthest of them is.
HWY_INLINE double height_of_lanes(const double* lanes, std::size_t stride, Xyz d) {
  const hn::CappedTag<double, 8> tag;
  const auto x = hn::Set(tag, d[0]), y = hn::Set(tag, d[1]), z = hn::Set(tag, d[2]);
  auto best = lengths_along(lanes, stride, 0, x, y, z);
  for (std::size_t i = hn::Lanes(tag); i < stride; i += hn::Lanes(tag))
    best = hn::Max(best, lengths_along(lanes, stride, i, x, y, z));
  return hn::GetLane(hn::MaxOfLanes(tag, best));
}

/// Of at most 64 the farthest: they are kept until the largest is known.
HWY_INLINE std::uint32_t farthest_of_few(const double* lanes, std::size_t stride, Xyz d) {
  const hn::CappedTag<double, 8> tag;
  const std::size_t n = hn::Lanes(tag);
  const auto x = hn::Set(tag, d[0]), y = hn::Set(tag, d[1]), z = hn::Set(tag, d[2]);
  HWY_ALIGN double values[most_few];
  auto best = hn::Set(tag, -INFINITY);
  for (std::size_t i = 0; i < stride; i += n) {
    const auto v = lengths_along(lanes, stride, i, x, y, z);
    hn::Store(v, tag, values + i);
    best = hn::Max(best, v);
  }
  const auto most = hn::MaxOfLanes(tag, best);
  std::uint64_t farthest = 0;
  for (std::size_t i = 0; i < stride; i += n) {
    std::uint8_t bits = 0;
    hn::StoreMaskBits(tag, hn::Eq(hn::Load(tag, values + i), most), &bits);
    farthest |= std::uint64_t{bits} << i;
  }
  return farthest != 0 ? static_cast<std::uint32_t>(std::countr_zero(farthest)) : 0;  // NaN: any will do
}

/// From neighbour to neighbour, as long as one is farther, from vertex `at` or the last one. Neighbours that are as far but
/// for roundings may lead on to farther ones, so theirs are looked at too; if they are many, all vertices are. Any vertex
/// farther than the one found is joined to it by a path along which vertices get farther, in real arithmetic; so it is among
/// those looked at.
HWY_INLINE std::uint32_t farthest_by_climbing(const Polytope& p, Xyz d, std::uint32_t at,
                                              std::uint32_t last) {
  const double x = d[0], y = d[1], z = d[2];
  const double unsure = height_rounding(std::abs(x) + std::abs(y) + std::abs(z), p.reach);
  const auto value = [&](std::uint32_t v) HWY_ATTR {
    const Eigen::Vector3d& q = p.vertices[v];
    return (x * q[0] + y * q[1]) + z * q[2];
  };
  double best = value(at);
  if (const double known = value(last); known > best) {
    best = known;
    at = last;
  }
  std::uint32_t level[most_level];
  for (;;) {
    std::uint32_t next = at, least = at;  // of those that are just as far, the least number
    const double here = best, clearly_nearer = best - unsure;
    std::size_t count = 1;
    level[0] = at;
    for (std::size_t i = 0; i < count && next == at; ++i) {
      for (std::uint32_t k = p.first_neighbour[level[i]]; k < p.first_neighbour[level[i] + 1]; ++k) {
        const std::uint32_t neighbour = p.neighbours[k];
        const double far = value(neighbour);
        if (far > best) {
          best = far;
          next = neighbour;
        } else if (HWY_UNLIKELY(!(far < clearly_nearer))) {
          bool known = false;
          for (std::size_t j = 0; j < count; ++j) known |= level[j] == neighbour;
          if (known) continue;
          if (count == most_level) return farthest_of_lanes(p.lanes.data(), p.stride, d);
          level[count++] = neighbour;
          if (far == here && neighbour < least) least = neighbour;
        }
      }
    }
    if (next == at) return least;
    at = next;
  }
}

/// Of the candidates in the direction's cell, or by climbing from there where those are too many.
HWY_INLINE std::uint32_t farthest_by_cell(const Polytope& p, Xyz d, std::uint32_t last) {
  const double x = d[0], y = d[1], z = d[2];
  const DirectionCells::Cell cell = p.cells.cells[direction_cell(x, y, z)];
  if (cell.count == 0) return farthest_by_climbing(p, d, cell.first, last);
  const std::uint32_t* const candidates = p.cells.candidates.data() + cell.first;
  std::uint32_t chosen = candidates[0];
  if (cell.count == 1) return chosen;
  double best = -INFINITY;
  for (std::uint32_t k = 0; k < cell.count; k += 4) {
    // Four at a time and without a branch for each: which one it is can hardly be predicted.
    for (std::uint32_t i = k; i < k + 4; ++i) {
      const Eigen::Vector3d& q = p.vertices[candidates[i]];
      const double far = (x * q[0] + y * q[1]) + z * q[2];
      const bool farther = far > best;
      best = farther ? far : best;
      chosen ^= (chosen ^ candidates[i]) & (0U - static_cast<std::uint32_t>(farther));
    }
  }
  return chosen;
}

/// The length of d, which is multiplied by a power of two first if its square would leave the range of normal numbers. 0 if d
/// is 0.
HWY_INLINE double length_in_range(Xyz& d) {
  double square = dot(d, d);
  if (HWY_UNLIKELY(!(square > 1e-200 && square < 1e200))) {
    const double largest = std::max(std::max(std::abs(d[0]), std::abs(d[1])), std::abs(d[2]));
    if (!(largest > 0 && largest < INFINITY)) return 0;
    // In two steps, since the power of two may not be a double.
    const int e = std::ilogb(largest), half = e / 2;
    d = times(times(d, std::ldexp(1.0, -half)), std::ldexp(1.0, half - e));
    square = dot(d, d);
  }
  return std::sqrt(square);
}

HWY_INLINE Xyz on_disc(double radius, Xyz d, double z) {
  d[2] = 0;
  const double across = length_in_range(d);
  if (!(across > 0)) return Xyz{0, 0, z, 0};
  return Xyz{radius * (d[0] / across), radius * (d[1] / across), z, 0};
}

HWY_INLINE SupportPoint farthest_of_box(Xyz half, Xyz d) {
  return {d > 0.0 ? half : -half, (d[0] > 0 ? 1u : 0u) | (d[1] > 0 ? 2u : 0u) | (d[2] > 0 ? 4u : 0u)};
}

/// `last` is the vertex found before, from which a climb may start.
HWY_INLINE SupportPoint support(const ConvexBody& body, Xyz d, std::uint32_t last) {
  const Eigen::Vector3d& half = body.half;
  switch (body.core) {
    case ConvexBody::Core::lanes: {
      const std::uint32_t i = body.stride <= most_few ? farthest_of_few(body.lanes, body.stride, d)
                                                      : farthest_of_lanes(body.lanes, body.stride, d);
      return {Xyz{body.lanes[i], body.lanes[body.stride + i], body.lanes[2 * body.stride + i], 0}, i};
    }
    case ConvexBody::Core::cells: {
      const std::uint32_t i = farthest_by_cell(*body.hull, d, last);
      return {xyz(body.hull->vertices[i]), i};
    }
    case ConvexBody::Core::box:
      return farthest_of_box(xyz(half), d);
    case ConvexBody::Core::cylinder:
      return {on_disc(half[0], d, d[2] > 0 ? half[2] : -half[2]), 0};
    case ConvexBody::Core::cone: {
      // Squares that underflow make the apex and the rim look equally far where they are, but for 1e-150 of d.
      const double across = std::sqrt(d[0] * d[0] + d[1] * d[1]);
      if (2 * half[2] * d[2] > half[0] * across) return {Xyz{0, 0, half[2], 0}, 0};
      return {on_disc(half[0], d, -half[2]), 0};
    }
    case ConvexBody::Core::ellipsoid: {
      const Xyz h = xyz(half);
      Xyz stretched = h * d;
      const double length = length_in_range(stretched);
      if (!(length > 0)) return {Xyz{0, 0, half[2], 0}, 0};
      return {h * times(stretched, 1 / length), 0};
    }
  }
  return {xyz(body.centre), 0};
}

/// The same with all coordinates multiplied by `scale`, a power of two. d must be about 1 long.
HWY_INLINE SupportPoint scaled_support(const ConvexBody& body, double scale, Xyz d, std::uint32_t last) {
  if (body.core == ConvexBody::Core::lanes || body.core == ConvexBody::Core::cells) {
    const SupportPoint s = support(body, times(d, scale), last);  // as if the vertices were scaled
    return {times(s.p, scale), s.index};
  }
  ConvexBody scaled = body;
  scaled.half *= scale;
  return support(scaled, d, last);
}

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
