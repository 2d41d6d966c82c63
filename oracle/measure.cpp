// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/measure.h"

#include <optional>

namespace graze::oracle {
namespace {

using RationalPoint = std::array<mpq_class, 3>;

mpq_class dot(const RationalPoint& a, const RationalPoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
mpz_class dot(const IntegerPoint& a, const IntegerPoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
IntegerPoint minus(const IntegerPoint& a, const IntegerPoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
IntegerPoint cross(const IntegerPoint& a, const IntegerPoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
RationalPoint rational(const IntegerPoint& p) {
  return {mpq_class(p[0]), mpq_class(p[1]), mpq_class(p[2])};
}

/// The λ of Σλ·p nearest to the origin with Σλ = 1, of points that are affinely independent: Gaussian elimination on
/// (Gᵢⱼ) λ = μ, Σλ = 1, with G the products of the points.
std::optional<std::vector<mpq_class>> weights(const std::vector<RationalPoint>& points) {
  const std::size_t n = points.size();
  std::vector<std::vector<mpq_class>> rows(n + 1, std::vector<mpq_class>(n + 2));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) rows[i][j] = dot(points[i], points[j]);
    rows[i][n] = rows[n][i] = 1;
  }
  rows[n][n + 1] = 1;
  for (std::size_t c = 0; c <= n; ++c) {
    std::size_t pivot = c;
    while (pivot <= n && rows[pivot][c] == 0) ++pivot;
    if (pivot > n) return std::nullopt;
    std::swap(rows[pivot], rows[c]);
    for (std::size_t r = 0; r <= n; ++r) {
      if (r == c || rows[r][c] == 0) continue;
      const mpq_class factor = rows[r][c] / rows[c][c];
      for (std::size_t k = c; k < n + 2; ++k) rows[r][k] -= factor * rows[c][k];
    }
  }
  std::vector<mpq_class> lambda(n);
  for (std::size_t i = 0; i < n; ++i) lambda[i] = rows[i][n + 1] / rows[i][i];
  return lambda;
}

/// Keeps the subset whose hull holds the nearest point of all in its interior; returns that point.
RationalPoint reduce(std::vector<RationalPoint>& simplex) {
  RationalPoint best;
  std::vector<RationalPoint> kept;
  for (unsigned subset = 1; subset < 1U << simplex.size(); ++subset) {
    std::vector<RationalPoint> points;
    for (std::size_t i = 0; i < simplex.size(); ++i) {
      if ((subset >> i & 1) != 0) points.push_back(simplex[i]);
    }
    const auto lambda = weights(points);
    if (!lambda) continue;
    bool inside = true;
    for (const mpq_class& l : *lambda) inside = inside && l > 0;
    if (!inside) continue;
    RationalPoint v = {0, 0, 0};
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) v[k] += (*lambda)[i] * points[i][k];
    }
    if (kept.empty() || dot(v, v) < dot(best, best)) {
      best = v;
      kept = points;
    }
  }
  simplex = kept;
  return best;
}

}  // namespace

mpq_class squared_distance(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) {
  std::vector<RationalPoint> simplex = {rational(minus(a[0], b[0]))};
  for (;;) {
    const RationalPoint v = reduce(simplex);
    const mpq_class square = dot(v, v);
    if (square == 0) return 0;
    std::optional<mpq_class> least;
    RationalPoint w;
    for (const IntegerPoint& p : a) {
      for (const IntegerPoint& q : b) {
        const RationalPoint point = rational(minus(p, q));
        const mpq_class along = dot(v, point);
        if (least && along >= *least) continue;
        least = along;
        w = point;
      }
    }
    if (*least >= square) return square;
    simplex.push_back(w);
  }
}

mpq_class squared_depth(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) {
  std::vector<IntegerPoint> sides;
  for (const auto& points : {a, b}) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = i + 1; j < points.size(); ++j) sides.push_back(minus(points[j], points[i]));
    }
  }
  std::optional<mpz_class> top, bottom;  // of the least square
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (std::size_t j = i + 1; j < sides.size(); ++j) {
      const IntegerPoint n = cross(sides[i], sides[j]);
      const mpz_class length = dot(n, n);
      if (length == 0) continue;
      std::array<mpz_class, 2> least, most;  // of a and of b along n
      const std::array<std::span<const IntegerPoint>, 2> both = {a, b};
      for (std::size_t k = 0; k < 2; ++k) {
        least[k] = most[k] = dot(n, both[k][0]);
        for (const IntegerPoint& p : both[k].subspan(1)) {
          const mpz_class along = dot(n, p);
          if (along < least[k]) least[k] = along;
          if (along > most[k]) most[k] = along;
        }
      }
      for (const mpz_class& overlap : {mpz_class(most[0] - least[1]), mpz_class(most[1] - least[0])}) {
        if (overlap <= 0) return 0;
        const mpz_class square = overlap * overlap;
        if (top && square * *bottom >= *top * length) continue;
        top = square;
        bottom = length;
      }
    }
  }
  if (!top) return 0;  // all along one line
  mpq_class result(*top, *bottom);
  result.canonicalize();
  return result;
}

}  // namespace graze::oracle
