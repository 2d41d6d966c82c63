// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The difference A - B of two cores, all a - b, seen through its support points. World axes, the origin at B's, in the
// unit of PairSize. To be included after foreach_target.h: the include guard is per target.
#if defined(GRAZE_CONVEX_DIFFERENCE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONVEX_DIFFERENCE_H
#undef GRAZE_CONVEX_DIFFERENCE_H
#else
#define GRAZE_CONVEX_DIFFERENCE_H
#endif

#include "convex/pair_size.h"
#include "convex/support.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {

/// A point w = a - b, and where it comes from.
struct DifferencePoint {
  Xyz w, p_A, p_B;  ///< p_A and p_B in the frames of the bodies
  VertexPair pair;
};

struct Difference {
  const ConvexPair& pair;
  const PairSize& size;
  Turn R_A, R_B;
  Xyz t;
  VertexPair last;  ///< of the last support point: climbs start there

  HWY_INLINE Difference(const ConvexPair& bodies, const PairSize& bodies_size, VertexPair start)
      : pair(bodies),
        size(bodies_size),
        R_A(bodies.X_WA.R),
        R_B(bodies.X_WB.R),
        t(xyz(bodies_size.t)),
        last(start) {
    if (last.a >= pair.a.count) last.a = 0;
    if (last.b >= pair.b.count) last.b = 0;
  }

  /// The point least along v. What v·w is off: PairSize::support_rounding.
  HWY_INLINE DifferencePoint least_along(Xyz v) {
    if (HWY_UNLIKELY(size.is_scaled())) {
      DifferencePoint point;
      least_along_scaled(v, point);
      return point;
    }
    const SupportPoint a = support(pair.a, -R_A.back(v), last.a), b = support(pair.b, R_B.back(v), last.b);
    last = {a.index, b.index};
    return {(R_A(a.p) - R_B(b.p)) + t, a.p, b.p, last};
  }

  HWY_NOINLINE void least_along_scaled(const Xyz& v, DifferencePoint& point) {
    // The length of v may be anything, and that of the cores too: neither may push the other out of range.
    const Xyz unit = times(v, 1 / std::max(std::max(std::abs(v[0]), std::abs(v[1])), std::abs(v[2])));
    const SupportPoint a = scaled_support(pair.a, size.scale, -R_A.back(unit), last.a),
                       b = scaled_support(pair.b, size.scale, R_B.back(unit), last.b);
    last = {a.index, b.index};
    point = {(R_A(a.p) - R_B(b.p)) + t, a.p, b.p, last};
  }

  /// From the middle of B to that of A.
  HWY_INLINE Xyz between_centres() const {
    return (R_A(times(xyz(pair.a.centre), size.scale)) + t) - R_B(times(xyz(pair.b.centre), size.scale));
  }
};

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
