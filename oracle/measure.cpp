// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/measure.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace graze::oracle {
namespace {

mpz_class dot(const IntegerPoint& a, const IntegerPoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
IntegerPoint minus(const IntegerPoint& a, const IntegerPoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
IntegerPoint cross(const IntegerPoint& a, const IntegerPoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
IntegerPoint times(const mpz_class& s, const IntegerPoint& a) {
  return {s * a[0], s * a[1], s * a[2]};
}

/// The point v/n, and the corners of a simplex that holds it in its interior.
struct Foot {
  std::vector<IntegerPoint> corners;
  IntegerPoint v;
  mpz_class n, square;  ///< and |v|²

  Foot(std::vector<IntegerPoint> of, IntegerPoint top, mpz_class bottom)
      : corners(std::move(of)), v(std::move(top)), n(std::move(bottom)), square(dot(v, v)) {}

  bool is_nearer_than(const Foot& other) const { return square * other.n * other.n < other.square * n * n; }
};

/// The foot of the perpendicular from the origin on the line or plane through the corners, if it is strictly between them.
std::optional<Foot> foot(const IntegerPoint& a) {
  return Foot({a}, a, 1);
}
std::optional<Foot> foot(const IntegerPoint& a, const IntegerPoint& b) {
  const IntegerPoint d = minus(b, a);
  const mpz_class length = dot(d, d), along = -dot(a, d);
  if (along <= 0 || along >= length) return std::nullopt;
  const IntegerPoint to_a = times(length, a), beyond = times(along, d);
  return Foot({a, b}, {to_a[0] + beyond[0], to_a[1] + beyond[1], to_a[2] + beyond[2]}, length);
}
std::optional<Foot> foot(const IntegerPoint& a, const IntegerPoint& b, const IntegerPoint& c) {
  const IntegerPoint normal = cross(minus(b, a), minus(c, a));
  if (dot(normal, cross(a, b)) <= 0 || dot(normal, cross(b, c)) <= 0 || dot(normal, cross(c, a)) <= 0)
    return std::nullopt;
  return Foot({a, b, c}, times(dot(normal, a), normal), dot(normal, normal));
}
bool holds_the_origin(const std::vector<IntegerPoint>& p) {
  const auto side = [&](int i, int j, int k,
                        int l) {  // of the origin and of l, seen from the plane through the others
    const IntegerPoint normal = cross(minus(p[j], p[i]), minus(p[k], p[i]));
    return -sgn(dot(normal, p[i])) * sgn(dot(normal, minus(p[l], p[i]))) > 0;
  };
  return side(0, 1, 2, 3) && side(0, 1, 3, 2) && side(0, 2, 3, 1) && side(1, 2, 3, 0);
}

/// The point nearest to the origin of a simplex of up to four corners, which need not be independent.
Foot nearest(const std::vector<IntegerPoint>& p) {
  if (p.size() == 4 && holds_the_origin(p)) return {p, {0, 0, 0}, 1};
  std::optional<Foot> best;
  const auto look_at = [&](std::optional<Foot> other) {
    if (other && (!best || other->is_nearer_than(*best))) best = std::move(other);
  };
  for (std::size_t i = 0; i < p.size(); ++i) {
    look_at(foot(p[i]));
    for (std::size_t j = i + 1; j < p.size(); ++j) {
      look_at(foot(p[i], p[j]));
      for (std::size_t k = j + 1; k < p.size(); ++k) look_at(foot(p[i], p[j], p[k]));
    }
  }
  return *best;
}

/// The point that is least far along v.
const IntegerPoint& least_along(const IntegerPoint& v, std::span<const IntegerPoint> points, int sign) {
  const IntegerPoint* least = &points[0];
  mpz_class along = sign * dot(v, *least);
  for (const IntegerPoint& p : points.subspan(1)) {
    const mpz_class here = sign * dot(v, p);
    if (here >= along) continue;
    along = here;
    least = &p;
  }
  return *least;
}

}  // namespace

mpq_class squared_distance(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) {
  std::vector<IntegerPoint> simplex = {minus(a[0], b[0])};
  for (;;) {
    const Foot near = nearest(simplex);
    if (near.square == 0) return 0;
    const IntegerPoint w = minus(least_along(near.v, a, 1), least_along(near.v, b, -1));
    // No point of the difference is less far along v/n than v/n itself.
    if (dot(near.v, w) * near.n >= near.square) {
      mpq_class result(near.square, near.n * near.n);
      result.canonicalize();
      return result;
    }
    simplex = near.corners;
    simplex.push_back(w);
  }
}

namespace {

/// The overlap of two hulls along a normal n, squared, and |n|²; a negative square where they are apart.
struct Overlap {
  mpz_class square, length;

  Overlap(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b, const IntegerPoint& n)
      : length(dot(n, n)) {
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
    const mpz_class up = most[0] - least[1], down = most[1] - least[0];
    const mpz_class& overlap = up < down ? up : down;
    square = overlap > 0 ? mpz_class(overlap * overlap) : mpz_class(-1);
  }
};

using Rounded = Eigen::Matrix<long double, 3, 1>;

/// All points shifted by as many bits as leave 60 in the largest coordinate, cut off there.
std::vector<Rounded> rounded(std::span<const IntegerPoint> points, std::size_t shift) {
  std::vector<Rounded> result;
  for (const IntegerPoint& p : points) {
    Rounded& r = result.emplace_back();
    for (int k = 0; k < 3; ++k)
      r[k] = static_cast<long double>(mpz_class(p[k] / (mpz_class(1) << shift)).get_si());
  }
  return result;
}

std::size_t bits_beyond(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b, std::size_t kept) {
  std::size_t most = kept;
  for (const auto& points : {a, b}) {
    for (const IntegerPoint& p : points) {
      for (const mpz_class& x : p) most = std::max(most, mpz_sizeinbase(x.get_mpz_t(), 2));
    }
  }
  return most - kept;
}

/// A difference of two points of one of the hulls, exactly and rounded.
struct Side {
  IntegerPoint exact;
  Rounded rounded;
};

/// Boxes have most of their sides, or the reverse of them, more than once.
bool is_among(const IntegerPoint& side, const std::vector<Side>& sides) {
  const IntegerPoint reverse = {-side[0], -side[1], -side[2]};
  return std::ranges::any_of(sides, [&](const Side& s) { return s.exact == side || s.exact == reverse; });
}

void add_sides(std::span<const IntegerPoint> points, const std::vector<Rounded>& roundeds,
               std::vector<Side>& sides) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      IntegerPoint side = minus(points[j], points[i]);
      if (!is_among(side, sides)) sides.push_back({std::move(side), roundeds[j] - roundeds[i]});
    }
  }
}

/// The overlap along n, or 0 where rounding leaves it open. Coordinates of up to 2^60 are cut off, so off by 1, sides by 2, n
/// by 2^65, its products with points by 2^126. Where n is longer than 2^100, the quotient of up to 2^62 is off by less than
/// 2^28 for these products and 2^28 for the length.
long double rounded_overlap(const std::vector<Rounded>& a, const std::vector<Rounded>& b, const Rounded& n) {
  const long double length = n.norm();
  if (!(length > 0x1p100L)) return 0;
  long double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (const auto& [points, k] : {std::pair(&a, 0), std::pair(&b, 1)}) {
    for (const Rounded& p : *points) {
      const long double along = n.dot(p);
      low[k] = std::min(low[k], along);
      high[k] = std::max(high[k], along);
    }
  }
  return std::max<long double>(0, std::min(high[0] - low[1], high[1] - low[0]) / length);
}

}  // namespace

