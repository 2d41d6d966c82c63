// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Two convex bodies.
#include "convex/box_box.h"
#include "convex/lin_canny.h"
#include "convex/separating_plane.h"
#include "query/collide/convex_pair.h"
#include "query/collide/kernels.h"
#include "query/collide/pair_cache.h"

namespace graze {
namespace {

ConvexPair convex_pair(const PosedPair& pair) {
  return convex_pair(pair.convex_a(), pair.X_WA, pair.convex_b(), pair.X_WB);
}

void report(bool meet, Findings& findings) {
  if (meet) findings.add({no_face, no_face});
}

}  // namespace

void collide_gjk(const PosedPair& posed, QueryContext& context, Findings& findings) {
  const ConvexPair pair = convex_pair(posed);
  const bool boxes = pair.a.core == ConvexBody::Core::box && pair.b.core == ConvexBody::Core::box;
  if (boxes && context.allows(Shortcut::box_axes)) {
    const Verdict verdict = boxes_meet_filter(pair);
    if (verdict != Verdict::unsure) {
      ++context.counters[Shortcut::box_axes];
      return report(verdict == Verdict::meet, findings);
    }
  }
  PairCache::Impl* memory = PairCache::Impl::of(posed, context);
  report(convex_meet(pair, memory != nullptr ? &memory->gjk : nullptr, context.counters), findings);
}

void collide_lin_canny(const PosedPair& posed, QueryContext& context, Findings& findings) {
  PairCache::Impl* memory = PairCache::Impl::of(posed, context);
  LinCannyMemory own;
  report(lin_canny_meet(convex_pair(posed), memory != nullptr ? memory->lin_canny : own, context.counters),
         findings);
}

void collide_separating_plane(const PosedPair& posed, QueryContext& context, Findings& findings) {
  PairCache::Impl* memory =
      context.allows(Shortcut::separating_plane) ? PairCache::Impl::of(posed, context) : nullptr;
  SeparatingPlaneMemory own;
  report(separating_plane_meet(convex_pair(posed), memory != nullptr ? memory->plane : own, context.counters),
         findings);
}

void collide_convex_exactly(const PosedPair& posed, QueryContext& context, Findings& findings) {
  report(convex_meet_naively(convex_pair(posed), context.counters), findings);
}

}  // namespace graze
