// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The functions of the table in generators.cpp, by file.
#pragma once

#include "oracle/draw.h"
#include "selftest/case.h"

namespace graze::selftest::kinds {

using oracle::Draw;

// kinds_pairs.cpp
Case soups(Draw& draw);
Case concentric(Draw& draw);
Case ratios(Draw& draw);
Case points(Draw& draw);
Case flat_hulls(Draw& draw);
Case rods(Draw& draw);
Case subdivided(Draw& draw);
Case slivers(Draw& draw);
Case nested(Draw& draw);
Case scales(Draw& draw);
Case denormals(Draw& draw);
Case round(Draw& draw);
Case compounds(Draw& draw);
Case rays(Draw& draw);

// kinds_touching.cpp
Case touching(Draw& draw);
Case bent_poses(Draw& draw);
Case tangent(
    Draw& draw);  ///< no kind of its own: spheres and capsules that touch exactly, and one rounding off
Case smooth_tangent(Draw& draw);  ///< no kind of its own: cylinders and ellipsoids that touch exactly
Case face_to_face(Draw& draw);    ///< no kind of its own: boxes and others, turned, side to side

// kinds_in_place.cpp
Case in_place(Draw& draw);

// kinds_motions.cpp
Case approaching(Draw& draw);
Case turning(Draw& draw);

// kinds_frames.cpp
Case sequences(Draw& draw);
Case large(Draw& draw);
Case threads(Draw& draw);
Case budgets(Draw& draw);
Case overlaid(Draw& draw);

// kinds_changes.cpp
Case deforming(Draw& draw);
Case both_ways(Draw& draw);
Case crowd(Draw& draw);
Case histories(Draw& draw);

// kinds_worlds.cpp
Case drifting(Draw& draw);
Case throngs(Draw& draw);
Case large_neighbours(Draw& draw);  ///< no kind of its own: a few bodies, some of 420 faces

}  // namespace graze::selftest::kinds
