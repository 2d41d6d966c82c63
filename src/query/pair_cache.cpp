// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a pair of bodies remembers, cheapest first:
//   1. a motion certificate: the bodies were at least so far apart, and have moved less since;
//   2. a slab between them (query/plane_gap.h), whose width is such a distance;
//   3. for those who ask for yes or no alone, two points of which one is inside the other body and one outside
//      (query/crossing.h);
//   4. the leaves in which a witness was found, around which the next search begins.
// A search that only asks "do they meet?" proves hardly any distance. So while bodies are apart it asks for more, "do they
// come closer than so much?", and for twice as much each time that this is granted.
#include "query/pair_cache.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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

/// Asks how far apart the bodies are, so that the next queries are answered by it; 0: not known. It may take half of the
/// steps that these would. Less is asked, and less often, the more often this was in vain: then they are about to touch.
double find_distance(PairCache::Impl& cache, const WideBvhPair& trees, double motion, Scratch::Impl& scratch,
                     Counters& counters) {
  constexpr int most_refusals = 3;
  if (cache.searches++ < (1 << (2 * cache.refusals)) - 1) return 0;
  cache.searches = 0;
  cache.lookahead = std::clamp(cache.lookahead, motion, 32 * motion);
  const double saved = cache.lookahead / motion + 1;
  const auto most_steps = static_cast<std::size_t>(saved / 2 * cache.steps) + 1;
  if (const auto gap = find_gap(trees.widened(cache.lookahead), most_steps, scratch.stack, counters)) {
    const double distance = cache.lookahead + *gap;
    cache.lookahead *= 2;
    cache.refusals = 0;
    return distance;
  }
  cache.lookahead /= 4;
  cache.refusals = std::min(cache.refusals + 1, most_refusals);
  return 0;
}

/// Looks for a witness; returns a distance that it found out instead, or 0.
double search(PairCache::Impl& cache, const WideBvhPair& trees, double motion, Scratch::Impl& scratch,
              Counters& counters) {
  if (motion > 0 && std::isfinite(motion)) {
    const double distance = find_distance(cache, trees, motion, scratch, counters);
    if (distance > 0) return distance;
  }
  const std::uint64_t before = counters.box_tests;
  cache.witness = find_first(trees, scratch.stack, counters, cache.memory);
  cache.steps = static_cast<double>(counters.box_tests - before) / WideBvh::width;
  return 0;
}

/// Bit by bit: quicker than by value.
bool is_other(const Pose& X, const Pose& Y) {
  static_assert(sizeof(Pose) == 12 * sizeof(double));
  return std::memcmp(&X, &Y, sizeof X) != 0;
}

/// A query's surroundings.
class CachedQuery {
 public:
  CachedQuery(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, const QueryOptions& options)
      : a_(a),
        X_WA_(X_WA),
        b_(b),
        X_WB_(X_WB),
        options_(options),
        cache_(options.cache->impl()),
        known_(cache_.is_of(a, b)),
        a_moved_(!known_ || is_other(X_WA, cache_.X_WA)),
        b_moved_(!known_ || is_other(X_WB, cache_.X_WB)) {
    // A pose that is remembered is valid.
    if (a_moved_) validate(X_WA);
    if (b_moved_) validate(X_WB);
    if (!known_) cache_.start(a, b);
  }

  /// Certainly, from what was known and how far they have moved, or from bounds.
  bool apart() {
    // The distance was measured in the frame of a body, whose R may stretch lengths by up to 1e-6, along directions
    // nearly as long as 1. False for NaN.
    if (cache_.distance > 0 && motion() < 0.9999 * cache_.distance) return true;
    return bounds_apart(mesh_a().bounds(), X_WA_, mesh_b().bounds(), X_WB_);
  }

  /// Certainly, from points in and out of each other that said so the last time.
  bool still_crosses() {
    if (!graze::still_crosses(mesh_a(), X_WA_, mesh_b(), X_WB_, cache_.crossing)) return false;
    note_poses(0);
    return true;
  }

  /// Certainly, from such points.
  bool crosses() {
    CrossingMemory& memory = cache_.crossing;
    if (!cache_.witness || !find_crossing(mesh_a(), X_WA_, mesh_b(), X_WB_, memory)) return false;
    cache_.memory.reset();  // where they meet is no longer known
    note_poses(0);
    return true;
  }

  /// Certainly, from a slab between them, whose width is then known for the next queries.
  bool parted() {
    if (cache_.witness) return false;
    const auto gap = find_plane_gap(mesh_a(), X_WA_, mesh_b(), X_WB_, cache_.plane_gap);
    if (!gap) return false;
    note_poses(*gap);
    return true;
  }

  std::optional<FacePair> find() {
    const MeshPair pair = mesh_pair(a_, X_WA_, b_, X_WB_);
    const WideBvhPair trees(pair, mesh_a().wide_bvh(), mesh_b().wide_bvh());
    std::optional<Scratch> own_scratch;
    if (options_.scratch == nullptr) own_scratch.emplace();
    Scratch::Impl& scratch = (options_.scratch != nullptr ? *options_.scratch : *own_scratch).impl();
    Counters own_counters;
    Counters& counters = options_.counters != nullptr ? *options_.counters : own_counters;
    note_poses(search(cache_, trees, cache_.witness ? 0 : motion(), scratch, counters));
    return cache_.witness;
  }

 private:
  const MeshIndex& mesh_a() const { return *a_.impl().mesh; }
  const MeshIndex& mesh_b() const { return *b_.impl().mesh; }
  /// How much closer the bodies may have come since the poses were noted.
  double motion() const {
    if (!known_) return INFINITY;
    return (a_moved_ ? largest_motion(mesh_a().bounds(), cache_.X_WA, X_WA_) : 0) +
           (b_moved_ ? largest_motion(mesh_b().bounds(), cache_.X_WB, X_WB_) : 0);
  }
  /// With the distance that bodies there have at least: none is known without poses that it is of.
  void note_poses(double distance) {
    cache_.distance = distance;
    if (a_moved_) cache_.X_WA = X_WA_;
    if (b_moved_) cache_.X_WB = X_WB_;
  }

  const Shape& a_;
  const Pose& X_WA_;
  const Shape& b_;
  const Pose& X_WB_;
  const QueryOptions& options_;
  PairCache::Impl& cache_;
  bool known_;  // there are poses to compare with
  bool a_moved_, b_moved_;
};

}  // namespace

std::optional<FacePair> cached_first_face_pair(const Shape& a, const Pose& X_WA, const Shape& b,
                                               const Pose& X_WB, const QueryOptions& options) {
  CachedQuery query(a, X_WA, b, X_WB, options);
  if (query.apart() || query.parted()) return std::nullopt;
  return query.find();
}

bool cached_collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                     const QueryOptions& options) {
  CachedQuery query(a, X_WA, b, X_WB, options);
  if (query.still_crosses()) return true;
  return !query.apart() && !query.parted() && (query.crosses() || query.find().has_value());
}

}  // namespace graze
