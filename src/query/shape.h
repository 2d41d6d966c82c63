// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include "math/axis_box.h"
#include "mesh/adjacency.h"
#include "query/lazy.h"

namespace graze {

/// What queries know of a mesh beyond its arrays. Built at construction if cheap, at first use if only some
/// methods need it.
class MeshIndex {
 public:
  explicit MeshIndex(const Mesh& mesh);

  const AxisBox& box() const { return box_; }  ///< of the vertices that faces use
  double reach() const { return reach_; }      ///< the largest coordinate of these, in absolute value
  const Adjacency& adjacency(const Mesh& mesh) const;

 private:
  AxisBox box_;
  double reach_ = 0;
  Lazy<Adjacency> adjacency_;
};

struct Shape::Impl {
  explicit Impl(ShapeKind k);

  ShapeKind kind;
  const Mesh* mesh = nullptr;  ///< of a mesh or deformable body
  std::optional<MeshIndex> index;
};

}  // namespace graze
