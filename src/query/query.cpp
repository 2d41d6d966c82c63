// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Pair dispatch: kinds × method → kernel. Every query of the library passes here.
#include <graze/error.h>
#include <graze/query.h>

#include <algorithm>
#include <array>

#include "math/message.h"
#include "query/methods.h"

namespace graze {
namespace {

struct MethodEntry {
  Method method;
  std::string_view name;
  void (*find)(const MeshQuery&, Findings&);  // pairs of meshes
};
constexpr std::array methods = {
    MethodEntry{Method::automatic, "automatic", find_automatic},
    MethodEntry{Method::wide_bvh, "wide_bvh", find_wide_bvh},
    MethodEntry{Method::dop_tree, "dop_tree", find_dop_tree},
    MethodEntry{Method::obb_tree, "obb_tree", find_obb_tree},
    MethodEntry{Method::box_tree, "box_tree", find_box_tree},
    MethodEntry{Method::naive, "naive", find_naive},
    MethodEntry{Method::simple, "simple", find_simple},
    MethodEntry{Method::face_octree, "face_octree", find_face_octree},
    MethodEntry{Method::octree_update, "octree_update", find_octree_update},
    MethodEntry{Method::gjk, "gjk", find_automatic},
    MethodEntry{Method::lin_canny, "lin_canny", find_automatic},
    MethodEntry{Method::separating_plane, "separating_plane", find_automatic},
};

const MethodEntry& entry(Method method) {
  for (const MethodEntry& e : methods) {
    if (e.method == method) return e;
  }
  throw Error(message("there is no method number ", static_cast<int>(method)));
}

void find(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, PairQuery& query,
          Findings& findings) {
  validate(X_WA);
  validate(X_WB);
  find_any(a, X_WA, b, X_WB, query, findings);
}

}  // namespace

std::string_view method_name(Method method) {
  return entry(method).name;
}

std::span<const Method> all_methods() {
  static constexpr auto list = [] {
    std::array<Method, methods.size()> result{};
    for (std::size_t i = 0; i < methods.size(); ++i) result[i] = methods[i].method;
    return result;
  }();
  return list;
}

Method method_from_name(std::string_view name) {
  std::string known;
  for (const MethodEntry& e : methods) {
    if (e.name == name) return e.method;
    known += (known.empty() ? "" : ", ") + std::string(e.name);
  }
  throw Error(message("there is no method '", name, "'; the methods are ", known));
}

Method method_for(const Shape& a, const Shape& b, Method wanted) {
  const auto is_polytope = [](const Shape& shape) {
    return std::holds_alternative<Convex>(shape.kind()) || std::holds_alternative<Box>(shape.kind());
  };
  const Shape::Impl &ia = a.impl(), &ib = b.impl();
  bool serves = false;
  switch (entry(wanted).method) {
    case Method::automatic:
      serves = true;
      break;
    case Method::gjk:
      serves = ia.convex && ib.convex;
      break;
    case Method::lin_canny:
    case Method::separating_plane:
      serves = is_polytope(a) && is_polytope(b);
      break;
    case Method::octree_update:
      serves = std::holds_alternative<Mesh>(a.kind()) && std::holds_alternative<Mesh>(b.kind());
      break;
    default:
      serves = ia.mesh && ib.mesh;
  }
  return serves ? wanted : Method::automatic;
}

MeshPair mesh_pair(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  const MeshIndex &mesh_a = *a.impl().mesh, &mesh_b = *b.impl().mesh;
  return {mesh_a.mesh(), mesh_a.bounds(), X_WA, mesh_b.mesh(), mesh_b.bounds(), X_WB};
}

void find_meshes(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, PairQuery& query,
                 Findings& findings) {
  if (bounds_apart(a.impl().mesh->bounds(), X_WA, b.impl().mesh->bounds(), X_WB)) return;
  const MeshQuery meshes = {a.impl(),        b.impl(),       mesh_pair(a, X_WA, b, X_WB),
                            query.scratch(), query.counters, query.options.threads};
  entry(query.options.method).find(meshes, findings);
}

void find_any(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, PairQuery& query,
              Findings& findings) {
  const Shape::Impl &ia = a.impl(), &ib = b.impl();
  if (ia.compound) return find_compound(a, X_WA, b, X_WB, true, query, findings);
  if (ib.compound) return find_compound(b, X_WB, a, X_WA, false, query, findings);
  if (ia.mesh && ib.mesh) return find_meshes(a, X_WA, b, X_WB, query, findings);
  if (ia.mesh) return find_convex_mesh(b, X_WB, a, X_WA, true, query, findings);
  if (ib.mesh) return find_convex_mesh(a, X_WA, b, X_WB, false, query, findings);
  find_convex(a, X_WA, b, X_WB, query, findings);
}

const MeshIndex& mesh_of(const Shape& shape, const Pose& X) {
  validate(X);
  if (!shape.impl().mesh)
    throw Error(message("queries of ", kind_name(shape.kind()), " among meshes are not supported"));
  return *shape.impl().mesh;
}

Scratch::Scratch() : impl_(std::make_unique<Impl>()) {}
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;
Scratch::~Scratch() = default;

std::size_t Scratch::Impl::bytes() const {
  return b_vertices_A.capacity() * sizeof(Eigen::Vector3d) + blocks.capacity() * sizeof(FaceBlock) +
         stack.capacity() * sizeof(std::uint64_t) + box_stack.capacity() * sizeof(BoxPairEntry) +
         octree.bytes() + octree_update.bytes() + sides.capacity() +
         octree_bodies.capacity() * sizeof(OctreeBody) + body_pairs.capacity() * sizeof(BodyFacePair) +
         sort.bytes();
}

const std::vector<Eigen::Vector3d>& MeshQuery::b_vertices_A() const {
  scratch.b_vertices_A.clear();
  for (const Eigen::Vector3d& p : pair.b.mesh.vertices) scratch.b_vertices_A.push_back(pair.X_AB * p);
  return scratch.b_vertices_A;
}

namespace {

/// Meshes with a cache, and a method that knows what to do with it.
bool is_for_cache(const Shape& a, const Shape& b, const QueryOptions& options) {
  const auto method = entry(options.method).find;
  return options.cache != nullptr && (method == find_wide_bvh || method == find_automatic) && a.impl().mesh &&
         b.impl().mesh;
}

}  // namespace

bool collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
              const QueryOptions& options) {
  if (a.impl().convex != nullptr && b.impl().convex != nullptr)
    return convex_collides(a, X_WA, b, X_WB, options);
  if (is_for_cache(a, b, options)) return cached_collides(a, X_WA, b, X_WB, options);
  return first_face_pair(a, X_WA, b, X_WB, options).has_value();
}

std::optional<FacePair> first_face_pair(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                        const QueryOptions& options) {
  if (is_for_cache(a, b, options)) return cached_first_face_pair(a, X_WA, b, X_WB, options);
  Findings findings = Findings::first();
  PairQuery query(options);
  find(a, X_WA, b, X_WB, query, findings);
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
  pairs.clear();
  Findings findings = Findings::all(pairs);
  PairQuery query(options);
  find(a, X_WA, b, X_WB, query, findings);
  query.scratch().sort.sort(pairs, query.scratch().workers, options.threads);
}

}  // namespace graze
