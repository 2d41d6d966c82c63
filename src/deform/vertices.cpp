// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/vertices.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

#include "math/four.h"
#include "math/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deform/vertices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

/// The twelve numbers of four points, a whole number of registers: number i is of axis i mod 3.
constexpr std::size_t group = 12;

/// The least or most number of each axis: `of` brings a second four into the first.
template <class Of>
HWY_INLINE Eigen::Vector3d fold(const double (&numbers)[group], const Of& of) {
  FourDoubles a, b, c;
  std::memcpy(&a, numbers, sizeof a);
  std::memcpy(&b, numbers + 4, sizeof b);
  std::memcpy(&c, numbers + 8, sizeof c);
  const FourDoubles second = __builtin_shufflevector(a, b, 3, 4, 5, 5),
                    fourth = __builtin_shufflevector(c, c, 1, 2, 3, 3);
  FourDoubles third = __builtin_shufflevector(b, c, 2, 3, 4, 4);
  of(second, a);
  of(fourth, third);
  of(third, a);
  return {a[0], a[1], a[2]};
}
HWY_INLINE AxisBox box_of(const double (&low)[group], const double (&high)[group]) {
  return {fold(low, [](const FourDoubles& x, FourDoubles& least) HWY_ATTR { least = x < least ? x : least; }),
          fold(high, [](const FourDoubles& x, FourDoubles& most) HWY_ATTR { most = x > most ? x : most; })};
}

bool copy_lanes(const Eigen::Vector3d* from, Eigen::Vector3d* to, std::size_t count, AxisBox* blocks,
                AxisBox& box) {
  const hn::CappedTag<double, 4> d;
  using V = hn::Vec<decltype(d)>;
  const std::size_t step = hn::Lanes(d);
  alignas(32) double low[group], high[group], zero[group];
  V nothing[group];
  for (std::size_t i = 0; i * step < group; ++i) nothing[i] = hn::Zero(d);
  const double* in = from->data();
  double* out = to->data();
  std::size_t copied = 0;
  for (; copied + vertex_block <= count; copied += vertex_block) {
    V least[group], most[group];
    for (std::size_t i = 0; i * step < group; ++i) {
      least[i] = hn::Set(d, INFINITY);
      most[i] = hn::Set(d, -INFINITY);
    }
    for (std::uint32_t g = 0; g < vertex_block / 4; ++g, in += group, out += group) {
      for (std::size_t i = 0; i * step < group; ++i) {
        const V x = hn::LoadU(d, in + i * step);
        hn::StoreU(x, d, out + i * step);
        least[i] = hn::Min(least[i], x);
        most[i] = hn::Max(most[i], x);
        nothing[i] = hn::Add(nothing[i], hn::Sub(x, x));  // NaN, and stays so, unless x is finite
      }
    }
    for (std::size_t i = 0; i * step < group; ++i) {
      hn::Store(least[i], d, low + i * step);
      hn::Store(most[i], d, high + i * step);
    }
    *blocks = box_of(low, high);
    box.include(*blocks++);
  }
  for (std::size_t i = 0; i * step < group; ++i) hn::Store(nothing[i], d, zero + i * step);
  bool finite = std::all_of(zero, zero + group, [](double x) { return x == 0; });
  if (copied == count) return finite;
  *blocks = {};
  for (; copied < count; ++copied) {
    to[copied] = from[copied];
    finite &= from[copied].allFinite();
    blocks->include(from[copied]);
  }
  box.include(*blocks);
  return finite;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(copy_lanes);
}

bool copy_vertices(std::span<const Eigen::Vector3d> from, std::span<Eigen::Vector3d> to, int threads,
                   std::vector<AxisBox>& blocks, AxisBox& box) {
  box = {};
  blocks.resize((from.size() + vertex_block - 1) / vertex_block);
  constexpr std::size_t chunk = 1024 * vertex_block;
  if (threads <= 1 || from.size() <= 2 * chunk)
    return from.empty() ||
           HWY_DYNAMIC_DISPATCH(copy_lanes)(from.data(), to.data(), from.size(), blocks.data(), box);
  std::vector<AxisBox> boxes((from.size() + chunk - 1) / chunk);
  std::atomic<bool> finite = true;
  parallel_for(threads, boxes.size(), [&](std::size_t i, int) {
    const std::size_t first = i * chunk, count = std::min(chunk, from.size() - first);
    if (!HWY_DYNAMIC_DISPATCH(copy_lanes)(from.data() + first, to.data() + first, count,
                                          blocks.data() + first / vertex_block, boxes[i]))
      finite = false;
  });
  for (const AxisBox& part : boxes) box.include(part);
  return finite;
}

}  // namespace graze
#endif
