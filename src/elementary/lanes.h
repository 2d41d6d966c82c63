// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The one-against-eight tests, written once for all instruction sets (Highway). To be included after
// foreach_target.h by the files that dispatch: the include guard is per target.
//
// A lane is certain where every sign it rests on is beyond its bound; lanes may use fused operations, which
// only lessen the error.
#if defined(GRAZE_ELEMENTARY_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_ELEMENTARY_LANES_H
#undef GRAZE_ELEMENTARY_LANES_H
#else
#define GRAZE_ELEMENTARY_LANES_H
#endif

#include <hwy/highway.h>

#include "elementary/blocks.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct V3 {
  V x, y, z;
};

template <class V>
HWY_INLINE V3<V> minus(const V3<V>& a, const V3<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <class V>
HWY_INLINE V3<V> cross(const V3<V>& a, const V3<V>& b) {
  return {hn::MulSub(a.y, b.z, hn::Mul(a.z, b.y)), hn::MulSub(a.z, b.x, hn::Mul(a.x, b.z)),
          hn::MulSub(a.x, b.y, hn::Mul(a.y, b.x))};
}
template <class V>
HWY_INLINE V dot(const V3<V>& a, const V3<V>& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}
template <class M, class V>
HWY_INLINE V3<V> select(M mask, const V3<V>& yes, const V3<V>& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z)};
}

template <class D, class M>
HWY_INLINE unsigned bits(D d, M mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0];
}

using LaneTag = hn::CappedTag<float, block_lanes>;
using Lane = hn::Vec<LaneTag>;
using LaneMask = hn::Mask<LaneTag>;

/// Triangles lane by lane: coordinate `axis` of corner `corner` starts at p + (3·corner + axis)·stride.
struct LaneTriangles {
  const float* p;
  std::size_t stride;

  HWY_INLINE V3<Lane> corner(LaneTag d, int k, std::size_t first) const {
    const float* from = p + 3 * k * stride + first;
    return {hn::LoadU(d, from), hn::LoadU(d, from + stride), hn::LoadU(d, from + 2 * stride)};
  }
};
HWY_INLINE V3<Lane> broadcast(LaneTag d, const float (&p)[3]) {
  return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
}

/// The sides of a plane that three values are on, and which of them is alone.
struct LaneSides {
  LaneMask positive[3], negative[3];

  HWY_INLINE LaneSides(Lane s0, Lane s1, Lane s2, Lane bound) {
    const Lane s[3] = {s0, s1, s2};
    for (int i = 0; i < 3; ++i) {
      positive[i] = hn::Gt(s[i], bound);
      negative[i] = hn::Lt(s[i], hn::Neg(bound));
    }
  }
  HWY_INLINE LaneMask all_on_one() const {
    return hn::Or(hn::And(positive[0], hn::And(positive[1], positive[2])),
                  hn::And(negative[0], hn::And(negative[1], negative[2])));
  }
  HWY_INLINE LaneMask certain() const {
    return hn::And(hn::Or(positive[0], negative[0]),
                   hn::And(hn::Or(positive[1], negative[1]), hn::Or(positive[2], negative[2])));
  }
  /// Corner i is alone: the other two agree, and not with it.
  HWY_INLINE LaneMask lone(int i) const {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    return hn::Or(hn::And(positive[i], hn::And(negative[j], negative[k])),
                  hn::And(negative[i], hn::And(positive[j], positive[k])));
  }
};

/// Corners p, q, r with the lone one first; q and r change places where `flip` says so.
struct LaneTurned {
  V3<Lane> p, q, r;
  HWY_INLINE LaneTurned(const V3<Lane>& a, const V3<Lane>& b, const V3<Lane>& c, const LaneSides& sides,
                        LaneMask flip) {
    const LaneMask lone_b = sides.lone(1), lone_c = sides.lone(2);
    p = select(lone_b, b, select(lone_c, c, a));
    const V3<Lane> next = select(lone_b, c, select(lone_c, a, b));
    const V3<Lane> last = select(lone_b, a, select(lone_c, b, c));
    q = select(flip, last, next);
    r = select(flip, next, last);
  }
};

/// Where the lone corner is on the negative side.
HWY_INLINE LaneMask lone_is_negative(const LaneSides& s) {
  return hn::Or(hn::And(s.negative[0], s.lone(0)),
                hn::Or(hn::And(s.negative[1], s.lone(1)), hn::And(s.negative[2], s.lone(2))));
}

HWY_INLINE Lane orientation(const V3<Lane>& a, const V3<Lane>& b, const V3<Lane>& c, const V3<Lane>& d) {
  return dot(cross(minus(b, a), minus(c, a)), minus(d, a));
}

