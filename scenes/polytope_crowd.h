// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include <vector>

namespace graze::scenes {

/// The parameters of I-COLLIDE's multi-body simulation, with its defaults (cohen-icollide, section 7).
struct PolytopeCrowdOptions {
  std::size_t bodies = 1000;
  int faces = 36;
  double turn = 10;       ///< degrees a frame
  double speed = 0.1;     ///< way a frame, in radii
  double density = 0.01;  ///< share of the room's volume that the polytopes have
  std::uint64_t seed = 1;
  bool meshes = false;  ///< bodies are the surfaces of the polytopes, and not the filled polytopes
};

/// Polytopes, hulls of random points of a sphere, that tumble about in a cube. Those that collide exchange their
/// velocities, and walls throw them back.
class PolytopeCrowd {
 public:
  PolytopeCrowd(const PolytopeCrowdOptions& options, const WorldOptions& world_options);

  /// Moves all bodies, asks the world, and lets those that collide rebound.
  const Frame& advance();

  const World& world() const { return world_; }
  std::size_t size() const { return bodies_.size(); }
  double room() const { return room_; }  ///< the cube's side; it begins at the origin
  Pose pose(std::size_t body) const;
  const Shape& shape(std::size_t body) const { return shapes_[body % shapes_.size()]; }
  const Mesh& mesh(std::size_t body) const { return meshes_[body % meshes_.size()]; }  ///< its surface

 private:
  struct Body {
    BodyId id;
    Eigen::Vector3d position, velocity, axis;
    double angle = 0;
  };
  void rebound_off_walls(Body& body) const;

  PolytopeCrowdOptions options_;
  World world_;
  std::vector<Mesh> meshes_;
  std::vector<Shape> shapes_;
  std::vector<Body> bodies_;
  double room_ = 0;
};

}  // namespace graze::scenes
