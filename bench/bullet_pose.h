// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <btBulletCollisionCommon.h>
#include <graze/pose.h>

namespace graze::bench {

inline btVector3 to_bullet(const Eigen::Vector3d& v) {
  return {static_cast<btScalar>(v[0]), static_cast<btScalar>(v[1]), static_cast<btScalar>(v[2])};
}

inline btTransform to_bullet(const Pose& X) {
  const auto at = [&](int i, int j) { return static_cast<btScalar>(X.R(i, j)); };
  const btMatrix3x3 R(at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1),
                      at(2, 2));
  return btTransform(R, to_bullet(X.t));
}

}  // namespace graze::bench
