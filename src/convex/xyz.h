// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A vector of three in a register of four. By the compilers' own vectors and not by Highway's, which on some targets
// have no four lanes; the fourth lane is zero. To be included after foreach_target.h: the include guard is per target.
#if defined(GRAZE_CONVEX_XYZ_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONVEX_XYZ_H
#undef GRAZE_CONVEX_XYZ_H
#else
#define GRAZE_CONVEX_XYZ_H
#endif

#include <hwy/highway.h>

#include <Eigen/Core>

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {

using Xyz = double __attribute__((vector_size(32)));

HWY_INLINE Xyz xyz(const Eigen::Vector3d& v) {
  return Xyz{v[0], v[1], v[2], 0};
}
HWY_INLINE Eigen::Vector3d vector3(Xyz v) {
  return {v[0], v[1], v[2]};
}
HWY_INLINE double dot(Xyz a, Xyz b) {
  const Xyz m = a * b;
  return (m[0] + m[1]) + m[2];
}
HWY_INLINE Xyz cross(Xyz a, Xyz b) {
  const Xyz a_yzx = __builtin_shufflevector(a, a, 1, 2, 0, 3),
            b_yzx = __builtin_shufflevector(b, b, 1, 2, 0, 3);
  const Xyz c = a * b_yzx - a_yzx * b;
  return __builtin_shufflevector(c, c, 1, 2, 0, 3);
}
HWY_INLINE Xyz times(Xyz a, double s) {
  return a * Xyz{s, s, s, s};
}

/// A matrix by its columns, and its transpose likewise.
struct Turn {
  Xyz column[3], row[3];

  HWY_INLINE explicit Turn(const Eigen::Matrix3d& R) {
    for (int i = 0; i < 3; ++i) {
      column[i] = Xyz{R(0, i), R(1, i), R(2, i), 0};
      row[i] = Xyz{R(i, 0), R(i, 1), R(i, 2), 0};
    }
  }
  HWY_INLINE Xyz operator()(Xyz v) const {
    return (times(column[0], v[0]) + times(column[1], v[1])) + times(column[2], v[2]);
  }
  HWY_INLINE Xyz back(Xyz v) const {
    return (times(row[0], v[0]) + times(row[1], v[1])) + times(row[2], v[2]);
  }
};

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
