// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/polytope.h>

namespace graze {

/// The defects of a PolytopeReport, with every vertex or face that has them, ascending.
struct PolytopeDefects {
  using Numbers = std::vector<std::uint32_t>;
  Numbers duplicate_vertices, extraneous_vertices;
  Numbers degenerate_faces, non_planar_faces, non_convex_faces;
  Numbers back_facing_faces, disconnected_faces, concave_faces;
};

/// Throws Error for a model that is not valid, and for a tolerance that makes no sense.
PolytopeDefects find_defects(const PolytopeModel& model, double tolerance);

/// The corners' places, each named by the first vertex there, without those that repeat the one before.
std::vector<std::uint32_t> places_of_corners(std::span<const std::uint32_t> face,
                                             std::span<const std::uint32_t> first_at_place);

/// Which vertices some face names.
std::vector<bool> used_vertices(const PolytopeModel& model);

}  // namespace graze
