// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A sample p of the one body lies at q = R_T⁻¹(R_F·p + t_F - t_T) in the other's frame. Rᵀ is taken for R⁻¹, which moves q by at
// most transpose_error(1) times the length of R_F·p + t_F - t_T; the rest is rounding.
#include "query/collide/crossing.h"

#include "math/slack.h"

namespace graze {
namespace {

using Side = InsideGrid::Side;

/// Samples of one body among the cells of another.
struct SampleMap {
  const InsideGrid& samples;
  const InsideGrid& grid;
  const Pose& X_WF;
  const Pose& X_WT;
  Eigen::Vector3d between;
  double error;

  SampleMap(const MeshIndex& from, const Pose& of_from, const MeshIndex& to, const Pose& of_to)
      : samples(from.inside_grid()),
        grid(to.inside_grid()),
        X_WF(of_from),
        X_WT(of_to),
        between(X_WF.t - X_WT.t) {
    const double reach = from.bounds().reach, length = 2 * reach + between.cwiseAbs().sum();
    error = transpose_error() * length +
            4 * rounding(2 * reach + X_WF.t.cwiseAbs().maxCoeff() + X_WT.t.cwiseAbs().maxCoeff());
  }

  Side side(std::uint32_t sample) const {
    const Eigen::Vector3d p = X_WF.R * samples.samples()[sample] + between;
    return grid.side(X_WT.R.transpose() * p, error);
  }

  /// Begins with the sample that was inside last.
  std::optional<CrossingMemory::Points> find_points(bool of_a, std::uint32_t start) const {
    if (!grid.has_inside()) return std::nullopt;
    const InsideGrid::Found found =
        grid.find(samples, X_WT.R.transpose() * X_WF.R, X_WT.R.transpose() * between, error, start);
    if (!found.both()) return std::nullopt;
    return CrossingMemory::Points{of_a, *found.inside, *found.outside};
  }
};

}  // namespace

bool still_crosses(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                   CrossingMemory& memory) {
  if (!memory.hold) return false;
  const SampleMap map = memory.points->of_a ? SampleMap(a, X_WA, b, X_WB) : SampleMap(b, X_WB, a, X_WA);
  memory.hold =
      map.side(memory.points->inside) == Side::inside && map.side(memory.points->outside) == Side::outside;
  return memory.hold;
}

bool find_crossing(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                   CrossingMemory& memory) {
  const bool prepared = a.has_inside_grid() && b.has_inside_grid();
  if (!(prepared || memory.hits.is_over()) || !memory.backoff.due()) return false;
  const CrossingMemory::Points last = memory.points.value_or(CrossingMemory::Points{});
  memory.points = SampleMap(a, X_WA, b, X_WB).find_points(true, last.of_a ? last.inside : 0);
  if (!memory.points)
    memory.points = SampleMap(b, X_WB, a, X_WA).find_points(false, last.of_a ? 0 : last.inside);
  memory.hold = memory.points.has_value();
  if (memory.hold) {
    memory.backoff.succeeded();
  } else {
    memory.backoff.failed();
  }
  return memory.hold;
}

}  // namespace graze
