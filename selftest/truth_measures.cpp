// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/truth_measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/cast_oracle.h"
#include "oracle/measure.h"
#include "selftest/bodies.h"
#include "selftest/parts.h"
#include "selftest/way_out.h"

namespace graze::selftest {
namespace {

/// Two convex bodies, whose signed distance is compared with numbers. A radius shortens the distance of the cores by itself.
class Gap {
 public:
  Gap(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, Smooth which = Smooth::inside)
      : parts_(a, X_WA, b, X_WB, which),
        a_(parts_.of(0)[0]),
        b_(parts_.of(1)[0]),
        reach_(a_.radius + b_.radius),
        square_(oracle::squared_distance(a_.points, b_.points)) {}

  bool cores_apart() const { return square_ > 0; }
  bool meet() const { return square_ <= reach_ * reach_; }

  /// Is the distance at least x, at most x? Where cores meet, it is taken for minus the radii.
  bool is_at_least(const mpq_class& x) const { return root_is_at_least(square_, to_cores(x)); }
  bool is_at_most(const mpq_class& x) const { return root_is_at_most(square_, to_cores(x)); }

  /// Where cores meet, all normals that two differences span are tried: many for bodies with many corners.
  bool has_depth() const { return a_.points.size() + b_.points.size() <= 16; }
  /// Where cores meet: is the distance in [low, high]?
  bool is_deep(const mpq_class& low, const mpq_class& high) const {
    const mpq_class square = oracle::squared_depth(a_.points, b_.points);
    return root_is_at_least(square, -to_cores(high)) && root_is_at_most(square, -to_cores(low));
  }
  /// Where cores meet: is some point of the distances up to x no deeper than a way out that is known?
  bool is_no_deeper_than_a_way_out(const mpq_class& x, const Eigen::Vector3d& normal) const {
    return !short_way_out(a_.points, b_.points, normal).is_shorter_than(-to_cores(x));
  }

 private:
  static bool root_is_at_least(const mpq_class& square, const mpq_class& x) {
    return x <= 0 || x * x <= square;
  }
  static bool root_is_at_most(const mpq_class& square, const mpq_class& x) {
    return x >= 0 && square <= x * x;
  }
  /// The distance of the cores, in the unit of the points, that goes with a distance of the bodies.
  mpq_class to_cores(const mpq_class& x) const {
    return x * mpq_class(parts_.unit()) / mpq_class(parts_.unit_length()) + reach_;
  }

  Parts parts_;
  const Part &a_, &b_;
  mpq_class reach_, square_;
};

/// Of a distance with an infinite error, which is for distances beyond the largest double alone. None if it is not known.
std::optional<bool> is_beyond_range(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                    double distance) {
  constexpr double largest = std::numeric_limits<double>::max();
  if (std::abs(distance) != largest) return false;
  if (distance < 0 || !has_parts(a) || !has_parts(b)) return std::nullopt;
  const Gap gap(a, X_WA, b, X_WB);
  return gap.cores_apart() && gap.is_at_least((1 - 1e-12) * largest);
}

}  // namespace

std::optional<bool> distance_holds(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                   const Distance& given, bool depths) {
  if (count_parts(a) != 1 || count_parts(b) != 1) return std::nullopt;
  if (!has_parts_or_brackets(a) || !has_parts_or_brackets(b)) return std::nullopt;
  if (std::isinf(given.error)) return is_beyond_range(a, X_WA, b, X_WB, given.distance);
  if (!std::isfinite(given.distance) || !std::isfinite(given.error)) return false;
  const mpq_class low = mpq_class(given.distance) - mpq_class(given.error);
  const mpq_class high = mpq_class(given.distance) + mpq_class(given.error);
  const Gap gap(a, X_WA, b, X_WB);
  if (!depths && gap.meet()) return low <= 0 && high >= 0;
  if (!has_parts(a) || !has_parts(b)) {
    const Gap least(a, X_WA, b, X_WB, Smooth::around);
    if (!gap.is_at_least(low)) return false;
    return least.cores_apart() ? least.is_at_most(high)
                               : !depths || least.is_no_deeper_than_a_way_out(high, given.normal);
  }
  if (gap.cores_apart()) return gap.is_at_least(low) && gap.is_at_most(high);
  return gap.has_depth() ? gap.is_deep(low, high) : gap.is_no_deeper_than_a_way_out(high, given.normal);
}

namespace {

double largest(const Eigen::Vector3d& v) {
  return v.cwiseAbs().maxCoeff();
}

double radius_of(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape.kind())) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&shape.kind())) return capsule->radius;
  return 0;
}

