// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/error.h>

#include <cstdint>
#include <string_view>

#include "math/message.h"

namespace graze {

/// Generators take sizes in this range: outside it, distinct vertices would round to the same place.
inline constexpr double smallest_size = 1e-300;
inline constexpr double largest_size = 1e300;

/// Throws Error unless `size` is in range. Written so that NaN fails.
inline void require_size(double size, std::string_view what) {
  if (!(size >= smallest_size && size <= largest_size)) {
    throw Error(message(what, " is ", size, ", but must be from ", smallest_size, " to ", largest_size));
  }
}

inline void require_at_least(std::int64_t least, std::int64_t count, std::string_view what) {
  if (count < least) throw Error(message(what, " is ", count, ", but must be at least ", least));
}

/// The most faces and vertices of a mesh. What is built over a mesh numbers its parts with 32 bits, and some of these bits or
/// numbers mean something else. Each structure asserts its own need:
///   WideBvh     8 slots a node, at most one node a face, and a number for none     8·faces < 2^32
///   split.h     two nodes a face                                                   2·faces < 2^32
///   DopTree     two nodes a face and two before them, one bit for a leaf           2·faces + 2 ≤ 2^31
///   ObbTree     two nodes a face, one bit for a leaf                               2·faces ≤ 2^31
///   Adjacency   three sides a face                                                 3·faces < 2^32
/// Products of such numbers are computed with 64 bits.
inline constexpr std::uint64_t most_faces = 500'000'000;
inline constexpr std::uint64_t most_vertices = 4'000'000'000;

/// Throws Error for more.
inline void require_countable(std::uint64_t vertices, std::uint64_t faces, std::string_view what) {
  if (faces > most_faces) {
    throw Error(message(what, " has ", faces, " faces: a mesh has at most ", most_faces));
  }
  if (vertices > most_vertices) {
    throw Error(message(what, " has ", vertices, " vertices: a mesh has at most ", most_vertices));
  }
}

}  // namespace graze