/// As triangles_meet_filter, lane by lane, for signs that are certain beyond `bound`: triangle t of a lane,
/// whose normal is n, against triangle b of the same lane.
HWY_INLINE Verdicts triangles_lane_by_lane(const V3<Lane> (&t)[3], const V3<Lane>& n, const V3<Lane> (&b)[3],
                                           Lane bound) {
  const LaneTag d;
  Verdicts verdicts;
  const LaneSides of_b(dot(n, minus(b[0], t[0])), dot(n, minus(b[1], t[0])), dot(n, minus(b[2], t[0])),
                       bound);
  LaneMask apart = of_b.all_on_one();
  const V3<Lane> m = cross(minus(b[1], b[0]), minus(b[2], b[0]));
  const LaneSides of_t(dot(m, minus(t[0], b[0])), dot(m, minus(t[1], b[0])), dot(m, minus(t[2], b[0])),
                       bound);
  apart = hn::Or(apart, of_t.all_on_one());
  const LaneMask open = hn::AndNot(apart, hn::And(of_b.certain(), of_t.certain()));
  if (!hn::AllFalse(d, open)) {
    const LaneTurned T(t[0], t[1], t[2], of_t, lone_is_negative(of_b));
    const LaneTurned B(b[0], b[1], b[2], of_b, lone_is_negative(of_t));
    const Lane one = orientation(T.p, T.q, B.p, B.q), two = orientation(T.p, T.r, B.r, B.p);
    apart = hn::Or(apart, hn::And(open, hn::Or(hn::Gt(one, bound), hn::Gt(two, bound))));
    const LaneMask meet = hn::And(open, hn::And(hn::Lt(one, hn::Neg(bound)), hn::Lt(two, hn::Neg(bound))));
    verdicts.meet = static_cast<std::uint8_t>(bits(d, meet));
  }
  verdicts.apart = static_cast<std::uint8_t>(bits(d, apart));
  return verdicts;
}

/// One triangle against those of a block.
HWY_INLINE Verdicts triangle_against_lanes(const float (&t)[3][3], float sign_bound,
                                           const LaneTriangles& block) {
  const LaneTag d;
  Verdicts verdicts;
  const V3<Lane> corners[3] = {broadcast(d, t[0]), broadcast(d, t[1]), broadcast(d, t[2])};
  const V3<Lane> n = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
  for (std::size_t first = 0; first < block_lanes; first += hn::Lanes(d)) {
    const V3<Lane> b[3] = {block.corner(d, 0, first), block.corner(d, 1, first), block.corner(d, 2, first)};
    const Verdicts part = triangles_lane_by_lane(corners, n, b, hn::Set(d, sign_bound));
    verdicts.meet |= static_cast<std::uint8_t>(part.meet << first);
    verdicts.apart |= static_cast<std::uint8_t>(part.apart << first);
  }
  return verdicts;
}

/// As edge_meets_face_filter, lane by lane.
HWY_INLINE Verdicts edge_against_lanes(const float (&e)[2][3], float sign_bound, const LaneTriangles& block) {
  const LaneTag d;
  Verdicts verdicts;
  const Lane bound = hn::Set(d, sign_bound), minus_bound = hn::Neg(bound);
  const V3<Lane> e0 = broadcast(d, e[0]), e1 = broadcast(d, e[1]);
  const V3<Lane> along = minus(e1, e0);
  for (std::size_t first = 0; first < block_lanes; first += hn::Lanes(d)) {
    const V3<Lane> f0 = block.corner(d, 0, first), f1 = block.corner(d, 1, first),
                   f2 = block.corner(d, 2, first);
    const V3<Lane> n = cross(minus(f1, f0), minus(f2, f0));
    const Lane side0 = dot(n, minus(e0, f0)), side1 = dot(n, minus(e1, f0));
    const LaneMask up0 = hn::Gt(side0, bound), up1 = hn::Gt(side1, bound);
    const LaneMask down0 = hn::Lt(side0, minus_bound), down1 = hn::Lt(side1, minus_bound);
    LaneMask apart = hn::Or(hn::And(up0, up1), hn::And(down0, down1));
    if (!hn::AllTrue(d, apart)) {
      const V3<Lane> a = minus(f0, e0), b = minus(f1, e0), c = minus(f2, e0);
      const Lane s[3] = {dot(along, cross(a, b)), dot(along, cross(b, c)), dot(along, cross(c, a))};
      const LaneSides passes(s[0], s[1], s[2], bound);
      const LaneMask some_positive =
          hn::Or(passes.positive[0], hn::Or(passes.positive[1], passes.positive[2]));
      const LaneMask some_negative =
          hn::Or(passes.negative[0], hn::Or(passes.negative[1], passes.negative[2]));
      apart = hn::Or(apart, hn::And(some_positive, some_negative));
      const LaneMask across = hn::Or(hn::And(up0, down1), hn::And(down0, up1));
      verdicts.meet |= static_cast<std::uint8_t>(bits(d, hn::And(across, passes.all_on_one())) << first);
    }
    verdicts.apart |= static_cast<std::uint8_t>(bits(d, apart) << first);
  }
  return verdicts;
}

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
