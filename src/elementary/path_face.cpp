// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Ray or segment against triangle, and where it is touched first.
//
// The filter is the test by signed volumes (segura-feito2001): the line passes the triangle's edges on one side,
//   d·(A×(b-a)), d·(B×(c-b)), d·(A×(a-c)) of one sign, where A = a-o, B = b-o,
// at the parameter s = N/Δ, N = n·A, Δ = n·d, n = (b-a)×(c-a).
// We deviate: every sign has to be beyond a bound on its error, or the filter is unsure; s comes with bounds.
//
// The bounds. u = 2^-53; |A|, |B| ≤ M, edges ≤ E, d ≤ D in each coordinate; o is off by ε, d by δ. A
// computed A is off by ε + uM, an edge by uE. Each value is a sum of six products of three factors; each
// product passes two multiplications and three additions, which is 6·5u times the largest product.
//   A pass: 30uDME + 6(DE(ε + uM) + DM·uE + MEδ)   = E(42uDM + 6Dε + 6Mδ);  used: E(48uDM + 6.5(Dε + Mδ))
//   N:      30uE²M + 6(E²(ε + uM) + 2EM·uE)        = E²(48uM + 6ε);         used: E²(54uM + 6.5ε)
//   Δ:      30uE²D + 6(E²δ + 2ED·uE)               = E²(42uD + 6δ);         used: E²(48uD + 6.5δ)
// Products of two errors are below 2^-18 of these sums while ε ≤ 2^-20·M and δ ≤ 2^-20·D, which is checked.
// E, M from 2^-300 to 2^300 keep clear of overflow, and of underflow that would matter.
//
// The exact stage has no cases: the closed triangle is the set of points x with
//   volume(a, b, c, x) = 0 and area(·, ·, x) of the triangle's sign for each edge, projected along an axis along which it
//   has area; without area, with ends p and q: area(p, q, x) = 0 along each axis, and x within their box.
// Each condition is linear in x, so along the path it holds from some parameter on, or up to one, or for all
// or none; these rational bounds are compared exactly.
#include "elementary/path_face.h"

#include <graze/error.h>
#include <cassert>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "exact/signs.h"
#include "math/message.h"
#include "math/orthonormal.h"
#include "math/slack.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using exact::Fraction;
using exact::Integer;

constexpr double u = exact::unit_roundoff;

void require_finite(const Vector3d& p, const char* what) {
  if (!p.allFinite()) throw Error(message(what, " is not finite: [", p.transpose(), "]"));
}

/// The parameters of a path at which all conditions so far hold.
class Parameters {
 public:
  explicit Parameters(bool endless) {
    if (!endless) high_ = Fraction::one();
  }

  /// A function that is linear along the path, with these values at parameters 0 and 1, must be at least 0.
  template <int C>
  void require_not_negative(const Integer<C>& at_0, const Integer<C>& at_1) {
    const auto slope = at_1 - at_0;
    if (slope.sign() == 0) {
      empty_ |= at_0.sign() < 0;
      return;
    }
    Integer<C> negated = at_0;
    negated.negate();
    const Fraction root(negated, slope);
    if (slope.sign() > 0) {
      if (compare(root, low_) > 0) low_ = root;
    } else if (!high_ || compare(root, *high_) < 0) {
      high_ = root;
    }
    empty_ = empty_ || (high_ && compare(low_, *high_) > 0);
  }
  template <int C>
  void require_not_positive(Integer<C> at_0, Integer<C> at_1) {
    at_0.negate();
    at_1.negate();
    require_not_negative(at_0, at_1);
  }
  template <int C>
  void require_zero(const Integer<C>& at_0, const Integer<C>& at_1) {
    require_not_negative(at_0, at_1);
    if (!empty_) require_not_positive(at_0, at_1);
  }

  bool empty() const { return empty_; }
  const Fraction& low() const { return low_; }

 private:
  Fraction low_;
  std::optional<Fraction> high_;  // none: no end
  bool empty_ = false;
};

/// Numbers of the points: a path's, and those of the face after them.
constexpr int from = 0, to = 1;
using Points = exact::FixedPoints<5>;

void require_in_triangle(const Points& p, int axis, int turn, Parameters& s) {
  s.require_zero(p.volume(2, 3, 4, from), p.volume(2, 3, 4, to));
  for (int i = 0; i < 3 && !s.empty(); ++i) {
    const int a = 2 + i, b = 2 + (i + 1) % 3;
    if (turn > 0) {
      s.require_not_negative(p.area(a, b, from, axis), p.area(a, b, to, axis));
    } else {
      s.require_not_positive(p.area(a, b, from, axis), p.area(a, b, to, axis));
    }
  }
}

