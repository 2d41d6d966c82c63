// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Polytopes by name, as libraries of them have it (see load_polytopes), and what may be wrong with them.
#pragma once

#include <graze/inspect.h>
#include <graze/shape.h>

#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// A polytope as it is given: a plain value, of which nothing says that it is convex, closed, or what its faces
/// claim; `inspect` does.
struct PolytopeModel {
  std::string name;
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::vector<std::uint32_t>> faces;  ///< vertex numbers, counter-clockwise seen from outside

  bool operator==(const PolytopeModel&) const = default;
};

/// Throws Error if a coordinate is not finite, or a face has fewer than three corners or names a vertex that is not
/// there.
void validate(const PolytopeModel& model);

/// A tolerance is from 1e-12 to 0.1: lengths are compared with it times the largest side of the box about all that faces use.
/// Files have six or seven digits as a rule, so that what they call a plane is none to the last bit.
inline constexpr double polytope_tolerance = 1e-6;

/// What `inspect` found. Faces and corners go by place: vertices at the same place count as one.
struct PolytopeReport {
  std::size_t vertices = 0;
  std::size_t faces = 0;

  Finding duplicate_vertices;   ///< vertices at the place of an earlier one
  Finding extraneous_vertices;  ///< that no face names, or amid an edge or a flat part of the surface
  Finding degenerate_faces;     ///< faces without width, or with two corners at one place
  Finding non_planar_faces;     ///< faces with a corner off their plane
  Finding non_convex_faces;  ///< flat faces with a corner that turns inward, or that go round more than once
  Finding
      back_facing_faces;  ///< faces with all vertices above them, or none of the sort, but seen from inside
  Finding
      disconnected_faces;  ///< faces with a side that not just one other has: there is a hole, or a doublet
  Finding concave_faces;   ///< faces with vertices both above and below: the polytope is not convex

  /// The faces bound the hull of the vertices that they name, whichever way some of them face.
  bool convex() const {
    return faces > 0 && degenerate_faces.count + non_planar_faces.count + non_convex_faces.count +
                                disconnected_faces.count + concave_faces.count ==
                            0;
  }
};

/// I-COLLIDE's pre-processor (cohen-icollide): finds the defects that models of polytopes have in practice. Throws
/// Error for a model that is not valid, and for a tolerance out of range, as do the two calls below.
PolytopeReport inspect(const PolytopeModel& model, double tolerance = polytope_tolerance);

/// What `repaired` did.
struct PolytopeRepair {
  std::size_t merged_vertices = 0;   ///< duplicates folded into the first of them
  std::size_t removed_vertices = 0;  ///< extraneous ones
  std::size_t removed_faces = 0;     ///< degenerate ones
  std::size_t turned_faces = 0;      ///< that looked inward
  std::size_t rebuilt_faces = 0;     ///< of the hull, in place of all that was there; 0: not needed
  std::vector<std::string> left;     ///< what could not be corrected, a sentence each
};

struct RepairedPolytope {
  PolytopeModel model;
  PolytopeRepair report;
};

/// Corrects what can be corrected without another body coming out: vertices are merged or dropped, faces turned or
/// dropped; and where faces are not planar or not convex, or some are missing, all are replaced by those of the
/// vertices' hull. What is dented by more than the tolerance stays as it is, but for its vertices and the way its
/// faces look: the hull would fill the dent. A sound polytope, and so one that has been repaired, is left as it is.
RepairedPolytope repaired(const PolytopeModel& model, double tolerance = polytope_tolerance);

/// The body that the model describes: the hull of the vertices that its faces name. Throws Error unless
/// `inspect` calls it convex, since the hull would be another body.
Convex convex_of(const PolytopeModel& model, double tolerance = polytope_tolerance);

}  // namespace graze
