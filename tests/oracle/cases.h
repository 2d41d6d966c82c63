// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "elementary/triangle.h"
#include "exact/predicates.h"
#include "oracle/draw.h"

namespace graze::oracle {

/// Ways in which a case can be hard. In all but `random` and `posed_random` many cases hang on a single sign
/// that is exactly 0 or one rounding away from it.
enum class Bucket : std::uint8_t {
  random,
  touch_vertex,          ///< vertices meet
  touch_edge,            ///< a vertex on an edge (T-junction), edges that cross, edges that share a part
  touch_face,            ///< a vertex on a face, an edge through a face at a dyadic point, face through face
  coplanar_overlapping,  ///< axis-aligned planes and general ones, as in the next three
  coplanar_apart,
  coplanar_contained,
  coplanar_touching,
  sliver,
  degenerate_segment,  ///< one or both are segments; also all on one line
  degenerate_point,
  scaled_uniform,  ///< 1e-150 … 1e150, all by the same factor
  scaled_mixed,    ///< by axis, by body or by vertex
  denormal,
  huge,     ///< up to the greatest double
  one_ulp,  ///< touching, then a coordinate or a few nudged by one ulp
  posed_random,
  posed_turn,         ///< quarter turns: exact, so that touching cases stay so
  posed_translation,  ///< also those where the sum is far from a double
  posed_together,     ///< touching cases under one pose for both: it maps touching ones to touching ones
  posed_exactly,  ///< touching cases under a rotation whose entries are short enough that no product rounds
  posed_near,     ///< touching cases mapped back through the approximate inverse: touching but for roundings
};
inline constexpr std::array all_buckets{
    Bucket::random,
    Bucket::touch_vertex,
    Bucket::touch_edge,
    Bucket::touch_face,
    Bucket::coplanar_overlapping,
    Bucket::coplanar_apart,
    Bucket::coplanar_contained,
    Bucket::coplanar_touching,
    Bucket::sliver,
    Bucket::degenerate_segment,
    Bucket::degenerate_point,
    Bucket::scaled_uniform,
    Bucket::scaled_mixed,
    Bucket::denormal,
    Bucket::huge,
    Bucket::one_ulp,
    Bucket::posed_random,
    Bucket::posed_turn,
    Bucket::posed_translation,
    Bucket::posed_together,
    Bucket::posed_exactly,
    Bucket::posed_near,
};
std::string_view name(Bucket bucket);

/// Two triangles, and the source of every other case of two bodies: a segment and a triangle, and single
/// points.
struct PairCase {
  Triangle a;
  Triangle b;
  std::optional<Pose> X_a;
  std::optional<Pose> X_b;

  PosedTriangle posed_a() const { return {a, X_a ? &*X_a : nullptr}; }
  PosedTriangle posed_b() const { return {b, X_b ? &*X_b : nullptr}; }
  /// Edge i of a.
  PosedSegment edge(std::size_t i) const { return {{a[i], a[(i + 1) % 3]}, X_a ? &*X_a : nullptr}; }
  /// Points 0, 1, 2 are those of a, the others those of b.
  exact::Point point(std::size_t i) const;
};

struct BoxCase {
  Triangle t;
  std::optional<Pose> X;
  AxisBox box;

  PosedTriangle posed() const { return {t, X ? &*X : nullptr}; }
};

PairCase pair_case(Bucket bucket, Draw& draw);
/// The same, but made for edge 0 of a: about half of the random ones meet b.
PairCase edge_case(Bucket bucket, Draw& draw);
BoxCase box_case(Bucket bucket, Draw& draw);

}  // namespace graze::oracle
