// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/truth.h"

#include <algorithm>
#include <limits>

#include "oracle/hulls.h"
#include "oracle/measure.h"
#include "selftest/bodies.h"
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

/// By the method that compares every face with every face, or, of bodies that are too large for that, by the tree that is
/// simplest.
std::vector<FacePair> shortcut_free_pairs(const Shape& a, const Pose& X_WA, const Shape& b,
                                          const Pose& X_WB) {
  QueryOptions options{.method = Method::naive, .shortcuts = ShortcutSet::none()};
  if (count_parts(a) * count_parts(b) > 300'000) options.method = method_for(a, b, Method::obb_tree);
  return face_pairs(a, X_WA, b, X_WB, options);
}

bool is_round(const Shape& shape) {
  return std::visit(
             [](const auto& body) {
               return requires {
                 body.radius;
               };
             },
             shape.kind()) ||
         std::holds_alternative<Ellipsoid>(shape.kind());
}

/// A round body with its lengths longer by so much; another one as it is. None if nothing would be left.
std::optional<Shape> longer(const Shape& shape, double by) {
  ShapeKind kind = shape.kind();
  double least = std::numeric_limits<double>::infinity();
  const auto add = [&](double& length) { least = std::min(least, length += by); };
  // A longer cone is thinner where its base was.
  if (auto* cone = std::get_if<Cone>(&kind)) cone->radius += by * (1 + cone->radius / cone->half_length);
  std::visit(
      [&](auto& body) {
        if constexpr (requires { body.radius; }) add(body.radius);
        if constexpr (requires { body.half_length; }) add(body.half_length);
      },
      kind);
  if (auto* ellipsoid = std::get_if<Ellipsoid>(&kind)) {
    for (double& half : ellipsoid->half) add(half);
  }
  if (!(least > 0)) return std::nullopt;
  return is_round(shape) ? Shape::of(std::move(kind)) : shape;
}

double extent(const Shape& shape) {
  double size = 0;
  for (int k = 0; k < 3; ++k) size = std::max(size, support(shape, Vector3d::Unit(k)).cwiseAbs().maxCoeff());
  return size;
}

/// What the library says without shortcuts. Where round bodies are within 1e-9 of touching, it may say this or that: surely
/// those pairs meet that do so with shorter bodies, perhaps those that do so with longer ones.
PairTruth shortcut_free_answer(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  PairTruth truth;
  truth.rational = false;
  if (!is_round(a) && !is_round(b)) {
    truth.surely = truth.perhaps = shortcut_free_pairs(a, X_WA, b, X_WB);
    return truth;
  }
  const double tolerance = 4e-9 * (extent(a) + extent(b)) + std::numeric_limits<double>::denorm_min();
  const auto shorter_a = longer(a, -tolerance), shorter_b = longer(b, -tolerance);
  if (shorter_a && shorter_b) truth.surely = shortcut_free_pairs(*shorter_a, X_WA, *shorter_b, X_WB);
  truth.perhaps = shortcut_free_pairs(*longer(a, tolerance), X_WA, *longer(b, tolerance), X_WB);
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
