// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "deform/octree_face.h"

namespace graze {

/// Two meshes as an octree's bodies, in A's frame, where A's vertices are as they are.
std::array<OctreeBody, 2> octree_bodies(const MeshPair& pair);

/// Neither in size nor in place so extreme that an octree could not say anything.
bool usable(const OctreeBody& body);

}  // namespace graze
