// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/truth.h"

#include <algorithm>

#include "oracle/hulls.h"
#include "oracle/measure.h"
#include "selftest/parts.h"

namespace graze::selftest {
namespace {

enum class Meet { no, perhaps, yes };

/// Is a coordinate alone enough to say that no point of a is within `reach` of a point of b?
bool boxes_apart(const Part& a, const Part& b, const mpz_class& reach) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (a.high[k] + reach < b.low[k] || b.high[k] + reach < a.low[k]) return true;
  }
  return false;
}

mpq_class squared_distance(const Part& a, const Part& b) {
  if (a.points.size() > 1 || b.points.size() > 1) return oracle::squared_distance(a.points, b.points);
  mpz_class square = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const mpz_class d = a.points[0][k] - b.points[0][k];
    square += d * d;
  }
  return square;
}

/// How far round bodies may be off: 1e-9 of the extent of what is compared, as graze/query.h says.
mpz_class round_tolerance(const Part& a, const Part& b, const mpz_class& reach) {
  mpz_class size = reach;
  for (const Part* part : {&a, &b}) {
    for (std::size_t k = 0; k < 3; ++k) size = std::max(size, mpz_class(part->high[k] - part->low[k]));
  }
  return 2 * size / 1'000'000'000 + 1;
}

Meet round_parts_meet(const Part& a, const Part& b, const mpz_class& reach) {
  const mpz_class tolerance = round_tolerance(a, b, reach);
  if (boxes_apart(a, b, reach + tolerance)) return Meet::no;
  const mpq_class square = squared_distance(a, b);
  const mpz_class most = reach + tolerance, least = reach - tolerance;
  if (square > most * most) return Meet::no;
  return least > 0 && square < least * least ? Meet::yes : Meet::perhaps;
}

Meet parts_meet(const Part& a, const Part& b) {
  const mpz_class reach = a.radius + b.radius;
  if (reach > 0) return round_parts_meet(a, b, reach);
  if (boxes_apart(a, b, 0)) return Meet::no;
  const bool meet =
      a.facet && b.facet ? facets_meet(*a.facet, *b.facet) : oracle::hulls_of_many_meet(a.points, b.points);
  return meet ? Meet::yes : Meet::no;
}

void sort_unique(std::vector<FacePair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

/// What the library says without shortcuts: by the method that compares every face with every face, or, of bodies that are
/// too large for that, by the tree that is simplest.
PairTruth shortcut_free_answer(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  QueryOptions options{.method = Method::naive, .shortcuts = ShortcutSet::none()};
  if (count_parts(a) * count_parts(b) > 300'000) options.method = method_for(a, b, Method::obb_tree);
  PairTruth truth;
  truth.rational = false;
  truth.surely = truth.perhaps = face_pairs(a, X_WA, b, X_WB, options);
  return truth;
}

}  // namespace

bool has_rational_truth(const Shape& a, const Shape& b) {
  return has_parts(a) && has_parts(b) && count_parts(a) * count_parts(b) <= 10'000;
}

PairTruth rational_truth(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  const Parts parts(a, X_WA, b, X_WB);
  PairTruth truth;
  for (const Part& of_a : parts.of(0)) {
    for (const Part& of_b : parts.of(1)) {
      const Meet meet = parts_meet(of_a, of_b);
      if (meet == Meet::no) continue;
      truth.perhaps.push_back({of_a.name, of_b.name});
      if (meet == Meet::yes) truth.surely.push_back({of_a.name, of_b.name});
    }
  }
  sort_unique(truth.surely);
  sort_unique(truth.perhaps);
  return truth;
}

PairTruth truth_of(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  return has_rational_truth(a, b) ? rational_truth(a, X_WA, b, X_WB) : shortcut_free_answer(a, X_WA, b, X_WB);
}

Truths::Truths(const Case& c) : pairs_(pairs_of(c.scene)) {
  for (Player player(c.scene);; player.advance()) {
    std::vector<PairTruth>& frame = frames_.emplace_back();
    for (const auto& [a, b] : pairs_) {
      frame.push_back(truth_of(player.shape(a), player.pose(a), player.shape(b), player.pose(b)));
    }
    if (player.at_end()) return;
  }
}

}  // namespace graze::selftest
