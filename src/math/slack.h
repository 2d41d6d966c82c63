// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// How far a pose may stretch lengths, and how much a few operations round. Every bound of the library that rests on one of
// these facts calls the function here; none states a constant of its own. A bound that a single algorithm needs is derived
// from these at the head of its own file.
//
// Rigidity. `validate` accepts R if no entry of RᵀR - I exceeds τ = 1e-6, as computed; the computed entries are off by less
// than gram_rounding (below), which is far less than 0.001·τ. The norm of a 3×3 matrix is at most three times its largest entry,
// so ‖RᵀR - I‖₂ ≤ 3.001·τ. The eigenvalues of RᵀR and of R·Rᵀ are the same numbers σ², the squares of R's singular values, so
// the bound holds for ‖R·Rᵀ - I‖₂ too.
// The singular values of a product M = R₁…Rₙ lie between the products of the least and of the largest ones, and those of an
// inverse are the inverses. A relative pose is a product of up to 34, some inverted. With n ≤ 34
//   |σ² - 1| ≤ (1 + 3.001·τ)ⁿ - 1 ≤ 3.01·τ·n =: δₙ < 1.1e-4,   and   |σ - 1| ≤ 0.51·δₙ.
// Therefore
//   ‖MᵀM - I‖₂, ‖M·Mᵀ - I‖₂ ≤ δₙ                                      off_orthonormal(n)
//   (1 - s)·|v| ≤ |M·v| ≤ (1 + s)·|v|   with s = 0.51·δₙ                stretch(n)
//   ‖M⁻¹ - Mᵀ‖₂ ≤ ‖M⁻¹‖₂·‖I - M·Mᵀ‖₂ ≤ 1.001·δₙ                        transpose_error(n)
//   Σⱼ|Mᵢⱼ| ≤ √3·‖M‖₂ < 1.733, and the same for columns and for M⁻¹      row_sum: 1.75, with room for rounding
//
// Rounding. u = 2^-53. Let a value be computed from numbers whose absolute values, and those of all intermediate results, are
// at most `size`, by at most 200 additions, and multiplications by factors of absolute value at most 1.01. Each of these
// rounds by at most u·size, and errors already made grow by 1.01 at most 200 times, less than 8; a product that underflows
// loses at most 2^-1075, all together and scaled less than 2^-1060 (underflow). The computed value is off by less than
// 1600·u·size + 2^-1060 < 2^-42·size + 2^-1060.                                           rounding(size)
//
// Images. A coordinate of R·p + t is a sum of three products and a summand; each of these four terms passes at most four roundings,
// in whatever order they are added. With `size` at least the sum of the terms' absolute values, the coordinate is off by less than
// 4.001·u·size, and by 3·2^-1075 where products underflow. Where `size` is that sum as computed, it is too small by at most as
// many roundings.                                                                         image_rounding(size): 5·u·size + 2^-1070
//   An entry of a product of two matrices has three products and no summand. If rows of the first and columns of the second are
//   at most 1.005 long, the terms sum to at most 1.01 (Cauchy-Schwarz).                    image_rounding(1)
//   An entry of RᵀR - I is such an entry; taking 1 from what is near 1 is exact.           gram_rounding: 5·u
//
// Few roundings. A number that is computed from numbers of one sign by at most 30 additions, multiplications, divisions and roots
// is off by less than (1 + u)³¹ - 1 < 2^-48 of itself, unless something underflows.        no_less(x), no_more(x)
//
// Support points. Let no point of the cores A and B be farther from the origin of its frame than r_A and r_B, let
// w = (R_A·a - R_B·b) + (t_A - t_B) be computed as bracketed, and size = r_A + r_B + |t_A - t_B|. Columns and rows of R are
// at most 1 + 2·τ long, which the factors below absorb.
//   A coordinate of R·a sums three products: off by 3.1·u·r. The sums and t add 3·u·size. Each coordinate of w is off by less
//   than 6·u·size, and w by less than 9·u·size.                                            difference_rounding(size): 12·u·size
//   Let v be any vector. Each entry of Rᵀv is off by 3.1·u·|v|; its product with a by 3.1·√3·u·|v|·r, and by 3.1·u·|v|·r when
//   evaluated; together 8.5·u·|v|·r. Where the vertices are turned and not v (convex/difference.h), R·a is off by 3.1·√3·u·r and
//   its product with v by another 3.1·u·|v|·r when evaluated: by no more. The vertex that looks the farthest along Rᵀv may thus be
//   nearer than the farthest by
//   17·u·|v|·r. With w off by 9·u·size, and v·w off by 3.1·u·|v|·size when evaluated, v·w is off the least product of v with a
//   point of A - B by less than 30·u·|v|·size.                                             support_rounding(size): 40·u·size
//   The same bound holds for v·(t_A - t_B) less the heights of A along -v and of B along v (convex/separating_plane.cpp): heights are off
//   by 8.5·u·|v|·(r_A + r_B), the first product by less than 5·u·|v|·size, and the differences by 2·u·|v|·size.
//   That is for |v| = 1, and as long as neither |v|² nor size² leaves the range of normal numbers. It is for vertices, too: a
//   smooth core adds its smooth_rounding, below (convex/pair_size.h).
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