/// Is the point, as far as is known, within the slack of the body?
bool is_near(const Shape& shape, const Pose& X, const Eigen::Vector3d& p, double slack) {
  return !has_parts_or_brackets(shape) || is_nearer_than(shape, X, p, slack, Smooth::around);
}

/// Is the point within the slack of the plane through three points? Any point is, if they have no plane.
bool is_near_plane(std::vector<Eigen::Vector3d> three, const Pose& X, const Eigen::Vector3d& p,
                   double slack) {
  const Parts parts(Shape::mesh({std::move(three), {{0, 1, 2}}}), X, Shape::of(Convex{{p}}), {});
  const Facet& facet = *parts.of(0)[0].facet;
  mpz_class along = 0, square = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    along += facet.n[k] * (parts.of(1)[0].points[0][k] - facet.corner[0][k]);
    square += facet.n[k] * facet.n[k];
  }
  const mpq_class within = mpq_class(slack) * mpq_class(parts.unit()) / mpq_class(parts.unit_length());
  return along * along <= within * within * square;
}

/// Does the feature name vertices of a body that has so many, each once?
bool is_feature_of(std::size_t vertices, const Feature& feature) {
  if (feature.size < 0 || feature.size > 3) return false;
  const auto named = std::span(feature.vertices).first(static_cast<std::size_t>(feature.size));
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (named[i] >= vertices || std::ranges::count(named, named[i]) > 1) return false;
  }
  return true;
}

/// Corner i is at the positive half extents where i has a bit. Along an axis without extent no corner has one.
bool is_feature_of(const Box& box, const Feature& feature) {
  if (!is_feature_of(8, feature)) return false;
  for (const std::uint32_t i : std::span(feature.vertices).first(static_cast<std::size_t>(feature.size))) {
    for (int axis = 0; axis < 3; ++axis) {
      if (box.half[axis] == 0 && (i >> axis & 1) != 0) return false;
    }
  }
  return true;
}

Eigen::Vector3d corner_of(const Box& box, std::uint32_t i) {
  Eigen::Vector3d corner = box.half;
  for (int axis = 0; axis < 3; ++axis) {
    if ((i >> axis & 1) == 0) corner[axis] = -corner[axis];
  }
  return corner;
}

/// Is the point on the vertex or edge, or in the plane of the face, that it is said to be on? Of a face no more than three of the
/// corners are known.
bool is_on_feature(const Shape& shape, const Pose& X, const Feature& feature, const Eigen::Vector3d& p,
                   double slack) {
  const auto* box = std::get_if<Box>(&shape.kind());
  const auto* convex = std::get_if<Convex>(&shape.kind());
  if (box == nullptr && convex == nullptr) return true;
  if (!(box != nullptr ? is_feature_of(*box, feature) : is_feature_of(convex->vertices.size(), feature)))
    return false;
  if (feature.size == 0) return true;
  Convex part;
  for (std::size_t i = 0; i < static_cast<std::size_t>(feature.size); ++i) {
    const std::uint32_t v = feature.vertices[i];
    part.vertices.push_back(box != nullptr ? corner_of(*box, v) : convex->vertices[v]);
  }
  if (feature.size == 3) return is_near_plane(std::move(part.vertices), X, p, slack);
  return is_nearer_than(Shape::of(std::move(part)), X, p, slack);
}

