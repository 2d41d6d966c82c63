// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// One triangle against eight boxes by separating axes, lane by lane in double, for all instruction sets; see
// lanes.h.
//
// Along each of the thirteen directions the triangle and a box have intervals of values, each value an
// orient3d, orient2d or difference of coordinates with the bound of exact/signs.h. Intervals that are further
// apart than the bounds allow prove the two apart; intervals that overlap by more, along all directions,
// prove that they meet.
#if defined(GRAZE_ELEMENTARY_BOX_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_ELEMENTARY_BOX_LANES_H
#undef GRAZE_ELEMENTARY_BOX_LANES_H
#else
#define GRAZE_ELEMENTARY_BOX_LANES_H
#endif

#include <hwy/highway.h>

#include "elementary/blocks.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using BoxTag = hn::CappedTag<double, block_lanes>;
using BoxLane = hn::Vec<BoxTag>;
using BoxMask = hn::Mask<BoxTag>;

/// What is known of each lane so far.
struct BoxVerdict {
  BoxMask apart, overlap;

  /// The triangle has [t_low, t_high] and the box [low, high], each end within `bound` of the truth.
  HWY_INLINE void compare(BoxLane low, BoxLane high, BoxLane t_low, BoxLane t_high, BoxLane bound) {
    const BoxLane above = hn::Sub(low, t_high), below = hn::Sub(t_low, high);
    const BoxLane gap = hn::Max(above, below), margin = hn::Add(bound, bound);
    apart = hn::Or(apart, hn::Gt(gap, margin));
    overlap = hn::And(overlap, hn::Lt(gap, hn::Neg(margin)));
  }
};

HWY_INLINE Verdicts triangle_against_box_lanes(const Triangle& t, double error, const BoxBlock& boxes) {
  const BoxTag d;
  const auto set = [&](double x) { return hn::Set(d, x); };
  const Eigen::Vector3d t_low = t[0].cwiseMin(t[1]).cwiseMin(t[2]),
                        t_high = t[0].cwiseMax(t[1]).cwiseMax(t[2]);
  const Eigen::Vector3d n = (t[1] - t[0]).cross(t[2] - t[0]);
  Verdicts verdicts;
  for (std::size_t first = 0; first < block_lanes; first += hn::Lanes(d)) {
    BoxLane low[3], high[3];
    BoxLane inverted = hn::Zero(d);  // above zero where the box is empty
    BoxLane M = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      low[k] = hn::Load(d, boxes.low[k] + first);
      high[k] = hn::Load(d, boxes.high[k] + first);
      inverted = hn::Max(inverted, hn::Sub(low[k], high[k]));
      const BoxLane extent = hn::Sub(hn::Max(high[k], set(t_high[k])), hn::Min(low[k], set(t_low[k])));
      M = hn::Max(M, extent);
    }
    // The bounds of exact/signs.h, infinite outside their range, so that lanes there stay open.
    const BoxMask usable = hn::And(hn::And(hn::Gt(M, set(0x1p-300)), hn::Lt(M, set(0x1p300))),
                                   hn::Le(set(error), hn::Mul(set(0x1p-21), M)));
    const BoxLane infinite = set(INFINITY);
    const BoxLane bound3 = hn::IfThenElse(
        usable, hn::Mul(hn::Mul(M, M), hn::MulAdd(set(60 * exact::unit_roundoff), M, set(40 * error))),
        infinite);
    const BoxLane bound2 = hn::IfThenElse(
        usable, hn::Mul(M, hn::MulAdd(set(16 * exact::unit_roundoff), M, set(10 * error))), infinite);
    const BoxLane bound1 =
        hn::IfThenElse(usable, hn::MulAdd(set(2 * exact::unit_roundoff), M, set(1.1 * error)), infinite);

    const BoxMask empty = hn::Gt(inverted, hn::Zero(d));
    BoxVerdict verdict = {empty, hn::Not(empty)};
    BoxLane from_low[3][3],
        from_high[3][3];  // corner of the triangle, axis: the box's sides seen from that corner
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        from_low[i][k] = hn::Sub(low[k], set(t[i][k]));
        from_high[i][k] = hn::Sub(high[k], set(t[i][k]));
      }
    }
    for (int k = 0; k < 3; ++k) verdict.compare(low[k], high[k], set(t_low[k]), set(t_high[k]), bound1);
    {
      BoxLane least = hn::Zero(d), most = hn::Zero(d);
      for (int k = 0; k < 3; ++k) {
        const BoxLane a = hn::Mul(set(n[k]), from_low[0][k]), b = hn::Mul(set(n[k]), from_high[0][k]);
        least = hn::Add(least, hn::Min(a, b));
        most = hn::Add(most, hn::Max(a, b));
      }
      verdict.compare(least, most, hn::Zero(d), hn::Zero(d), bound3);
    }
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3d edge = t[(i + 1) % 3] - t[i], third = t[(i + 2) % 3] - t[i];
      for (int k = 0; k < 3; ++k) {
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        const double turn = edge[p] * third[q] - edge[q] * third[p];
        const BoxLane a = hn::Mul(set(edge[p]), from_low[i][q]), b = hn::Mul(set(edge[p]), from_high[i][q]);
        const BoxLane e = hn::Mul(set(edge[q]), from_low[i][p]), f = hn::Mul(set(edge[q]), from_high[i][p]);
        const BoxLane least = hn::Sub(hn::Min(a, b), hn::Max(e, f)),
                      most = hn::Sub(hn::Max(a, b), hn::Min(e, f));
        verdict.compare(least, most, set(std::min(turn, 0.0)), set(std::max(turn, 0.0)), bound2);
      }
    }
    const auto store = [&](BoxMask mask) {
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, mask, bytes);
      return static_cast<std::uint8_t>(bytes[0] << first);
    };
    verdicts.apart |= store(verdict.apart);
    verdicts.meet |= store(hn::AndNot(verdict.apart, verdict.overlap));
  }
  return verdicts;
}

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
