// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a pair of bodies remembers, cheapest first:
//   1. a motion certificate: the bodies were at least `gap` apart, and have moved less since;
//   2. the last witness, tried again;
//   3. the leaves in which it was found, around which the next search begins.
#include "query/pair_cache.h"

#include "elementary/triangle_triangle.h"
#include "query/methods.h"

namespace graze {

PairCache::PairCache() : impl_(std::make_unique<Impl>()) {}
PairCache::PairCache(PairCache&&) noexcept = default;
PairCache& PairCache::operator=(PairCache&&) noexcept = default;
PairCache::~PairCache() = default;

bool PairCache::Impl::is_of(const Shape& first, const Shape& second) const {
  return a && &a->impl() == &first.impl() && &b->impl() == &second.impl();
}

void PairCache::Impl::start(const Shape& first, const Shape& second) {
  *this = {};
  a = first;
  b = second;
}

namespace {

/// No point of a body with these bounds has moved further.
double largest_motion(const MeshBounds& bounds, const Pose& from, const Pose& to) {
  const Eigen::Vector3d centre = 0.5 * bounds.box.low + 0.5 * bounds.box.high;
  const double radius = (bounds.box.high - centre).norm();
  const double turned = (to.R - from.R).norm() * radius;
  const double moved = (to * centre - from * centre).norm();
  // Far more than the roundings of these few operations.
  const double rounding =
      0x1p-45 * (bounds.reach + from.t.cwiseAbs().maxCoeff() + to.t.cwiseAbs().maxCoeff());
  return turned + moved + rounding;
}

bool cannot_have_met(const PairCache::Impl& cache, const Shape& a, const Pose& X_WA, const Shape& b,
                     const Pose& X_WB) {
  if (cache.memory.gap == 0) return false;
  const double motion = largest_motion(a.impl().mesh->bounds(), cache.X_WA, X_WA) +
                        largest_motion(b.impl().mesh->bounds(), cache.X_WB, X_WB);
  // The gap was measured in the frame of a body, whose R may stretch lengths by up to 1e-6, along directions
  // nearly as long as 1.
  return motion < 0.9999 * cache.memory.gap;  // false for NaN
}

}  // namespace

std::optional<FacePair> cached_first_face_pair(const Shape& a, const Pose& X_WA, const Shape& b,
                                               const Pose& X_WB, const QueryOptions& options) {
  PairCache::Impl& cache = options.cache->impl();
  validate(X_WA);
  validate(X_WB);
  if (!cache.is_of(a, b)) {
    cache.start(a, b);
  } else {
    if (cannot_have_met(cache, a, X_WA, b, X_WB)) return std::nullopt;
    if (cache.witness) {
      const Mesh &mesh_a = a.impl().mesh->mesh(), &mesh_b = b.impl().mesh->mesh();
      if (triangles_meet({triangle(mesh_a, cache.witness->a), &X_WA},
                         {triangle(mesh_b, cache.witness->b), &X_WB})) {
        return cache.witness;
      }
    }
  }

  const MeshPair pair = mesh_pair(a, X_WA, b, X_WB);
  const WideBvhPair trees(pair, a.impl().mesh->wide_bvh(), b.impl().mesh->wide_bvh());
  std::optional<Scratch> own_scratch;
  if (options.scratch == nullptr) own_scratch.emplace();
  Scratch::Impl& scratch = (options.scratch != nullptr ? *options.scratch : *own_scratch).impl();
  Counters own_counters;
  cache.witness = find_first(trees, scratch.stack,
                             options.counters != nullptr ? *options.counters : own_counters, cache.memory);
  cache.X_WA = X_WA;
  cache.X_WB = X_WB;
  return cache.witness;
}

}  // namespace graze
