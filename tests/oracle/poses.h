// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "oracle/draw.h"
#include "oracle/lattice.h"

namespace graze::oracle {

/// By a random unit quaternion, rounded to doubles.
Eigen::Matrix3d random_rotation(Draw& draw);

/// About a coordinate axis by a general angle: that coordinate is kept exactly.
Eigen::Matrix3d axis_rotation(int axis, Draw& draw);

/// One of the 24 that map axes to axes.
Eigen::Matrix<std::int64_t, 3, 3> quarter_turn(Draw& draw);

/// A general rotation whose entries are rounded to multiples of 2^-short_bits, in those units. Off
/// orthonormal by less than 1e-6, so it is a legal pose, and short enough that it maps a lattice's points of
/// few bits to doubles.
inline constexpr int short_bits = 22;
Eigen::Matrix<std::int64_t, 3, 3> short_rotation(Draw& draw);

}  // namespace graze::oracle
