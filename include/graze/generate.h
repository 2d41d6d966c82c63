// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <cstdint>

namespace graze {

// Closed meshes made from a few numbers; centred at the origin, outward oriented, without duplicate vertices.
// All throw Error for counts too small to close the surface or sizes that are not positive and finite.

/// Latitude–longitude sphere: `m` meridians, `n` bands; 2·m·(n-1) faces.
Mesh make_sphere(double radius, int m, int n);

/// Icosahedron subdivided `level` times, vertices on the sphere; 20·4^level faces.
Mesh make_icosphere(double radius, int level);

/// Ring of radius `major` about z, tube of radius `minor`; 2·m·n faces for m steps round the ring and n round
/// the tube.
Mesh make_torus(double major, double minor, int m, int n);

/// Along z from -half_length to half_length, with flat caps; m steps round, n along.
Mesh make_cylinder(double radius, double half_length, int m, int n);

/// One-sheeted hyperboloid along z with flat caps: radius `waist` at z = 0, `rim` at both ends; m steps
/// round, n along.
Mesh make_hyperboloid(double waist, double rim, double half_length, int m, int n);

/// Twelve faces.
Mesh make_box(const Eigen::Vector3d& half);

/// A tetrahedron with smaller tetrahedra placed on its sides, `level` times over (zachmann-boxtree, section
/// 5).
Mesh make_tetraflake(double size, int level);

/// Hull of random points on a sphere with just `faces` triangles (even, at least 4). The same seed gives the
/// same mesh.
Mesh make_random_convex(double radius, int faces, std::uint64_t seed);

}  // namespace graze
