// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <cstddef>
#include <cstdint>

namespace graze {

// Closed meshes made from a few numbers: about the origin, outward oriented, without duplicate vertices or
// faces without area. All throw Error for counts too small to close the surface or too large to be numbered,
// and for sizes that are not from 1e-300 to 1e300.

/// Latitude–longitude sphere: `m` meridians (at least 3), `n` bands (at least 2); 2·m·(n-1) faces.
Mesh make_sphere(double radius, int m, int n);

/// Icosahedron subdivided `level` times (0 to 12), vertices on the sphere; 20·4^level faces.
Mesh make_icosphere(double radius, int level);

/// Ring of radius `major` about z, tube of radius `minor` < `major`; 2·m·n faces for m steps round the ring
/// and n round the tube, each at least 3.
Mesh make_torus(double major, double minor, int m, int n);

/// Along z from -half_length to half_length, with flat caps; m >= 3 steps round, n >= 1 along; 2·m·(n+1)
/// faces.
Mesh make_cylinder(double radius, double half_length, int m, int n);

/// One-sheeted hyperboloid along z with flat caps: radius `waist` at z = 0, `rim` >= `waist` at both ends; m
/// >= 3 steps round, n >= 1 along; 2·m·(n+1) faces. An odd n has no ring at the waist itself.
Mesh make_hyperboloid(double waist, double rim, double half_length, int m, int n);

/// Twelve faces.
Mesh make_box(const Eigen::Vector3d& half);

/// A tetrahedron of edge length `size` with smaller tetrahedra placed on its sides, `level` times over (0 to
/// 10; zachmann-boxtree, section 5); 4·6^level faces.
Mesh make_tetraflake(double size, int level);

/// Hull of random points on a sphere with just `faces` triangles (even, at least 4); strictly convex, with
/// the origin inside. The same seed gives the same mesh, to the last bit.
Mesh make_random_convex(double radius, int faces, std::uint64_t seed);

/// The same surface with just `faces` faces, at least as many as it has: the longest edge is cut at its
/// middle, again and again. An edge of two faces adds two, an open edge one. Rounding of the middles aside,
/// geometry stays where it is. Throws Error if the count can't be reached: a closed mesh keeps its parity.
Mesh refined_to(const Mesh& mesh, std::size_t faces);

}  // namespace graze
