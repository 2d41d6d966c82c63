// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "oracle/cases.h"
#include "oracle/lattice.h"

namespace graze::oracle {

/// Pairs for the buckets that are built on integers: touching, coplanar, sliver and degenerate ones.
LatticePair lattice_pair(Bucket bucket, Draw& draw, int max_bits = Lattice::widest);

/// Of any of those buckets.
LatticePair any_lattice_pair(Draw& draw, int max_bits = Lattice::widest);

}  // namespace graze::oracle
