// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/scratch.h"

#include <graze/deform.h>

namespace graze {

Scratch::Scratch() : impl_(std::make_unique<Impl>()) {}
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;
Scratch::~Scratch() = default;

std::size_t Scratch::Impl::bytes() const {
  return b_vertices_A.capacity() * sizeof(Eigen::Vector3d) + blocks.capacity() * sizeof(FaceBlock) +
         stack.capacity() * sizeof(std::uint64_t) + wide.bytes() +
         box_stack.capacity() * sizeof(BoxPairEntry) + piece_stack.capacity() * sizeof(std::uint32_t) +
         octree.bytes() + octree_update.bytes() + sides.capacity() +
         octree_bodies.capacity() * sizeof(OctreeBody) + extreme_bodies.capacity() * sizeof(std::uint32_t) +
         body_pairs.capacity() * sizeof(BodyFacePair) + sort.bytes();
}

std::size_t scratch_bytes(const Scratch& scratch) {
  return scratch.impl().bytes();
}

}  // namespace graze
