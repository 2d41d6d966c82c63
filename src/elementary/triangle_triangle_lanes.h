// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// One pair of triangles in float, a corner a lane (Highway). To be included after foreach_target.h by the file
// that dispatches: the include guard is per target.
//
// The test is that of triangle_triangle.cpp, guigue-devillers2003. There, which two orientations decide is
// known only when the corners have been compared with the planes. Here, nothing waits and nothing branches: all
//   O_ij = orientation(a_i, a_i+1, b_j, b_j+1),
// on which side edge i of a passes edge j of b, are computed beside the sides, and the two are picked from the
// bits of their signs. With the origin at a_0,
//   O_0j = a_1·(b_j × b_j+1),  -O_2j = a_2·(b_j × b_j+1),  O_1j = s_j+1 - s_j - O_0j - O_2j,
// where s_j = (a_1 × a_2)·b_j is the side of b_j: what the three edges of a enclose with edge j adds up to that.
//
// Bounds. u = 2^-24, and ε is how far the coordinates given may be from the truth. Points are taken from a_0 in
// double and rounded to float. M is the largest extent of all together, so that no point and no difference is
// larger; points are within ε + uM(1 + 2^-28) of true ones, all moved alike, and differences, as well as points
// that stand for their difference from a_0, within η = 2ε + 3.1uM.
//   From the differences: 6((M+η)³ - M³) ≤ 18M²η(1 + 2^-18) where η ≤ 2^-19·M, so where ε ≤ 2^-21·M.
//   From the evaluation:  each product passes two multiplications and three additions: ≤ 6M³·5u(1 + 10u).
//   Together less than M²(86·u·M + 36.1·ε); used: M²(88·u·M + 46·ε), whose slack covers its own rounding.
//   O_1j is the sum of four such, rounded by at most (12 + 12 + 24)uM³(1 + 2^-16): together less than
//   M²(393·u·M + 145·ε); used: five times the bound.
// Boxes are apart where a gap is larger than the errors of two points and its own rounding, 3.1uM + 2ε; used:
// 4uM + 2.1ε.
// ε is taken to be at least 2^-51, so that M, by the check of ε, is at least 2^-30; it is checked to be less
// than 2^30. There, nothing overflows, and what underflows is far below uM and uM³, even where it is flushed
// to 0.
#if defined(GRAZE_ELEMENTARY_TRIANGLE_TRIANGLE_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_ELEMENTARY_TRIANGLE_TRIANGLE_LANES_H
#undef GRAZE_ELEMENTARY_TRIANGLE_TRIANGLE_LANES_H
#else
#define GRAZE_ELEMENTARY_TRIANGLE_TRIANGLE_LANES_H
#endif

#include "elementary/lanes.h"
#include "math/slack.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

/// Without lanes there is nothing to gain.
HWY_INLINE Verdict triangles_corner_by_corner(const Triangle&, const Triangle&, double) {
  return Verdict::unsure;
}

#else

/// The two O_ij that decide, for the corners of each triangle on the positive side of the other's plane.
/// Bit 4·i + j stands for O_0j, O_1j and -O_2j.
struct DecidingEdges {
  std::uint16_t which[8][8] = {};
  std::uint16_t positive_where_meeting[8][8] = {};  ///< by the corners of a, and by those of b

  constexpr DecidingEdges() {
    for (int a = 0; a < 8; ++a) {
      for (int b = 0; b < 8; ++b) {
        if (a % 7 == 0 || b % 7 == 0) {
          positive_where_meeting[a][b] = 1;  // all on one side: no sign of no edges makes them meet
        } else {
          // As in triangle_triangle.cpp: each lone corner p on the positive side of the other's plane.
          const Turned A(a, lone_is_negative(b)), B(b, lone_is_negative(a));
          expect_negative(a, b, A.p, A.q, B.p, B.q);
          expect_negative(a, b, A.p, A.r, B.r, B.p);
        }
      }
    }
  }

 private:
  struct Turned {
    int p, q, r;
    constexpr Turned(int positive, bool flip)
        : p(positive == 1 || positive == 6   ? 0
            : positive == 2 || positive == 5 ? 1
                                             : 2),
          q((p + (flip ? 2 : 1)) % 3),
          r((p + (flip ? 1 : 2)) % 3) {}
  };
  static constexpr bool lone_is_negative(int positive) {
    return positive == 3 || positive == 5 || positive == 6;
  }

  /// Orientation(from_a, to_a, from_b, to_b) < 0.
  constexpr void expect_negative(int a, int b, int from_a, int to_a, int from_b, int to_b) {
    const bool along_a = to_a == (from_a + 1) % 3, along_b = to_b == (from_b + 1) % 3;
    const int i = along_a ? from_a : to_a, j = along_b ? from_b : to_b;
    const auto bit = static_cast<std::uint16_t>(1 << (4 * i + j));
    which[a][b] |= bit;
    if ((along_a != along_b) != (i == 2)) positive_where_meeting[a][b] |= bit;
  }
};
constexpr DecidingEdges deciding_edges;

using CornerTag = hn::FixedTag<float, 4>;
using Corners = hn::Vec<CornerTag>;

