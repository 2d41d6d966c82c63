// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Longest-edge bisection (rivara-bisection), one edge at a time: the longest edge that the count still has
// room for is cut at its middle, and with it each of its faces. Cost: O(n log n) for n faces in the result.
#include <graze/error.h>
#include <graze/generate.h>

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "math/float_environment.h"
#include "math/message.h"
#include "mesh/sizes.h"
#include "mesh/topology.h"

namespace graze {
namespace {

std::uint64_t key(std::uint32_t a, std::uint32_t b) {
  const auto [low, high] = std::minmax(a, b);
  return std::uint64_t{low} << 32 | high;
}

/// In the queue, longest first; among equals the lowest numbers, so that the result does not depend on the
/// library's heap.
struct Candidate {
  double length;
  std::uint32_t a, b;
  bool operator<(const Candidate& other) const {
    return std::tuple(length, other.a, other.b) < std::tuple(other.length, a, b);
  }
};

class Refinement {
 public:
  Refinement(const Mesh& mesh, std::size_t faces)
      : mesh_(mesh), target_(faces), scale_(Measure(mesh).scale()) {
    for (std::uint32_t f = 0; f < mesh_.faces.size(); ++f) {
      for (int k = 0; k < 3; ++k) add_side(mesh_.faces[f][k], mesh_.faces[f][(k + 1) % 3], f);
    }
    for (const auto& [edge, faces_of_edge] : faces_of_) {
      push(static_cast<std::uint32_t>(edge >> 32), static_cast<std::uint32_t>(edge));
    }
  }

  Mesh run() {
    while (mesh_.faces.size() < target_) {
      if (longest_.empty()) {
        throw Error(message("no edge can be cut to reach ", target_, " faces from ", mesh_.faces.size(),
                            ": an edge inside a surface adds two, an open edge one"));
      }
      const Candidate edge = longest_.top();
      longest_.pop();
      const auto found = faces_of_.find(key(edge.a, edge.b));
      // Too many faces for the room that is left: room only shrinks, so the edge need not come back.
      if (found == faces_of_.end() || mesh_.faces.size() + found->second.size() > target_) continue;
      split(edge.a, edge.b, std::move(found->second));
    }
    return std::move(mesh_);
  }

 private:
  void add_side(std::uint32_t a, std::uint32_t b, std::uint32_t face) {
    if (a == b) return;
    std::vector<std::uint32_t>& faces = faces_of_[key(a, b)];
    if (std::find(faces.begin(), faces.end(), face) == faces.end()) faces.push_back(face);
  }

  void push(std::uint32_t a, std::uint32_t b) {
    longest_.push({((mesh_.vertices[a] - mesh_.vertices[b]) / scale_).norm(), a, b});
  }

  void split(std::uint32_t a, std::uint32_t b, std::vector<std::uint32_t> faces) {
    const Eigen::Vector3d middle = mesh_.vertices[a] / 2 + mesh_.vertices[b] / 2;
    if (middle == mesh_.vertices[a] || middle == mesh_.vertices[b]) return;
    const auto m = static_cast<std::uint32_t>(mesh_.vertices.size());
    mesh_.vertices.push_back(middle);
    faces_of_.erase(key(a, b));
    for (const std::uint32_t f : faces) split_face(f, a, b, m);
    push(a, m);
    push(m, b);
  }

  /// The face keeps its half with a; a new one gets the half with b. Both stay the same way up.
  void split_face(std::uint32_t f, std::uint32_t a, std::uint32_t b, std::uint32_t m) {
    const Face face = mesh_.faces[f];
    const auto added = static_cast<std::uint32_t>(mesh_.faces.size());
    const std::uint32_t c = face[0] != a && face[0] != b   ? face[0]
                            : face[1] != a && face[1] != b ? face[1]
                                                           : face[2];
    Face with_b = face;
    std::replace(mesh_.faces[f].begin(), mesh_.faces[f].end(), b, m);
    std::replace(with_b.begin(), with_b.end(), a, m);
    mesh_.faces.push_back(with_b);
    add_side(a, m, f);
    add_side(m, b, added);
    add_side(m, c, f);
    add_side(m, c, added);
    std::vector<std::uint32_t>& far_side = faces_of_[key(b, c)];
    std::replace(far_side.begin(), far_side.end(), f, added);
    push(m, c);
  }

  Mesh mesh_;
  std::size_t target_;
  double scale_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> faces_of_;
  std::priority_queue<Candidate> longest_;
};

}  // namespace

Mesh refined_to(const Mesh& mesh, std::size_t faces) {
  const FloatEnvironment environment;
  validate(mesh);
  if (faces < mesh.faces.size()) {
    throw Error(message("a mesh of ", mesh.faces.size(), " faces cannot be refined to ", faces));
  }
  require_countable(0, faces, "the refined mesh");
  if (std::any_of(mesh.faces.begin(), mesh.faces.end(), repeats_corner)) {
    throw Error("a face that names a vertex twice cannot be refined: see repaired");
  }
  return Refinement(mesh, faces).run();
}

}  // namespace graze
