// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a pair of bodies remembers, cheapest first:
//   1. a motion certificate: the bodies were at least so far apart, and have moved less since;
//   2. the last witness, tried again;
//   3. the leaves in which it was found, around which the next search begins.
// A search that only asks "do they meet?" proves hardly any distance. So while bodies are apart it asks for more, "do they
// come closer than so much?", and for twice as much each time that this is granted.
#include "query/pair_cache.h"

#include <algorithm>
#include <cmath>

#include "elementary/triangle_triangle.h"
#include "query/methods.h"

namespace graze {

PairCache::PairCache() : impl_(std::make_unique<Impl>()) {}
PairCache::PairCache(PairCache&&) noexcept = default;
PairCache& PairCache::operator=(PairCache&&) noexcept = default;
PairCache::~PairCache() = default;

void PairCache::forget() {
  *impl_ = {};
}

std::size_t PairCache::bytes() {
  return sizeof(Impl);
}

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
  // A difference of rotations has two equal singular values and a zero, up to what poses may be off.
  const double turned = ((to.R - from.R).norm() * 0.70711 + 1e-5) * radius;
  const double moved = (to * centre - from * centre).norm();
  // Far more than the roundings of these few operations.
  const double rounding =
      0x1p-45 * (bounds.reach + from.t.cwiseAbs().maxCoeff() + to.t.cwiseAbs().maxCoeff());
  return turned + moved + rounding;
}

/// How much closer the bodies may have come since the last search.
double motion_since(const PairCache::Impl& cache, const Shape& a, const Pose& X_WA, const Shape& b,
                    const Pose& X_WB) {
  return largest_motion(a.impl().mesh->bounds(), cache.X_WA, X_WA) +
         largest_motion(b.impl().mesh->bounds(), cache.X_WB, X_WB);
}

/// Asks how far apart the bodies are, so that the next queries are answered by it. Less, and less often, the more often
/// this was in vain: then they are about to touch.
bool find_distance(PairCache::Impl& cache, const WideBvhPair& trees, double motion, Scratch::Impl& scratch,
                   Counters& counters) {
  constexpr int most_refusals = 4;
  if (cache.searches++ < (1 << cache.refusals) - 1) return false;
  cache.searches = 0;
  cache.lookahead = std::clamp(cache.lookahead, motion, 32 * motion);
  if (const auto gap = find_gap(trees.widened(cache.lookahead), scratch.stack, counters)) {
    cache.distance = cache.lookahead + *gap;
    cache.lookahead *= 2;
    cache.refusals = 0;
    return true;
  }
  cache.lookahead /= 4;
  cache.refusals = std::min(cache.refusals + 1, most_refusals);
  return false;
}

void search(PairCache::Impl& cache, const WideBvhPair& trees, double motion, Scratch::Impl& scratch,
            Counters& counters) {
  cache.distance = 0;
  if (!cache.witness && std::isfinite(motion) && find_distance(cache, trees, motion, scratch, counters))
    return;
  cache.witness = find_first(trees, scratch.stack, counters, cache.memory);
}

}  // namespace

std::optional<FacePair> cached_first_face_pair(const Shape& a, const Pose& X_WA, const Shape& b,
                                               const Pose& X_WB, const QueryOptions& options) {
  validate(X_WA);
  validate(X_WB);
  const MeshBounds &bounds_a = a.impl().mesh->bounds(), &bounds_b = b.impl().mesh->bounds();
  if (balls_apart(bounds_a, X_WA, bounds_b, X_WB)) return std::nullopt;
  PairCache::Impl& cache = options.cache->impl();
  double motion = INFINITY;
  if (!cache.is_of(a, b)) {
    cache.start(a, b);
  } else {
    motion = motion_since(cache, a, X_WA, b, X_WB);
    // The distance was measured in the frame of a body, whose R may stretch lengths by up to 1e-6, along directions
    // nearly as long as 1.
    if (motion < 0.9999 * cache.distance) return std::nullopt;  // false for NaN
    if (cache.witness && triangles_meet({triangle(a.impl().mesh->mesh(), cache.witness->a), &X_WA},
                                        {triangle(b.impl().mesh->mesh(), cache.witness->b), &X_WB})) {
      return cache.witness;
    }
  }
  const MeshPair pair = mesh_pair(a, X_WA, b, X_WB);
  const WideBvhPair trees(pair, a.impl().mesh->wide_bvh(), b.impl().mesh->wide_bvh());
  std::optional<Scratch> own_scratch;
  if (options.scratch == nullptr) own_scratch.emplace();
  Scratch::Impl& scratch = (options.scratch != nullptr ? *options.scratch : *own_scratch).impl();
  Counters own_counters;
  search(cache, trees, motion, scratch, options.counters != nullptr ? *options.counters : own_counters);
  cache.X_WA = X_WA;
  cache.X_WB = X_WB;
  return cache.witness;
}

}  // namespace graze
