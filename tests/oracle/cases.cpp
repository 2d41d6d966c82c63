// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/cases.h"

namespace graze::oracle {

std::string_view name(Bucket bucket) {
  switch (bucket) {
    case Bucket::random:
      return "random";
    case Bucket::touch_vertex:
      return "touch_vertex";
    case Bucket::touch_edge:
      return "touch_edge";
    case Bucket::touch_face:
      return "touch_face";
    case Bucket::coplanar_overlapping:
      return "coplanar_overlapping";
    case Bucket::coplanar_apart:
      return "coplanar_apart";
    case Bucket::coplanar_contained:
      return "coplanar_contained";
    case Bucket::coplanar_touching:
      return "coplanar_touching";
    case Bucket::sliver:
      return "sliver";
    case Bucket::degenerate_segment:
      return "degenerate_segment";
    case Bucket::degenerate_point:
      return "degenerate_point";
    case Bucket::scaled_uniform:
      return "scaled_uniform";
    case Bucket::scaled_mixed:
      return "scaled_mixed";
    case Bucket::denormal:
      return "denormal";
    case Bucket::huge:
      return "huge";
    case Bucket::one_ulp:
      return "one_ulp";
    case Bucket::posed_random:
      return "posed_random";
    case Bucket::posed_turn:
      return "posed_turn";
    case Bucket::posed_translation:
      return "posed_translation";
    case Bucket::posed_together:
      return "posed_together";
    case Bucket::posed_exactly:
      return "posed_exactly";
    case Bucket::posed_near:
      return "posed_near";
  }
  return "?";
}

exact::Point PairCase::point(std::size_t i) const {
  return i < 3 ? exact::Point{a[i], X_a ? &*X_a : nullptr} : exact::Point{b[i - 3], X_b ? &*X_b : nullptr};
}

}  // namespace graze::oracle
