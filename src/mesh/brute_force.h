// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Face against face, in double arithmetic: for sizes and places so extreme that the float bounds of a tree say nothing. Faces
// of A that are clear of B's box are left out, so that the cost is O(faces of A + near · faces of B).
#pragma once

#include "math/deadline.h"
#include "mesh/mesh_pair.h"

namespace graze {

/// Where a search stands: the pair to be tested next.
struct BruteForcePlace {
  std::uint32_t i = 0, j = 0;
};

/// Goes on where `place` stands. False if the deadline came first.
bool find_pairs_brute_force(const MeshPair& pair, const Deadline& deadline, BruteForcePlace& place,
                            Counters& counters, Findings& findings);

/// From the first pair to the last.
void find_pairs_brute_force(const MeshPair& pair, Counters& counters, Findings& findings);

}  // namespace graze
