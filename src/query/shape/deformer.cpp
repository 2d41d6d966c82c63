// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The frames of a deforming body take turns in a few buffers. A buffer that only the Deformer refers to is overwritten:
// its mesh keeps its faces, and its tree is refitted at the next query that needs it. A buffer that is still shared is
// left as it is.
#include <graze/deform.h>
#include <graze/error.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "deform/vertices.h"
#include "math/float_environment.h"
#include "math/message.h"
#include "math/parallel.h"
#include "query/shape/shape.h"

namespace graze {

struct Deformer::Impl {
  std::vector<std::shared_ptr<Shape::Impl>> buffers;
  std::size_t current = 0;
  std::vector<Eigen::Vector3d> next;  // the new vertices: bad ones must leave the old ones as they are
  std::vector<AxisBox> blocks;        // of these
  bool all_used = true;               // every vertex has a face: the box of the vertices is that of the faces

  /// A buffer that nothing else refers to, the current one if possible.
  std::size_t free_buffer() {
    for (std::size_t k = 0; k < buffers.size(); ++k) {
      const std::size_t i = (current + k) % buffers.size();
      if (buffers[i].use_count() != 1) continue;
      // All that its last reader did happens before what follows.
      std::atomic_thread_fence(std::memory_order_acquire);
      return i;
    }
    buffers.push_back(std::make_shared<Shape::Impl>(buffers[current]->kind));
    return buffers.size() - 1;
  }
};

namespace {

const Mesh& deformable_mesh(const ShapeKind& kind) {
  if (const auto* body = std::get_if<Deformable>(&kind)) return body->mesh;
  throw Error(message("a ", kind_name(kind), " cannot be deformed, only a deformable"));
}

bool every_vertex_has_a_face(const Mesh& mesh) {
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) used[v] = true;
  }
  return std::find(used.begin(), used.end(), false) == used.end();
}

[[noreturn]] void throw_not_finite(std::span<const Eigen::Vector3d> vertices) {
  std::size_t i = 0;
  while (vertices[i].allFinite()) ++i;
  const Eigen::Vector3d& v = vertices[i];
  throw Error(message("vertex ", i, " of the deformed body is (", v[0], ", ", v[1], ", ", v[2],
                      "), which is not finite"));
}

}  // namespace

Deformer::Deformer(const Shape& shape) : impl_(std::make_unique<Impl>()) {
  const FloatEnvironment environment;
  impl_->all_used = every_vertex_has_a_face(deformable_mesh(shape.kind()));
  auto body = std::make_shared<Shape::Impl>(shape.kind());
  // The first frame's tree is refitted for the second, as those of all later frames are.
  const MeshBounds bounds = body->mesh->bounds();
  body->mesh.emplace(deformable_mesh(body->kind), bounds, std::make_unique<DeformingTree>(), 1);
  impl_->buffers.push_back(std::move(body));
}
Deformer::Deformer(Mesh mesh) : Deformer(Shape::deformable(std::move(mesh))) {}
Deformer::Deformer(Deformer&&) noexcept = default;
Deformer& Deformer::operator=(Deformer&&) noexcept = default;
Deformer::~Deformer() = default;

Shape Deformer::shape() const {
  return Shape(impl_->buffers[impl_->current]);
}

Shape Deformer::deform(std::span<const Eigen::Vector3d> vertices, int threads) {
  const FloatEnvironment environment;
  threads = usable_threads(threads);
  const std::size_t count = deformable_mesh(impl_->buffers[impl_->current]->kind).vertices.size();
  if (vertices.size() != count)
    throw Error(message("the deformed body has ", count, " vertices, but is given ", vertices.size()));
  impl_->next.resize(count);
  AxisBox box;
  if (!copy_vertices(vertices, impl_->next, threads, impl_->blocks, box)) throw_not_finite(vertices);

  const std::size_t free = impl_->free_buffer();
  Shape::Impl& body = *impl_->buffers[free];
  Mesh& mesh = std::get<Deformable>(body.kind).mesh;
  std::unique_ptr<DeformingTree> tree = body.mesh->take_tree();
  // What may throw is done. From here on the buffer changes, to the end.
  mesh.vertices.swap(impl_->next);
  if (mesh.faces.empty()) box = {};
  const MeshBounds bounds = impl_->all_used || mesh.faces.empty() ? MeshBounds(box) : MeshBounds(mesh);
  tree->next_frame(impl_->blocks);
  body.mesh.emplace(mesh, bounds, std::move(tree), threads);
  body.update_bounds();
  impl_->current = free;
  return shape();
}

std::size_t Deformer::tree_builds() const {
  std::size_t sum = 0;
  for (const std::shared_ptr<Shape::Impl>& buffer : impl_->buffers)
    sum += buffer->mesh->deforming() != nullptr ? buffer->mesh->deforming()->builds() : 0;
  return sum;
}

}  // namespace graze
