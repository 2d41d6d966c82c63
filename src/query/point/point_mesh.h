// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/shape/shape.h"

namespace graze {

/// The distance of a point from the faces of a mesh at X: the least of the faces' distances as computed, infinite
/// without faces. Large meshes are searched through their tree. X is a product of at most `poses` valid poses.
double distance(const MeshIndex& index, const Pose& X, const Eigen::Vector3d& p, int poses = 1);

}  // namespace graze
