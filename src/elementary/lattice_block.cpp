// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Triangle t against triangle b of each lane, after guigue-devillers2003, signs that are zero included.
//
//   0. Boxes.
//   1. The corners of each against the plane of the other. All strictly on one side: apart.
//   2. Planes that cross. Let n and m be the normals of t and b. Each triangle is turned so that p is its *lone* corner: the
//      plane of the other does not hold p and q, nor p and r, and q and r are on one closed side of it, p on the other. There is
//      such a corner, unless all three signs are equal. The line L in which the planes cross, of direction n×m, meets t's edges
//      pq and pr in points i and j, and b's in k and l: t meets b if the segments ij and kl have a common point.
//      Let u = q - p of t and v = q - p of b. Since i is on the line of t's pq and k on that of b's,
//        orient3d(p, q of t, p, q of b) = det(u, k - i, v) = (k - i)·(v×u), and (n×m)·(v×u) = (n·v)(m·u):
//      this sign and those of n·v and m·u, which are known and not zero, tell which of i and k comes first along L. In the
//      same way j and l are compared. Let p of t be on top: q and r are below it, seen along m. Then i comes after j, since p, q
//      and r turn left about n, and n×m points to the left of m there. By the same reason k comes before l if b's p is on
//      top. So if both are on top, ij and kl meet if and only if k is not after i and j not after l: neither
//      orient3d(t.p, t.q, b.p, b.q) nor orient3d(t.p, t.r, b.r, b.p) is positive. Where one of them is not on top, exchanging q
//      and r of the other brings about the same condition.
//   3. One plane: in two dimensions, across an axis along which n does not vanish. They are apart if and only if the line of
//      an edge of one of them has the other strictly on its outer side.
//   Triangles without area have an orientation of zero about all axes, and all corners of the other in "their plane". They are
//   left unsure.
//
// Signs come in two ways.
//   Exact: all differences are at most 2^16 units, and no intermediate result is rounded, as lattice.cpp says; fused operations
//   round nothing either.
//   Near: any differences, each with a relative error of less than 2u, u = 2^-53. Within a body these are one subtraction.
//   Between bodies, `across` says how. A determinant is a sum of two or six products of such. Each product has at most three
//   factors, of which at most two are between bodies, and goes through at most three multiplications and three additions: its
//   relative error is less than (2·2 + 1 + 6)u·(1 + 2^-40). The sum P of the products' sizes is off by as little. So a
//   determinant beyond 16u·P has a certain sign, and one with P = 0 is zero. That is what makes it more than a filter:
//   determinants of axis-parallel edges and faces have one product that is not zero, or none. Nothing underflows or overflows:
//   differences are 0 or from 2^-300 to 2^302.
#include "elementary/lattice_block.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elementary/lattice_block.cpp"
#include <hwy/foreach_target.h>

#include "elementary/lanes.h"

