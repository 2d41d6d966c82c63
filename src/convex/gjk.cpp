// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// GJK (gjk1988, vandenbergen2003): the distance of two convex cores A and B.
//
//   1. Start along the axis remembered, or between the centres.
//   2. Find w = a - b, the point of A - B least along v. The plane across v through w bounds the distance from below,
//      v·w/|v|; v, once it is a point of A - B, bounds it from above. Stop when they meet, or when one of them
//      answers the question asked.
//   3. Else add w to the simplex, take its point nearest to the origin as v, and keep the corners that span it.
//
// We deviate: what is said of polytopes is certain. "Apart" rests on a plane, "meet" on a tetrahedron about the
// origin, each by more than all roundings; what is left goes to integers (exact_meet.h). A step that does not bring v
// nearer, which in real arithmetic does not happen, ends the search; so it always ends, with the best v found.
//
// Bounds. u = 2^-53; world axes, the origin at B's. Points of a body are at most r from its frame's origin, columns
// and rows of R at most 1 + 1e-6 long, and size = r_A + r_B + |t_A - t_B|.
//   d = Rᵀv is off by 3.1u|v| in each entry, d·a thus by 3.1√3·u|v|r, and by 3.1u|v|r when evaluated: 8.5u|v|r. The
//   vertex chosen may therefore be nearer than the farthest by 17u|v|r.
//   w = R_A a - R_B b + t: each rotated point off by 3.1√3·u·r, t by u|t|, two sums by 2√3·u·size; v·w by 3.1u|v||w|.
//   Together less than 30u|v|·size; used: 40u|v|·size for v·w, and 12u·size for each coordinate of w.
//
// Cost: a support point of each body a step; three to seven steps, one where the remembered axis still separates.
#include "convex/gjk.h"

#include <graze/query.h>

#include "convex/simplex.h"
#include "exact/signs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/gjk.cpp"
#include <hwy/foreach_target.h>

#include "convex/support.h"

#ifndef GRAZE_CONVEX_GJK
#define GRAZE_CONVEX_GJK
namespace graze {

constexpr int max_gjk_steps = 256;  // smooth bodies that nearly touch take most
constexpr double u = exact::unit_roundoff;

/// The simplex as it grows: corners and where they come from.
struct GjkSimplex {
  Eigen::Vector3d w[4], p_A[4], p_B[4];
  VertexPair pairs[4];
  int n = 0;

  void add(const Eigen::Vector3d& point, const Eigen::Vector3d& on_a, const Eigen::Vector3d& on_b,
           VertexPair pair) {
    w[n] = point;
    p_A[n] = on_a;
    p_B[n] = on_b;
    pairs[n++] = pair;
  }
  bool has(VertexPair pair) const {
    for (int i = 0; i < n; ++i) {
      if (pairs[i].a == pair.a && pairs[i].b == pair.b) return true;
    }
    return false;
  }
  void keep(NearestPoint& near) {
    int kept = 0;
    for (int i = 0; i < n; ++i) {
      if ((near.used >> i & 1) == 0) continue;
      if (kept != i) {
        w[kept] = w[i];
        p_A[kept] = p_A[i];
        p_B[kept] = p_B[i];
        pairs[kept] = pairs[i];
      }
      near.lambda[kept++] = near.lambda[i];
    }
    n = kept;
  }
};

}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// No neighbour of vertex i comes within `margin` of it along d: it is the farthest, since climbing ends there in
/// exact arithmetic too.
HWY_INLINE bool certainly_farthest(const Polytope& p, const Eigen::Vector3d& d, std::uint32_t i,
                                   double margin) {
  const double least = d.dot(p.vertices[i]) - margin;
  for (std::uint32_t k = p.first_neighbour[i]; k < p.first_neighbour[i + 1]; ++k) {
    if (!(d.dot(p.vertices[p.neighbours[k]]) < least)) return false;
  }
  return true;
}

/// Replaces a support point that a climb may have missed.
HWY_INLINE void make_certain(const ConvexBody& body, const Eigen::Vector3d& d, double length,
                             SupportPoint& s) {
  if (body.core != ConvexBody::Core::climb) return;
  if (certainly_farthest(*body.polytope, d, s.index, 20 * u * length * body.reach)) return;
  s.index = farthest_of_lanes(body.lanes, body.stride, d);
  s.p = body.polytope->vertices[s.index];
}

HWY_INLINE NearestPoint nearest(const GjkSimplex& s) {
  switch (s.n) {
    case 1:
      return nearest_of_point(s.w, 0);
    case 2:
      return nearest_of_edge(s.w, 0, 1);
    case 3:
      return nearest_of_triangle(s.w, 0, 1, 2);
    default:
      return nearest_of_tetrahedron(s.w, TetrahedronVolumes(s.w));
  }
}

HWY_INLINE bool certainly_inside(const GjkSimplex& s, double size) {
  double M = 0;
  for (int i = 0; i < 4; ++i) M = std::max(M, s.w[i].cwiseAbs().maxCoeff());
  return TetrahedronVolumes(s.w).inside(exact::orient3d_bound(M, 12 * u * size));
}

