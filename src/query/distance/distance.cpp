// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The operation `distance`: of two convex bodies.
#include "convex/distance.h"

#include <graze/distance.h>
#include <graze/error.h>

#include "math/float_environment.h"
#include "math/message.h"
#include "query/collide/pair_cache.h"
#include "query/context.h"
#include "query/posed_pair.h"

namespace graze {

Distance distance(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                  const DistanceOptions& options) {
  const FloatEnvironment environment;
  validate(X_WA);
  validate(X_WB);
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