#ifndef GRAZE_ELEMENTARY_LATTICE_ROW
#define GRAZE_ELEMENTARY_LATTICE_ROW
namespace graze {
namespace {

constexpr double near_bound = 0x1p-49;  // 16u

/// The triangle t, and what all lanes share of it.
struct LatticeRow {
  Triangle t;             // exact: in the frame of the block
  Eigen::Vector3d shift;  // near: brings t there
  Eigen::Vector3d n;      // its normal,
  Eigen::Vector3d size;   // near: and the sum of the products' sizes
  AxisBox box;            // of t in the frame of the block, or a larger one
  int axis = -1;          // n certainly does not vanish along it; -1: not known of any
};

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

using NearTag = hn::CappedTag<double, block_lanes>;
using Near = hn::Vec<NearTag>;
using NearMask = hn::Mask<NearTag>;
using Near3 = V3<Near>;

HWY_INLINE Near3 abs(const Near3& a) {
  return {hn::Abs(a.x), hn::Abs(a.y), hn::Abs(a.z)};
}

/// x + error = a - b, error in `error` (knuth1997, 4.2.2).
HWY_INLINE Near difference(Near a, Near b, Near& error) {
  const Near x = hn::Sub(a, b), of_b = hn::Sub(a, x), of_a = hn::Add(x, of_b);
  error = hn::Add(hn::Sub(a, of_a), hn::Sub(of_b, b));
  return x;
}

/// b - t - s, and 0 only if that is 0. If s is 0 in all lanes, one rounding. With d + e = b - t and f + g = d - s: if d and s are
/// within a factor of 2 of each other, g is 0 and one rounding is left. Else |f| > |d|/2·(1 - u), so that |e| ≤ u|d| is less than
/// 2.1u|f| and |g| ≤ u|f|: the rounding of g + e is less than 4u²|f|, and that of the last sum u of it.
HWY_INLINE Near across(Near b, Near t, Near s, bool s_is_zero) {
  if (s_is_zero) return hn::Sub(b, t);
  Near e, g;
  const Near d = difference(b, t, e), f = difference(d, s, g);
  return hn::Add(f, hn::Add(g, e));
}

/// A determinant, and how far from the truth it may be.
struct Signed {
  Near value, bound;
};

HWY_INLINE NearMask is_certain(const Signed& s) {
  return hn::Ge(hn::Abs(s.value), s.bound);
}

/// a×b, and the sums of its products' sizes.
template <bool exact>
struct LaneNormal {
  Near3 n, size;
  LaneNormal() = default;
  HWY_INLINE LaneNormal(const Near3& a, const Near3& b) {
    n = cross(a, b);
    if constexpr (!exact) {
      const Near3 p = abs(a), q = abs(b);
      size = {hn::MulAdd(p.y, q.z, hn::Mul(p.z, q.y)), hn::MulAdd(p.z, q.x, hn::Mul(p.x, q.z)),
              hn::MulAdd(p.x, q.y, hn::Mul(p.y, q.x))};
    }
  }
  HWY_INLINE Signed along(const Near3& a) const {
    Signed s;
    s.value = dot(n, a);
    if constexpr (!exact) s.bound = hn::Mul(hn::Set(NearTag(), near_bound), dot(size, abs(a)));
    return s;
  }
};

/// The signs of three corners about a plane.
template <bool exact>
struct PlaneSides {
  NearMask one_side, all_zero, certain;  // certain: not if exact, where all are
  NearMask lone_1, lone_2,
      on_top;  // the lone corner: 1, 2 or else 0; is it on the positive side of the others?

  HWY_INLINE explicit PlaneSides(const Signed (&s)[3]) {
    const Near zero = hn::Zero(NearTag());
    const Near low = hn::Min(s[0].value, s[1].value), high = hn::Max(s[0].value, s[1].value);
    const Near lowest = hn::Min(low, s[2].value), highest = hn::Max(high, s[2].value);
    const Near middle = hn::Max(low, hn::Min(high, s[2].value));
    one_side = hn::Or(hn::Gt(lowest, zero), hn::Lt(highest, zero));
    all_zero = hn::And(hn::Eq(lowest, zero), hn::Eq(highest, zero));
    if constexpr (!exact) {
      certain = hn::And(is_certain(s[0]), hn::And(is_certain(s[1]), is_certain(s[2])));
      one_side = hn::And(one_side, certain);
      all_zero = hn::And(all_zero, certain);
    }
    // The highest is alone if it is positive and the middle is not, or if it is zero and the middle is negative. Else the lowest
    // is: it is not positive and the middle is, or it is negative and the others are zero.
    on_top = hn::Or(hn::Lt(middle, zero), hn::And(hn::Eq(middle, zero), hn::Gt(highest, zero)));
    const Near lone = hn::IfThenElse(on_top, highest, lowest);
    lone_1 = hn::Eq(s[1].value, lone);
    lone_2 = hn::Eq(s[2].value, lone);
  }
};

/// The corners with the lone one first; q and r are exchanged unless `straight`.
struct NearTurned {
  Near3 p, q, r;
  template <class Sides>
  HWY_INLINE NearTurned(const Near3 (&t)[3], const Sides& sides, NearMask straight) {
    p = select(sides.lone_1, t[1], select(sides.lone_2, t[2], t[0]));
    const Near3 next = select(sides.lone_1, t[2], select(sides.lone_2, t[0], t[1]));
    const Near3 last = select(sides.lone_1, t[0], select(sides.lone_2, t[1], t[2]));
    q = select(straight, next, last);
    r = select(straight, last, next);
  }
};

/// What is known of lanes.
struct LaneVerdicts {
  unsigned meet = 0, apart = 0;
};
HWY_INLINE void add(LaneVerdicts& verdicts, const LaneVerdicts& more, unsigned lanes) {
  verdicts.meet |= more.meet & lanes;
  verdicts.apart |= more.apart & lanes;
}

template <bool exact>
class LatticeLanes {
 public:
  HWY_INLINE explicit LatticeLanes(const LatticeRow& row) : row_(row) {
    for (int i = 0; i < 3; ++i) t_[i] = set(row.t[i]);
    n_.n = set(row.n);
    if constexpr (!exact) n_.size = set(row.size);
  }

