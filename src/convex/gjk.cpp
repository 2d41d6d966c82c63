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
//   Where a triangle is nearest, v = share·n waits for a division; its normal n is taken for the direction, the plane is
//   across n, and v·w is (n·w)·share. |v|² is then off |share·n|² by less than 10u of it, for which 32u are allowed.
//
// Cost: a support point of each body a step; three to seven steps, one where the remembered axis still separates.
#include "convex/gjk.h"

#include <graze/query.h>

#include "convex/box_box.h"
#include "exact/signs.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/gjk.cpp"
#include <hwy/foreach_target.h>

#include "convex/simplex.h"
#include "convex/support.h"

#ifndef GRAZE_CONVEX_GJK
#define GRAZE_CONVEX_GJK
namespace graze {

constexpr int max_gjk_steps = 256;  // smooth bodies that nearly touch take most
constexpr double u = exact::unit_roundoff;

}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// The simplex as it grows: corners and where they come from.
struct GjkSimplex {
  Xyz w[4], p_A[4], p_B[4];
  VertexPair pairs[4];
  int n = 0;

  HWY_INLINE void add(Xyz point, Xyz on_a, Xyz on_b, VertexPair pair) {
    w[n] = point;
    p_A[n] = on_a;
    p_B[n] = on_b;
    pairs[n++] = pair;
  }
  HWY_INLINE bool has(VertexPair pair) const {
    bool found = false;
    for (int i = 0; i < n; ++i) found |= pairs[i].a == pair.a && pairs[i].b == pair.b;
    return found;
  }
  HWY_INLINE void keep(unsigned used) {
    int kept = 0;
    for (int i = 0; i < n; ++i) {
      if ((used >> i & 1) == 0) continue;
      if (kept != i) {
        w[kept] = w[i];
        p_A[kept] = p_A[i];
        p_B[kept] = p_B[i];
        pairs[kept] = pairs[i];
      }
      ++kept;
    }
    n = kept;
  }
};

HWY_INLINE bool certainly_inside(const GjkSimplex& s, double size) {
  double M = 0;
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k) M = std::max(M, std::abs(s.w[i][k]));
  }
  return TetrahedronVolumes(s.w).inside(exact::orient3d_bound(M, 12 * u * size));
}

void gjk_lanes(const ConvexPair& pair, GjkGoal goal, GjkMemory* memory, GjkResult& result) {
  const ConvexBody &a = pair.a, &b = pair.b;
  const Turn R_A(pair.X_WA.R), R_B(pair.X_WB.R);
  const Xyz t = xyz(pair.X_WA.t - pair.X_WB.t);
  const double size = a.reach + b.reach + std::sqrt(dot(t, t));
  const double radii = a.radius + b.radius;
  const double slack = 40 * u * size, apart_from = radii + slack;
  const bool polytopes = a.count > 0 && b.count > 0;
  const bool only_separation = goal == GjkGoal::separation;
  // Beyond, squares over- or underflow.
  const bool in_range = size > 1e-90 && size < 1e90;

  GjkSimplex simplex;
  VertexPair last = memory != nullptr ? memory->last : VertexPair{};
  if (last.a >= a.count) last.a = 0;
  if (last.b >= b.count) last.b = 0;
  Xyz v;
  if (memory != nullptr && memory->axis_A != Eigen::Vector3d::Zero()) {
    v = R_A(xyz(memory->axis_A));
  } else {
    v = (R_A(xyz(a.centre)) + t) - R_B(xyz(b.centre));
    if (!(dot(v, v) > 0)) v = Xyz{1, 0, 0, 0};
  }
  Xyz direction = v;  // v = scale·direction
  double scale = 1;
  double square = dot(v, v);
  double along = 0;
  unsigned inside = 0;
  GjkResult::State state = GjkResult::State::unsure;
  int step = 0;
  for (; step < max_gjk_steps && in_range; ++step) {
    const Xyz d_A = -R_A.back(direction), d_B = R_B.back(direction);
    const SupportPoint s_a = support(a, d_A, last.a), s_b = support(b, d_B, last.b);
    const Xyz w = (R_A(s_a.p) - R_B(s_b.p)) + t;
    along = dot(direction, w) * scale;
    last = {s_a.index, s_b.index};
    // along > apart_from·|v|, without the root.
    if (only_separation && along > 0 && along * along > apart_from * apart_from * square * (1 + 32 * u)) {
      state = GjkResult::State::apart;
      break;
    }
    const double gap = square - along;
    if (simplex.n > 0 &&
        (gap <= 1e-13 * square || gap * gap <= slack * slack * square || (polytopes && simplex.has(last)))) {
      if (!only_separation && along > 0) state = GjkResult::State::apart;
      break;
    }
    simplex.add(w, s_a.p, s_b.p, last);
    const Nearest next = nearest(simplex.w, simplex.n);
    inside = next.used;
    if (inside == 15) {
      if (!polytopes || certainly_inside(simplex, size)) state = GjkResult::State::meet;
      break;
    }
    if (simplex.n > 1 && !(next.square < square)) {
      --simplex.n;
      break;
    }
    simplex.keep(next.used);
    v = next.v;
    direction = next.direction;
    scale = next.scale;
    square = next.square;
    if (!(square > slack * slack)) break;
    if (only_separation && radii > 0 && square < radii * radii) {
      state = GjkResult::State::meet;
      break;
    }
  }

  result.state = state;
  result.steps = step + 1;
  result.size = simplex.n;
  if (inside == 15) {
    result.v.setZero();
    result.upper = result.lower = 0;
  } else {
    result.v = vector3(v);
    result.upper = std::sqrt(square);
    result.lower = std::clamp(along / result.upper - slack, 0.0, result.upper);
  }
  for (int i = 0; i < simplex.n; ++i) result.pairs[static_cast<std::size_t>(i)] = simplex.pairs[i];
  if (!only_separation && simplex.n > 0) {
    shares(simplex.w, simplex.n, result.lambda.data());
    for (int i = 0; i < simplex.n; ++i) {
      result.p_A[static_cast<std::size_t>(i)] = vector3(simplex.p_A[i]);
      result.p_B[static_cast<std::size_t>(i)] = vector3(simplex.p_B[i]);
    }
  }
  if (memory != nullptr) {
    memory->last = last;
    if (inside != 15 && square > 0) memory->axis_A = vector3(R_A.back(v));
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
    return convex_meet_exactly(pair, result.simplex());
  }
  // Touching, as far as can be told, counts as touching.
  const double radii = pair.a.radius + pair.b.radius;
  const double size = pair.a.reach + pair.b.reach + (pair.X_WA.t - pair.X_WB.t).norm() + radii;
  return result.upper <= radii + 64 * u * size;
}

bool convex_meet_exactly(const ConvexPair& pair, std::span<const VertexPair> start) {
  const auto points = [](const ConvexBody& body, const Pose& X, const PoseChain* chain) {
    PosedPoints posed = body.points(chain != nullptr ? chain->X : &X);
    if (chain != nullptr) posed.outer = chain->outer;
    return posed;
  };
  const bool chained = (pair.exact_a != nullptr && pair.exact_a->outer != nullptr) ||
                       (pair.exact_b != nullptr && pair.exact_b->outer != nullptr);
  // Under one and the same pose nothing is turned or moved.
  if (!chained && pair.X_WA == pair.X_WB)
    return hulls_meet_exactly(pair.a.points(nullptr), pair.b.points(nullptr), start);
  return hulls_meet_exactly(points(pair.a, pair.X_WA, pair.exact_a), points(pair.b, pair.X_WB, pair.exact_b),
                            start);
}

}  // namespace graze
#endif
