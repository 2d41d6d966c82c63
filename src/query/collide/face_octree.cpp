// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/face_octree.h"

#include <graze/error.h>

#include <algorithm>
#include <cmath>

#include "math/float_environment.h"
#include "math/message.h"
#include "math/pose_check.h"
#include "query/collide/kernels.h"
#include "query/collide/octree_bodies.h"

namespace graze {
namespace {

void validate(const FaceOctreeOptions& options) {
  if (options.level && (*options.level < 0 || *options.level > 20))
    throw Error(message("level ", *options.level, " of the face octree is not from 0 to 20"));
  if (options.threads < 1) throw Error(message("threads is ", options.threads, ": it must be at least 1"));
  if (options.subdivision != Subdivision::octree && options.subdivision != Subdivision::bintree)
    throw Error(message("there is no subdivision number ", static_cast<int>(options.subdivision)));
  if (!options.world) return;
  const Cube& cube = *options.world;
  if (!cube.low.allFinite() || !(cube.side > 1e-301 && cube.side < 1e290) ||
      cube.low.cwiseAbs().maxCoeff() > 1e290) {
    throw Error(message("the world's cube from (", cube.low[0], ", ", cube.low[1], ", ", cube.low[2],
                        ") with side ", cube.side,
                        " is none: its side must be positive, and all of it within 1e290"));
  }
}

/// Bodies that are too large or too far out for an octree, each against all others, by the wide tree.
void find_extreme_bodies(std::span<const BodyView> views, std::span<const OctreeBody> bodies,
                         QueryContext& context, std::vector<BodyFacePair>& found, ListShare& share) {
  std::vector<FacePair> pairs;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    for (std::uint32_t j = i + 1; j < bodies.size(); ++j) {
      if (usable(bodies[i]) && usable(bodies[j])) continue;
      const Placement X_WA = views[i].pose, X_WB = views[j].pose;
      const PosedPair posed = {views[i].shape, X_WA, views[j].shape, X_WB};
      if (bounds_apart(posed, context)) continue;
      pairs.clear();
      Findings findings = Findings::all(pairs, context.limits);
      collide_wide_bvh(posed, context, findings);
      share.make_room(found, pairs.size());
      for (const FacePair& pair : pairs) found.push_back({i, j, pair.a, pair.b});
      findings.release();
    }
  }
}

}  // namespace

bool usable(const OctreeBody& body) {
  return body.error < 1e280 && body.bounds.reach < 1e290 && body.t.cwiseAbs().maxCoeff() < 1e290;
}

std::array<OctreeBody, 2> octree_bodies(const MeshPair& pair) {
  const RelativePose& X = pair.X_AB;
  const bool same_frame = pair.b.X == nullptr;
  const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  return {{{pair.a.mesh, pair.a.bounds, pair.a.X, I, zero, false, 0, pair.a.outer},
           {pair.b.mesh, pair.b.bounds, pair.b.X, same_frame ? I : X.R, same_frame ? zero : X.t, !same_frame,
            pair.error, pair.b.outer}}};
}

void collide_face_octree(const PosedPair& posed, QueryContext& context, Findings& findings) {
  const MeshPair pair = posed.meshes();
  const std::array<OctreeBody, 2> bodies = octree_bodies(pair);
  if (!usable(bodies[0]) || !usable(bodies[1])) return collide_wide_bvh(posed, context, findings);
  std::vector<BodyFacePair>& found = context.scratch().body_pairs;
  found.clear();
  ListShare share(context.limits);
  find_among(bodies, {.threads = context.threads, .first_only = findings.wants_first_only()},
             context.scratch().octree, context.counters, context.limits, found, share);
  for (const BodyFacePair& p : found) {
    if (findings.add({p.face_a, p.face_b})) break;
  }
  share.release();
}

namespace {

/// Into `pairs`, which is empty.
void find_face_pairs_among(std::span<const BodyView> views, const FaceOctreeOptions& options,
                           std::vector<BodyFacePair>& pairs) {
  validate(options);
  require_threads(options.threads);
  const QueryOptions query = {.scratch = options.scratch,
                              .counters = options.counters,
                              .threads = options.threads,
                              .stop = options.stop,
                              .memory = options.memory};
  QueryContext context(query);
  context.limits.look();
  Scratch::Impl& scratch = context.scratch();
  Counters& counters = context.counters;
  ListShare share(context.limits);
  scratch.octree_bodies.clear();
  // Bodies under one and the same pose may as well be compared in their own frame, where nothing is rounded.
  const bool one_pose = std::all_of(views.begin(), views.end(),
                                    [&](const BodyView& view) { return view.pose == views.front().pose; });
  bool all_usable = true;
  for (std::size_t i = 0; const BodyView& view : views) {
    validate_pose(view.pose, "the pose of body ", i++);
    if (!view.shape.impl().mesh)
      throw Error(
          message("face_pairs_among takes meshes and deformables, no ", kind_name(view.shape.kind())));
    const MeshIndex& mesh = *view.shape.impl().mesh;
    scratch.octree_bodies.push_back(
        OctreeBody::posed(mesh.mesh(), mesh.bounds(), one_pose ? nullptr : &view.pose));
    all_usable &= usable(scratch.octree_bodies.back());
  }
  if (all_usable) {
    find_among(scratch.octree_bodies,
               {.world = options.world,
                .level = options.level,
                .subdivision = options.subdivision,
                .threads = options.threads},
               scratch.octree, counters, context.limits, pairs, share);
  } else {
    find_extreme_bodies(views, scratch.octree_bodies, context, pairs, share);
    // The others among themselves. A body without faces stands for each that is left out, so that numbers stay.
    static const Mesh no_mesh;
    static const MeshBounds no_bounds{no_mesh};
    std::vector<OctreeBody> rest;
    for (const OctreeBody& body : scratch.octree_bodies)
      rest.push_back(usable(body) ? body : OctreeBody::posed(no_mesh, no_bounds, nullptr));
    find_among(rest,
               {.world = options.world,
                .level = options.level,
                .subdivision = options.subdivision,
                .threads = options.threads},
               scratch.octree, counters, context.limits, pairs, share);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

std::vector<BodyFacePair> face_pairs_among(std::span<const BodyView> bodies,
                                           const FaceOctreeOptions& options) {
  std::vector<BodyFacePair> pairs;
  face_pairs_among(bodies, options, pairs);
  return pairs;
}

void face_pairs_among(std::span<const BodyView> views, const FaceOctreeOptions& options,
                      std::vector<BodyFacePair>& pairs) {
  const FloatEnvironment environment;
  pairs.clear();
  try {
    find_face_pairs_among(views, options, pairs);
  } catch (...) {
    pairs.clear();
    throw;
  }
}

}  // namespace graze