  /// The lanes from `first` on, of which those in `wanted` are asked for.
  HWY_INLINE LaneVerdicts against(const LatticeBlock& block, std::size_t first, unsigned wanted) const {
    const NearTag d;
    Near3 b[3];
    for (int i = 0; i < 3; ++i) {
      b[i] = {hn::Load(d, block.p[i][0] + first), hn::Load(d, block.p[i][1] + first),
              hn::Load(d, block.p[i][2] + first)};
    }
    const LaneNormal<exact> m(minus(b[1], b[0]), minus(b[2], b[0]));
    const Near3 from_t0 = across(b[0], t_[0]);
    const PlaneSides<exact> of_b(
        {n_.along(from_t0), n_.along(across(b[1], t_[0])), n_.along(across(b[2], t_[0]))});
    // The other way round: the signs of t's corners are the opposite.
    const PlaneSides<exact> of_t(
        {m.along(from_t0), m.along(across(b[0], t_[1])), m.along(across(b[0], t_[2]))});
    LaneVerdicts verdicts;
    verdicts.apart = bits(d, hn::Or(of_b.one_side, of_t.one_side));
    const unsigned flat = bits(d, of_b.all_zero) & ~verdicts.apart & wanted;
    NearMask crossing = hn::Not(hn::Or(of_b.all_zero, of_t.all_zero));
    if constexpr (!exact) crossing = hn::And(crossing, hn::And(of_b.certain, of_t.certain));
    const unsigned open = bits(d, crossing) & ~verdicts.apart & wanted;
    if (open != 0) add(verdicts, crossing_planes(b, of_b, of_t), open);
    if (flat != 0 && row_.axis >= 0) add(verdicts, one_plane(block, first), flat);
    if constexpr (!exact) {
      const unsigned unsure = wanted & ~(verdicts.meet | verdicts.apart);
      if (unsure != 0) verdicts.meet |= bits(d, share_a_corner(b)) & unsure;
    }
    return verdicts;
  }

 private:
  static HWY_INLINE Near3 set(const Eigen::Vector3d& p) {
    const NearTag d;
    return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
  }

  /// From a point of t to one of b.
  HWY_INLINE Near3 across(const Near3& b, const Near3& t) const {
    if constexpr (exact) return minus(b, t);
    return {across(b.x, t.x, 0), across(b.y, t.y, 1), across(b.z, t.z, 2)};
  }
  HWY_INLINE Near across(Near b, Near t, int axis) const {
    if constexpr (exact) return hn::Sub(b, t);
    const double shift = row_.shift[axis];
    return HWY_NAMESPACE::across(b, t, hn::Set(NearTag(), shift), shift == 0);
  }

  HWY_INLINE LaneVerdicts crossing_planes(const Near3 (&b)[3], const PlaneSides<exact>& of_b,
                                          const PlaneSides<exact>& of_t) const {
    const NearTag d;
    // of_t has opposite signs: t's lone corner is on top where that of of_t is not.
    const NearTurned T(t_, of_t, of_b.on_top), B(b, of_b, hn::Not(of_t.on_top));
    const Near3 p = across(B.p, T.p), q = across(B.q, T.p), r = across(B.r, T.p);
    const Signed one = LaneNormal<exact>(p, q).along(minus(T.q, T.p)),
                 two = LaneNormal<exact>(r, p).along(minus(T.r, T.p));
    NearMask above_1 = hn::Gt(one.value, hn::Zero(d)), above_2 = hn::Gt(two.value, hn::Zero(d));
    LaneVerdicts verdicts;
    if constexpr (exact) {
      verdicts.apart = bits(d, hn::Or(above_1, above_2));
      verdicts.meet = ~verdicts.apart;
    } else {
      const NearMask certain_1 = is_certain(one), certain_2 = is_certain(two);
      above_1 = hn::And(above_1, certain_1);
      above_2 = hn::And(above_2, certain_2);
      verdicts.apart = bits(d, hn::Or(above_1, above_2));
      verdicts.meet = bits(d, hn::And(certain_1, certain_2)) & ~verdicts.apart;
    }
    return verdicts;
  }

