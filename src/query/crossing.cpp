// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/crossing.h"

namespace graze {
namespace {

using Side = InsideGrid::Side;

/// Samples of one body among the cells of another.
class SampleMap {
 public:
  SampleMap(const MeshIndex& from, const Pose& X_WF, const MeshIndex& to, const Pose& X_WT)
      : samples_(from.inside_grid().samples()), grid_(to.inside_grid()), R_(X_WT.R.transpose() * X_WF.R) {
    const Eigen::Vector3d between = X_WF.t - X_WT.t;
    t_ = X_WT.R.transpose() * between;
    // Rᵀ is taken for R⁻¹. A valid pose has RᵀR within 1e-6 of the identity in each entry, so that they differ by less than
    // 4e-6 of the length of what they turn. The rest is far more than what is rounded.
    const double reach = from.bounds().reach, length = 2 * reach + between.norm();
    error_ = 4e-6 * length + 0x1p-45 * (reach + X_WF.t.cwiseAbs().maxCoeff() + X_WT.t.cwiseAbs().maxCoeff());
  }

  std::size_t count() const { return samples_.size(); }
  Side side(std::size_t sample) const { return grid_.side(R_ * samples_[sample] + t_, error_); }

 private:
  const std::vector<Eigen::Vector3d>& samples_;
  const InsideGrid& grid_;
  Eigen::Matrix3d R_;
  Eigen::Vector3d t_;
  double error_;
};

/// Begins with the sample that was inside last.
std::optional<CrossingMemory::Points> find_points(const SampleMap& map, bool of_a, std::uint32_t start) {
  std::optional<std::uint32_t> inside, outside;
  const auto count = static_cast<std::uint32_t>(map.count());
  for (std::uint32_t i = 0; i < count && !(inside && outside); ++i) {
    const std::uint32_t sample = (start + i) % count;
    const Side side = map.side(sample);
    if (side == Side::inside && !inside) inside = sample;
    if (side == Side::outside && !outside) outside = sample;
  }
  if (!inside || !outside) return std::nullopt;
  return CrossingMemory::Points{of_a, *inside, *outside};
}

}  // namespace

bool still_crosses(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                   const CrossingMemory& memory) {
  if (!memory.points) return false;
  const SampleMap map = memory.points->of_a ? SampleMap(a, X_WA, b, X_WB) : SampleMap(b, X_WB, a, X_WA);
  return map.side(memory.points->inside) == Side::inside && map.side(memory.points->outside) == Side::outside;
}

bool find_crossing(const MeshIndex& a, const Pose& X_WA, const MeshIndex& b, const Pose& X_WB,
                   CrossingMemory& memory) {
  constexpr int hits_first = 8, most_refusals = 5;
  if (++memory.hits < hits_first || memory.searches++ < (1 << memory.refusals) - 1) return false;
  memory.searches = 0;
  const std::uint32_t start_a = memory.points && memory.points->of_a ? memory.points->inside : 0,
                      start_b = memory.points && !memory.points->of_a ? memory.points->inside : 0;
  memory.points.reset();
  if (b.inside_grid().has_inside()) memory.points = find_points(SampleMap(a, X_WA, b, X_WB), true, start_a);
  if (!memory.points && a.inside_grid().has_inside())
    memory.points = find_points(SampleMap(b, X_WB, a, X_WA), false, start_b);
  memory.refusals = memory.points ? 0 : std::min(memory.refusals + 1, most_refusals);
  return memory.points.has_value();
}

}  // namespace graze
