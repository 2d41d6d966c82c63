// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// I-COLLIDE's pre-processor (cohen-icollide §6.2), which the paper only names. Ours looks at
//
//   1. places: vertices at one place are one from there on;
//   2. each face alone: its width, how far its corners are off its plane, and how it turns at them;
//   3. each face against all vertices: the hull's farthest points along its normal and against it. All below: it
//      looks outward; all above: inward; both: the polytope is not convex;
//   4. sides: two faces are neighbours where just they have a side; a crease is a side of neighbours that are not in
//      one plane;
//   5. each vertex: it is needed unless all faces about it are in one plane, or in two on either side of a line.
//
// All lengths are in units of the box about the vertices that are used, and compared with the tolerance; roundings
// are far below any that makes sense.
//
// Cost: O(n log n), and what the hull costs.
#include "convex/polytope_defects.h"

#include <graze/error.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "convex/body.h"
#include "convex/hull.h"
#include "convex/support_point.h"
#include "math/message.h"
#include "mesh/topology.h"

namespace graze {
namespace {

using Vector = Eigen::Vector3d;
using Numbers = PolytopeDefects::Numbers;

/// A face by itself.
struct Outline {
  Numbers corners;  // by place
  Vector middle = Vector::Zero();
  Vector normal = Vector::Zero();  // of unit length
  bool degenerate = false;         // then there is no normal
  bool planar = true;
};

/// One side of one face.
struct Side {
  std::uint32_t low, high;  // vertices
  std::uint32_t face;
  bool rising;  // runs from low to high

  bool is_beside(const Side& other) const { return low == other.low && high == other.high; }
};

/// What meets at a vertex.
struct Meeting {
  std::size_t creases = 0;
  std::uint32_t ends[2] = {};  // of the first two creases
  bool needed = false;  // whatever the creases: by an open side, or by a face that is no convex polygon
};

class DefectFinder {
 public:
  DefectFinder(const PolytopeModel& model, double tolerance)
      : model_(model),
        tolerance_(tolerance),
        first_(first_at_place(model.vertices)),
        used_(used_vertices(model)) {
    AxisBox box;
    for (std::size_t v = 0; v < used_.size(); ++v) {
      if (used_[v]) box.include(model.vertices[v]);
    }
    const UnitFrame frame(box);
    points_.reserve(model.vertices.size());
    for (const Vector& p : model.vertices) points_.push_back(frame(p));
    meetings_.resize(points_.size());
  }

  PolytopeDefects find() {
    for (std::uint32_t f = 0; f < model_.faces.size(); ++f) look_at_face(f);
    look_at_facing();
    look_at_sides();
    look_at_vertices();
    return std::move(defects_);
  }

 private:
  void look_at_face(std::uint32_t f) {
    Outline& face = outlines_.emplace_back();
    face.corners = places_of_corners(model_.faces[f], first_);
    set_plane(face);
    Numbers sorted = face.corners;
    std::sort(sorted.begin(), sorted.end());
    const bool repeats = face.corners.size() < model_.faces[f].size() ||
                         std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    if (face.degenerate || repeats) defects_.degenerate_faces.push_back(f);
    if (face.degenerate) return;
    if (!face.planar) {
      defects_.non_planar_faces.push_back(f);
      for (const std::uint32_t v : face.corners) meetings_[v].needed = true;
    } else if (turns_inward(face)) {
      defects_.non_convex_faces.push_back(f);
    }
  }

  void set_plane(Outline& face) const {
    const std::size_t n = face.corners.size();
    for (const std::uint32_t v : face.corners) face.middle += points_[v] / static_cast<double>(n);
    double reach = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const Vector p = points_[face.corners[k]] - face.middle;
      face.normal += p.cross(points_[face.corners[(k + 1) % n]] - face.middle);
      reach = std::max(reach, p.norm());
    }
    const double area = face.normal.norm();  // twice
    face.degenerate = n < 3 || !(area > tolerance_ * reach);
    if (face.degenerate) return;
    face.normal /= area;
    for (const std::uint32_t v : face.corners) {
      if (std::abs(face.normal.dot(points_[v] - face.middle)) > tolerance_) face.planar = false;
    }
  }

  /// Marks the corners at which it does. A polygon that only turns the right way, but not just once round, does too.
  bool turns_inward(const Outline& face) {
    const std::size_t n = face.corners.size();
    double turned = 0;
    bool inward = false;
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t at = face.corners[(k + 1) % n];
      const Vector before = points_[at] - points_[face.corners[k]];
      const Vector after = points_[face.corners[(k + 2) % n]] - points_[at];
      const double sine = before.cross(after).dot(face.normal);
      turned += std::atan2(sine, before.dot(after));
      if (sine >= -tolerance_ * before.norm()) continue;
      inward = true;
      meetings_[at].needed = true;
    }
    return inward || std::abs(turned - 2 * std::numbers::pi) > 1;
  }

  void look_at_facing() {
    std::vector<Vector> used;
    for (std::size_t v = 0; v < points_.size(); ++v) {
      if (used_[v]) used.push_back(points_[v]);
    }
    if (used.empty()) return;
    const Polytope around = hull(used);
    const ConvexBody body = body_of(around);
    std::uint32_t highest = 0, lowest = 0;
    for (std::uint32_t f = 0; f < outlines_.size(); ++f) {
      const Outline& face = outlines_[f];
      if (face.degenerate) continue;
      const Vector &n = face.normal, &at = face.middle;
      if (face.planar) {
        if (!(n.dot(support_point(body, n, highest) - at) > tolerance_)) continue;
        const bool below = -n.dot(support_point(body, -n, lowest) - at) > tolerance_;
        (below ? defects_.concave_faces : defects_.back_facing_faces).push_back(f);
      } else {
        if (n.dot(around.centre - at) > tolerance_) defects_.back_facing_faces.push_back(f);
        if (has_corner_inside(face, around)) defects_.concave_faces.push_back(f);
      }
    }
  }

