// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The operation `cast`: rays, segments and boxes against one mesh, by the method's kernel.
#include <graze/cast.h>
#include <graze/error.h>

#include <algorithm>
#include <array>

#include "math/float_environment.h"
#include "math/message.h"
#include "math/pose_check.h"
#include "mesh/mesh_cast.h"
#include "query/context.h"
#include "query/shape/shape.h"
#include "tree/dop/dop_tree_cast.h"
#include "tree/wide/wide_bvh_cast.h"

namespace graze {
namespace {

/// What public calls check, and what their kernels work with.
class CastQuery {
 public:
  CastQuery(const Shape& shape, const Pose& X, const CastOptions& options, std::string_view what)
      : shape_(shape),
        X_(X),
        options_{.method = options.method,
                 .scratch = options.scratch,
                 .counters = options.counters,
                 .stop = options.stop},
        context_(options_) {
    if (!shape.impl().mesh) {
      throw Error(message(what, " queries on ", kind_name(shape.kind()), " are not supported"));
    }
    const std::string_view method = method_name(options.method);  // throws if there is none
    if (std::find(supported.begin(), supported.end(), options.method) == supported.end()) {
      throw Error(message("method ", method, " has no ", what,
                          " queries; those that have are wide_bvh, dop_tree and naive"));
    }
    validate_pose(X, "the pose of the mesh");
    context_.limits.look();
  }

  const MeshIndex& index() const { return *shape_.impl().mesh; }
  const Pose& pose() const { return X_; }
  Method method() const { return context_.method; }
  std::vector<std::uint64_t>& stack() { return context_.scratch().stack; }
  Counters& counters() { return context_.counters; }
  const Limits& limits() const { return context_.limits; }

 private:
  static constexpr std::array supported = {Method::automatic, Method::wide_bvh, Method::dop_tree,
                                           Method::naive};

  FloatEnvironment environment_;
  const Shape& shape_;
  const Pose& X_;
  const QueryOptions options_;
  QueryContext context_;
};

template <class Collector>
void cast(CastQuery& query, const MeshCast& path, Collector& collector) {
  switch (query.method()) {
    case Method::naive:
      return offer_all(path.mesh.mesh, query.counters(), collector);
    case Method::dop_tree:
      return cast_path(query.index().dop_tree(), path, query.stack(), query.counters(), collector);
    default:
      return cast_path(query.index().wide_bvh(), path, query.stack(), query.counters(), collector);
  }
}

void find_touched(const Shape& shape, const Pose& X, const Path& path, const CastOptions& options,
                  FaceList& faces) {
  CastQuery query(shape, X, options, "ray");
  const WorldPath world(path);
  const MeshCast mesh_cast(query.index().mesh(), query.index().bounds(), X, world, query.limits());
  TouchedFaces touched(mesh_cast, query.counters(), faces);
  cast(query, mesh_cast, touched);
}

void find_in_box(const Shape& shape, const Pose& X, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
                 const CastOptions& options, FaceList& faces) {
  CastQuery query(shape, X, options, "box");
  for (int i = 0; i < 3; ++i) {
    if (!std::isfinite(low[i]) || !std::isfinite(high[i]) || low[i] > high[i]) {
      throw Error(message("the box runs from ", low[i], " to ", high[i], " along axis ", i,
                          ": both must be finite, and the first no larger"));
    }
  }
  AxisBox box;
  box.low = low;
  box.high = high;
  const MeshBoxQuery box_query(query.index().mesh(), query.index().bounds(), X, box, query.limits());
  FacesInBox in_box(box_query, query.counters(), faces);
  switch (query.method()) {
    case Method::naive:
      return offer_all(query.index().mesh(), query.counters(), in_box);
    case Method::dop_tree:
      return cast_box(query.index().dop_tree(), box_query, query.stack(), query.counters(), in_box);
    default:
      return cast_box(query.index().wide_bvh(), box_query, query.stack(), query.counters(), in_box);
  }
}

void sort(std::vector<std::uint32_t>& faces) {
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

}  // namespace

std::optional<RayHit> first_hit(const Shape& shape, const Pose& X, const Path& path,
                                const CastOptions& options) {
  CastQuery query(shape, X, options, "ray");
  const WorldPath world(path);
  const MeshCast mesh_cast(query.index().mesh(), query.index().bounds(), X, world, query.limits());
  FirstTouched first(mesh_cast, query.counters());
  cast(query, mesh_cast, first);
  return first.hit();
}

bool hits(const Shape& shape, const Pose& X, const Path& path, const CastOptions& options) {
  FaceList any;
  find_touched(shape, X, path, options, any);
  return any.found;
}

std::vector<std::uint32_t> hit_faces(const Shape& shape, const Pose& X, const Path& path,
                                     const CastOptions& options) {
  std::vector<std::uint32_t> faces;
  hit_faces(shape, X, path, options, faces);
  return faces;
}

void hit_faces(const Shape& shape, const Pose& X, const Path& path, const CastOptions& options,
               std::vector<std::uint32_t>& faces) {
  faces.clear();
  FaceList list = {&faces};
  find_touched(shape, X, path, options, list);
  sort(faces);
}

bool box_meets(const Shape& shape, const Pose& X, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
               const CastOptions& options) {
  FaceList any;
  find_in_box(shape, X, low, high, options, any);
  return any.found;
}

std::vector<std::uint32_t> faces_in_box(const Shape& shape, const Pose& X, const Eigen::Vector3d& low,
                                        const Eigen::Vector3d& high, const CastOptions& options) {
  std::vector<std::uint32_t> faces;
  faces_in_box(shape, X, low, high, options, faces);
  return faces;
}

void faces_in_box(const Shape& shape, const Pose& X, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
                  const CastOptions& options, std::vector<std::uint32_t>& faces) {
  faces.clear();
  FaceList list = {&faces};
  find_in_box(shape, X, low, high, options, list);
  sort(faces);
}

}  // namespace graze
