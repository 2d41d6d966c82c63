// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// How far a pose may stretch lengths, and how much a few operations round. Every bound of the library that rests on one of
// these facts calls the function here; none states a constant of its own.
//
// Rigidity. `validate` accepts R if no entry of RᵀR - I exceeds τ = 1e-6, as computed; the computed entries are off by less
// than 1e-15. The norm of a 3×3 matrix is at most three times its largest entry, so ‖RᵀR - I‖₂ ≤ 3.001·τ. The eigenvalues
// of RᵀR and of R·Rᵀ are the same numbers σ², the squares of R's singular values, so the bound holds for ‖R·Rᵀ - I‖₂ too.
// The singular values of a product M = R₁…Rₙ lie between the products of the least and of the largest ones. With n ≤ 17
//   |σ² - 1| ≤ (1 + 3.001·τ)ⁿ - 1 ≤ 3.01·τ·n =: δₙ < 6e-5,   and   |σ - 1| ≤ 0.51·δₙ.
// Therefore
//   ‖MᵀM - I‖₂, ‖M·Mᵀ - I‖₂ ≤ δₙ                                      off_orthonormal(n)
//   (1 - s)·|v| ≤ |M·v| ≤ (1 + s)·|v|   with s = 0.51·δₙ                stretch(n)
//   ‖M⁻¹ - Mᵀ‖₂ ≤ ‖M⁻¹‖₂·‖I - M·Mᵀ‖₂ ≤ 1.001·δₙ                        transpose_error(n)
//
// Rounding. u = 2^-53. Let a value be computed from numbers whose absolute values, and those of all intermediate results, are
// at most `size`, by at most 200 additions, and multiplications by factors of absolute value at most 1.01. Each of these
// rounds by at most u·size, and errors already made grow by 1.01 at most 200 times, less than 8; a product that underflows
// loses at most 2^-1075. The computed value is off by less than 1600·u·size + 2^-1060 < 2^-42·size + 2^-1060.   rounding(size)
#pragma once

namespace graze {

/// u: half the distance from 1 to the next double. An operation's result is off by at most this part of it.
inline constexpr double unit_roundoff = 0x1p-53;

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

/// What at most 200 operations with numbers up to `size` are off, underflow included: see above.
constexpr double rounding(double size) {
  return 0x1p-42 * size + 0x1p-1060;
}

}  // namespace graze
