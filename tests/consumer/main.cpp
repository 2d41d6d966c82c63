// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The program of README.md, between the marks, as somebody else would build it.
// [README]
#include <graze/graze.h>

#include <cstdio>

int main() {
  const graze::Shape ring = graze::Shape::mesh(graze::make_torus(1.0, 0.3, 48, 24));
  const graze::Shape ball = graze::Shape::mesh(graze::make_icosphere(0.6, 3));
  const graze::Pose centre;                                           // the identity
  const graze::Pose aside(Eigen::Matrix3d::Identity(), {0.1, 0, 0});  // R and t: p becomes R·p + t
  std::printf("in the hole: %s\n", graze::collides(ring, centre, ball, centre) ? "collide" : "clear");
  for (const auto& [a, b] : graze::face_pairs(ring, centre, ball, aside))
    std::printf("face %u meets face %u\n", a, b);
}
// [README]
