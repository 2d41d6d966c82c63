// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// GJK (gjk1988, vandenbergen2003): the distance of two convex cores A and B.
//
//   1. Start along the axis remembered, or between the centres.
//   2. Find w = a - b, the point of A - B least along v. The plane across v through w bounds the distance from below,
//      v·w/|v|. v bounds it from above, once it is a point of A - B; the start is a direction and no more. Stop when the
//      bounds meet, or when one of them answers the question asked.
//   3. Else add w to the simplex, take its point nearest to the origin as v, and keep the corners that span it.
//
// We deviate: verdicts are certain. "Apart" rests on a plane, "meet" on a tetrahedron about the origin or on a point v
// within the radii, each by more than all roundings and the poses' error; what is left goes to integers (exact_meet.h).
// A step that does not bring v nearer, which in real arithmetic does not happen, ends the search; so it always ends, with the
// best v found. Pairs too small or too large for products of four coordinates are scaled by a power of two (pair_size.h).
//
// Bounds: math/slack.h and pair_size.h. Where a triangle is nearest, v = share·n waits for a division; its normal n is taken for the
// direction, the plane is across n, and v·w is (n·w)·share. |v|² is then off |share·n|² by less than 10u of it, for
// which 32u are allowed.
//
// Cost: a support point of each body a step; three to seven steps, one where the remembered axis still separates.
#include "convex/gjk.h"

#include <graze/query.h>

#include "convex/distance.h"
#include "convex/exact_rounded_meet.h"
#include "convex/pair_size.h"
#include "exact/signs.h"
#include "math/slack.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/gjk.cpp"
#include <hwy/foreach_target.h>

#include "convex/difference.h"
#include "convex/simplex.h"

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
  Xyz w[4];
  VertexPair pairs[4];
  Xyz p_A[4], p_B[4];   // of cores without vertices alone
  const bool formulas;  // one of the cores has no vertices
  int n = 0;

  HWY_INLINE explicit GjkSimplex(bool has_formulas) : formulas(has_formulas) {}

  HWY_INLINE void add(const DifferencePoint& point) {
    w[n] = point.w;
    pairs[n] = point.pair;
    if (formulas) {
      p_A[n] = point.p_A;
      p_B[n] = point.p_B;
    }
    ++n;
  }
  HWY_INLINE DifferencePoint point(int i) const {
    return formulas ? DifferencePoint{w[i], pairs[i], p_A[i], p_B[i]}
                    : DifferencePoint{w[i], pairs[i], Xyz{}, Xyz{}};
  }
  HWY_INLINE bool has(VertexPair pair) const {
    bool found = false;
    for (int i = 0; i < n; ++i) found |= pairs[i].a == pair.a && pairs[i].b == pair.b;
    return found;
  }
  HWY_INLINE void keep(unsigned used) {
    int kept = 0;
    for (int i = 0; i < n; ++i) {  // copied even where it is not kept, since a branch would be mispredicted
      w[kept] = w[i];
      pairs[kept] = pairs[i];
      if (formulas) {
        p_A[kept] = p_A[i];
        p_B[kept] = p_B[i];
      }
      kept += static_cast<int>(used >> i & 1);
    }
    n = kept;
  }
  /// Of a triangle: its side nearest to the origin, if that is nearer than the square root of `square`.
  HWY_NOINLINE void keep_nearest_side(double square) {
    Nearest side = nearest_of_edge(w, 0, 1);
    side.consider(nearest_of_edge(w, 0, 2));
    side.consider(nearest_of_edge(w, 1, 2));
    if (side.square < square) keep(side.used);
  }
  /// The mean of the corners by their shares in the nearest point: a point of A - B, whatever the shares.
  HWY_INLINE Xyz mean(double* lambda) const {
    shares(w, n, lambda);
    Xyz sum = {0, 0, 0, 0};
    for (int i = 0; i < n; ++i) sum = sum + times(w[i], lambda[i]);
    return sum;
  }
};

