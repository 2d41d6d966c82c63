// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/truth.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "oracle/hulls.h"
#include "oracle/measure.h"
#include "selftest/bodies.h"
#include "selftest/parts.h"

namespace graze::selftest {
namespace {

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

bool parts_meet(const Part& a, const Part& b) {
  const mpz_class reach = a.radius + b.radius;
  if (boxes_apart(a, b, reach)) return false;
  if (reach > 0) return squared_distance(a, b) <= reach * reach;
  if (a.facet && b.facet) return facets_meet(*a.facet, *b.facet);
  // Of many points the search for the nearest ones is the faster of the two.
  if (a.points.size() + b.points.size() > 16) return squared_distance(a, b) == 0;
  return oracle::hulls_of_many_meet(a.points, b.points);
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

/// A smooth body with its lengths longer by so much; another one as it is. None if nothing would be left.
std::optional<Shape> longer(const Shape& shape, double by) {
  if (!is_smooth(shape)) return shape;
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
  return Shape::of(std::move(kind));
}

double extent(const Shape& shape) {
  double size = 0;
  for (int k = 0; k < 3; ++k) size = std::max(size, support(shape, Vector3d::Unit(k)).cwiseAbs().maxCoeff());
  return size;
}

/// What the library says without shortcuts. Where smooth bodies are within 1e-9 of touching, it may say this or that: surely
/// those pairs meet that do so with shorter bodies, perhaps those that do so with longer ones.
PairTruth shortcut_free_answer(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  PairTruth truth;
  truth.rational = false;
  if (!is_smooth(a) && !is_smooth(b)) {
    truth.surely = truth.perhaps = shortcut_free_pairs(a, X_WA, b, X_WB);
    return truth;
  }
  const double tolerance = 4e-9 * (extent(a) + extent(b)) + std::numeric_limits<double>::denorm_min();
  const auto shorter_a = longer(a, -tolerance), shorter_b = longer(b, -tolerance);
  if (shorter_a && shorter_b) truth.surely = shortcut_free_pairs(*shorter_a, X_WA, *shorter_b, X_WB);
  truth.perhaps = shortcut_free_pairs(*longer(a, tolerance), X_WA, *longer(b, tolerance), X_WB);
  return truth;
}

std::vector<FacePair> meeting_parts(const Parts& parts) {
  std::vector<FacePair> pairs;
  for (const Part& of_a : parts.of(0)) {
    for (const Part& of_b : parts.of(1)) {
      if (parts_meet(of_a, of_b)) pairs.push_back({of_a.name, of_b.name});
    }
  }
  sort_unique(pairs);
  return pairs;
}

using Pairs = std::vector<FacePair>;

Pairs either(const Pairs& x, const Pairs& y) {
  Pairs result;
  std::ranges::set_union(x, y, std::back_inserter(result));
  return result;
}
Pairs both(const Pairs& x, const Pairs& y) {
  Pairs result;
  std::ranges::set_intersection(x, y, std::back_inserter(result));
  return result;
}

/// What the bounds leave open is as `other` says.
PairTruth narrowed(const PairTruth& bounds, const PairTruth& other) {
  return {both(either(other.surely, bounds.surely), bounds.perhaps),
          either(both(other.perhaps, bounds.perhaps), bounds.surely), other.rational};
}

}  // namespace

bool has_rational_truth(const Shape& a, const Shape& b) {
  if (!has_parts_or_brackets(a) || !has_parts_or_brackets(b)) return false;
  return count_parts(a) * count_parts(b) <= (has_parts(a) && has_parts(b) ? 10'000 : 100);
}

PairTruth rational_truth(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  PairTruth truth;
  truth.perhaps = meeting_parts(Parts(a, X_WA, b, X_WB, Smooth::around));
  truth.surely = truth.perhaps;
  if (truth.perhaps.empty() || (has_parts(a) && has_parts(b))) return truth;
  truth.surely = meeting_parts(Parts(a, X_WA, b, X_WB, Smooth::inside));
  if (truth.surely != truth.perhaps)
    truth.surely = either(truth.surely, meeting_parts(Parts(a, X_WA, b, X_WB, Smooth::exact)));
  return truth;
}

PairTruth truth_of(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  if (!has_rational_truth(a, b)) return shortcut_free_answer(a, X_WA, b, X_WB);
  PairTruth truth = rational_truth(a, X_WA, b, X_WB);
  if (truth.surely == truth.perhaps) return truth;
  return narrowed(truth, shortcut_free_answer(a, X_WA, b, X_WB));
}

Truths::Truths(const Case& c) : pairs_(pairs_of(c.scene)) {
  for (Player player = Player::without_deformers(c.scene);; player.advance()) {
    std::vector<PairTruth>& frame = frames_.emplace_back();
    for (const auto& [a, b] : pairs_) {
      frame.push_back(truth_of(player.shape(a), player.pose(a), player.shape(b), player.pose(b)));
    }
    if (player.at_end()) return;
  }
}

}  // namespace graze::selftest