/// Is there a gap of `width` between the bodies across the unit vector n, b beyond a? If it is negative, does moving b along n by
/// as much part them? n may be off that length by a few roundings. Of smooth bodies the polytopes inside are looked at.
bool is_parted_across(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                      const Eigen::Vector3d& n, const mpq_class& width) {
  const Parts parts(a, X_WA, b, X_WB, Smooth::inside);
  const Part &part_a = parts.of(0)[0], &part_b = parts.of(1)[0];
  const auto along = [&](const IntegerPoint& p) {
    mpq_class sum = 0;
    for (int k = 0; k < 3; ++k) sum += mpq_class(n[k]) * mpq_class(p[static_cast<std::size_t>(k)]);
    return sum;
  };
  mpq_class least = along(part_b.points[0]), most = along(part_a.points[0]);
  for (const IntegerPoint& p : part_b.points) least = std::min<mpq_class>(least, along(p));
  for (const IntegerPoint& p : part_a.points) most = std::max<mpq_class>(most, along(p));
  const mpq_class wanted = width * mpq_class(parts.unit()) / mpq_class(parts.unit_length()) +
                           mpq_class(part_a.radius) + mpq_class(part_b.radius);
  return least - most >= wanted - abs(wanted) * mpq_class(0x1p-50);
}

}  // namespace

// Polytopes, spheres and capsules: src/convex/distance.cpp takes bounds for equal that differ by 1e-13 of the distance and twice
// what rounding leaves open, and adds that once more: 80·2^-53 of the size, where `reach` is at most √3 times too small for a body's
// own. Depths come as near. All this is less than 2e-13 of the size. Among denormals, roundings of whole units add up to 4e-319.
double most_error(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, const Distance& given) {
  const double size = reach(a) + reach(b) + (X_WA.t - X_WB.t).stableNorm();
  const double part = has_parts(a) && has_parts(b) ? 2e-13 : given.distance > 0 ? 1e-5 : 1e-2;
  return part * size + 1e-318;
}

// What may be off. Let u be the distance of the given points of the cores p and q, and e the error, so that the true distance of the
// cores, and so the gap along the best direction, is at least u - e. The normal n is such a direction: n·(q - p) ≥ u - e. Hence
// |q - p - u·n|² = 2u² - 2u·n·(q - p) ≤ 2u·e: the gap may be askew by the root of that. Radii move both points along n and change
// nothing of this. Each coordinate is rounded besides. All this is allowed four times.
// Where bodies touch or overlap, and of cylinders, cones and ellipsoids, the header allows 4e-7 of the bodies' size, which is far less
// than any radius or depth that is forgotten. Only roundings grow with how far the bodies are from the world's origin.
std::string fault_of_points(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                            const Distance& given) {
  const double size = std::max(
      {largest(given.point_a), largest(given.point_b), largest(X_WA.t), largest(X_WB.t), reach(a), reach(b)});
  const double bodies = reach(a) + reach(b) + largest(X_WB.t - X_WA.t);
  const bool exact_points = given.distance > given.error && has_parts(a) && has_parts(b);
  if (given.error > most_error(a, X_WA, b, X_WB, given) &&
      std::abs(given.distance) < std::numeric_limits<double>::max())
    return "the error is larger than it may be";
  const double e = 4 * (given.error + (exact_points ? 0 : 1e-7) * bodies + 0x1p-50 * size) + 0x1p-1070;
  if (!std::isfinite(given.distance) || !std::isfinite(e)) return {};
  if (!given.point_a.allFinite() || !given.point_b.allFinite()) return "a point is not finite";
  if (!(std::abs(given.normal.norm() - 1) < 1e-12)) return "the normal is not of unit length";
  const mpq_class distance(given.distance);
  if (has_parts_or_brackets(a) && has_parts_or_brackets(b)) {
    const mpq_class width = distance - mpq_class(given.error) - mpq_class(0x1p-45 * bodies + 1e-318);
    if (!is_parted_across(a, X_WA, b, X_WB, given.normal, width))
      return "the normal does not part the bodies";
  }
  mpq_class askew = 0;
  for (int k = 0; k < 3; ++k) {
    const mpq_class d =
        mpq_class(given.point_b[k]) - mpq_class(given.point_a[k]) - distance * mpq_class(given.normal[k]);
    askew += d * d;
  }
  const mpq_class u = abs(distance) + mpq_class(radius_of(a)) + mpq_class(radius_of(b)), most(e);
  if (askew > 2 * u * most + most * most) return "the points are not at this distance along the normal";
  if (!is_near(a, X_WA, given.point_a, e)) return "point a is not of body a";
  if (!is_near(b, X_WB, given.point_b, e)) return "point b is not of body b";
  if (!is_on_feature(a, X_WA, given.feature_a, given.point_a, e)) return "point a is not on its feature";
  if (!is_on_feature(b, X_WB, given.feature_b, given.point_b, e)) return "point b is not on its feature";
  return {};
}

