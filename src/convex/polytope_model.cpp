// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/polytope.h>

#include <algorithm>
#include <array>

#include "convex/polytope_defects.h"
#include "math/float_environment.h"
#include "math/message.h"

namespace graze {
namespace {

Finding finding_of(const PolytopeDefects::Numbers& numbers) {
  Finding finding;
  finding.count = numbers.size();
  finding.first.assign(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(
                                                              std::min(numbers.size(), Finding::most_named)));
  return finding;
}

}  // namespace

void validate(const PolytopeModel& model) {
  for (std::size_t v = 0; v < model.vertices.size(); ++v) {
    const Eigen::Vector3d& p = model.vertices[v];
    if (!p.allFinite()) {
      throw Error(message("vertex ", v, " of polytope '", model.name, "' is at (", p[0], ", ", p[1], ", ",
                          p[2], "): every coordinate must be finite"));
    }
  }
  for (std::size_t f = 0; f < model.faces.size(); ++f) {
    if (model.faces[f].size() < 3) {
      throw Error(message("face ", f, " of polytope '", model.name, "' has ", model.faces[f].size(),
                          " corners, at least 3 are needed"));
    }
    for (const std::uint32_t v : model.faces[f]) {
      if (v < model.vertices.size()) continue;
      throw Error(message("face ", f, " of polytope '", model.name, "' uses vertex ", v,
                          ", but there are only ", model.vertices.size()));
    }
  }
}

PolytopeReport inspect(const PolytopeModel& model, double tolerance) {
  const FloatEnvironment environment;
  const PolytopeDefects defects = find_defects(model, tolerance);
  PolytopeReport report;
  report.vertices = model.vertices.size();
  report.faces = model.faces.size();
  report.duplicate_vertices = finding_of(defects.duplicate_vertices);
  report.extraneous_vertices = finding_of(defects.extraneous_vertices);
  report.degenerate_faces = finding_of(defects.degenerate_faces);
  report.non_planar_faces = finding_of(defects.non_planar_faces);
  report.non_convex_faces = finding_of(defects.non_convex_faces);
  report.back_facing_faces = finding_of(defects.back_facing_faces);
  report.disconnected_faces = finding_of(defects.disconnected_faces);
  report.concave_faces = finding_of(defects.concave_faces);
  return report;
}

Convex convex_of(const PolytopeModel& model, double tolerance) {
  const FloatEnvironment environment;
  const PolytopeReport report = inspect(model, tolerance);
  if (report.faces == 0) throw Error(message("polytope '", model.name, "' has no faces"));
  const std::array<std::pair<const Finding&, std::string_view>, 5> reasons = {{
      {report.concave_faces, "has vertices on both sides"},
      {report.disconnected_faces, "has a side that not just one other face has"},
      {report.degenerate_faces, "has no width, or two corners at one place"},
      {report.non_planar_faces, "is not planar"},
      {report.non_convex_faces, "is not convex"},
  }};
  for (const auto& [finding, what] : reasons) {
    if (finding.count == 0) continue;
    throw Error(message("polytope '", model.name, "' is not convex as it is given: face ", finding.first[0],
                        " ", what));
  }
  Convex convex;
  const std::vector<bool> used = used_vertices(model);
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (used[v]) convex.vertices.push_back(model.vertices[v]);
  }
  return convex;
}

}  // namespace graze