  /// x and y of a plane.
  struct Near2 {
    Near x, y;
  };
  static HWY_INLINE Signed orientation(const Near2& a, const Near2& b) {
    Signed s;
    s.value = hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x));
    if constexpr (!exact) {
      const Near size = hn::MulAdd(hn::Abs(a.x), hn::Abs(b.y), hn::Mul(hn::Abs(a.y), hn::Abs(b.x)));
      s.bound = hn::Mul(hn::Set(NearTag(), near_bound), size);
    }
    return s;
  }

  /// For edges, one by one: is all of the other strictly on the outer side, where signs are negative?
  struct Separation {
    NearMask separated, touched;  // by some edge; near: certainly by none

    HWY_INLINE Separation() {
      const NearTag d;
      separated = hn::Lt(hn::Zero(d), hn::Zero(d));
      touched = hn::Eq(hn::Zero(d), hn::Zero(d));
    }
    HWY_INLINE void look(const Signed& a, const Signed& b, const Signed& c) {
      const Near zero = hn::Zero(NearTag());
      NearMask outside = hn::Lt(hn::Max(a.value, hn::Max(b.value, c.value)), zero);
      if constexpr (!exact) {
        outside = hn::And(outside, hn::And(is_certain(a), hn::And(is_certain(b), is_certain(c))));
        touched = hn::And(touched, hn::Or(hn::Ge(a.value, a.bound),
                                          hn::Or(hn::Ge(b.value, b.bound), hn::Ge(c.value, c.bound))));
      }
      separated = hn::Or(separated, outside);
    }
  };

  HWY_INLINE LaneVerdicts one_plane(const LatticeBlock& block, std::size_t first) const {
    const NearTag d;
    const int x = (row_.axis + 1) % 3, y = (row_.axis + 2) % 3;
    const Near n_sign = hn::Set(d, row_.n[row_.axis] > 0 ? 1.0 : -1.0);
    Near2 t[3], b[3], from[3][3];  // from [i] of t to [j] of b
    for (int i = 0; i < 3; ++i) {
      t[i] = {hn::Set(d, row_.t[i][x]), hn::Set(d, row_.t[i][y])};
      b[i] = {hn::Load(d, block.p[i][x] + first), hn::Load(d, block.p[i][y] + first)};
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        from[i][j] = {across(b[j].x, t[i].x, x), across(b[j].y, t[i].y, y)};
      }
    }
    const auto edge = [](const Near2& p, const Near2& q, Near sign) HWY_ATTR -> Near2 {
      return {hn::Mul(sign, hn::Sub(q.x, p.x)), hn::Mul(sign, hn::Sub(q.y, p.y))};
    };
    const Near one = hn::Set(d, 1.0);
    const Signed area = orientation(edge(b[0], b[1], one), edge(b[0], b[2], one));
    // From corners of b to those of t all signs are the opposite.
    const Near minus_m_sign = hn::IfThenElse(hn::Gt(area.value, hn::Zero(d)), hn::Set(d, -1.0), one);
    Separation by;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const Near2 of_t = edge(t[i], t[j], n_sign), of_b = edge(b[i], b[j], minus_m_sign);
      by.look(orientation(of_t, from[i][0]), orientation(of_t, from[i][1]), orientation(of_t, from[i][2]));
      by.look(orientation(of_b, from[0][i]), orientation(of_b, from[1][i]), orientation(of_b, from[2][i]));
    }
    NearMask has_area = hn::Ne(area.value, hn::Zero(d));
    if constexpr (!exact) has_area = hn::And(has_area, is_certain(area));
    const unsigned with_area = bits(d, has_area);
    LaneVerdicts verdicts;
    verdicts.apart = bits(d, by.separated) & with_area;
    verdicts.meet = with_area & ~verdicts.apart;
    if constexpr (!exact) verdicts.meet &= bits(d, by.touched);
    return verdicts;
  }

  HWY_INLINE NearMask share_a_corner(const Near3 (&b)[3]) const {
    const NearTag d;
    NearMask shared = hn::Lt(hn::Zero(d), hn::Zero(d));
    for (const Near3& t : t_) {
      for (const Near3& corner : b) {
        const Near3 apart = abs(across(corner, t));
        shared = hn::Or(shared, hn::Eq(hn::Max(apart.x, hn::Max(apart.y, apart.z)), hn::Zero(d)));
      }
    }
    return shared;
  }

  const LatticeRow& row_;
  Near3 t_[3];
  LaneNormal<exact> n_;
};

