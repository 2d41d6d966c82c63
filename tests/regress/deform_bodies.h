// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bodies and poses for the failures of deforming bodies and of the octrees.
#pragma once

#include <graze/mesh.h>
#include <graze/pose.h>

#include "math/random.h"

namespace graze::testing {

inline Mesh one_face(const Eigen::Vector3d& p, const Eigen::Vector3d& q, const Eigen::Vector3d& r) {
  return {{p, q, r}, {{0, 1, 2}}};
}

inline Mesh moved(Mesh mesh, const Eigen::Vector3d& by) {
  for (Eigen::Vector3d& v : mesh.vertices) v += by;
  return mesh;
}
inline Mesh scaled(Mesh mesh, double by) {
  for (Eigen::Vector3d& v : mesh.vertices) v *= by;
  return mesh;
}

inline Eigen::Vector3d random_vector(Random& random, double reach) {
  return {random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
}

inline Pose random_pose(Random& random, double reach) {
  const Eigen::Quaterniond q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                             random.uniform(-1, 1));
  return {q.normalized().toRotationMatrix(), random_vector(random, reach)};
}

}  // namespace graze::testing
