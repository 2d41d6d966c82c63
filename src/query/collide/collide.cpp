// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The public calls of the operation `collide`, and the door that all pairs pass.
#include <graze/error.h>
#include <graze/query.h>

#include "math/float_environment.h"
#include "math/message.h"
#include "math/pose_check.h"
#include "query/collide/kernels.h"

namespace graze {
namespace {

/// What public calls check, and the pair that they ask about.
class PublicCall {
 public:
  PublicCall(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, const QueryOptions& options)
      : X_WA_(X_WA), X_WB_(X_WB), pair_{a, X_WA_, b, X_WB_}, context_(options) {
    validate_poses(X_WA, X_WB);
  }
  PublicCall(const PublicCall&) = delete;
  PublicCall& operator=(const PublicCall&) = delete;

  void run(Findings& findings) {
    context_.limits.look();
    collide(pair_, context_, findings);
  }
  QueryContext& context() { return context_; }

 private:
  FloatEnvironment environment_;
  Placement X_WA_, X_WB_;
  PosedPair pair_;
  QueryContext context_;
};

}  // namespace

bool bounds_apart(const PosedPair& pair, QueryContext& context, double& distance) {
  const PosedBounds bounds = pair.bounds();
  distance = 0;
  if (context.take(Shortcut::balls, [&] { return bounds.balls_apart(); })) return true;
  const bool meshes = pair.a.impl().mesh && pair.b.impl().mesh;
  return meshes && context.take(Shortcut::boxes, [&] { return (distance = bounds.boxes_distance()) > 0; });
}

void collide(const PosedPair& pair, QueryContext& context, Findings& findings) {
  const CollideEntry& entry = collide_entry(pair.a, pair.b, context.method);
  const bool by_wide_trees = entry.kernel == collide_automatic || entry.kernel == collide_wide_bvh;
  if (by_wide_trees && context.cache != nullptr && findings.wants_first_only())
    return collide_cached(pair, context, findings);
  double distance;
  if (bounds_apart(pair, context, distance)) return;
  if (!entry.swapped) return entry.kernel(pair, context, findings);
  Findings swapped = Findings::swapped(findings);
  entry.kernel(pair.swapped(), context, swapped);
}

bool collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
              const QueryOptions& options) {
  PublicCall call(a, X_WA, b, X_WB, options);
  Findings findings = Findings::yes_or_no(call.context().limits);
  call.run(findings);
  return findings.found().has_value();
}

std::optional<FacePair> first_face_pair(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                        const QueryOptions& options) {
  PublicCall call(a, X_WA, b, X_WB, options);
  Findings findings = Findings::first(call.context().limits);
  call.run(findings);
  return findings.found();
}

std::vector<FacePair> face_pairs(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                 const QueryOptions& options) {
  std::vector<FacePair> pairs;
  face_pairs(a, X_WA, b, X_WB, options, pairs);
  return pairs;
}

void face_pairs(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                const QueryOptions& options, std::vector<FacePair>& pairs) {
  PublicCall call(a, X_WA, b, X_WB, options);
  collide_entry(a, b, options.method);  // throws if there is no such method
  pairs.clear();
  try {
    Limits& limits = call.context().limits;
    Findings findings = Findings::all(pairs, limits);
    call.run(findings);
    Scratch::Impl& scratch = call.context().scratch();
    const int threads = call.context().threads;
    limits.take(scratch.sort.bytes_for(pairs.size(), threads));
    scratch.sort.sort(pairs, scratch.workers, threads, limits);
  } catch (...) {
    pairs.clear();
    throw;
  }
}

}  // namespace graze
