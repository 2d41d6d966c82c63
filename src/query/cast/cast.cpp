// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The operation `cast`: rays, segments and boxes against one mesh, by the method's kernel.
#include <graze/cast.h>
#include <graze/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

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

/// Those that know rays and boxes; `automatic` is the first.
constexpr std::array cast_methods = {Method::wide_bvh, Method::dop_tree, Method::naive};

std::string names_of_cast_methods() {
  std::string names;
  for (std::size_t i = 0; i < cast_methods.size(); ++i) {
    if (i > 0) names += i + 1 < cast_methods.size() ? ", " : " and ";
    names += method_name(cast_methods[i]);
  }
  return names;
}

/// What public calls check, and what their kernels work with.
class CastQuery {
 public:
  CastQuery(const CastQuery&) = delete;
  CastQuery& operator=(const CastQuery&) = delete;

 protected:
  CastQuery(const Shape& shape, const Pose& X, const CastOptions& options, std::string_view what)
      : shape_(shape),
        options_{.method = options.method == Method::automatic ? cast_methods.front() : options.method,
                 .scratch = options.scratch,
                 .counters = options.counters,
                 .stop = options.stop},
        context_(options_) {
    if (!shape.impl().mesh) {
      throw Error(message(what, " queries on ", kind_name(shape.kind()), " are not supported"));
    }
    const std::string_view method = method_name(options.method);  // throws if there is none
    if (std::find(cast_methods.begin(), cast_methods.end(), options_.method) == cast_methods.end()) {
      throw Error(message("method ", method, " has no ", what, " queries; those that have are ",
                          names_of_cast_methods()));
    }
    validate_pose(X, "the pose of the mesh");
  }

  const MeshIndex& index() const { return *shape_.impl().mesh; }
  Method method() const { return context_.method; }
  std::vector<std::uint64_t>& stack() { return context_.scratch().stack; }
  Counters& counters() { return context_.counters; }
  const Limits& limits() const { return context_.limits; }

 private:
  FloatEnvironment environment_;
  const Shape& shape_;
  const QueryOptions options_;
  QueryContext context_;
};

class PathQuery : CastQuery {
 public:
  PathQuery(const Shape& shape, const Pose& X, const Path& path, const CastOptions& options)
      : CastQuery(shape, X, options, "ray"),
        world_(path),
        cast_(index().mesh(), index().bounds(), X, world_, limits()) {}

  void find(FaceList& faces) {
    TouchedFaces touched(cast_, counters(), faces);
    find_by(touched);
  }
  std::optional<RayHit> first() {
    FirstTouched touched(cast_, counters());
    find_by(touched);
    FirstTouch* const first = touched.first();
    return first != nullptr ? std::optional(hit_of(*first, world_)) : std::nullopt;
  }

 private:
  template <class Collector>
  void find_by(Collector& collector) {
    limits().look();
    switch (method()) {
      case Method::naive:
        return offer_all(index().mesh(), counters(), collector);
      case Method::dop_tree:
        return cast_path(index().dop_tree(), cast_, stack(), counters(), collector);
      default:
        return cast_path(index().wide_bvh(), cast_, stack(), counters(), collector);
    }
  }

  const WorldPath world_;
  const MeshCast cast_;
};

AxisBox checked_box(const Eigen::Vector3d& low, const Eigen::Vector3d& high) {
  for (int i = 0; i < 3; ++i) {
    if (!std::isfinite(low[i]) || !std::isfinite(high[i]) || low[i] > high[i]) {
      throw Error(message("the box runs from ", low[i], " to ", high[i], " along axis ", i,
                          ": both must be finite, and the first no larger"));
    }
  }
  AxisBox box;
  box.low = low;
  box.high = high;
  return box;
}

class BoxQuery : CastQuery {
 public:
  BoxQuery(const Shape& shape, const Pose& X, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
           const CastOptions& options)
      : CastQuery(shape, X, options, "box"),
        box_(index().mesh(), index().bounds(), X, checked_box(low, high), limits()) {}

  void find(FaceList& faces) {
    limits().look();
    FacesInBox in_box(box_, counters(), faces);
    switch (method()) {
      case Method::naive:
        return offer_all(index().mesh(), counters(), in_box);
      case Method::dop_tree:
        return cast_box(index().dop_tree(), box_, stack(), counters(), in_box);
      default:
        return cast_box(index().wide_bvh(), box_, stack(), counters(), in_box);
    }
  }

 private:
  const MeshBoxQuery box_;
};

template <class Query>
bool finds_any(Query&& query) {
  FaceList any;
  query.find(any);
  return any.found;
}

/// The query has been checked. If it throws now, the list is empty.
template <class Query>
void find_all(Query&& query, std::vector<std::uint32_t>& faces) {
  faces.clear();
  try {
    FaceList list = {&faces};
    query.find(list);
  } catch (...) {
    faces.clear();
    throw;
  }
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

}  // namespace

std::optional<RayHit> first_hit(const Shape& shape, const Pose& X, const Path& path,
                                const CastOptions& options) {
  return PathQuery(shape, X, path, options).first();
}

bool hits(const Shape& shape, const Pose& X, const Path& path, const CastOptions& options) {
  return finds_any(PathQuery(shape, X, path, options));
}

std::vector<std::uint32_t> hit_faces(const Shape& shape, const Pose& X, const Path& path,
                                     const CastOptions& options) {
  std::vector<std::uint32_t> faces;
  hit_faces(shape, X, path, options, faces);
  return faces;
}

void hit_faces(const Shape& shape, const Pose& X, const Path& path, const CastOptions& options,
               std::vector<std::uint32_t>& faces) {
  find_all(PathQuery(shape, X, path, options), faces);
}

bool box_meets(const Shape& shape, const Pose& X, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
               const CastOptions& options) {
  return finds_any(BoxQuery(shape, X, low, high, options));
}

std::vector<std::uint32_t> faces_in_box(const Shape& shape, const Pose& X, const Eigen::Vector3d& low,
                                        const Eigen::Vector3d& high, const CastOptions& options) {
  std::vector<std::uint32_t> faces;
  faces_in_box(shape, X, low, high, options, faces);
  return faces;
}

void faces_in_box(const Shape& shape, const Pose& X, const Eigen::Vector3d& low, const Eigen::Vector3d& high,
                  const CastOptions& options, std::vector<std::uint32_t>& faces) {
  find_all(BoxQuery(shape, X, low, high, options), faces);
}

}  // namespace graze
