// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/face_octree.h"

#include <graze/error.h>

#include <algorithm>
#include <functional>

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
  if (options.subdivision != Subdivision::octree && options.subdivision != Subdivision::bintree)
    throw Error(message("there is no subdivision number ", static_cast<int>(options.subdivision)));
  if (!options.world) return;
  const Cube& cube = *options.world;
  if (!cube.low.allFinite() || !(cube.side > 1e-301 && cube.side < 1e290) ||
      cube.low.cwiseAbs().maxCoeff() > 1e290) {
    throw Error(message("the world's cube from (", cube.low[0], ", ", cube.low[1], ", ", cube.low[2],
                        ") with side ", cube.side,
                        " is none: its side must be from 1e-301 to 1e290, and all of it within 1e290"));
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
  Scratch::Impl& scratch = context.scratch();
  std::vector<BodyFacePair>& found = scratch.body_pairs;
  found.clear();
  scratch.of_body_pairs.start(context.limits);
  find_among(bodies, {.threads = context.threads, .first_only = findings.wants_first_only()}, scratch.octree,
             context.counters, context.limits, found, scratch.of_body_pairs);
  for (const BodyFacePair& p : found) {
    if (findings.add({p.face_a, p.face_b})) break;
  }
}

namespace {

/// Is the body so small, where it lies, that the world's coordinates of its faces are all alike? An octree cannot part them: each
/// pair would be left to exact signs.
bool is_lost_in_rounding(const OctreeBody& body) {
  constexpr std::size_t few_faces = 16;
  constexpr double many = 64;  // roundings
  const double extent = (body.bounds.box.high - body.bounds.box.low).maxCoeff();
  return body.moved && body.mesh.faces.size() > few_faces && !(extent > many * body.error);
}

/// Fills the scratch's octree_bodies and extreme_bodies. A body without faces stands for each extreme one, so that numbers stay.
void take_bodies(std::span<const BodyView> views, QueryContext& context) {
  static const Mesh no_mesh;
  static const MeshBounds no_bounds{no_mesh};
  Scratch::Impl& scratch = context.scratch();
  scratch.octree_bodies.clear();
  scratch.extreme_bodies.clear();
  scratch.of_octree_bodies.start(context.limits);
  scratch.of_extreme_bodies.start(context.limits);
  scratch.of_octree_bodies.make_room_for(scratch.octree_bodies, views.size());
  // Bodies under one and the same pose may as well be compared in their own frame, where nothing is rounded.
  const bool one_pose = std::all_of(views.begin(), views.end(),
                                    [&](const BodyView& view) { return view.pose == views.front().pose; });
  for (std::uint32_t i = 0; i < views.size(); ++i) {
    context.limits.look();
    const auto& [shape, pose] = views[i];
    validate_pose(pose, "the pose of body ", i);
    if (!shape.impl().mesh)
      throw Error(message("face_pairs_among takes meshes and deformables, no ", kind_name(shape.kind())));
    const MeshIndex& mesh = *shape.impl().mesh;
    const OctreeBody body = OctreeBody::posed(mesh.mesh(), mesh.bounds(), one_pose ? nullptr : &pose);
    if (usable(body) && !is_lost_in_rounding(body)) {
      scratch.octree_bodies.push_back(body);
      continue;
    }
    scratch.octree_bodies.push_back(OctreeBody::posed(no_mesh, no_bounds, nullptr));
    scratch.of_extreme_bodies.make_room(scratch.extreme_bodies);
    scratch.extreme_bodies.push_back(i);
  }
}

/// Extreme bodies, each against all others, pair by pair.
void find_extreme_bodies(std::span<const BodyView> views, QueryContext& context,
                         std::vector<BodyFacePair>& found, ListShare& share) {
  const std::vector<std::uint32_t>& extreme = context.scratch().extreme_bodies;
  std::vector<FacePair> pairs;
  Findings findings = Findings::all(pairs, context.limits);
  const auto find_pairs_of = [&](std::uint32_t i, std::uint32_t j) {
    const Placement X_WA = views[i].pose, X_WB = views[j].pose;
    pairs.clear();
    collide({views[i].shape, X_WA, views[j].shape, X_WB}, context, findings);
    share.make_room(found, pairs.size());
    for (const FacePair& pair : pairs) found.push_back({i, j, pair.a, pair.b});
  };
  for (const std::uint32_t i : extreme) {
    auto next = extreme.begin();  // the first extreme body that is not before j
    for (std::uint32_t j = 0; j < views.size(); ++j) {
      context.limits.look();
      const bool j_is_extreme = next != extreme.end() && *next == j;
      if (j_is_extreme) ++next;
      if (j > i || (j < i && !j_is_extreme)) find_pairs_of(std::min(i, j), std::max(i, j));
    }
  }
  findings.release();
}

/// Into `pairs`, which is empty.
void find_face_pairs_among(std::span<const BodyView> views, const FaceOctreeOptions& options,
                           std::vector<BodyFacePair>& pairs) {
  validate(options);
  const QueryOptions query = {.scratch = options.scratch,
                              .counters = options.counters,
                              .threads = options.threads,
                              .stop = options.stop,
                              .memory = options.memory};
  QueryContext context(query);
  context.limits.look();
  Scratch::Impl& scratch = context.scratch();
  ListShare share(context.limits);
  take_bodies(views, context);
  find_extreme_bodies(views, context, pairs, share);
  find_among(scratch.octree_bodies,
             {.world = options.world,
              .level = options.level,
              .subdivision = options.subdivision,
              .threads = context.threads},
             scratch.octree, context.counters, context.limits, pairs, share);
  sort_within(context.limits, pairs, std::less<>());
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
