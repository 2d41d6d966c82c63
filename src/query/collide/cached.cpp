// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What two meshes remember from query to query, tried in this order:
//   crossing, inside   for yes or no alone: points of one body inside and outside the other               crossing.h
//   motion             the bodies were at least so far apart, and have moved by less since                motion.h
//   balls, boxes       bounds, as without a cache; a gap between boxes is a distance for `motion`
//   slab               an empty slab between the bodies, whose width is a distance for `motion`           slab.h
//   clearance          the trees' bounds are further apart than some steps of motion: such a distance too
//   witness            the leaves in which the last witness was found, around which the search begins
// A search that only asks "do they meet?" proves hardly any distance. So while bodies are apart it asks for more, "do they come
// closer than so much?", and for twice as much each time that this is granted.
#include <algorithm>
#include <cmath>
#include <limits>

#include "query/collide/kernels.h"
#include "query/collide/motion.h"
#include "query/collide/pair_cache.h"

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

PairCache::Impl* PairCache::Impl::of(const PosedPair& pair, QueryContext& context) {
  if (context.cache == nullptr) return nullptr;
  Impl& memory = context.cache->impl();
  const bool known =
      memory.a && &memory.a->impl() == &pair.a.impl() && memory.b && &memory.b->impl() == &pair.b.impl();
  if (!known) [[unlikely]]
    memory.begin(pair);
  return &memory;
}

void PairCache::Impl::begin(const PosedPair& pair) {
  *this = {};
  a = pair.a;
  b = pair.b;
}

namespace {

class CachedQuery {
 public:
  CachedQuery(const PosedPair& pair, QueryContext& context, PairCache::Impl& memory)
      : pair_(pair), X_WA_(*pair.X_WA.X), X_WB_(*pair.X_WB.X), context_(context), memory_(memory) {}

  /// Points inside and outside, remembered.
  bool still_crosses() {
    return graze::still_crosses(pair_.mesh_a(), X_WA_, pair_.mesh_b(), X_WB_, memory_.crossing);
  }
  /// Such points, searched for while the bodies collide.
  bool crosses() {
    if (!memory_.collided || !find_crossing(pair_.mesh_a(), X_WA_, pair_.mesh_b(), X_WB_, memory_.crossing))
      return false;
    memory_.witness_leaves.reset();  // where they meet is no longer known
    return true;
  }
  bool motion_is_small() const {
    return memory_.distance > 0 && motion() < memory_.distance;
  }  // false for NaN

  /// The width of an empty slab, if there is one; not searched for while the bodies collide.
  bool find_slab() {
    if (memory_.collided) return false;
    const auto width = graze::find_slab(pair_.mesh_a(), X_WA_, pair_.mesh_b(), X_WB_, memory_.slab);
    if (width) note_poses(*width);
    return width.has_value();
  }

  /// A distance by which the trees' bounds are apart, so that the next queries are answered by it. The search may take half of
  /// the steps that these would. Less is asked, and less often, the more often this was in vain: they are about to touch then.
  bool find_clearance(const WideBvhPair& trees) {
    if (memory_.collided) return false;
    const double motion = this->motion();
    if (!(motion > 0) || !std::isfinite(motion) || !memory_.clearance.due()) return false;
    // Finite, also where 32·motion overflows: `saved` is 33 at most.
    const double most = std::min(32 * motion, std::numeric_limits<double>::max());
    memory_.lookahead = std::clamp(memory_.lookahead, motion, most);
    const double saved = memory_.lookahead / motion + 1;
    const auto most_steps = static_cast<std::size_t>(saved / 2 * memory_.steps) + 1;
    const std::optional<double> distance =
        find_distance(trees, memory_.lookahead, most_steps, context_.scratch().wide.stack, context_.counters,
                      context_.limits);
    if (!distance) {
      memory_.lookahead /= 4;
      memory_.clearance.failed();
      return false;
    }
    memory_.lookahead *= 2;
    memory_.clearance.succeeded();
    note_poses(*distance);
    return true;
  }

  /// The search itself.
  void find(const WideBvhPair& trees, Findings& findings) {
    const bool remembers = context_.allows(Shortcut::witness);
    if (!remembers) memory_.witness_leaves.reset();
    const std::uint64_t before = context_.counters.box_tests;
    const std::optional<FacePair> witness = find_first(trees, context_.scratch().wide, context_.counters,
                                                       memory_.witness_leaves, context_.limits);
    memory_.steps = static_cast<double>(context_.counters.box_tests - before) / WideBvh::width;
    note_poses(0);
    memory_.collided = witness.has_value();
    if (witness) findings.add(*witness);
  }

  /// Noted if it is likely to outlast the next step; which it is decides no answer.
  void note_distance(double distance) {
    constexpr double usual_step = 0.02;
    if (distance > usual_step * pair_.mesh_b().bounds().radius) note_poses(distance);
  }

  /// Poses are of no use until the bodies are apart again.
  void note_collision(Findings& findings) {
    memory_.distance = 0;
    memory_.collided = true;
    findings.add({no_face, no_face});
  }

 private:
  /// How much closer the bodies may have come since the poses were noted. A body at the same pose, bit by bit, has not moved.
  double motion() const {
    if (!memory_.X_WA) return INFINITY;
    return (X_WA_ == *memory_.X_WA ? 0 : largest_motion(pair_.mesh_a().bounds(), *memory_.X_WA, X_WA_)) +
           (X_WB_ == *memory_.X_WB ? 0 : largest_motion(pair_.mesh_b().bounds(), *memory_.X_WB, X_WB_));
  }
  /// With the distance that bodies there have at least: none is known without poses that it is of.
  void note_poses(double distance) {
    memory_.distance = distance;
    memory_.X_WA = X_WA_;
    memory_.X_WB = X_WB_;
  }

  const PosedPair& pair_;
  const Pose &X_WA_, &X_WB_;
  QueryContext& context_;
  PairCache::Impl& memory_;
};

}  // namespace

void collide_cached(const PosedPair& pair, QueryContext& context, Findings& findings) {
  CachedQuery query(pair, context, *PairCache::Impl::of(pair, context));
  const bool yes_or_no = !findings.wants_witness();
  if (yes_or_no && context.take(Shortcut::crossing, [&] { return query.still_crosses(); }))
    return query.note_collision(findings);
  if (context.take(Shortcut::motion, [&] { return query.motion_is_small(); })) return;
  if (double distance; bounds_apart(pair, context, distance)) return query.note_distance(distance);
  if (context.take(Shortcut::slab, [&] { return query.find_slab(); })) return;
  if (yes_or_no && context.take(Shortcut::inside, [&] { return query.crosses(); }))
    return query.note_collision(findings);
  const MeshPair meshes = pair.meshes();
  const WideBvhPair trees(meshes, pair.mesh_a().wide_bvh(), pair.mesh_b().wide_bvh());
  if (context.take(Shortcut::clearance, [&] { return query.find_clearance(trees); })) return;
  query.find(trees, findings);
}

}  // namespace graze