/// Lanes whose boxes are strictly apart from that of t.
HWY_INLINE unsigned boxes_apart(const LatticeRow& row, const BoxBlock& boxes, std::size_t first) {
  const NearTag d;
  NearMask apart = hn::Gt(hn::Load(d, boxes.low[0] + first), hn::Set(d, row.box.high[0]));
  for (int k = 0; k < 3; ++k) {
    apart = hn::Or(apart, hn::Gt(hn::Load(d, boxes.low[k] + first), hn::Set(d, row.box.high[k])));
    apart = hn::Or(apart, hn::Lt(hn::Load(d, boxes.high[k] + first), hn::Set(d, row.box.low[k])));
  }
  return bits(d, apart);
}

template <bool exact>
HWY_INLINE Verdicts against_all(const LatticeRow& row, const LatticeBlock& block, unsigned lanes) {
  const NearTag d;
  Verdicts verdicts;
  for (std::size_t first = 0; first < block_lanes; first += hn::Lanes(d)) {
    const unsigned wanted = lanes >> first & ((1u << hn::Lanes(d)) - 1);
    if (wanted == 0) continue;
    LaneVerdicts part;
    part.apart = boxes_apart(row, block.boxes, first);
    const unsigned open = wanted & ~part.apart;
    if (open != 0) add(part, LatticeLanes<exact>(row).against(block, first, open), open);
    verdicts.meet |= static_cast<std::uint8_t>((part.meet & wanted) << first);
    verdicts.apart |= static_cast<std::uint8_t>((part.apart & wanted) << first);
  }
  return verdicts;
}

Verdicts lattice_exact_8(const LatticeRow& row, const LatticeBlock& block, unsigned lanes) {
  return against_all<true>(row, block, lanes);
}
Verdicts lattice_near_8(const LatticeRow& row, const LatticeBlock& block, unsigned lanes) {
  return against_all<false>(row, block, lanes);
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {

HWY_EXPORT(lattice_exact_8);
HWY_EXPORT(lattice_near_8);

using Eigen::Vector3d;

/// `t` is in the frame of the block already.
LatticeRow exact_row(const Triangle& t, const AxisBox& box) {
  LatticeRow row;
  row.t = t;
  row.n = (t[1] - t[0]).cross(t[2] - t[0]);
  row.box = box;
  for (int k = 0; k < 3; ++k) row.axis = row.n[k] != 0 ? k : row.axis;
  return row;
}

/// `moved` is the box of t's corners in the frame of the block, rounded.
LatticeRow near_row(const Triangle& t, const Vector3d& shift, const AxisBox& moved) {
  const Vector3d e = t[1] - t[0], f = t[2] - t[0], p = e.cwiseAbs(), q = f.cwiseAbs();
  LatticeRow row;
  row.t = t;
  row.shift = shift;
  row.n = e.cross(f);
  row.size = {p[1] * q[2] + p[2] * q[1], p[2] * q[0] + p[0] * q[2], p[0] * q[1] + p[1] * q[0]};
  // A sum is off by at most u of itself, and so is the one here.
  row.box = {moved.low - 0x1p-51 * moved.low.cwiseAbs(), moved.high + 0x1p-51 * moved.high.cwiseAbs()};
  for (int k = 0; k < 3; ++k)
    row.axis = std::abs(row.n[k]) >= near_bound * row.size[k] && row.n[k] != 0 ? k : row.axis;
  return row;
}

}  // namespace

Verdicts lattice_triangle_against_8(const Lattice& lattice, const Triangle& t, const Vector3d& shift,
                                    const LatticeBlock& block, unsigned lanes) {
  const Triangle moved = {t[0] + shift, t[1] + shift, t[2] + shift};
  const AxisBox box = {moved[0].cwiseMin(moved[1]).cwiseMin(moved[2]),
                       moved[0].cwiseMax(moved[1]).cwiseMax(moved[2])};
  if (lattice.decides_in_doubles()) {
    AxisBox both = block.box;
    both.include(box);
    if (lattice.is_small(both))
      return HWY_DYNAMIC_DISPATCH(lattice_exact_8)(exact_row(moved, box), block, lanes);
  }
  if (lattice.has_exact_shift())
    return HWY_DYNAMIC_DISPATCH(lattice_near_8)(near_row(t, shift, box), block, lanes);
  return {};
}

}  // namespace graze
#endif
