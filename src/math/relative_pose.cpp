// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The bounds. u = 2^-53. The singular values of a product of valid rotations are within 1e-4 of 1 (math/slack.h), so its
// rows and columns are at most 1.0001 long, and multiplying by it or by its inverse lets a coordinate grow by `row_sum` at most.
//
// R̂ is any approximation of R_A⁻¹R_B. Its error is read off its residual E = R_B - R_A·R̂, since R_A⁻¹R_B - R̂ = R_A⁻¹E. A
// computed entry of E is off by at most γ₄(|R_B| + Σ|R_A||R̂|) < 9u. Where R_A and R_B are known only to within ρ_A and ρ_B in
// each entry, E is off by another ρ_B + row_sum·ρ_A. For the translation the right-hand side t_B - t_A is itself rounded, and
// known to within θ_A + θ_B; R_A·t̂ is known to within 3·ρ_A·|t̂|.
#include "math/relative_pose.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/relative_pose.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "math/four.h"
#include "math/slack.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

constexpr double u = unit_roundoff;
/// Residuals above this are worth another correction.
constexpr double small_residual = 8 * u;

/// A 3×3 matrix column by column. The fourth lanes are 0.
struct Columns {
  alignas(32) double c[3][4];

  HWY_INLINE FourDoubles operator[](int j) const {
    FourDoubles column;
    std::memcpy(&column, c[j], sizeof column);
    return column;
  }
  HWY_INLINE void set(int j, FourDoubles column) { std::memcpy(c[j], &column, sizeof column); }

  HWY_INLINE static Columns of(const Eigen::Matrix3d& M) {
    Columns columns;
    for (int j = 0; j < 3; ++j) columns.set(j, FourDoubles{M(0, j), M(1, j), M(2, j), 0});
    return columns;
  }
  HWY_INLINE static Columns of_transpose(const Eigen::Matrix3d& M) {
    Columns columns;
    for (int j = 0; j < 3; ++j) columns.set(j, FourDoubles{M(j, 0), M(j, 1), M(j, 2), 0});
    return columns;
  }
  HWY_INLINE void store(Eigen::Matrix3d& M) const {
    for (int j = 0; j < 3; ++j) std::memcpy(M.data() + 3 * j, c[j], 3 * sizeof(double));
  }
  HWY_INLINE FourDoubles times(FourDoubles v) const {
    return ((*this)[0] * v[0] + (*this)[1] * v[1]) + (*this)[2] * v[2];
  }
};

HWY_INLINE FourDoubles four_of(const Eigen::Vector3d& v) {
  return FourDoubles{v[0], v[1], v[2], 0};
}
HWY_INLINE void store(FourDoubles x, Eigen::Vector3d& v) {
  v = {x[0], x[1], x[2]};
}
HWY_INLINE FourDoubles larger(FourDoubles a, FourDoubles b) {
  return a > b ? a : b;
}
HWY_INLINE FourDoubles absolute(FourDoubles x) {
  return x < 0 ? -x : x;
}
/// Of the absolute values. NaN if all are.
HWY_INLINE double largest(FourDoubles x) {
  const FourDoubles y = absolute(x);
  return std::max(y[0], std::max(y[1], y[2]));
}

/// Y - M·Q, and its largest entry. All entries are finite: poses are valid, and so no entry is much larger than 1.
struct Residual {
  Columns c;
  double size;

  HWY_INLINE Residual(const Columns& Y, const Columns& M, const Columns& Q) {
    FourDoubles most = {0, 0, 0, 0};
    for (int j = 0; j < 3; ++j) {
      const FourDoubles column = Y[j] - M.times(Q[j]);
      c.set(j, column);
      most = larger(absolute(column), most);
    }
    size = std::max(most[0], std::max(most[1], most[2]));
  }
};

/// R and its error, without those of the placements.
HWY_INLINE double relate_rotations(const Columns& a, const Columns& transposed, const Eigen::Matrix3d& B,
                                   Eigen::Matrix3d& R) {
  const Columns b = Columns::of(B);
  Columns x;
  for (int j = 0; j < 3; ++j) x.set(j, transposed.times(b[j]));
  Residual residual(b, a, x);
  // Each correction squares what A is off orthonormal, less than 1e-4: three reach the last bit.
  for (int i = 0; i < 3 && residual.size > small_residual; ++i) {
    for (int j = 0; j < 3; ++j) x.set(j, x[j] + transposed.times(residual.c[j]));
    residual = Residual(b, a, x);
  }
  x.store(R);
  return residual.size + 10 * u;
}

