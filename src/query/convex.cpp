// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Convex bodies against each other and against meshes.
#include <graze/distance.h>
#include <graze/error.h>

#include "convex/distance.h"
#include "math/message.h"
#include "query/methods.h"
#include "query/pair_cache.h"
#include "tree/wide/wide_bvh_cast.h"

namespace graze {
namespace {

/// What the caller's cache remembers of this pair, started anew if it was of another; null without a cache.
PairCache::Impl* memory_of(const Shape& a, const Shape& b, PairCache* cache) {
  if (cache == nullptr) return nullptr;
  PairCache::Impl& memory = cache->impl();
  if (!memory.is_of(a, b)) memory.start(a, b);
  return &memory;
}

bool meet(const ConvexPair& pair, Method method, PairCache::Impl* memory, Counters& counters) {
  if (pair.a.is_polytope() && pair.b.is_polytope()) {
    if (method == Method::lin_canny) {
      LinCannyMemory own;
      return lin_canny_meet(pair, memory != nullptr ? memory->lin_canny : own, counters);
    }
    if (method == Method::separating_plane) {
      SeparatingPlaneMemory own;
      return separating_plane_meet(pair, memory != nullptr ? memory->plane : own, counters);
    }
  }
  return convex_meet(pair, memory != nullptr ? &memory->gjk : nullptr, counters);
}

/// Tests faces of a mesh that come near a body, one by one.
class FacesOnBody final : public FaceVisitor {
 public:
  FacesOnBody(const ConvexShape& convex, const Pose& X_WC, const Mesh& mesh, const Pose& X_WM,
              bool mesh_first, Counters& counters, Findings& findings)
      : convex_(convex),
        X_WC_(X_WC),
        mesh_(mesh),
        X_WM_(X_WM),
        mesh_first_(mesh_first),
        counters_(counters),
        findings_(findings) {}

  bool visit(std::uint32_t f) override {
    const TriangleBody face(triangle(mesh_, f));
    ++counters_.face_tests;
    if (!convex_meet({convex_.body(), X_WC_, face.body(), X_WM_}, &memory_, counters_)) return false;
    return findings_.add(mesh_first_ ? FacePair{f, no_face} : FacePair{no_face, f});
  }

 private:
  const ConvexShape& convex_;
  const Pose& X_WC_;
  const Mesh& mesh_;
  const Pose& X_WM_;
  bool mesh_first_;
  Counters& counters_;
  Findings& findings_;
  GjkMemory memory_;  // faces one after the other are often parted by the same plane
};

}  // namespace

bool convex_collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                     const QueryOptions& options) {
  validate(X_WA);
  validate(X_WB);
  Counters own;
  return meet({a.impl().convex->body(), X_WA, b.impl().convex->body(), X_WB}, options.method,
              memory_of(a, b, options.cache), options.counters != nullptr ? *options.counters : own);
}

void find_convex(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, PairQuery& query,
                 Findings& findings) {
  const ConvexPair pair = {a.impl().convex->body(), X_WA, b.impl().convex->body(), X_WB};
  if (meet(pair, query.options.method, memory_of(a, b, query.cache), query.counters))
    findings.add({no_face, no_face});
}

void find_convex_mesh(const Shape& convex, const Pose& X_WC, const Shape& mesh, const Pose& X_WM,
                      bool mesh_first, PairQuery& query, Findings& findings) {
  const ConvexShape& shape = *convex.impl().convex;
  const MeshIndex& index = *mesh.impl().mesh;
  FacesOnBody faces(shape, X_WC, index.mesh(), X_WM, mesh_first, query.counters, findings);
  // In the body's frame, where its box lies along the axes.
  const RelativePose X_CM(X_WC, X_WM);
  const double error = X_CM.point_error(index.bounds().reach);
  if (!std::isfinite(error)) {
    for (std::uint32_t f = 0; f < index.mesh().faces.size(); ++f) {
      if (faces.visit(f)) return;
    }
    return;
  }
  AxisBox box = shape.box();
  box.low.array() -= error;
  box.high.array() += error;
  const Pose X(X_CM.R, X_CM.t);
  const MeshBoxQuery near(index.mesh(), index.bounds(), X, box);
  FaceList list = {.visitor = &faces};
  FacesInBox in_box(near, query.counters, list);
  cast_box(index.wide_bvh(), near, query.scratch().stack, query.counters, in_box);
}

Distance distance(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                  const DistanceOptions& options) {
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
  const ConvexPair pair = {a.impl().convex->body(), X_WA, b.impl().convex->body(), X_WB};
  PairCache::Impl* memory = memory_of(a, b, options.cache);
  Counters own_counters;
  Counters& counters = options.counters != nullptr ? *options.counters : own_counters;
  if (options.method == Method::lin_canny && pair.a.is_polytope() && pair.b.is_polytope()) {
    LinCannyMemory own;
    return lin_canny_distance(pair, options.depth, memory != nullptr ? memory->lin_canny : own, counters);
  }
  return convex_distance(pair, options.depth, memory != nullptr ? &memory->gjk : nullptr, counters);
}

}  // namespace graze
