// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/triangles.h"

#include <algorithm>

#include "oracle/oracle.h"

namespace graze::selftest {
namespace {

/// (b - a)×(p - w·a) along the axis of the facet: the side of the edge ab that p/w is on.
mpz_class turn(const Facet& f, const IntegerPoint& a, const IntegerPoint& b, const IntegerPoint& p,
               const mpz_class& w) {
  const std::size_t i = (f.axis + 1) % 3, j = (f.axis + 2) % 3;
  return (b[i] - a[i]) * (p[j] - w * a[j]) - (b[j] - a[j]) * (p[i] - w * a[i]);
}

/// Is p/w, a point of the facet's plane, in the facet?
bool holds(const Facet& f, const IntegerPoint& p, const mpz_class& w) {
  const int inside = sgn(f.n[f.axis]);
  for (std::size_t k = 0; k < 3; ++k) {
    if (sgn(turn(f, f.corner[k], f.corner[(k + 1) % 3], p, w)) == -inside) return false;
  }
  return true;
}

/// Do two segments in the facet's plane share a point?
bool segments_meet(const Facet& f, const IntegerPoint& p, const IntegerPoint& q, const IntegerPoint& a,
                   const IntegerPoint& b) {
  const mpz_class one = 1;
  const int ap = sgn(turn(f, a, b, p, one)), aq = sgn(turn(f, a, b, q, one));
  const int pa = sgn(turn(f, p, q, a, one)), pb = sgn(turn(f, p, q, b, one));
  if (ap * aq > 0 || pa * pb > 0) return false;
  if (ap != 0 || aq != 0 || pa != 0 || pb != 0) return true;
  for (std::size_t k = 0; k < 3; ++k) {  // on one line: their ranges overlap along each axis
    const auto [p_low, p_high] = std::minmax(p[k], q[k]);
    const auto [a_low, a_high] = std::minmax(a[k], b[k]);
    if (p_high < a_low || a_high < p_low) return false;
  }
  return true;
}

/// dp and dq are n·p - offset, and likewise of q.
bool edge_meets(const Facet& f, const IntegerPoint& p, const mpz_class& dp, const IntegerPoint& q,
                const mpz_class& dq) {
  const int side_p = sgn(dp), side_q = sgn(dq);
  if (side_p * side_q > 0) return false;
  if (side_p == 0 && side_q == 0) {
    if (holds(f, p, 1) || holds(f, q, 1)) return true;
    for (std::size_t k = 0; k < 3; ++k) {
      if (segments_meet(f, p, q, f.corner[k], f.corner[(k + 1) % 3])) return true;
    }
    return false;
  }
  const mpz_class wp = abs(dq), wq = abs(dp);
  IntegerPoint crossing;
  for (std::size_t k = 0; k < 3; ++k) crossing[k] = p[k] * wp + q[k] * wq;
  return holds(f, crossing, wp + wq);
}

struct Offsets {
  std::array<mpz_class, 3> d;  ///< n·p - offset of the other facet's corners
  Offsets(const Facet& plane, const Facet& of) {
    for (std::size_t k = 0; k < 3; ++k) {
      const IntegerPoint& p = of.corner[k];
      d[k] = plane.n[0] * p[0] + plane.n[1] * p[1] + plane.n[2] * p[2] - plane.offset;
    }
  }
  bool on_one_side() const { return sgn(d[0]) != 0 && sgn(d[0]) == sgn(d[1]) && sgn(d[0]) == sgn(d[2]); }
};

bool some_edge_meets(const Facet& plane, const Facet& of, const Offsets& offsets) {
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3;
    if (edge_meets(plane, of.corner[k], offsets.d[k], of.corner[next], offsets.d[next])) return true;
  }
  return false;
}

}  // namespace

Facet::Facet(std::span<const IntegerPoint> points) : corner(points) {
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    n[k] = (corner[1][i] - corner[0][i]) * (corner[2][j] - corner[0][j]) -
           (corner[1][j] - corner[0][j]) * (corner[2][i] - corner[0][i]);
    if (n[axis] == 0) axis = k;
  }
  offset = n[0] * corner[0][0] + n[1] * corner[0][1] + n[2] * corner[0][2];
}

bool facets_meet(const Facet& a, const Facet& b) {
  if (a.degenerate() || b.degenerate()) return oracle::hulls_meet(a.corner, b.corner);
  const Offsets of_b(a, b);
  if (of_b.on_one_side()) return false;
  const Offsets of_a(b, a);
  if (of_a.on_one_side()) return false;
  return some_edge_meets(a, b, of_b) || some_edge_meets(b, a, of_a);
}

}  // namespace graze::selftest
