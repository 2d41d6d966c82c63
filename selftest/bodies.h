// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What generators build cases of: small bodies about the origin, of a size of about 1, and ways to place and move them.
#pragma once

#include <graze/scene.h>

#include "oracle/draw.h"
#include "selftest/case.h"

namespace graze::selftest {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using oracle::Draw;

/// Coordinates are small integers over a power of two, so that exact coincidences are frequent; or of 53 bits.
enum class Grid { coarse, fine };

Grid draw_grid(Draw& draw);
double coordinate(Draw& draw, Grid grid);  ///< in [-1, 1]
Vector3d point(Draw& draw, Grid grid);
Vector3d half_lengths(Draw& draw, Grid grid);  ///< positive
Vector3d unit_vector(Draw& draw);

/// A solid, an open patch or a soup, of 1 to 12 faces; seldom of 20 to 80.
Mesh small_mesh(Draw& draw, Grid grid);
std::vector<Vector3d> hull_points(Draw& draw, Grid grid);  ///< 1 to 8
/// 66 to 140 points on an ellipsoid that may be flat or long: enough for every way to find support points.
std::vector<Vector3d> many_hull_points(Draw& draw);
Shape mesh_or_deformable(Mesh mesh, Draw& draw);
/// A mesh, deformable, hull or box, which have exact answers.
Shape sharp_shape(Draw& draw, Grid grid);
/// Of any kind but compounds.
Shape any_shape(Draw& draw, Grid grid);
Shape draw_compound(Draw& draw, Grid grid, int levels);

Matrix3d quarter_turns(Draw& draw);  ///< no rounding
Matrix3d rotation(Draw& draw);       ///< rounded; sometimes by a tiny or a right angle
/// Off a rotation by as much as is accepted.
Matrix3d bent(Matrix3d R, Draw& draw);
/// The identity, stretched along the diagonal s, of entries ±1, by as much as is accepted; compressed if `sign` is -1.
Matrix3d stretched(const Vector3d& s, double sign);
/// Any of these.
Matrix3d turn(Draw& draw);

/// The shape f times as large.
Shape scaled(const Shape& shape, double f);
/// The whole case f times as large, or less if numbers would become infinite. With a power of two, and unless numbers leave the range, the answers stay the same.
void scale(Case& c, double f);

/// A factor for the whole case, often near one where float or double numbers, or their squares, end.
double draw_scale(Draw& draw);

/// The farthest point along the direction, in the shape's frame; rounded.
Vector3d support(const Shape& shape, const Vector3d& direction);

/// No point of the shape is farther from the origin of its frame, rounded.
double reach(const Shape& shape);

/// A distance from touching, of bodies of this size: none, one or a few roundings, or a little; on either side.
double gap(Draw& draw, double size);

/// The normal of some face or, of a hull, of three of its points, in the shape's frame. Along it a convex body ends in a face or
/// an edge rather than in a corner.
Vector3d blunt_direction(const Shape& shape, Draw& draw);

/// A pose with rotation R at which b touches a at its pose, but for `gap` and roundings: points of both that are extreme along
/// the direction d of the world meet, b beyond a.
Pose touching_along(const Shape& a, const Pose& X_WA, const Shape& b, const Matrix3d& R, const Vector3d& d,
                    Draw& draw, double gap);
/// The same along some direction.
Pose touching_pose(const Shape& a, const Pose& X_WA, const Shape& b, const Matrix3d& R, Draw& draw,
                   double gap);

/// A pose with rotation R at which some point inside the hull of a is one inside the hull of b, but for `gap` and roundings.
Pose crossing_pose(const Shape& a, const Pose& X_WA, const Shape& b, const Matrix3d& R, Draw& draw,
                   double gap);

/// Any turn, up to `reach` from the origin along each axis.
Pose anywhere(Draw& draw, double reach);
/// At the origin, about it, or so far off that places are rounded by up to the size of the bodies.
Pose near_or_far(Draw& draw);

/// Moves a coordinate of t to the next double, or none.
void nudge(Pose& X, Draw& draw);

/// The closed box from low to high, which may be flat.
Shape box_between(const Vector3d& low, const Vector3d& high);

SceneBody body(Shape shape, Pose pose = {});
Case case_of(std::vector<SceneBody> bodies);

/// A case of two bodies that touch, or nearly.
Case near_touch(const Shape& a, const Shape& b, Draw& draw);

/// Adds frames in which the last body is off its place by one or two of the steps that doubles have there.
void add_rattle(Case& c, Draw& draw, int frames);

/// Adds frames in which the last body moves: rests, turns in place, drifts, jumps away and back, comes and goes. In some cases the
/// first body moves as well.
void add_motion(Case& c, Draw& draw, int frames);

}  // namespace graze::selftest
