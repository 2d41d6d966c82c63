// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/vertices.h"

#include <array>
#include <atomic>
#include <cmath>

#include "math/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deform/vertices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

bool copy_lanes(const Eigen::Vector3d* from, Eigen::Vector3d* to, std::size_t count, AxisBox& box) {
  // Four points are twelve numbers, a whole number of registers; lane i of them holds axis i mod 3.
  const hn::CappedTag<double, 4> d;
  using V = hn::Vec<decltype(d)>;
  constexpr std::size_t group = 12;
  const std::size_t step = hn::Lanes(d);
  alignas(32) double low[group], high[group], zero[group];
  V least[group], most[group], nothing[group];
  for (std::size_t i = 0; i * step < group; ++i) {
    least[i] = hn::Set(d, INFINITY);
    most[i] = hn::Set(d, -INFINITY);
    nothing[i] = hn::Zero(d);
  }
  const double* in = from->data();
  double* out = to->data();
  for (std::size_t g = 0; g < count / 4; ++g, in += group, out += group) {
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
    hn::Store(nothing[i], d, zero + i * step);
  }
  bool finite = true;
  for (std::size_t i = 0; i < group; ++i) {
    finite &= zero[i] == 0;
    box.low[static_cast<int>(i % 3)] = std::min(box.low[static_cast<int>(i % 3)], low[i]);
    box.high[static_cast<int>(i % 3)] = std::max(box.high[static_cast<int>(i % 3)], high[i]);
  }
  for (std::size_t i = count / 4 * 4; i < count; ++i) {
    to[i] = from[i];
    finite &= from[i].allFinite();
    box.include(from[i]);
  }
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
                   AxisBox& box) {
  box = {};
  constexpr std::size_t chunk = 16384;
  if (threads <= 1 || from.size() <= 2 * chunk)
    return from.empty() || HWY_DYNAMIC_DISPATCH(copy_lanes)(from.data(), to.data(), from.size(), box);
  std::vector<AxisBox> boxes((from.size() + chunk - 1) / chunk);
  std::atomic<bool> finite = true;
  parallel_for(threads, boxes.size(), [&](std::size_t i, int) {
    const std::size_t first = i * chunk, count = std::min(chunk, from.size() - first);
    if (!HWY_DYNAMIC_DISPATCH(copy_lanes)(from.data() + first, to.data() + first, count, boxes[i]))
      finite = false;
  });
  for (const AxisBox& part : boxes) box.include(part);
  return finite;
}

}  // namespace graze
#endif