void relate(const Placement& A, const Placement& B, RelativePose& X) {
  const Pose &X_WA = *A.X, &X_WB = *B.X;
  const Columns a = Columns::of(X_WA.R), transposed = Columns::of_transpose(X_WA.R);
  const bool exact = A.poses == 1 && B.poses == 1;
  if (X_WA.R == X_WB.R && exact) {
    X.R.setIdentity();
    X.rotation_error = 0;
  } else {
    const double error = relate_rotations(a, transposed, X_WB.R, X.R);
    X.rotation_error = row_sum * (error + B.rotation_error + row_sum * A.rotation_error);
  }

  const FourDoubles offset = four_of(X_WB.t) - four_of(X_WA.t);
  const double size = largest(offset);
  FourDoubles t = transposed.times(offset), residual = offset - a.times(t);
  for (int i = 0; i < 3 && largest(residual) > small_residual * size; ++i) {
    t += transposed.times(residual);
    residual = offset - a.times(t);
  }
  store(t, X.t);
  if (size == 0 && exact) {
    X.translation_error = 0;
    return;
  }
  const double length = largest(t);
  X.translation_error = row_sum * (largest(residual) + 6 * u * size + 8 * u * length + A.translation_error +
                                   B.translation_error + 3.1 * A.rotation_error * length) +
                        underflow;
}

// Any Q near Rᵀ will do: what it is worth is read off its residual. With M the true map of which R is off by D, M·Q = I + F,
// where no entry of F is larger than max|I - R·Q| + row_sum·max|D|, and M⁻¹ - Q = -M⁻¹F.
// With R·Rᵀ = I + G, RᵀR = I + R⁻¹GR, no entry of which is larger than the norm of G, at most 3 max|G|.
void invert(const RelativePose& X, RelativePose::Inverse& inverse) {
  static constexpr Columns identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  const Columns r = Columns::of(X.R);
  Columns q = Columns::of_transpose(X.R);
  Residual residual(identity, r, q);
  inverse.off_orthonormal = 3.01 * (residual.size + gram_rounding);
  for (int i = 0; i < 2 && residual.size > small_residual; ++i) {
    Columns better;
    for (int j = 0; j < 3; ++j) better.set(j, q[j] + q.times(residual.c[j]));
    q = better;
    residual = Residual(identity, r, q);
  }
  q.store(inverse.X.R);
  inverse.X.rotation_error = row_sum * (residual.size + 8 * u + row_sum * X.rotation_error);

  const FourDoubles t = four_of(X.t), image = -q.times(t);
  store(image, inverse.X.t);
  const double size = largest(t);
  inverse.X.translation_error =
      inverse.X.t.allFinite()
          ? 3 * inverse.X.rotation_error * size + row_sum * X.translation_error + 8 * u * size + underflow
          : INFINITY;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {

HWY_EXPORT(relate);
HWY_EXPORT(invert);

}  // namespace

RelativePose::RelativePose(const Placement& X_WA, const Placement& X_WB) {
  HWY_DYNAMIC_DISPATCH(relate)(X_WA, X_WB, *this);
}

RelativePose::Inverse RelativePose::inverse() const {
  Inverse inverse;
  if (rotation_error == 0) {  // R is the identity
    inverse.X = *this;
    inverse.X.t = -t;
    inverse.off_orthonormal = 0;
  } else {
    HWY_DYNAMIC_DISPATCH(invert)(*this, inverse);
  }
  return inverse;
}

double RelativePose::point_error(double reach) const {
  if (rotation_error == 0 && translation_error == 0) return 0;  // the identity, in fact
  // Infinite where an image, or a sum on the way to it, may overflow.
  const double error = 3 * rotation_error * reach + translation_error +
                       image_rounding(row_sum * reach + t.cwiseAbs().maxCoeff()) + underflow;
  return std::isfinite(error) ? error : INFINITY;
}

}  // namespace graze
#endif
