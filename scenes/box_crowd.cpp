// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "box_crowd.h"

#include <cmath>

#include "math/random.h"

namespace graze::scenes {
namespace {

Eigen::Vector3d direction(Random& random) {
  for (;;) {
    const Eigen::Vector3d d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (const double norm = d.norm(); norm > 0.1 && norm <= 1) return d / norm;
  }
}

/// To 1/64: boxes are then the same in float and in double, whoever computes them from centre and size.
Eigen::Vector3f coarse(const Eigen::Vector3d& p) {
  return ((p.array() * 64).round() / 64).cast<float>();
}

}  // namespace

BoxCrowd::BoxCrowd(const BoxCrowdOptions& options) : options_(options) {
  Random random(options.seed);
  bodies_.resize(options.boxes);
  double volume = 0, extent = 0;
  for (Body& body : bodies_) {
    const double size = std::pow(options.size_spread, random.uniform());
    const Eigen::Vector3d half =
        size * Eigen::Vector3d(random.uniform(0.5, 1), random.uniform(0.5, 1), random.uniform(0.5, 1));
    body.half = coarse(half);
    volume += 8 * half.prod();
    extent += 2 * half.mean();
  }
  volume /= options.density;
  extent /= static_cast<double>(options.boxes);
  room_.setConstant(std::cbrt(volume));
  if (options.in_a_plane)
    room_ = {std::sqrt(volume / (4 * extent)), std::sqrt(volume / (4 * extent)), 4 * extent};
  for (Body& body : bodies_) {
    body.centre =
        coarse({random.uniform(0, room_[0]), random.uniform(0, room_[1]), random.uniform(0, room_[2])});
    body.fixed = random.uniform() < options.fixed_share;
    body.velocity = coarse(options.speed * body.half.cast<double>().norm() * direction(random));
  }
}

void BoxCrowd::advance() {
  Random random(options_.seed + ++frame_);
  for (Body& body : bodies_) {
    body.moved = !body.fixed && (options_.idle_share == 0 || random.uniform() >= options_.idle_share);
    if (!body.moved) continue;
    body.centre += body.velocity;
    for (int i = 0; i < 3; ++i) {
      const bool outside =
          body.velocity[i] < 0 ? body.centre[i] < 0 : body.centre[i] > static_cast<float>(room_[i]);
      if (outside) body.velocity[i] = -body.velocity[i];
    }
  }
}

}  // namespace graze::scenes
