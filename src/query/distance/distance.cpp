// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The operation `distance`: of two convex bodies.
#include "convex/distance.h"

#include <graze/distance.h>
#include <graze/error.h>

#include <limits>

#include "math/float_environment.h"
#include "math/message.h"
#include "math/pose_check.h"
#include "query/collide/pair_cache.h"
#include "query/context.h"
#include "query/posed_pair.h"

namespace graze {
namespace {

// Sums of a few lengths of bodies this large may exceed the range of double. The bodies are then made smaller by a power of two,
// which rounds nothing but what is 2^-1000 times smaller than they are.
constexpr double very_large = 0x1p1000, reduction = 0x1p-16;

bool is_very_large(const Shape& shape, const Pose& X) {
  const ConvexBody& body = shape.impl().convex->body();
  return body.reach > very_large || body.radius > very_large || X.t.cwiseAbs().maxCoeff() > very_large;
}

struct Reduced {
  ShapeKind operator()(Convex c) const {
    for (Eigen::Vector3d& v : c.vertices) v *= reduction;
    return c;
  }
  ShapeKind operator()(const Box& b) const { return Box{b.half.unaryExpr(&reduced)}; }
  ShapeKind operator()(const Sphere& s) const { return Sphere{reduced(s.radius)}; }
  ShapeKind operator()(const Capsule& c) const { return Capsule{reduced(c.radius), reduced(c.half_length)}; }
  ShapeKind operator()(const Cylinder& c) const {
    return Cylinder{reduced(c.radius), reduced(c.half_length)};
  }
  ShapeKind operator()(const Cone& c) const { return Cone{reduced(c.radius), reduced(c.half_length)}; }
  ShapeKind operator()(const Ellipsoid& e) const { return Ellipsoid{e.half.unaryExpr(&reduced)}; }
  template <class Other>
  ShapeKind operator()(const Other& other) const {
    return other;
  }

  /// What is positive stays so; 0 stays 0, since a flat box has fewer corners.
  static double reduced(double length) {
    return length == 0 ? 0 : std::max(reduction * length, std::numeric_limits<double>::denorm_min());
  }
};

/// The distance of bodies that were reduced, as that of those given.
Distance enlarged(Distance d) {
  constexpr double largest = std::numeric_limits<double>::max(), back = 1 / reduction;
  d.distance *= back;
  d.error *= back;
  if (std::abs(d.distance) > largest) {
    d.distance = std::copysign(largest, d.distance);
    d.error = std::numeric_limits<double>::infinity();
  }
  for (Eigen::Vector3d* p : {&d.point_a, &d.point_b}) *p = (back * *p).cwiseMax(-largest).cwiseMin(largest);
  return d;
}

}  // namespace

Distance distance(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                  const DistanceOptions& options) {
  const FloatEnvironment environment;
  validate_poses(X_WA, X_WB);
  if (a.impl().convex == nullptr || b.impl().convex == nullptr) {
    throw Error(
        message("the distance of ", kind_name(a.kind()), " and ", kind_name(b.kind()),
                " is not supported: both must be convex (convex, box, sphere, capsule, cylinder, cone or "
                "ellipsoid)"));
  }
  if (options.method != Method::automatic && options.method != Method::gjk &&
      options.method != Method::lin_canny) {
    throw Error(message("method ", method_name(options.method), " has no distances; gjk and lin_canny have"));
  }
  if (is_very_large(a, X_WA) || is_very_large(b, X_WB)) {
    DistanceOptions without_cache = options;
    without_cache.cache = nullptr;
    return enlarged(distance(Shape::of(std::visit(Reduced{}, a.kind())), {X_WA.R, reduction * X_WA.t},
                             Shape::of(std::visit(Reduced{}, b.kind())), {X_WB.R, reduction * X_WB.t},
                             without_cache));
  }
  QueryContext context({.counters = options.counters, .cache = options.cache});
  const ConvexPair pair = {a.impl().convex->body(), X_WA, b.impl().convex->body(), X_WB};
  PairCache::Impl* memory = PairCache::Impl::of({a, X_WA, b, X_WB}, context);
  if (options.method == Method::lin_canny && pair.a.is_polytope() && pair.b.is_polytope()) {
    LinCannyMemory own;
    return lin_canny_distance(pair, options.depth, memory != nullptr ? memory->lin_canny : own,
                              context.counters);
  }
  return convex_distance(pair, options.depth, memory != nullptr ? &memory->gjk : nullptr, context.counters);
}

}  // namespace graze
