// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The nearest point of two cores in integers: what the searches of exact_meet.cpp and exact_rounded_meet.cpp have in common.
// GJK (gjk1988), which is Wolfe's nearest point (wolfe1976) on the difference A - B.
//
//   1. Of the simplex at hand, up to four points w = a - b, find the subset whose hull holds the point v nearest to
//      the origin in its interior, and a positive multiple of v. Is v the origin, then A and B meet.
//   2. Find the w that minimises v·w. The search may know enough then: if v·w > 0, v separates A from B.
//   3. Else add w to the subset, which has three points at most, and repeat.
//
// In exact arithmetic |v| strictly decreases as long as v·w < v·v = v·s for the points s of the subset. So no subset
// comes twice and the search ends, whatever the points: equal, collinear, coplanar.
//
// Subsets: a point; a pair, where v·(e·e) = s₀(s₁·e) - s₁(s₀·e) with e = s₁ - s₀; a triple, where v is along its
// normal n; each holds v in its interior where the barycentric coordinates are positive, that is
//   pair: s₁·e > 0 > s₀·e;   triple: n·(s₁×s₂), n·(s₂×s₀), n·(s₀×s₁) > 0,
// and it is the one if v·(s - s₀) ≥ 0 for the other points s.
//
// Cost: step 2 takes a product in double for each vertex; only those within its error of the best are compared
// exactly. Steps are as many as in GJK; numbers have four times the bits of a coordinate.
//
// Numbers of points under many poses are up to 20 kB long, and live on the stack. So directions are written where they are kept,
// and functions with many temporaries are not inlined into each other, which would add up their frames.
#pragma once

#include <cassert>
#include <cmath>
#include <optional>
#include <utility>

#include "convex/exact_meet.h"
#include "exact/fixed_point.h"
#include "exact/signs.h"
#include "math/slack.h"

namespace graze {
struct ConvexBody;
}