namespace graze {

/// u: half the distance from 1 to the next double. An operation's result is off by at most this part of it.
inline constexpr double unit_roundoff = 0x1p-53;
/// The same of float.
inline constexpr double float_roundoff = 0x1p-24;
/// What a double is off, in parts of it, that a few roundings led to and that is then rounded to float.
inline constexpr double to_float_rounding = 0x1.0001p-24;

/// No entry of RᵀR of a valid pose is further off the identity.
inline constexpr double pose_tolerance = 1e-6;

/// Compounds may be nested so deep: a compound of bodies that are none counts 1.
inline constexpr int most_nesting = 16;

/// The longest product of poses there is: that of a body, and one for each compound that a piece is in.
inline constexpr int most_poses = most_nesting + 1;

/// Of the product of n valid rotations: see above.
constexpr double off_orthonormal(int n = 1) {
  return 3.01 * pose_tolerance * n;
}
constexpr double stretch(int n = 1) {
  return 0.51 * off_orthonormal(n);
}
constexpr double transpose_error(int n = 1) {
  return 1.001 * off_orthonormal(n);
}

/// What the absolute values of a row or column of such a product, or of its inverse, sum to at most: see above. So much may a
/// coordinate grow, and its error.
inline constexpr double row_sum = 1.75;

/// More than what all products of a computation lose together where they underflow: see above.
inline constexpr double underflow = 0x1p-1060;
/// The same of at most 32 products.
inline constexpr double few_underflows = 0x1p-1070;

/// What at most 200 operations with numbers up to `size` are off, underflow included: see above.
constexpr double rounding(double size) {
  return 0x1p-42 * size + underflow;
}

/// What a coordinate of a posed point is off, where its four terms sum to at most `size` in absolute value: see above.
constexpr double image_rounding(double size) {
  return 5 * unit_roundoff * size + few_underflows;
}
/// What a computed entry of RᵀR - I is off, for R a product of valid rotations: see above.
inline constexpr double gram_rounding = 5 * unit_roundoff;

/// At least, and at most, a positive number that few roundings led to: see above.
constexpr double no_less(double x) {
  return x * (1 + 0x1p-48);
}
constexpr double no_more(double x) {
  return x * (1 - 0x1p-48);
}
/// A sum of three squares that has lost less than u of itself to underflow, and nothing to overflow. False for NaN.
constexpr bool is_ordinary_square(double square) {
  return square > 0x1p-900 && square < 0x1p1000;
}

/// What a coordinate of the difference of two posed points is off: see above.
constexpr double difference_rounding(double size) {
  return 12 * unit_roundoff * size + underflow;
}
/// What the distance of the origin from the plane across v, through the least point of A - B along v, is off.
constexpr double support_rounding(double size) {
  return 40 * unit_roundoff * size + underflow;
}

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
  return 8 * unit_roundoff * reach * sum + few_underflows;
}

/// How far the support point of a smooth core may be from the core, and how much it may fall short along its direction.
constexpr double smooth_rounding(double reach) {
  return 512 * unit_roundoff * reach + underflow;
}

// Promises of the public headers, each kept by the file that is named.

/// Smooth cores may be said to meet where they are apart by less than this part of their size: graze/query.h, convex/gjk.h.
inline constexpr double smooth_tolerance = 1e-9;
/// What RayHit::s is off, in parts of it: graze/cast.h, mesh/mesh_cast.cpp.
inline constexpr double hit_tolerance = 1e-10;
/// Bounds of a distance that differ by less than this part of it are taken for equal: a search in double hardly brings them
/// closer. How far they do differ is in Distance::error.
inline constexpr double distance_tolerance = 1e-13;

}  // namespace graze