/// p - origin as x, y, z, 0.
HWY_INLINE Corners row(const Eigen::Vector3d& p, const Eigen::Vector3d& origin) {
  const CornerTag f;
#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
  const hn::FixedTag<double, 4> d;
  const auto xyz = hn::FirstN(d, 3);
  return hn::DemoteTo(f, hn::Sub(hn::MaskedLoad(xyz, d, p.data()), hn::MaskedLoad(xyz, d, origin.data())));
#else
  const hn::FixedTag<double, 2> two;
  const hn::FixedTag<double, 1> one;
  const auto xy = hn::Sub(hn::LoadU(two, p.data()), hn::LoadU(two, origin.data()));
  const auto z = hn::Sub(hn::LoadU(one, p.data() + 2), hn::LoadU(one, origin.data() + 2));
  const hn::Half<CornerTag> half;
  return hn::Combine(f, hn::DemoteTo(half, hn::ZeroExtendVector(two, z)), hn::DemoteTo(half, xy));
#endif
}
/// Three rows as columns: lane i is point i, and lane 3 means nothing.
HWY_INLINE V3<Corners> columns(Corners p0, Corners p1, Corners p2) {
  const CornerTag f;
  const Corners xxyy = hn::InterleaveLower(f, p0, p1), zz = hn::InterleaveUpper(f, p0, p1);
  return {hn::ConcatLowerLower(f, p2, xxyy), hn::ConcatUpperUpper(f, hn::InterleaveLower(f, p2, p2), xxyy),
          hn::ConcatUpperLower(f, p2, zz)};
}
/// A row in all lanes.
HWY_INLINE V3<Corners> everywhere(Corners p) {
  return {hn::Broadcast<0>(p), hn::Broadcast<1>(p), hn::Broadcast<2>(p)};
}
/// Each of the first three lanes gets what the next one has.
HWY_INLINE Corners next(Corners v) {
  alignas(16) constexpr std::int32_t lanes[4] = {1, 2, 0, 3};
  return hn::TableLookupLanes(v, hn::SetTableIndices(CornerTag(), lanes));
}
/// The cross product of two rows, in all lanes.
HWY_INLINE V3<Corners> cross_of_rows(Corners u, Corners v) {
  const Corners zxy = hn::MulSub(u, next(v), hn::Mul(v, next(u)));
  return {hn::Broadcast<1>(zxy), hn::Broadcast<2>(zxy), hn::Broadcast<0>(zxy)};
}

HWY_INLINE Verdict triangles_corner_by_corner(const Triangle& a, const Triangle& b, double coordinate_error) {
  const CornerTag f;
  const Corners a0 = hn::Zero(f), a1 = row(a[1], a[0]), a2 = row(a[2], a[0]);
  const Corners b0 = row(b[0], a[0]), b1 = row(b[1], a[0]), b2 = row(b[2], a[0]);
  const Corners low_a = hn::Min(a0, hn::Min(a1, a2)), high_a = hn::Max(a0, hn::Max(a1, a2));
  const Corners low_b = hn::Min(b0, hn::Min(b1, b2)), high_b = hn::Max(b0, hn::Max(b1, b2));

  const auto error = static_cast<float>(std::max(coordinate_error, 0x1p-51));
  const float M = hn::GetLane(hn::MaxOfLanes(f, hn::Sub(hn::Max(high_a, high_b), hn::Min(low_a, low_b))));
  if (!(M < 0x1p30f && error <= 0x1p-21f * M)) return Verdict::unsure;
  const float gap_bound = static_cast<float>(4 * float_roundoff) * M + 2.1f * error;
  const Corners gap = hn::Max(hn::Sub(low_a, high_b), hn::Sub(low_b, high_a));
  if (!hn::AllFalse(f, hn::Gt(gap, hn::Set(f, gap_bound)))) return Verdict::apart;

  const V3<Corners> A = columns(a0, a1, a2), B = columns(b0, b1, b2);
  const V3<Corners> A1 = everywhere(a1), A2 = everywhere(a2);
  const Corners sides_a = dot(cross_of_rows(hn::Sub(b1, b0), hn::Sub(b2, b0)), minus(A, B));
  const Corners sides_b = dot(cross(A1, A2), B);
  const V3<Corners> moments = cross(B, {next(B.x), next(B.y), next(B.z)});
  const Corners O_0 = dot(A1, moments), minus_O_2 = dot(A2, moments);
  const Corners O_1 = hn::Add(hn::Sub(next(sides_b), sides_b), hn::Sub(minus_O_2, O_0));
  const Corners fifth_of_O_1 = hn::Mul(hn::Set(f, 0.2f), O_1);

  const Corners zero = hn::Zero(f), bound = hn::Set(f, 22 * M * M * gap_bound);
  const auto by_edge = [&](auto of_0, auto of_1, auto of_2) {
    return bits(f, of_0) | bits(f, of_1) << 4 | bits(f, of_2) << 8;
  };
  const unsigned positive_a = bits(f, hn::Gt(sides_a, zero)) & 7,
                 positive_b = bits(f, hn::Gt(sides_b, zero)) & 7;
  const unsigned certain_sides = bits(f, hn::Gt(hn::Min(hn::Abs(sides_a), hn::Abs(sides_b)), bound)) & 7;
  const unsigned positive = by_edge(hn::Gt(O_0, zero), hn::Gt(fifth_of_O_1, zero), hn::Gt(minus_O_2, zero));
  const unsigned certain = by_edge(hn::Gt(hn::Abs(O_0), bound), hn::Gt(hn::Abs(fifth_of_O_1), bound),
                                   hn::Gt(hn::Abs(minus_O_2), bound));

  const unsigned which = deciding_edges.which[positive_a][positive_b];
  const bool meet = (positive & which) == deciding_edges.positive_where_meeting[positive_a][positive_b];
  const bool unsure = ((certain_sides ^ 7) | (~certain & which)) != 0;
  static constexpr Verdict verdicts[2][2] = {{Verdict::apart, Verdict::meet},
                                             {Verdict::unsure, Verdict::unsure}};
  return verdicts[unsure][meet];
}

#endif

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
