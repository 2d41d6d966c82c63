// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Many points at once among the cells of a grid.
#include "mesh/inside_grid.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/inside_grid_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef GRAZE_MESH_INSIDE_GRID_LANES
#define GRAZE_MESH_INSIDE_GRID_LANES
namespace graze {
namespace {

/// What `InsideGrid::side` looks at, for points that are yet to be mapped to the grid.
struct Cells {
  Eigen::Matrix3d R;
  Eigen::Vector3d t;
  double off;  ///< of a coordinate
  int size[3];
  const InsideGrid::Side* sides;
};

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, InsideGrid::sample_lanes>;
using Lane = hn::Vec<Tag>;

/// For find_cells: what is no cell.
constexpr std::int32_t beyond_grid = -1, not_known = -2;

/// The cells of as many points as there are lanes; beyond_grid for a point outside the grid, and not_known for one whose
/// coordinates are infinite or NaN.
HWY_INLINE void find_cells(const double* points, const Cells& cells, std::int32_t* found) {
  const Tag d;
  const hn::Rebind<std::int32_t, Tag> di;
  Lane p[3];
  hn::LoadInterleaved3(d, points, p[0], p[1], p[2]);
  auto outside = hn::FirstN(d, 0), finite = hn::Not(outside);
  auto number = hn::Zero(di);
  for (int i = 2; i >= 0; --i) {
    const Lane q =
        hn::MulAdd(hn::Set(d, cells.R(i, 0)), p[0],
                   hn::MulAdd(hn::Set(d, cells.R(i, 1)), p[1],
                              hn::MulAdd(hn::Set(d, cells.R(i, 2)), p[2], hn::Set(d, cells.t[i]))));
    const auto beyond = hn::Or(hn::Lt(q, hn::Set(d, 0.5 - cells.off)),
                               hn::Gt(q, hn::Set(d, cells.size[i] - 0.5 + cells.off)));
    outside = hn::Or(outside, beyond);
    const auto known = hn::Eq(hn::Sub(q, q), hn::Zero(d));
    finite = hn::And(finite, known);
    const Lane within =
        hn::Min(hn::Max(hn::IfThenElseZero(known, q), hn::Zero(d)), hn::Set(d, cells.size[i] - 1.0));
    number = hn::Add(hn::Mul(number, hn::Set(di, cells.size[i])), hn::DemoteTo(di, within));
  }
  const Lane flag =
      hn::IfThenElse(finite, hn::IfThenElse(outside, hn::Set(d, double{beyond_grid}), hn::Zero(d)),
                     hn::Set(d, double{not_known}));
  alignas(32) double flags[InsideGrid::sample_lanes];
  hn::Store(flag, d, flags);
  hn::StoreU(number, di, found);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
    if (flags[i] != 0) found[i] = static_cast<std::int32_t>(flags[i]);
  }
}

InsideGrid::Found find_lanes(const std::vector<Eigen::Vector3d>& points, const Cells& cells,
                             std::uint32_t start) {
  const Tag d;
  const auto count = static_cast<std::uint32_t>(points.size()),
             step = static_cast<std::uint32_t>(hn::Lanes(d));
  InsideGrid::Found found;
  for (std::uint32_t done = 0, first = (start < count ? start : 0) / step * step;
       done < count && !found.both(); done += step) {
    std::int32_t numbers[InsideGrid::sample_lanes];
    find_cells(points[first].data(), cells, numbers);
    for (std::uint32_t i = 0; i < step; ++i) {
      const InsideGrid::Side side = numbers[i] >= 0             ? cells.sides[numbers[i]]
                                    : numbers[i] == beyond_grid ? InsideGrid::Side::outside
                                                                : InsideGrid::Side::unknown;
      if (side == InsideGrid::Side::inside) found.inside = first + i;
      if (side == InsideGrid::Side::outside) found.outside = first + i;
    }
    first = first + step < count ? first + step : 0;
  }
  return found;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(find_lanes);
}

InsideGrid::Found InsideGrid::find(const InsideGrid& from, const Eigen::Matrix3d& R, const Eigen::Vector3d& t,
                                   double error, std::uint32_t start) const {
  const double off = error * per_length_;
  if (cells_.empty() || from.samples_.empty() || !(off < allowed_error)) return {};
  const Cells cells = {
      R * per_length_, (t - low_) * per_length_, off, {size_[0], size_[1], size_[2]}, cells_.data()};
  return HWY_DYNAMIC_DISPATCH(find_lanes)(from.samples_, cells, start);
}

}  // namespace graze
#endif
