// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What slack.h says, continued for what convex bodies alone need. u, n, s, R and `size` are those of slack.h.
//
// Radii. A round body stays round in the world. Seen in its own frame, where the product M of its poses is undone,
//   |M⁻¹·v| ≤ |v|/(1 - s) ≤ (1 + 1.001·s)·|v|, since s = stretch(n) < 1e-4.                                 inverse_stretch(n)
//
// Means of support points. A mean Σλ·w of up to four points w of A - B as computed, with λ ≥ 0 and Σλ off 1 by less than 6·u, is
// off a point of A - B by 9·u·size for the w, 6·u·size for Σλ and 5·u·size when evaluated, and its computed length is off by
// 3·u·size: by less than support_rounding(size) in all. w₀ + λ·(w₁ - w₀) with 0 ≤ λ ≤ 1 is such a mean, too.
//
// Heights. Let no coordinate of the vertices exceed `reach`. d·p, summed from three products, is off by less than
// 3.1·u·|d|₁·reach, the difference of two such by 6.2·u·|d|₁·reach; products that underflow lose 6·2^-1075.
//                                                                                         height_rounding: 8·u·|d|₁·reach
//
// Support points of smooth cores. Let no point of the core C be farther from its origin than r, and let v be a direction of
// length 1 in the world, known as v̂ with each entry off by 2^-50 of itself, 8·u. Mapped back through n ≤ 17 transposed rotations,
// each of which rounds by less than 5.4·u (3.1·u in each entry), it is off by less than 8·u + 17·5.5·u < 102·u. The formulas of
// support.h divide by lengths whose squares are in range, and round each coordinate of the point by less than 12·u·r, the point by
// less than 21·u·r. Rounding it to multiples of 2^-60 of the core's extent along each axis adds 2^-59·r. So the point is within
// 22·u·r of C; and since it is the farthest along v̂ but for that, its product with v is short of the farthest of C by less than
// 2·102·u·r + 2·22·u·r < 250·u·r, which R stretches by no more than 1.001.                    smooth_rounding(r): 512·u·r
#pragma once

#include "math/slack.h"

namespace graze {

constexpr double inverse_stretch(int n = 1) {
  return 1.001 * stretch(n);
}

/// Products of three coordinates of a pair of this size are normal numbers, and so are the squares of the pair's directions. False
/// for NaN.
constexpr bool is_ordinary_size(double size) {
  return size > 1e-90 && size < 1e90;
}

/// What the difference of the products of d with two vertices is off, where `reach` bounds their coordinates and `sum` is
/// |d₁| + |d₂| + |d₃|.
constexpr double height_rounding(double sum, double reach) {
  return 8 * unit_roundoff * reach * sum + 0x1p-1070;
}

/// How far the support point of a smooth core may be from the core, and how much it may fall short along its direction.
constexpr double smooth_rounding(double reach) {
  return 512 * unit_roundoff * reach + 0x1p-1060;
}

}  // namespace graze