/// Is v, the simplex's nearest point as computed, certainly a point of A - B but for the rounding of a mean (math/slack.h), and
/// no longer than `within`? Of a triangle v is along the normal and may be off by much more; a mean of the corners is not.
HWY_INLINE bool certainly_within(const GjkSimplex& s, double square, double within) {
  if (!(within > 0 && square < within * within)) return false;
  if (s.n < 3) return true;
  double lambda[3];
  shares(s.w, 3, lambda);
  const Xyz mean = (times(s.w[0], lambda[0]) + times(s.w[1], lambda[1])) + times(s.w[2], lambda[2]);
  return dot(mean, mean) < within * within;
}

HWY_INLINE bool is_direction(double square) {
  return square > 1e-100 && square < 1e100;  // squares of its products with coordinates stay in range
}

template <class Core>
HWY_INLINE void search(const ConvexPair& pair, const PairSize& size, GjkGoal goal, GjkMemory* memory,
                       GjkResult& result) {
  Difference<Core> difference(pair, size, memory != nullptr ? memory->last : VertexPair{});
  const double radii = size.scale * pair.a.radius + size.scale * pair.b.radius;
  const double pose_error = 2 * (size.scale * pair.pose_error);  // of a - b
  const double slack = size.support_rounding(), corner_error = size.difference_rounding() + pose_error;
  const double apart_from = radii + slack + pose_error, meet_within = radii - slack - pose_error;
  const bool polytopes = pair.a.count > 0 && pair.b.count > 0;
  const bool only_separation = goal == GjkGoal::separation;

  GjkSimplex simplex(!polytopes);
  Xyz v = memory != nullptr && memory->axis_A != Eigen::Vector3d::Zero()
              ? Turn(pair.X_WA.R)(xyz(memory->axis_A))
              : difference.between_centres();
  double square = dot(v, v);
  if (!is_direction(square)) {
    v = Xyz{1, 0, 0, 0};
    square = 1;
  }
  Xyz direction = v;  // v = scale·direction
  double scale = 1;
  double along = 0, along_square = 1;  // the product of v with w, and |v|², when w was last found
  Xyz along_direction = direction;
  GjkResult::State state = GjkResult::State::unsure;
  int step = 0;
  for (; step < max_gjk_steps; ++step) {
    const DifferencePoint point = difference.least_along(direction);
    along = dot(direction, point.w) * scale;
    along_square = square;
    along_direction = direction;
    // along > apart_from·|v|, without the root.
    if (only_separation && along > 0 && along * along > apart_from * apart_from * square * (1 + 32 * u)) {
      state = GjkResult::State::apart;
      break;
    }
    const double gap = square - along;
    if (simplex.n > 0 && (gap <= distance_tolerance * square || gap * gap <= slack * slack * square ||
                          (polytopes && simplex.has(point.pair)))) {
      break;
    }
    simplex.add(point);
    const Nearest next = nearest(simplex.w, simplex.n, corner_error);
    if (next.used == 15) {
      state = GjkResult::State::meet;
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
    if (only_separation && certainly_within(simplex, square, meet_within)) {
      state = GjkResult::State::meet;
      break;
    }
    if (!(square > slack * slack)) break;
  }

  result.state = state;
  result.steps = step + 1;
  if (memory != nullptr) {
    memory->last = difference.last;
    if (simplex.n < 4 && is_direction(square)) memory->axis_A = vector3(Turn(pair.X_WA.R).back(v));
  }
  const double back = 1 / size.scale;
  result.rounding = back * slack;
  result.upper = result.lower = 0;
  result.size = 0;
  if (only_separation && state != GjkResult::State::unsure) return;
  if (goal == GjkGoal::distance && state == GjkResult::State::meet) return;
  const auto note_simplex = [&]() HWY_ATTR {
    result.size = simplex.n;
    for (int i = 0; i < simplex.n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      result.pairs[k] = simplex.pairs[i];
      result.p_A[k] = vector3(times(difference.p_A(simplex.point(i)), back));
      result.p_B[k] = vector3(times(difference.p_B(simplex.point(i)), back));
    }
  };
  Xyz mean = simplex.mean(result.lambda.data());
  if (state == GjkResult::State::meet) {
    result.v = result.axis = Eigen::Vector3d::Zero();
    return note_simplex();
  }
  const double lower = along / std::sqrt(along_square) - slack - pose_error;
  result.axis = vector3(along_direction);
  if (lower > 0) {
    result.lower = back * lower;
    if (!only_separation) result.state = GjkResult::State::apart;
  }
  // A triangle may be so thin that its shares mean nothing.
  if (HWY_UNLIKELY(simplex.n == 3 && dot(mean, mean) > 1.01 * square)) {
    simplex.keep_nearest_side(dot(mean, mean));
    mean = simplex.mean(result.lambda.data());
  }
  result.v = vector3(times(mean, back));
  result.upper = back * std::sqrt(dot(mean, mean));
  note_simplex();
}

/// A function of its own: inlined beside that for few vertices, the search takes 7 % longer for 128 vertices. The one for few
/// vertices is inlined, since a call is 5 % of its time.
template <class Core>
HWY_NOINLINE void search_larger(const ConvexPair& pair, const PairSize& size, GjkGoal goal, GjkMemory* memory,
                                GjkResult& result) {
  search<Core>(pair, size, goal, memory, result);
}

template <class Core>
HWY_INLINE bool serves(const ConvexPair& pair, const PairSize& size) {
  return Core::serves(pair.a, size.scale) && Core::serves(pair.b, size.scale);
}

void gjk_lanes(const ConvexPair& pair, GjkGoal goal, GjkMemory* memory, GjkResult& result) {
  const PairSize size(pair);
  if (serves<TurnedVertices>(pair, size)) return search<TurnedVertices>(pair, size, goal, memory, result);
  if (serves<TurnedCells>(pair, size)) return search_larger<TurnedCells>(pair, size, goal, memory, result);
  if (serves<TurnedBox>(pair, size)) return search_larger<TurnedBox>(pair, size, goal, memory, result);
  search_larger<TurnedCore>(pair, size, goal, memory, result);
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

namespace {

bool have_vertices(const ConvexPair& pair) {
  return pair.a.count > 0 && pair.b.count > 0;
}

/// Bodies with a smooth core of which gjk could not tell: are they so close to each other that they may be said to meet? Deep
/// ones often come here, where the origin lies on a side of the simplex, as for two cylinders with one axis.
bool smooth_touch(const ConvexPair& pair, const GjkResult& result) {
  const PairSize size(pair);
  const double most = result.upper + 2 * support_rounding(size.size) / size.scale + 2 * pair.pose_error;
  // A mean of points that are off their cores by smooth_rounding: the bodies are apart by less than three times that.
  return most <= pair.a.radius + pair.b.radius + 2 * smooth_rounding(size.smooth) / size.scale;
}

}  // namespace

bool convex_meet(const ConvexPair& pair, GjkMemory* memory, Counters& counters) {
  GjkResult result;
  gjk(pair, GjkGoal::separation, memory, result);
  if (result.state == GjkResult::State::apart) return false;
  if (result.state == GjkResult::State::meet) return true;
  if (!have_vertices(pair) && smooth_touch(pair, result)) return true;
  ++counters.exact_fallbacks;
  return convex_meet_exactly(pair, have_vertices(pair) ? result.simplex() : std::span<const VertexPair>());
}

bool convex_meet_exactly(const ConvexPair& pair, std::span<const VertexPair> start) {
  const auto points = [](const ConvexBody& body, const Pose& X, const PoseChain* chain) {
    PosedPoints posed = body.points(chain != nullptr ? chain->X : &X);
    if (chain != nullptr) posed.outer = chain->outer;
    return posed;
  };
  const bool chained = (pair.exact_a != nullptr && pair.exact_a->outer != nullptr) ||
                       (pair.exact_b != nullptr && pair.exact_b->outer != nullptr);
  if (pair.a.is_polytope() && pair.b.is_polytope()) {
    // Under one and the same pose nothing is turned or moved.
    if (!chained && pair.X_WA == pair.X_WB)
      return hulls_meet_exactly(pair.a.points(nullptr), pair.b.points(nullptr), start);
    return hulls_meet_exactly(points(pair.a, pair.X_WA, pair.exact_a),
                              points(pair.b, pair.X_WB, pair.exact_b), start);
  }
  return rounded_meet_exactly(pair.a, points(pair.a, pair.X_WA, pair.exact_a), pair.b,
                              points(pair.b, pair.X_WB, pair.exact_b), start);
}

}  // namespace graze
#endif