mpq_class squared_depth(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) {
  const std::size_t shift = bits_beyond(a, b, 60);
  const std::vector<Rounded> near_a = rounded(a, shift), near_b = rounded(b, shift);
  std::vector<Side> sides;
  add_sides(a, near_a, sides);
  add_sides(b, near_b, sides);

  // Normals in the order of their overlaps, so that most need not be looked at exactly.
  struct Candidate {
    long double overlap;
    std::size_t i, j;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (std::size_t j = i + 1; j < sides.size(); ++j)
      candidates.push_back({rounded_overlap(near_a, near_b, sides[i].rounded.cross(sides[j].rounded)), i, j});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& x, const Candidate& y) { return x.overlap < y.overlap; });

  constexpr long double certain = 0x1p31L;  // more than twice what an overlap may be off
  std::optional<Overlap> best;
  long double enough = INFINITY;  // the overlap of one that was looked at
  for (const Candidate& candidate : candidates) {
    if (candidate.overlap > enough + certain) break;
    const IntegerPoint n = cross(sides[candidate.i].exact, sides[candidate.j].exact);
    Overlap overlap(a, b, n);
    if (overlap.length == 0) continue;
    if (overlap.square < 0) return 0;
    if (candidate.overlap > 0) enough = std::min(enough, candidate.overlap);
    if (!best || overlap.square * best->length < best->square * overlap.length) best = std::move(overlap);
  }
  if (!best) return 0;  // all along one line
  mpq_class result(best->square, best->length);
  result.canonicalize();
  return result;
}

}  // namespace graze::oracle
