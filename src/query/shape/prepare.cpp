// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/query.h>

#include <unordered_set>

#include "math/float_environment.h"
#include "query/shape/shape.h"

namespace graze {
namespace {

void prepare(const MeshIndex& mesh, const PrepareOptions& options) {
  switch (options.method) {
    case Method::dop_tree:
      mesh.dop_tree();
      break;
    case Method::obb_tree:
      mesh.obb_tree();
      break;
    case Method::box_tree:
      mesh.box_tree();
      break;
    case Method::simple:
      mesh.adjacency();
      break;
    case Method::octree_update:
      mesh.black_nodes();
      break;
    case Method::naive:
    case Method::face_octree:
      break;  // they build nothing
    default:
      mesh.wide_bvh();
      if (!options.caches) break;
      mesh.reach_map();
      mesh.inside_grid();
  }
}

/// A shape that is in many places is prepared once.
void prepare(const Shape& shape, const PrepareOptions& options, std::unordered_set<const void*>& done) {
  if (!done.insert(&shape.impl()).second) return;
  if (shape.impl().mesh) prepare(*shape.impl().mesh, options);
  if (options.method == Method::lin_canny && shape.impl().family == Family::polytope)
    shape.impl().convex->body().polytope();
  if (const auto* compound = std::get_if<Compound>(&shape.kind())) {
    for (const Piece& piece : compound->pieces) prepare(piece.shape, options, done);
  }
}

}  // namespace

void prepare(const Shape& shape, const PrepareOptions& options) {
  const FloatEnvironment environment;
  method_name(options.method);  // throws if there is none
  std::unordered_set<const void*> done;
  prepare(shape, options, done);
}

}  // namespace graze