namespace {

bool is_farther_along_an_axis(const Part& part, const IntegerPoint& p, const mpq_class& length) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (p[k] - part.high[k] > length || part.low[k] - p[k] > length) return true;
  }
  return false;
}

}  // namespace

bool is_nearer_than(const Shape& shape, const Pose& X, const Eigen::Vector3d& p, double length,
                    Smooth which) {
  if (!(length > 0)) return false;
  length = std::min(length, std::numeric_limits<double>::max());
  const Shape point = Shape::of(Convex{{p}});
  const Parts parts(shape, X, point, {}, which);
  const mpq_class within = mpq_class(length) * mpq_class(parts.unit()) / mpq_class(parts.unit_length());
  const IntegerPoint& q = parts.of(1)[0].points[0];
  for (const Part& part : parts.of(0)) {
    const mpq_class most = within + part.radius;
    if (is_farther_along_an_axis(part, q, most)) continue;
    if (oracle::squared_distance(part.points, parts.of(1)[0].points) < most * most) return true;
  }
  return false;
}

std::optional<mpq_class> first_touch(const Mesh& mesh, std::size_t face, const Pose& X, const Path& path) {
  const Face& f = mesh.faces[face];
  return oracle::first_touch(path, {{mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]}, &X});
}

CastTruth cast_truth(const Mesh& mesh, const Pose& X, const Path& path) {
  CastTruth truth;
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    const std::optional<mpq_class> s = first_touch(mesh, i, X, path);
    if (!s) continue;
    truth.faces.push_back(static_cast<std::uint32_t>(i));
    if (!truth.first || *s < truth.first->s) truth.first = {static_cast<std::uint32_t>(i), *s};
  }
  return truth;
}

bool touch_holds(const Path& path, const Touch& truth, const RayHit& hit) {
  const mpq_class largest_double(std::numeric_limits<double>::max());
  if ((hit.s == 0) != (truth.s == 0)) return false;
  if (std::isinf(hit.s)) return truth.s >= largest_double * mpq_class(1 - 0x1p-30);
  const mpq_class least(std::numeric_limits<double>::denorm_min()), relative(1e-10);
  if (abs(mpq_class(hit.s) - truth.s) > relative * truth.s + least) return false;
  const auto* ray = std::get_if<Ray>(&path);
  for (int k = 0; k < 3; ++k) {
    const mpq_class from(ray != nullptr ? ray->origin[k] : std::get<LineSegment>(path).from[k]);
    const mpq_class way =
        ray != nullptr ? mpq_class(ray->direction[k]) : mpq_class(std::get<LineSegment>(path).to[k]) - from;
    const mpq_class moved = truth.s * way;
    if (abs(from + moved) > largest_double || !std::isfinite(hit.point[k])) continue;
    const mpq_class off = mpq_class(hit.point[k]) - from - moved;
    if (abs(off) > 2 * relative * (abs(from) + abs(moved)) + 4 * least) return false;
  }
  return true;
}

bool first_hit_holds(const Path& path, const CastTruth& truth, const std::optional<RayHit>& hit) {
  if (!hit || !truth.first) return !hit && !truth.first;
  return truth.first->face == hit->face && touch_holds(path, *truth.first, *hit);
}

}  // namespace graze::selftest
