// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "polytope_crowd.h"

#include <graze/generate.h>

#include <cmath>
#include <numbers>

#include "math/random.h"

namespace graze::scenes {
namespace {

using Eigen::Vector3d;

Vector3d direction(Random& random) {
  for (;;) {
    const Vector3d d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (const double norm = d.norm(); norm > 0.1 && norm <= 1) return d / norm;
  }
}

/// Of a closed mesh.
double volume(const Mesh& mesh) {
  double sum = 0;
  for (const Face& f : mesh.faces) {
    sum += mesh.vertices[f[0]].dot(mesh.vertices[f[1]].cross(mesh.vertices[f[2]])) / 6;
  }
  return std::abs(sum);
}

}  // namespace

PolytopeCrowd::PolytopeCrowd(const PolytopeCrowdOptions& options, const WorldOptions& world_options)
    : options_(options), world_(world_options) {
  constexpr std::size_t most_shapes = 64;
  Random random(options.seed);
  double volume_of_all = 0;
  for (std::size_t i = 0; i < std::min(options.bodies, most_shapes); ++i) {
    const Mesh& mesh = meshes_.emplace_back(make_random_convex(1, options.faces, random.next()));
    volume_of_all += volume(mesh);
    shapes_.push_back(options.meshes ? Shape::mesh(mesh) : Shape::of(Convex{mesh.vertices}));
    collides(shapes_[i], {}, shapes_[i], {}, {.method = world_options.method});  // builds what queries need
  }
  volume_of_all *= static_cast<double>(options.bodies) / static_cast<double>(shapes_.size());
  room_ = std::cbrt(volume_of_all / options.density);
  world_.reserve(options.bodies);
  for (std::size_t i = 0; i < options.bodies; ++i) {
    Body body;
    body.position = {random.uniform(0, room_), random.uniform(0, room_), random.uniform(0, room_)};
    body.velocity = options.speed * direction(random);
    body.axis = direction(random);
    body.angle = random.uniform(0, 2 * std::numbers::pi);
    bodies_.push_back(body);
    bodies_.back().id = world_.add(shape(i), pose(i));
  }
}

Pose PolytopeCrowd::pose(std::size_t body) const {
  const Body& b = bodies_[body];
  return {Eigen::AngleAxisd(b.angle, b.axis).toRotationMatrix(), b.position};
}

void PolytopeCrowd::rebound_off_walls(Body& body) const {
  for (int i = 0; i < 3; ++i) {
    const bool outside = body.velocity[i] < 0 ? body.position[i] < 0 : body.position[i] > room_;
    if (outside) body.velocity[i] = -body.velocity[i];
  }
}

const Frame& PolytopeCrowd::advance() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = bodies_[i];
    body.position += body.velocity;
    body.angle += options_.turn * std::numbers::pi / 180;
    rebound_off_walls(body);
    world_.move(body.id, pose(i));
  }
  const Frame& frame = world_.step();
  for (const Collision& hit : frame.collisions) {
    Body &a = bodies_[hit.a.number], &b = bodies_[hit.b.number];
    // Not while they part: two that are deep in each other would stay there.
    if ((b.velocity - a.velocity).dot(b.position - a.position) < 0) std::swap(a.velocity, b.velocity);
  }
  return frame;
}

}  // namespace graze::scenes