namespace graze::exact_search {

using exact::Integer;

template <int C>
using Vector = std::array<Integer<C>, 3>;

/// Types for coordinates of so many limbs (exact/fixed_point.h); capacities grow as the operators' results do.
template <int Limbs>
struct Numbers {
  static constexpr int limbs = Limbs;
  static constexpr int direction_limbs = 3 * (Limbs + 1) + 5;
  using Coordinates = Vector<Limbs>;
  using Difference = Vector<Limbs + 1>;
  using Direction = Vector<direction_limbs>;
};
using Posed = Numbers<exact::limbs_of_coordinate>;
using Chained = Numbers<exact::limbs_of_chained_coordinate>;

template <int C>
Vector<C + 1> minus(const Vector<C>& a, const Vector<C>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <int C, int D>
Vector<C + D + 1> cross(const Vector<C>& a, const Vector<D>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <int C, int D>
Integer<C + D + 2> dot(const Vector<C>& a, const Vector<D>& b) {
  const auto sum = a[0] * b[0] + a[1] * b[1];
  return sum + Integer<C + D + 1>(a[2] * b[2]);
}
/// The sign of a·b.
template <int C, int D>
[[gnu::noinline]] int sign_along(const Vector<C>& a, const Vector<D>& b) {
  return dot(a, b).sign();
}
/// The sign of a·(b×c).
template <int C, int D>
[[gnu::noinline]] int sign_along(const Vector<C>& a, const Vector<D>& b, const Vector<D>& c) {
  return sign_along(a, cross(b, c));
}
template <int C>
bool is_zero(const Vector<C>& v) {
  return v[0].sign() == 0 && v[1].sign() == 0 && v[2].sign() == 0;
}

/// The hull of points, or a smooth core. Of a smooth core `points` has none, but the poses, and the exponents of a grid on which
/// support points are made.
struct Core {
  const PosedPoints& points;
  const ConvexBody* smooth = nullptr;

  Core(const PosedPoints& p, const ConvexBody* s = nullptr)
      : points(p), smooth(s) {}  // NOLINT: points are a core
};

/// Of a smooth core, a point that is the farthest along d in the world but for smooth_rounding (math/slack.h), in the core's
/// frame. The largest entry of d is about 1.
Eigen::Vector3d smooth_support(const Core& core, const Eigen::Vector3d& d);

template <class N>
class Points {
 public:
  using Coordinates = typename N::Coordinates;
  using Direction = typename N::Direction;

  Points(const Core& core, const std::array<int, 3>& lowest)
      : core_(core), points_(core.points), lowest_(lowest) {}

  Coordinates at(std::uint32_t i) const {
    const exact::Point point = {core_.smooth == nullptr ? points_.p[i] : made_, points_.X, points_.outer};
    if constexpr (N::limbs == exact::limbs_of_chained_coordinate) {
      const auto& start = points_.lowest;
      const exact::ChainedPoint<N::limbs> chained(point, std::min({start[0], start[1], start[2]}));
      Coordinates result;
      for (int axis = 0; axis < 3; ++axis)
        result[axis] = chained.x[axis].times(1, false, chained.e - lowest_[axis]);
      return result;
    } else {
      Coordinates result;
      for (int axis = 0; axis < 3; ++axis) {
        for (const exact::Term& t : exact::Terms(point, axis))
          result[axis].add(t.m, t.negative, t.e - lowest_[axis]);
      }
      return result;
    }
  }

  /// The point that maximises side·v·p, where d is side·v rounded, each entry to within 2^-50 of itself, and side is 1 or -1. Of
  /// a smooth core, a new one that does so but for smooth_rounding (math/slack.h) and is the one at 0 from now on; the units of all
  /// axes must be the same.
  [[gnu::noinline]] std::uint32_t support(const Direction& v, int side, const Eigen::Vector3d& d) {
    if (core_.smooth != nullptr) {
      made_ = smooth_support(core_, d);
      return 0;
    }
    // In double: |side·v·p - d̂·p̂| ≤ Σ|d|(|p̂|·2^-50 + ε) and the rounding of three products and two sums, and what
    // underflows.
    std::uint32_t best = 0;
    double low = -INFINITY;
    const auto bounds = [&](std::uint32_t i) {
      const exact::Approximation p = exact::approximate({points_.p[i], points_.X, points_.outer});
      const double value = d.dot(p.p);
      const double slack = 16 * unit_roundoff * d.cwiseAbs().dot(p.p.cwiseAbs()) +
                           1.001 * d.lpNorm<1>() * p.error + few_underflows * p.p.lpNorm<1>() +
                           few_underflows;
      return std::isfinite(value + slack) ? std::pair(value - slack, value + slack)
                                          : std::pair<double, double>(-INFINITY, INFINITY);
    };
    const auto n = static_cast<std::uint32_t>(points_.p.size());
    for (std::uint32_t i = 0; i < n; ++i) low = std::max(low, bounds(i).first);
    std::optional<Coordinates> best_at;
    bool found = false;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (bounds(i).second < low) continue;
      if (!found) {
        found = true;
        best = i;
        continue;
      }
      if (!best_at) best_at = at(best);
      Coordinates other = at(i);
      if (side * sign_along(v, minus(other, *best_at)) > 0) {
        best = i;
        best_at = other;
      }
    }
    return best;
  }

 private:
  Core core_;
  const PosedPoints& points_;
  std::array<int, 3> lowest_;
  Eigen::Vector3d made_ = Eigen::Vector3d::Zero();  // of a smooth core, which has its origin inside
};

/// Per axis the exponent of a power of two that every coordinate of a point with these exponents is a multiple of, mapped
/// by X.
inline std::array<int, 3> lowest(const std::array<int, 3>& before, const Pose& X) {
  std::array<int, 3> result;
  for (int i = 0; i < 3; ++i) {
    const exact::Dyadic t(X.t[i]);
    result[i] = t.m == 0 ? INT_MAX : t.e;
    for (int j = 0; j < 3; ++j) {
      const exact::Dyadic r(X.R(i, j));
      if (r.m != 0) result[i] = std::min(result[i], r.e + before[j]);
    }
    if (result[i] == INT_MAX) result[i] = 0;
  }
  return result;
}

template <class N>
std::array<int, 3> lowest(const PosedPoints& points) {
  if constexpr (N::limbs == exact::limbs_of_chained_coordinate) {
    const auto& start = points.lowest;
    const Eigen::Vector3d any = points.p.empty() ? Eigen::Vector3d::Zero() : points.p[0];
    const int e =
        exact::ChainedPoint<N::limbs>({any, points.X, points.outer}, std::min({start[0], start[1], start[2]}))
            .e;
    return {e, e, e};
  } else {
    return points.X == nullptr ? points.lowest : lowest(points.lowest, *points.X);
  }
}

/// n/d·2^e, rounded.
template <int C, int D>
double ratio(const Integer<C>& n, const Integer<D>& d, int e) {
  const auto top = n.rounded();
  const auto bottom = d.rounded();
  return std::ldexp(top.m / bottom.m, top.e - bottom.e + e);
}

/// Up to four points of A - B.
template <class N>
class Simplex {
 public:
  using Difference = typename N::Difference;
  using Direction = typename N::Direction;
  using Component = Integer<N::direction_limbs>;

  void add(const Difference& w, const VertexPair& pair) {
    pairs_[size_] = pair;
    w_[size_++] = w;
  }

  const Difference& corner() const { return w_[0]; }

  /// Of a simplex that was reduced: its nearest point. Coordinates are in units of 2^e.
  NearestVertices nearest_point(int e) const {
    NearestVertices result;
    result.size = size_;
    std::copy_n(pairs_.begin(), size_, result.pairs.begin());
    Integer<4> one;
    one.add(1, false, 0);
    if (size_ == 1) {
      for (int i = 0; i < 3; ++i) result.v[i] = ratio(w_[0][i], one, e);
      result.lambda[0] = 1;
    } else if (size_ == 2) {
      const auto edge = minus(w_[1], w_[0]);
      const auto square = dot(edge, edge);
      const auto first = dot(w_[1], edge), second = dot(w_[0], edge);
      for (int i = 0; i < 3; ++i) result.v[i] = ratio(w_[0][i] * first - w_[1][i] * second, square, e);
      result.lambda = {ratio(first, square, 0), -ratio(second, square, 0), 0};
    } else {
      const auto n = normal(w_[0], w_[1], w_[2]);
      const auto square = dot(n, n);
      const auto height = dot(n, w_[0]);
      for (int i = 0; i < 3; ++i) result.v[i] = ratio(n[i] * height, square, e);
      result.lambda = {ratio(dot(n, cross(w_[1], w_[2])), square, 0),
                       ratio(dot(n, cross(w_[2], w_[0])), square, 0),
                       ratio(dot(n, cross(w_[0], w_[1])), square, 0)};
    }
    return result;
  }

  /// Of a simplex that was reduced: is its nearest point v within r of the origin? With e = w₁ - w₀ and n the triangle's
  /// normal, |v|² is |w₀|², |w₀×w₁|²/e² or (n·w₀)²/n².
  bool is_within(const Integer<N::limbs>& r) const {
    if (size_ == 1) return compare(r * r, dot(w_[0], w_[0])) >= 0;
    return size_ == 2 ? is_pair_within(r) : is_triple_within(r);
  }

  /// Keeps the subset nearest to the origin, and sets v to a positive multiple of its nearest point. False if that is the
  /// origin.
  bool reduce(Direction& v) {
    if (size_ == 4 && tetrahedron_holds_origin()) return false;
    constexpr std::array<unsigned, 14> subsets = {1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14};
    for (const unsigned subset : subsets) {
      if (subset >> size_ != 0 || !nearest(subset, v)) continue;
      if (is_zero(v)) return false;
      if (!others_lie_beyond(subset, v)) continue;
      keep(subset);
      return true;
    }
    assert(false);  // some subset holds the nearest point
    return false;
  }

 private:
  const Difference& w(int i) const { return w_[static_cast<std::size_t>(i)]; }

  [[gnu::noinline]] bool tetrahedron_holds_origin() const {
    const auto a = minus(w(1), w(0)), b = minus(w(2), w(0)), c = minus(w(3), w(0));
    const int whole = sign_along(c, a, b);
    if (whole == 0) return false;
    const auto sign = [&](int i, int j, int k) { return sign_along(w(k), w(i), w(j)); };
    return sign(1, 2, 3) * whole >= 0 && sign(0, 3, 2) * whole >= 0 && sign(0, 1, 3) * whole >= 0 &&
           sign(0, 2, 1) * whole >= 0;
  }

  [[gnu::noinline]] bool is_pair_within(const Integer<N::limbs>& r) const {
    const auto edge = minus(w_[1], w_[0]);
    const auto area = cross(w_[0], w_[1]);
    return compare((r * r) * dot(edge, edge), dot(area, area)) >= 0;
  }
  [[gnu::noinline]] bool is_triple_within(const Integer<N::limbs>& r) const {
    const auto n = normal(w_[0], w_[1], w_[2]);
    const auto height = dot(n, w_[0]);
    return compare((r * r) * dot(n, n), height * height) >= 0;
  }

  /// Is the point of the subset's affine hull nearest to the origin in the interior of its convex hull? Sets v to a positive
  /// multiple of it then.
  bool nearest(unsigned subset, Direction& v) const {
    std::array<int, 3> s = {};
    int n = 0;
    for (int i = 0; i < size_; ++i) {
      if ((subset >> i & 1) != 0) s[static_cast<std::size_t>(n++)] = i;
    }
    if (n == 1) {
      for (std::size_t i = 0; i < 3; ++i) v[i] = Component(w(s[0])[i]);
      return true;
    }
    return n == 2 ? nearest_of_pair(w(s[0]), w(s[1]), v) : nearest_of_triple(w(s[0]), w(s[1]), w(s[2]), v);
  }

  [[gnu::noinline]] static bool nearest_of_pair(const Difference& p, const Difference& q, Direction& v) {
    const auto e = minus(q, p);
    const auto pe = dot(p, e), qe = dot(q, e);
    if (pe.sign() >= 0 || qe.sign() <= 0) return false;
    for (std::size_t i = 0; i < 3; ++i) v[i] = Component(p[i] * qe - q[i] * pe);
    return true;
  }

  [[gnu::noinline]] static bool nearest_of_triple(const Difference& p, const Difference& q,
                                                  const Difference& r, Direction& v) {
    const auto n = normal(p, q, r);
    if (sign_along(n, q, r) <= 0 || sign_along(n, r, p) <= 0 || sign_along(n, p, q) <= 0) return false;
    const int side = sign_along(n, p);
    for (std::size_t i = 0; i < 3; ++i) {
      v[i] = side == 0 ? Component() : Component(n[i]);
      if (side < 0) v[i].negate();
    }
    return true;
  }

  [[gnu::noinline]] static auto normal(const Difference& p, const Difference& q, const Difference& r) {
    return cross(minus(q, p), minus(r, p));
  }

  [[gnu::noinline]] bool others_lie_beyond(unsigned subset, const Direction& v) const {
    int first = 0;
    while ((subset >> first & 1) == 0) ++first;
    for (int i = 0; i < size_; ++i) {
      if ((subset >> i & 1) == 0 && sign_along(v, minus(w(i), w(first))) < 0) return false;
    }
    return true;
  }

  void keep(unsigned subset) {
    int n = 0;
    for (int i = 0; i < size_; ++i) {
      if ((subset >> i & 1) == 0) continue;
      if (n != i) {
        w_[static_cast<std::size_t>(n)] = w_[static_cast<std::size_t>(i)];
        pairs_[static_cast<std::size_t>(n)] = pairs_[static_cast<std::size_t>(i)];
      }
      ++n;
    }
    size_ = n;
  }

  std::array<Difference, 4> w_;
  std::array<VertexPair, 4> pairs_;
  int size_ = 0;
};

/// v as a functional on the points as given, times a power of two that brings its largest entry near 1.
template <int C>
Eigen::Vector3d rounded(const Vector<C>& v, const std::array<int, 3>& lowest) {
  Eigen::Vector3d d;
  std::array<int, 3> e;
  int largest = INT_MIN;
  for (int i = 0; i < 3; ++i) {
    const auto r = v[i].rounded();
    d[i] = r.m;
    e[i] = r.e - lowest[i];
    if (r.m != 0) largest = std::max(largest, e[i] + 64);
  }
  for (int i = 0; i < 3; ++i) d[i] = std::ldexp(d[i], std::max(e[i] - largest, -5000));
  return d;
}

template <class N>
class Search {
 public:
  using Difference = typename N::Difference;
  using Direction = typename N::Direction;

  Search(const Core& a, const Core& b, const std::array<int, 3>& units, std::span<const VertexPair> first)
      : units_(units), a_(a, units), b_(b, units) {
    if (first.empty()) add({});
    for (const VertexPair& pair : first) add(pair);
  }

  /// Ends with true when v is the origin, or `near` says that it is near enough; with false when `enough`, given v and the
  /// point w of A - B least along it, says so. One of them must where v·w ≥ v·v.
  template <class Near, class Enough>
  bool meet(const Near& near, const Enough& enough) {
    for (;;) {
      if (!simplex_.reduce(v_) || near(simplex_)) return true;
      const Eigen::Vector3d d = rounded(v_, units_);
      const VertexPair pair = {a_.support(v_, -1, -d), b_.support(v_, 1, d)};
      const Difference w = difference(pair);
      if (enough(v_, w)) return false;
      simplex_.add(w, pair);
    }
  }

  const Simplex<N>& simplex() const { return simplex_; }
  /// v, about 1 long.
  Eigen::Vector3d direction() const { return rounded(v_, units_); }

 private:
  [[gnu::noinline]] Difference difference(const VertexPair& pair) const {
    return minus(a_.at(pair.a), b_.at(pair.b));
  }
  void add(const VertexPair& pair) { simplex_.add(difference(pair), pair); }

  std::array<int, 3> units_;
  Points<N> a_, b_;
  Simplex<N> simplex_;
  Direction v_;  // of the simplex as it was last reduced
};

template <class N>
std::array<int, 3> common_lowest(const PosedPoints& a, const PosedPoints& b) {
  const std::array<int, 3> of_a = lowest<N>(a), of_b = lowest<N>(b);
  return {std::min(of_a[0], of_b[0]), std::min(of_a[1], of_b[1]), std::min(of_a[2], of_b[2])};
}

inline bool chained(const PosedPoints& a, const PosedPoints& b) {
  return a.outer != nullptr || b.outer != nullptr;
}

}  // namespace graze::exact_search
