// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "query/shape/shape.h"

namespace graze {

/// Of a point from the faces of a mesh at X, rounded; infinite without faces. Large meshes are looked at through their tree.
double squared_distance(const MeshIndex& index, const Pose& X, const Eigen::Vector3d& p);

}  // namespace graze
