// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/inspect.h>

#include "math/float_environment.h"
#include "mesh/adjacency.h"
#include "mesh/topology.h"

namespace graze {
namespace {

void note(Finding& finding, std::uint32_t place) {
  ++finding.count;
  if (finding.first.size() < Finding::most_named) finding.first.push_back(place);
}

/// The faces with each corner replaced by the first vertex at its place.
std::vector<Face> faces_by_place(const Mesh& mesh, const std::vector<std::uint32_t>& first) {
  std::vector<Face> faces = mesh.faces;
  for (Face& face : faces) {
    for (std::uint32_t& v : face) v = first[v];
  }
  return faces;
}

void inspect_vertices(const Mesh& mesh, const std::vector<std::uint32_t>& first, MeshReport& report) {
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) used[v] = true;
  }
  for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
    if (first[v] != v) note(report.duplicate_vertices, v);
    if (!used[v]) note(report.unused_vertices, v);
  }
}

void inspect_faces(const Mesh& mesh, std::span<const Face> by_place, MeshReport& report) {
  const std::vector<std::uint32_t> first = first_with_corners(by_place);
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    if (repeats_corner(mesh.faces[f])) note(report.repeated_index_faces, f);
    if (repeats_corner(by_place[f]) || is_degenerate(mesh, mesh.faces[f])) note(report.degenerate_faces, f);
    if (first[f] != f) note(report.duplicate_faces, f);
  }
}

void inspect_edges(std::span<const Face> by_place, std::size_t vertex_count, MeshReport& report) {
  // A face with two corners at one place has no inside for an edge to bound: it would only hide what its
  // neighbours are.
  std::vector<Face> faces;
  std::vector<std::uint32_t> number;
  for (std::uint32_t f = 0; f < by_place.size(); ++f) {
    if (repeats_corner(by_place[f])) continue;
    faces.push_back(by_place[f]);
    number.push_back(f);
  }
  const Adjacency adjacent = adjacency(faces, vertex_count);
  report.edges = adjacent.edges.size();
  for (std::size_t e = 0; e < adjacent.edges.size(); ++e) {
    const auto incident = adjacent.faces_of(e);
    const std::uint32_t face = number[incident[0]];
    if (incident.size() == 1) note(report.open_edges, face);
    if (incident.size() > 2) note(report.non_manifold_edges, face);
    if (is_inconsistent(faces, adjacent, e)) note(report.inconsistent_edges, face);
  }
}

void measure(const Mesh& mesh, MeshReport& report) {
  const Measure in_units(mesh);
  const double scale = in_units.scale();
  double area = 0;
  double volume = 0;
  for (const Face& face : mesh.faces) {
    area += in_units.area(face);
    volume += in_units.volume(face);
  }
  report.area = area * scale * scale;
  if (report.closed() && report.oriented()) report.volume = volume * scale * scale * scale;
}

}  // namespace

MeshReport inspect(const Mesh& mesh) {
  const FloatEnvironment environment;
  validate(mesh);
  MeshReport report;
  report.vertices = mesh.vertices.size();
  report.faces = mesh.faces.size();
  if (!mesh.vertices.empty()) {
    const AxisBox box = bounds(mesh);
    report.low = box.low;
    report.high = box.high;
  }
  const std::vector<std::uint32_t> first = first_at_place(mesh.vertices);
  const std::vector<Face> by_place = faces_by_place(mesh, first);
  report.parts = parts_by_vertex(by_place, mesh.vertices.size()).count;
  inspect_vertices(mesh, first, report);
  inspect_faces(mesh, by_place, report);
  inspect_edges(by_place, mesh.vertices.size(), report);
  measure(mesh, report);
  return report;
}

}  // namespace graze
