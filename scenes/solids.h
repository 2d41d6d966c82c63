// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <Eigen/Geometry>
#include <functional>
#include <span>
#include <vector>

// The bricks that the stand-in models are built of. All are closed and outward oriented unless they say
// otherwise.
namespace graze::scenes {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Placement = Eigen::Affine3d;

Placement at(const Vector3d& p);
/// Turns by `degrees` about `axis`, then moves to p.
Placement at(const Vector3d& p, double degrees, const Vector3d& axis);
/// Stretches, then moves to p.
Placement stretched(const Vector3d& p, const Vector3d& factors);
/// Turns local z towards `direction`, then moves to p.
Placement pointing(const Vector3d& p, const Vector3d& direction);

/// Adds a copy of the part. A placement that mirrors turns the faces over, so that they still face outward.
void append(Mesh& mesh, const Mesh& part, const Placement& placement = Placement::Identity());

/// Sections of equal size, each counter-clockwise seen from the end, joined by bands of triangles. A first or
/// last section of one point closes to a tip; larger ones are closed by a fan about their middle.
Mesh loft(const std::vector<std::vector<Vector3d>>& sections);
/// The last section is joined to the first instead of being closed.
Mesh looped_loft(const std::vector<std::vector<Vector3d>>& sections);

/// Turns a profile of (radius, z) about z; it must have the solid on its left when walked. Radius 0 at both
/// ends: a solid.
Mesh lathe(const std::vector<Vector2d>& profile, int sides);
/// The same for a profile that is a closed loop off the axis: a ring.
Mesh looped_lathe(const std::vector<Vector2d>& profile, int sides);

/// A round tube along a path, with flat ends. `radii`: one for all points, or one each.
Mesh tube(const std::vector<Vector3d>& path, const std::vector<double>& radii, int sides);
/// The path's last point is joined to its first.
Mesh looped_tube(const std::vector<Vector3d>& path, double radius, int sides);

/// A polygon (counter-clockwise) with holes (clockwise), from z = -thickness/2 to thickness/2.
Mesh plate(const std::vector<Vector2d>& outline, const std::vector<std::vector<Vector2d>>& holes,
           double thickness);

/// A box with all edges rounded: a superellipsoid of `sides` × `bands`; `power` from 2 (round) to 10 (boxy).
Mesh cushion(const Vector3d& half, double power, int sides, int bands);

/// An open sheet: a grid of nu × nv cells over the unit square, put in place by `surface`; only cells for
/// which `keep` holds at their middle. Vertices that no cell needs are left out.
Mesh sheet(int nu, int nv, const std::function<Vector3d(double, double)>& surface,
           const std::function<bool(double, double)>& keep);

// Paths and outlines.
std::vector<Vector2d> circle(double radius, int sides, const Vector2d& centre = {0, 0});
std::vector<Vector2d> rectangle(double half_x, double half_y, const Vector2d& centre = {0, 0});
/// The same points clockwise: for holes.
std::vector<Vector2d> reversed(std::vector<Vector2d> outline);
std::vector<Vector3d> helix(double radius, double pitch, double turns, int steps_per_turn);
/// The corners of a polyline rounded by arcs of `steps` steps; `radius` is clipped to what the legs have room
/// for.
std::vector<Vector3d> rounded(const std::vector<Vector3d>& corners, double radius, int steps);

/// 0 below low, 1 above high, smooth between.
double smooth_step(double low, double high, double x);
/// exp(-(x/width)²)
double bump(double x, double width);

}  // namespace graze::scenes
