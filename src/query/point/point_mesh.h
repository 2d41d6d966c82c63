// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/shape/shape.h"

namespace graze {

/// Of a point from the faces of a mesh at X, rounded; infinite without faces. Just what the least of all faces' distances is as
/// computed; large meshes are looked at through their tree. X is a product of at most so many valid poses.
double distance(const MeshIndex& index, const Pose& X, const Eigen::Vector3d& p, int poses = 1);

}  // namespace graze
