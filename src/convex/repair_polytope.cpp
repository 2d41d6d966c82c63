// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The correcting half of I-COLLIDE's pre-processor. Each round corrects one kind of defect and looks again, since
// one defect hides or causes others. Rounds end with fewer vertices or corners than they began with, or with fewer
// faces that look inward, and faces are rebuilt once at most for the same number of vertices: so there is an end.
#include <algorithm>

#include "convex/hull.h"
#include "convex/polytope_defects.h"
#include "math/float_environment.h"
#include "math/message.h"
#include "mesh/topology.h"

namespace graze {
namespace {

using Numbers = PolytopeDefects::Numbers;

std::vector<bool> flags(const Numbers& numbers, std::size_t count) {
  std::vector<bool> result(count, false);
  for (const std::uint32_t i : numbers) result[i] = true;
  return result;
}

class PolytopeRepairer {
 public:
  PolytopeRepairer(const PolytopeModel& model, double tolerance) : model_(model), tolerance_(tolerance) {}

  RepairedPolytope repair() {
    const std::size_t vertices = model_.vertices.size();
    PolytopeDefects defects = find_defects(model_, tolerance_);
    while (correct(defects)) defects = find_defects(model_, tolerance_);
    report_.removed_vertices = vertices - model_.vertices.size() - report_.merged_vertices;
    say_what_is_left(defects);
    return {std::move(model_), std::move(report_)};
  }

 private:
  /// True if there was something to do.
  bool correct(const PolytopeDefects& defects) {
    if (!defects.duplicate_vertices.empty()) return merge(defects.duplicate_vertices);
    if (!defects.back_facing_faces.empty()) return turn(defects.back_facing_faces);
    const bool is_body = defects.concave_faces.empty();  // that its hull would be
    if (!defects.extraneous_vertices.empty()) {
      if (unthread(defects.extraneous_vertices)) return true;
      if (is_body && rebuild(defects.extraneous_vertices)) return true;
    }
    if (!defects.degenerate_faces.empty()) return trim(defects.degenerate_faces);
    const bool wrong = !defects.non_planar_faces.empty() || !defects.non_convex_faces.empty() ||
                       !defects.disconnected_faces.empty();
    return wrong && is_body && rebuild({});
  }

  bool merge(const Numbers& duplicates) {
    const Numbers first = first_at_place(model_.vertices);
    for (Numbers& face : model_.faces) {
      for (std::uint32_t& v : face) v = first[v];
    }
    drop_vertices(flags(duplicates, model_.vertices.size()));
    report_.merged_vertices += duplicates.size();
    return true;
  }

  /// Over, while the first corner stays first.
  bool turn(const Numbers& faces) {
    for (const std::uint32_t f : faces) std::reverse(model_.faces[f].begin() + 1, model_.faces[f].end());
    report_.turned_faces += faces.size();
    return true;
  }

  /// Takes out vertices that no face names, and those of two faces alone, in which they are amid a straight side.
  bool unthread(const Numbers& extraneous) {
    std::vector<std::size_t> faces(model_.vertices.size(), 0);
    for (const Numbers& face : model_.faces) {
      for (const std::uint32_t v : face) ++faces[v];
    }
    std::vector<bool> out(model_.vertices.size(), false);
    bool found = false;
    for (const std::uint32_t v : extraneous) {
      if (faces[v] != 0 && faces[v] != 2) continue;
      out[v] = found = true;
    }
    if (!found) return false;
    for (Numbers& face : model_.faces) {
      std::erase_if(face, [&](std::uint32_t v) { return out[v]; });
    }
    report_.removed_faces += std::erase_if(model_.faces, [](const Numbers& face) { return face.size() < 3; });
    drop_vertices(out);
    return true;
  }

  /// Of faces that repeat a corner the repetition goes, of others without width all.
  bool trim(const Numbers& degenerate) {
    const Numbers first = first_at_place(model_.vertices);
    for (const std::uint32_t f : degenerate) {
      Numbers corners = places_of_corners(model_.faces[f], first);
      if (corners.size() == model_.faces[f].size()) corners.clear();
      model_.faces[f] = std::move(corners);
    }
    report_.removed_faces += std::erase_if(model_.faces, [](const Numbers& face) { return face.size() < 3; });
    return true;
  }

  /// Replaces all faces by those of the hull of the vertices that are used and not left out.
  bool rebuild(const Numbers& left_out) {
    std::vector<bool> used = used_vertices(model_);
    for (const std::uint32_t v : left_out) used[v] = false;
    std::vector<Eigen::Vector3d> points;
    for (std::size_t v = 0; v < used.size(); ++v) {
      if (used[v]) points.push_back(model_.vertices[v]);
    }
    if (points.empty() || points.size() == rebuilt_from_) return false;
    const Polytope around = hull(points);
    if (around.faces.empty()) return false;
    rebuilt_from_ = around.vertices.size();
    model_.vertices = around.vertices;
    model_.faces.clear();
    for (const Polytope::FaceLoop& face : around.faces) {
      const auto corners = around.corners_of(face);
      model_.faces.emplace_back(corners.begin(), corners.end());
    }
    report_.rebuilt_faces = model_.faces.size();
    return true;
  }

  /// Those flagged, which no face names.
  void drop_vertices(const std::vector<bool>& out) {
    Numbers number(out.size(), 0);
    std::vector<Eigen::Vector3d> kept;
    for (std::size_t v = 0; v < out.size(); ++v) {
      number[v] = static_cast<std::uint32_t>(kept.size());
      if (!out[v]) kept.push_back(model_.vertices[v]);
    }
    for (Numbers& face : model_.faces) {
      for (std::uint32_t& v : face) v = number[v];
    }
    model_.vertices = std::move(kept);
  }

  void say_what_is_left(const PolytopeDefects& defects) {
    const auto say = [&](const Numbers& numbers, std::string_view what) {
      if (numbers.empty()) return;
      report_.left.push_back(message(numbers.size(), " ", what, ", the first is ", numbers[0]));
    };
    if (model_.faces.empty()) report_.left.emplace_back("no face has any width: there is no polytope");
    say(defects.concave_faces,
        "faces have vertices on both sides (it is not convex, and its hull would be another body)");
    say(defects.extraneous_vertices, "extraneous vertices are amid flat parts");
    say(defects.non_planar_faces, "faces are not planar");
    say(defects.non_convex_faces, "faces are not convex");
    say(defects.disconnected_faces, "faces have a side that not just one other has");
  }

  PolytopeModel model_;
  double tolerance_;
  PolytopeRepair report_;
  std::size_t rebuilt_from_ = 0;  ///< the vertices of the hull that the faces are of
};

}  // namespace

RepairedPolytope repaired(const PolytopeModel& model, double tolerance) {
  const FloatEnvironment environment;
  return PolytopeRepairer(model, tolerance).repair();
}

}  // namespace graze