/// The ends of three points on a line are the first and last in lexicographic order.
int lexicographic(const Points& p, int a, int b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (const int sign = p.compare(a, b, axis); sign != 0) return sign;
  }
  return 0;
}

void require_in_segment(const Points& p, Parameters& s) {
  int a = 2, b = 2;
  for (const int c : {3, 4}) {
    if (lexicographic(p, c, a) < 0) a = c;
    if (lexicographic(p, c, b) > 0) b = c;
  }
  for (int axis = 0; axis < 3 && !s.empty(); ++axis) {
    s.require_zero(p.area(a, b, from, axis), p.area(a, b, to, axis));
    const bool up = p.compare(b, a, axis) >= 0;
    const int low = up ? a : b, high = up ? b : a;
    s.require_not_negative(p.difference(from, low, axis), p.difference(to, low, axis));
    s.require_not_positive(p.difference(from, high, axis), p.difference(to, high, axis));
  }
}

}  // namespace

WorldPath::WorldPath(const Path& path) : is_ray_(std::holds_alternative<Ray>(path)) {
  double error = 0;
  if (const Ray* ray = std::get_if<Ray>(&path)) {
    require_finite(ray->origin, "the ray's origin");
    require_finite(ray->direction, "the ray's direction");
    if (ray->direction.isZero(0)) throw Error("the ray's direction is zero");
    if (!(ray->length >= 0))
      throw Error(message("the ray has length ", ray->length, ": it must be at least 0"));
    from_ = ray->origin;
    along_ = direction_ = ray->direction;
    endless_ = std::isinf(ray->length);
    if (!endless_) unit_ = ray->length;
    to_.R = unit_ * Eigen::Matrix3d::Identity();
    to_.t = from_;
  } else {
    const LineSegment& segment = std::get<LineSegment>(path);
    require_finite(segment.from, "the segment's first end");
    require_finite(segment.to, "the segment's second end");
    from_ = segment.from;
    along_ = segment.to;
    endless_ = false;
    direction_ = along_ - from_;
    error = u;
  }
  // Scaling up is exact; down, what underflows is off by less than the smallest double.
  const double size = direction_.cwiseAbs().maxCoeff();
  if (size >= 0x1p-1000 && size <= 0x1p1000) {  // the same as below without calls
    exponent_ = static_cast<int>(std::bit_cast<std::uint64_t>(size) >> 52) - 1022;
    direction_ *= std::bit_cast<double>(static_cast<std::uint64_t>(1023 - exponent_) << 52);
  } else {
    exponent_ = 0;
    if (std::isfinite(size)) std::frexp(size, &exponent_);
    for (double& x : direction_) x = std::ldexp(x, -exponent_);
  }
  direction_error_ = error + (exponent_ > 0 ? 0x1p-1074 : 0);
}

Vector3d WorldPath::at(const Fraction::Rounded& s) const {
  constexpr double largest = std::numeric_limits<double>::max();
  Vector3d p;
  for (int i = 0; i < 3; ++i) {
    if (!is_ray_) {
      p[i] = std::lerp(from_[i], along_[i], s.value());
      continue;
    }
    // s alone may be out of range, or s·d. Halves, since a sum in range may have a summand that is not.
    int e = 0;
    const double m = std::frexp(along_[i], &e);
    const double half = 0.5 * from_[i] + std::ldexp(s.m * m, s.e + e - 1);
    // A point at the end of the range may be rounded out of it.
    p[i] = 2 * std::clamp(half, -0.5 * largest, 0.5 * largest);
  }
  return p;
}

// R⁻¹ = (I + Δ)⁻¹Rᵀ with Δ = RᵀR - I. While no entry of Δ is above η, Rᵀx differs from R⁻¹x by at most
// 3.01η·|Rᵀx|, and |Rᵀx| ≤ s|x| with s = row_sum. Computing Rᵀx adds 3.1u·s|x|, a rounded difference x another s·u|x|.
// An entry of Δ is computed to within gram_rounding.
bool LocalPath::map_transposed(const WorldPath& path, const Pose& X) {
  const double eta = measured_off_orthonormal(X.R) + gram_rounding;
  if (!(eta < 0x1p-44)) return false;
  const Vector3d offset = path.from().p - X.t;
  o = X.R.transpose() * offset;
  o_error = (5.4 * eta + 7.5 * u) * offset.cwiseAbs().maxCoeff() + underflow;
  d = X.R.transpose() * path.direction();
  d_error = 5.4 * eta + 5.6 * u + row_sum * path.direction_error() + underflow;
  return true;
}

