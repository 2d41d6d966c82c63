// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/inspect.h>

#include <algorithm>
#include <vector>

#include "math/float_environment.h"
#include "math/message.h"
#include "mesh/adjacency.h"
#include "mesh/topology.h"

namespace graze {
namespace {

void merge_vertices(Mesh& mesh, RepairReport& report) {
  const std::vector<std::uint32_t> first = first_at_place(mesh.vertices);
  for (std::uint32_t v = 0; v < first.size(); ++v) report.merged_vertices += first[v] != v;
  for (Face& face : mesh.faces) {
    for (std::uint32_t& v : face) v = first[v];
  }
}

void remove_faces(Mesh& mesh, RepairReport& report) {
  const std::vector<std::uint32_t> first = first_with_corners(mesh.faces);
  std::vector<Face> kept;
  kept.reserve(mesh.faces.size());
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    if (first[f] == f && !is_degenerate(mesh, mesh.faces[f])) kept.push_back(mesh.faces[f]);
  }
  report.removed_faces = mesh.faces.size() - kept.size();
  mesh.faces = std::move(kept);
}

/// Keeps the order of the rest. Returns how many there were.
std::size_t remove_unused_vertices(Mesh& mesh) {
  constexpr std::uint32_t unused = -1;
  std::vector<std::uint32_t> number(mesh.vertices.size(), unused);
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) number[v] = 0;
  }
  std::vector<Eigen::Vector3d> kept;
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (number[v] == unused) continue;
    number[v] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(mesh.vertices[v]);
  }
  for (Face& face : mesh.faces) {
    for (std::uint32_t& v : face) v = number[v];
  }
  const std::size_t removed = mesh.vertices.size() - kept.size();
  mesh.vertices = std::move(kept);
  return removed;
}

/// A patch is a set of faces linked by edges of just two faces: as far as "the same side up" can be carried.
struct Patch {
  std::vector<std::uint32_t> faces;
  bool consistent = true;  // as it came
  bool orientable = true;
  bool closed = true;
  double volume = 0;  // in the Measure's units; of the turned faces
};

/// Turns a face over while its first corner stays first.
void turn(Face& face) {
  std::swap(face[1], face[2]);
}

class Orientation {
 public:
  explicit Orientation(Mesh& mesh)
      : mesh_(mesh),
        adjacent_(adjacency(mesh.faces, mesh.vertices.size())),
        turned_(mesh.faces.size(), unseen) {}

  void correct(RepairReport& report) {
    find_patches();
    for (Patch& patch : patches_) {
      if (patch.consistent || !patch.orientable) continue;
      // Which of the two ways? Closed: outward. Open: there is no outside, so turn as few faces as can be.
      const std::size_t turned = count_turned(patch);
      const bool invert =
          patch.closed && !is_flat(patch) ? patch.volume < 0 : 2 * turned > patch.faces.size();
      for (const std::uint32_t f : patch.faces) {
        if ((turned_[f] == yes) == invert) continue;
        turn(mesh_.faces[f]);
        ++report.turned_faces;
      }
      if (invert) patch.volume = -patch.volume;
    }
    say_what_is_left(report);
  }

 private:
  enum Turned : std::uint8_t { no, yes, unseen };

  /// Breadth first from each patch's lowest face, noting which faces to turn so that all agree with that one.
  void find_patches() {
    const Measure in_units(mesh_);
    for (std::uint32_t start = 0; start < mesh_.faces.size(); ++start) {
      if (turned_[start] != unseen) continue;
      Patch patch;
      patch.faces.push_back(start);
      turned_[start] = no;
      for (std::size_t i = 0; i < patch.faces.size(); ++i) visit_neighbours(patch, patch.faces[i]);
      for (const std::uint32_t f : patch.faces) {
        const double volume = in_units.volume(mesh_.faces[f]);
        patch.volume += turned_[f] == yes ? -volume : volume;
      }
      patches_.push_back(std::move(patch));
    }
  }

  void visit_neighbours(Patch& patch, std::uint32_t face) {
    for (const std::uint32_t e : adjacent_.edges_of_face[face]) {
      const auto incident = adjacent_.faces_of(e);
      if (incident.size() != 2) {
        patch.closed = false;
        continue;
      }
      const std::uint32_t other = incident[0] == face ? incident[1] : incident[0];
      const bool disagrees = is_inconsistent(mesh_.faces, adjacent_, e);
      const Turned wanted = disagrees == (turned_[face] == no) ? yes : no;
      if (disagrees) patch.consistent = false;
      if (turned_[other] == unseen) {
        turned_[other] = wanted;
        patch.faces.push_back(other);
      } else if (turned_[other] != wanted) {
        patch.orientable = false;
      }
    }
  }

  std::size_t count_turned(const Patch& patch) const {
    return std::count_if(patch.faces.begin(), patch.faces.end(),
                         [&](std::uint32_t f) { return turned_[f] == yes; });
  }

  /// Encloses nothing that rounding could not have made up. A heuristic: which faces are turned round moves no geometry.
  static bool is_flat(const Patch& patch) {
    return std::abs(patch.volume) <= 1e-15 * static_cast<double>(patch.faces.size());
  }

  void say_what_is_left(RepairReport& report) const {
    for (const Patch& patch : patches_) {
      const std::uint32_t f = *std::min_element(patch.faces.begin(), patch.faces.end());
      if (!patch.orientable) {
        report.left.push_back(message("the ", patch.faces.size(), " faces about face ", f,
                                      " have one side only, like a Möbius strip: they cannot all agree"));
      } else if (patch.closed && patch.volume < 0 && !is_flat(patch)) {
        report.left.push_back(message("the ", patch.faces.size(), " faces about face ", f,
                                      " agree and enclose a space that they face: a cavity, or inside out"));
      }
    }
    std::size_t open = 0;
    std::size_t non_manifold = 0;
    for (std::size_t e = 0; e < adjacent_.edges.size(); ++e) {
      open += adjacent_.faces_of(e).size() == 1;
      non_manifold += adjacent_.faces_of(e).size() > 2;
    }
    if (open > 0) report.left.push_back(message(open, " edges have one face only: the mesh is open there"));
    if (non_manifold > 0) report.left.push_back(message(non_manifold, " edges have three faces or more"));
  }

  Mesh& mesh_;
  Adjacency adjacent_;
  std::vector<Turned> turned_;
  std::vector<Patch> patches_;
};

}  // namespace

Repaired repaired(const Mesh& mesh) {
  const FloatEnvironment environment;
  validate(mesh);
  Repaired result{mesh, {}};
  merge_vertices(result.mesh, result.report);
  remove_faces(result.mesh, result.report);
  result.report.removed_vertices = remove_unused_vertices(result.mesh) - result.report.merged_vertices;
  Orientation(result.mesh).correct(result.report);
  return result;
}

}  // namespace graze
