// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Pair dispatch: kinds × method → kernel. Every query of the library passes here.
#include <graze/error.h>
#include <graze/query.h>

#include <algorithm>
#include <array>

#include "math/message.h"
#include "query/mesh_pair.h"

namespace graze {
namespace {

struct MethodEntry {
  Method method;
  std::string_view name;
  void (*find)(const MeshPair&, Findings&);
};
constexpr std::array methods = {
    MethodEntry{Method::automatic, "automatic", find_simple},
    MethodEntry{Method::naive, "naive", find_naive},
    MethodEntry{Method::simple, "simple", find_simple},
};

const MethodEntry& entry(Method method) {
  for (const MethodEntry& e : methods) {
    if (e.method == method) return e;
  }
  throw Error(message("there is no method number ", static_cast<int>(method)));
}

void find(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, const QueryOptions& options,
          Findings& findings) {
  validate(X_WA);
  validate(X_WB);
  const Shape::Impl &shape_a = a.impl(), &shape_b = b.impl();
  if (shape_a.mesh == nullptr || shape_b.mesh == nullptr) {
    throw Error(
        message("queries between ", kind_name(a.kind()), " and ", kind_name(b.kind()), " are not supported"));
  }
  const MethodEntry& method = entry(options.method);
  Scratch own_scratch;
  Counters own_counters;
  const MeshPair pair(shape_a, X_WA, shape_b, X_WB,
                      (options.scratch != nullptr ? *options.scratch : own_scratch).impl(),
                      options.counters != nullptr ? *options.counters : own_counters);
  method.find(pair, findings);
}

}  // namespace

std::string_view method_name(Method method) {
  return entry(method).name;
}

Method method_from_name(std::string_view name) {
  std::string known;
  for (const MethodEntry& e : methods) {
    if (e.name == name) return e.method;
    known += (known.empty() ? "" : ", ") + std::string(e.name);
  }
  throw Error(message("there is no method '", name, "'; the methods are ", known));
}

Scratch::Scratch() : impl_(std::make_unique<Impl>()) {}
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;
Scratch::~Scratch() = default;

MeshPair::MeshPair(const Shape::Impl& shape_a, const Pose& X_WA, const Shape::Impl& shape_b, const Pose& X_WB,
                   Scratch::Impl& s, Counters& c)
    // Under one and the same pose the meshes may as well be compared in their own frame, where nothing is
    // rounded.
    : a{*shape_a.mesh, *shape_a.index, X_WA == X_WB ? nullptr : &X_WA},
      b{*shape_b.mesh, *shape_b.index, X_WA == X_WB ? nullptr : &X_WB},
      X_AB(X_WA, X_WB),
      error(X_AB.point_error(b.index.reach())),
      scratch(s),
      counters(c) {}

const std::vector<Eigen::Vector3d>& MeshPair::b_vertices_A() const {
  scratch.b_vertices_A.clear();
  for (const Eigen::Vector3d& p : b.mesh.vertices) scratch.b_vertices_A.push_back(X_AB * p);
  return scratch.b_vertices_A;
}

bool collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
              const QueryOptions& options) {
  return first_face_pair(a, X_WA, b, X_WB, options).has_value();
}

std::optional<FacePair> first_face_pair(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                        const QueryOptions& options) {
  Findings findings = Findings::first();
  find(a, X_WA, b, X_WB, options, findings);
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
  find(a, X_WA, b, X_WB, options, findings);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace graze
