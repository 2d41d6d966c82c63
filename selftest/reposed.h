// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Compounds whose pieces were elsewhere before, as those of an articulated body that moves.
#pragma once

#include <graze/shape.h>

#include "oracle/draw.h"

namespace graze::selftest {

bool is_compound(const Shape& shape);

/// The compound with some of its pieces elsewhere, on all levels; a shape of another kind as it is.
Shape with_pieces_elsewhere(const Shape& compound, oracle::Draw& draw);

/// The same compound again, by `Shape::with_poses` from one whose pieces are elsewhere, on all levels; a shape of another kind as
/// it is.
Shape posed_again(const Shape& compound, oracle::Draw& draw);

}  // namespace graze::selftest
