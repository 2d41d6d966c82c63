// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/polygons.h"

#include "mesh/triangulate_polygon.h"

namespace graze::io {
namespace {

void note(Finding& finding, std::size_t face) {
  ++finding.count;
  if (finding.first.size() < Finding::most_named) finding.first.push_back(static_cast<std::uint32_t>(face));
}

}  // namespace

void Polygons::note(std::size_t corners) {
  const std::size_t first_face = faces_.size() - (corners - 2);
  if (!runs_.empty() && runs_.back().corners == corners && runs_.back().end_face() == first_face) {
    ++runs_.back().count;
  } else {
    runs_.push_back({first_face, corners, 1});
  }
}

void Polygons::triangulate(std::span<const Eigen::Vector3d> vertices, PolygonReport* report) {
  PolygonTriangulator triangulator;
  for (const Run& run : runs_) {
    for (std::size_t i = 0; i < run.count; ++i) {
      const std::size_t first = run.first_face + i * (run.corners - 2);
      const std::span<Face> fan = std::span(faces_).subspan(first, run.corners - 2);
      const bool planar = report == nullptr || !(triangulator.off_plane(vertices, fan) > polytope_tolerance);
      const PolygonForm form = triangulator.triangulate(vertices, fan);
      if (report == nullptr) continue;
      ++report->polygons;
      if (form != PolygonForm::convex) ++report->concave;
      if (!planar) io::note(report->not_planar, first);
      if (form == PolygonForm::crossing || (form == PolygonForm::concave && triangulator.edges_cross())) {
        io::note(report->crossing, first);
      }
    }
  }
}

}  // namespace graze::io