LocalPath::LocalPath(const WorldPath& path, const Pose* X_WM) {
  if (X_WM == nullptr) {
    o = path.from().p;
    d = path.direction();
    o_error = 0;
    d_error = path.direction_error();
  } else if (!map_transposed(path, *X_WM)) {
    const RelativePose X(*X_WM, Pose(Eigen::Matrix3d::Identity(), path.from().p));
    o = X.t;
    o_error = X.translation_error;
    d = X.R * path.direction();
    // Entries of R are at most 1.0001, their sum in a row at most row_sum; direction() is at most 1.
    d_error = X.rotation_error == 0
                  ? path.direction_error()
                  : 3 * X.rotation_error + image_rounding(row_sum) + row_sum * path.direction_error();
  }
  largest = d.cwiseAbs().maxCoeff();
  if (!path.endless()) {
    const double s = std::ldexp(path.unit(), path.exponent());
    end = {std::isfinite(s) ? s * (1 - 2 * u) - few_underflows : std::numeric_limits<double>::max(),
           s * (1 + 2 * u) + few_underflows};
  } else {
    end = {INFINITY, INFINITY};
  }
  usable = o.allFinite() && d.allFinite() && std::isfinite(o_error) && largest > 0.25 && largest < 2 &&
           d_error < 0x1p-20 * largest;
}

TouchVerdict first_touch_filter(const LocalPath& path, const Triangle& face) {
  const auto& [a, b, c] = face;
  const Vector3d A = a - path.o, B = b - path.o;
  const Vector3d ab = b - a, ac = c - a, bc = c - b;
  const double M = A.cwiseAbs().cwiseMax(B.cwiseAbs()).maxCoeff();
  const double E = ab.cwiseAbs().cwiseMax(ac.cwiseAbs()).cwiseMax(bc.cwiseAbs()).maxCoeff();
  const double D = path.largest, eps = path.o_error, delta = path.d_error;
  if (!(path.usable && E > 0x1p-300 && M > 0x1p-300 && E < 0x1p300 && M < 0x1p300 && eps <= 0x1p-20 * M)) {
    return {};
  }

  const double bound = E * (48 * u * D * M + 6.5 * (D * eps + M * delta));
  const Vector3d dA = path.d.cross(A);
  const double passes[3] = {ab.dot(dA), bc.dot(path.d.cross(B)), -ac.dot(dA)};
  int left = 0, right = 0;
  for (const double pass : passes) {
    left += pass > bound;
    right += pass < -bound;
  }
  if (left > 0 && right > 0) return {Verdict::apart, {}};

  const Vector3d n = ab.cross(ac);
  const double N = n.dot(A), delta_n = n.dot(path.d);
  const double N_bound = E * E * (54 * u * M + 6.5 * eps);
  const double n_bound = E * E * (48 * u * D + 6.5 * delta);
  if (!(std::abs(delta_n) > 2 * n_bound)) return {};
  // Rounding of these few operations: less than 6u.
  TouchVerdict result;
  result.s.low = std::max((std::abs(N) - N_bound) / (std::abs(delta_n) + n_bound) * (1 - 6 * u), 0.0);
  result.s.high = (std::abs(N) + N_bound) / (std::abs(delta_n) - n_bound) * (1 + 6 * u);
  if (!(std::abs(N) > N_bound)) return {};
  const bool ahead = (N > 0) == (delta_n > 0);
  if (!ahead || result.s.low > path.end.high) {
    result.verdict = Verdict::apart;
  } else if ((left == 3 || right == 3) && result.s.high < path.end.low) {
    result.verdict = Verdict::meet;
  }
  return result;
}

std::optional<Fraction> first_touch_exact(const WorldPath& path, const PosedTriangle& face) {
  assert(face.outer == nullptr);
  const Points p({path.from(), path.to(), {face.p[0], face.X}, {face.p[1], face.X}, {face.p[2], face.X}});
  Parameters s(path.endless());
  for (int axis = 0; axis < 3; ++axis) {
    if (const int turn = p.orient2d(2, 3, 4, axis); turn != 0) {
      require_in_triangle(p, axis, turn, s);
      return s.empty() ? std::nullopt : std::optional(s.low());
    }
  }
  require_in_segment(p, s);
  return s.empty() ? std::nullopt : std::optional(s.low());
}

ParameterRange scaled(const WorldPath& path, const Fraction& s) {
  const Fraction::Rounded rounded = s.rounded();
  if (rounded.m == 0) return {0, 0};
  int unit_exponent = 0;
  const double m = rounded.m * std::frexp(path.unit(), &unit_exponent);
  const double value = std::ldexp(m, rounded.e + unit_exponent + path.exponent());
  return {std::clamp(no_more(value) - few_underflows, 0.0, std::numeric_limits<double>::max()),
          no_less(value) + few_underflows};
}

}  // namespace graze