  bool has_corner_inside(const Outline& face, const Polytope& around) const {
    return std::any_of(face.corners.begin(), face.corners.end(), [&](std::uint32_t v) {
      return std::all_of(around.faces.begin(), around.faces.end(), [&](const Polytope::FaceLoop& outer) {
        return outer.offset - outer.normal.dot(points_[v]) > tolerance_;
      });
    });
  }

  void look_at_sides() {
    std::vector<Side> sides;
    for (std::uint32_t f = 0; f < outlines_.size(); ++f) {
      const Numbers& corners = outlines_[f].corners;
      if (corners.size() < 3) continue;
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const std::uint32_t from = corners[k], to = corners[(k + 1) % corners.size()];
        sides.push_back({std::min(from, to), std::max(from, to), f, from < to});
      }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& s, const Side& t) {
      return std::tie(s.low, s.high, s.face) < std::tie(t.low, t.high, t.face);
    });
    for (auto run = sides.begin(); run != sides.end();) {
      const auto end = std::find_if(run, sides.end(), [&](const Side& s) { return !s.is_beside(*run); });
      if (end - run == 2 && run[0].face != run[1].face) {
        if (is_crease(run[0], run[1])) add_crease(*run);
      } else {
        for (auto side = run; side != end; ++side) {
          defects_.disconnected_faces.push_back(side->face);
          meetings_[side->low].needed = meetings_[side->high].needed = true;
        }
      }
      run = end;
    }
    Numbers& faces = defects_.disconnected_faces;
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  }

  /// A face without width goes with any plane.
  bool is_crease(const Side& s, const Side& t) const {
    const Outline &f = outlines_[s.face], &g = outlines_[t.face];
    if (f.degenerate || g.degenerate) return false;
    const bool agree = s.rising != t.rising;  // on what is outside
    if ((f.normal.dot(g.normal) > 0) != agree) return true;
    return leaves_plane(f, g) || leaves_plane(g, f);
  }

  bool leaves_plane(const Outline& f, const Outline& g) const {
    return std::any_of(g.corners.begin(), g.corners.end(), [&](std::uint32_t v) {
      return std::abs(f.normal.dot(points_[v] - f.middle)) > tolerance_;
    });
  }

  void add_crease(const Side& side) {
    for (const auto& [at, end] : {std::pair(side.low, side.high), std::pair(side.high, side.low)}) {
      Meeting& meeting = meetings_[at];
      if (meeting.creases < 2) meeting.ends[meeting.creases] = end;
      ++meeting.creases;
    }
  }

  void look_at_vertices() {
    std::vector<bool> used_place(points_.size(), false);
    for (std::uint32_t v = 0; v < points_.size(); ++v) {
      if (used_[v]) used_place[first_[v]] = true;
    }
    for (std::uint32_t v = 0; v < points_.size(); ++v) {
      if (first_[v] != v) {
        defects_.duplicate_vertices.push_back(v);
      } else if (!used_place[v] || is_extraneous(v)) {
        defects_.extraneous_vertices.push_back(v);
      }
    }
  }

  bool is_extraneous(std::uint32_t v) const {
    const Meeting& meeting = meetings_[v];
    if (meeting.needed || (meeting.creases != 0 && meeting.creases != 2)) return false;
    return meeting.creases == 0 || is_between(v, meeting.ends[0], meeting.ends[1]);
  }

  bool is_between(std::uint32_t v, std::uint32_t a, std::uint32_t b) const {
    const Vector along = points_[b] - points_[a], to = points_[v] - points_[a];
    const double share = to.dot(along) / along.squaredNorm();
    return share > 0 && share < 1 && (to - share * along).norm() <= tolerance_;
  }

  const PolytopeModel& model_;
  double tolerance_;
  Numbers first_;
  std::vector<bool> used_;
  std::vector<Vector> points_;  // in units
  std::vector<Outline> outlines_;
  std::vector<Meeting> meetings_;  // at each vertex
  PolytopeDefects defects_;
};

}  // namespace

std::vector<std::uint32_t> places_of_corners(std::span<const std::uint32_t> face,
                                             std::span<const std::uint32_t> first_at_place) {
  std::vector<std::uint32_t> places;
  for (const std::uint32_t v : face) {
    if (places.empty() || places.back() != first_at_place[v]) places.push_back(first_at_place[v]);
  }
  while (places.size() > 1 && places.front() == places.back()) places.pop_back();
  return places;
}

std::vector<bool> used_vertices(const PolytopeModel& model) {
  std::vector<bool> used(model.vertices.size(), false);
  for (const auto& face : model.faces) {
    for (const std::uint32_t v : face) used[v] = true;
  }
  return used;
}

PolytopeDefects find_defects(const PolytopeModel& model, double tolerance) {
  constexpr double least = 1e-12, most = 0.1;  // below, there is rounding; above, no shape
  validate(model);
  if (!(tolerance >= least && tolerance <= most)) {
    throw Error(message("the tolerance is ", tolerance, ", but must be from ", least, " to ", most));
  }
  return DefectFinder(model, tolerance).find();
}

}  // namespace graze