void gjk_lanes(const ConvexPair& pair, GjkGoal goal, GjkMemory* memory, GjkResult& result) {
  const ConvexBody &a = pair.a, &b = pair.b;
  const Eigen::Matrix3d &R_A = pair.X_WA.R, &R_B = pair.X_WB.R;
  const Eigen::Vector3d t = pair.X_WA.t - pair.X_WB.t;
  const double size = a.reach + b.reach + t.norm();
  const double radii = a.radius + b.radius;
  const double slack = 40 * u * size;
  const bool polytopes = a.count > 0 && b.count > 0;
  const bool only_separation = goal == GjkGoal::separation;
  // Beyond, squares over- or underflow.
  const bool in_range = size > 1e-90 && size < 1e90;

  GjkSimplex simplex;
  VertexPair last = memory != nullptr ? memory->last : VertexPair{};
  if (last.a >= a.count) last.a = 0;
  if (last.b >= b.count) last.b = 0;
  Eigen::Vector3d v;
  if (memory != nullptr && memory->axis_A != Eigen::Vector3d::Zero()) {
    v = R_A * memory->axis_A;
  } else {
    v = (R_A * a.centre + t) - R_B * b.centre;
    if (!(v.squaredNorm() > 0)) v = Eigen::Vector3d(1, 0, 0);
  }
  NearestPoint near;  // of the simplex
  double lower = 0;
  GjkResult::State state = GjkResult::State::unsure;
  int step = 0;
  for (; step < max_gjk_steps && in_range; ++step) {
    const double square = v.squaredNorm(), length = std::sqrt(square);
    const Eigen::Vector3d d_A = -(R_A.transpose() * v), d_B = R_B.transpose() * v;
    SupportPoint s_a = support(a, d_A, last.a), s_b = support(b, d_B, last.b);
    Eigen::Vector3d w = (R_A * s_a.p - R_B * s_b.p) + t;
    double along = v.dot(w);
    const double apart_from = (radii + slack) * length;
    if (only_separation && along > apart_from) {
      make_certain(a, d_A, length, s_a);
      make_certain(b, d_B, length, s_b);
      w = (R_A * s_a.p - R_B * s_b.p) + t;
      along = v.dot(w);
    }
    last = {s_a.index, s_b.index};
    lower = std::max(lower, along / length - slack);
    if (only_separation && along > apart_from) {
      state = GjkResult::State::apart;
      if (simplex.n == 0) {
        near.v = v;
        near.square = square;
      }
      break;
    }
    if (simplex.n > 0 &&
        (square - along <= 1e-13 * square + slack * length || (polytopes && simplex.has(last)))) {
      if (!only_separation && lower > 0) state = GjkResult::State::apart;
      break;
    }
    GjkSimplex before = simplex;
    simplex.add(w, s_a.p, s_b.p, last);
    NearestPoint next = nearest(simplex);
    if (next.used == 15) {
      near = next;
      lower = 0;
      if (polytopes ? certainly_inside(simplex, size) : true) state = GjkResult::State::meet;
      break;
    }
    if (!(next.square < near.square)) {
      simplex = before;
      break;
    }
    near = next;
    simplex.keep(near);
    v = near.v;
    if (!(near.square > slack * slack)) break;
    if (only_separation && radii > 0 && near.square < radii * radii) {
      state = GjkResult::State::meet;
      break;
    }
  }

  result.state = state;
  result.v = near.v;
  result.upper = simplex.n > 0 || state == GjkResult::State::apart ? std::sqrt(near.square) : 0;
  result.lower = std::min(std::max(lower, 0.0), result.upper);
  result.size = simplex.n;
  for (int i = 0; i < simplex.n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    result.pairs[k] = simplex.pairs[i];
    result.p_A[k] = simplex.p_A[i];
    result.p_B[k] = simplex.p_B[i];
    result.lambda[k] = near.lambda[i];
  }
  result.steps = step + 1;
  if (memory != nullptr) {
    memory->last = last;
    if (state != GjkResult::State::meet && near.square > 0) memory->axis_A = R_A.transpose() * near.v;
  }
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(gjk_lanes);
}

void gjk(const ConvexPair& pair, GjkGoal goal, GjkMemory* memory, GjkResult& result) {
  HWY_DYNAMIC_DISPATCH(gjk_lanes)(pair, goal, memory, result);
}

bool convex_meet(const ConvexPair& pair, GjkMemory* memory, Counters& counters) {
  GjkResult result;
  gjk(pair, GjkGoal::separation, memory, result);
  if (result.state == GjkResult::State::apart) return false;
  if (result.state == GjkResult::State::meet) return true;
  if (pair.a.is_polytope() && pair.b.is_polytope()) {
    ++counters.exact_fallbacks;
    const bool together = pair.X_WA == pair.X_WB;  // then nothing is turned or moved
    return hulls_meet_exactly(pair.a.points(together ? nullptr : &pair.X_WA),
                              pair.b.points(together ? nullptr : &pair.X_WB), result.simplex());
  }
  // Touching, as far as can be told, counts as touching.
  const double radii = pair.a.radius + pair.b.radius;
  const double size = pair.a.reach + pair.b.reach + (pair.X_WA.t - pair.X_WB.t).norm() + radii;
  return result.upper <= radii + 64 * u * size;
}

}  // namespace graze
#endif
