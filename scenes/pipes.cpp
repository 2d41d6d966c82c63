// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Pipes walk over a lattice at random, never through a node that is taken, and turn with round elbows. Some
// straight pieces have a pair of bolted flanges, some pipes a valve with a hand wheel.
#include <graze/generate.h>

#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "math/random.h"
#include "models.h"
#include "solids.h"

namespace graze::scenes {
namespace {

using Node = std::array<int, 3>;
constexpr Node size = {12, 9, 7};
constexpr int sides = 16;

bool free_node(const Node& node, const std::set<Node>& taken) {
  for (int axis = 0; axis < 3; ++axis) {
    if (node[axis] < 0 || node[axis] >= size[axis]) return false;
  }
  return !taken.contains(node);
}

/// Prefers to go straight on; ends where it is walled in.
std::vector<Node> walk(Random& random, std::set<Node>& taken, std::size_t longest) {
  Node node{};
  do {
    for (int axis = 0; axis < 3; ++axis) node[axis] = static_cast<int>(random.below(size[axis]));
  } while (!free_node(node, taken));
  std::vector<Node> path = {node};
  taken.insert(node);
  std::size_t heading = random.below(6);
  while (path.size() < longest) {
    const bool turns = random.uniform() < 0.4;
    bool moved = false;
    for (std::size_t attempt = 0; attempt < 6 && !moved; ++attempt) {
      if (turns || attempt > 0) heading = random.below(6);
      Node next = path.back();
      next[heading / 2] += heading % 2 == 0 ? 1 : -1;
      if (!free_node(next, taken)) continue;
      path.push_back(next);
      taken.insert(next);
      moved = true;
    }
    if (!moved) break;
  }
  return path;
}

Mesh hex_bolt(double radius, double half_length) {
  return lathe({{0, -half_length}, {radius, -half_length}, {radius, half_length}, {0, half_length}}, 6);
}

/// Two rings face to face about z, with bolts through both.
Mesh flange_pair(double pipe) {
  Mesh mesh;
  const double outer = 1.75 * pipe;
  const double thick = 0.35 * pipe;
  for (const double side : {-1.0, 1.0}) {
    const double z = side * (thick / 2 + 0.03 * pipe);
    append(mesh,
           looped_lathe(
               {{pipe, z - thick / 2}, {outer, z - thick / 2}, {outer, z + thick / 2}, {pipe, z + thick / 2}},
               24));
  }
  for (const Vector2d& c : circle(1.42 * pipe, 8))
    append(mesh, hex_bolt(0.16 * pipe, 0.62 * pipe), at({c.x(), c.y(), 0}));
  return mesh;
}

/// A ball on the pipe (along z) and a wheel on a stem (along x).
Mesh valve(double pipe) {
  Mesh mesh;
  append(mesh, make_sphere(1.6 * pipe, 20, 12));
  append(mesh, lathe({{0, 0}, {0.35 * pipe, 0}, {0.35 * pipe, 3.4 * pipe}, {0, 3.4 * pipe}}, 10),
         pointing({0, 0, 0}, {1, 0, 0}));
  append(mesh, make_torus(1.3 * pipe, 0.2 * pipe, 28, 8), pointing({3.1 * pipe, 0, 0}, {1, 0, 0}));
  for (int k = 0; k < 3; ++k) {
    append(
        mesh,
        lathe({{0, -1.3 * pipe}, {0.12 * pipe, -1.3 * pipe}, {0.12 * pipe, 1.3 * pipe}, {0, 1.3 * pipe}}, 6),
        at({3.1 * pipe, 0, 0}, 60 * k, {1, 0, 0}));
  }
  return mesh;
}

Vector3d place_of(const Node& node) {
  return {node[0] * 1.0, node[1] * 1.0, node[2] * 1.0};
}

bool is_straight(const std::vector<Node>& path, std::size_t i) {
  return place_of(path[i + 1]) - place_of(path[i]) == place_of(path[i]) - place_of(path[i - 1]);
}

void add_pipe(Mesh& mesh, const std::vector<Node>& path, double radius, Random& random) {
  std::vector<Vector3d> corners;
  for (const Node& node : path) corners.push_back(place_of(node));
  append(mesh, tube(rounded(corners, 0.42, 7), {radius}, sides));
  for (const std::size_t end : {std::size_t{0}, path.size() - 1}) {
    const Vector3d inward = place_of(path[end == 0 ? 1 : end - 1]) - place_of(path[end]);
    append(mesh, flange_pair(radius), pointing(place_of(path[end]) + 0.1 * inward, inward));
  }
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    if (!is_straight(path, i)) continue;
    const Vector3d along = place_of(path[i + 1]) - place_of(path[i]);
    const double choice = random.uniform();
    if (choice < 0.45) {
      append(mesh, flange_pair(radius), pointing(place_of(path[i]), along));
    } else if (choice < 0.55) {
      append(mesh, valve(std::min(radius, 0.2)), pointing(place_of(path[i]), along));
    }
  }
}

}  // namespace

Mesh make_pipes() {
  constexpr std::size_t faces = 124736;
  Random random(1999);
  std::set<Node> taken;
  Mesh mesh;
  for (;;) {
    const std::vector<Node> path = walk(random, taken, 24);
    if (path.size() < 4) continue;
    Mesh pipe;
    add_pipe(pipe, path, random.uniform(0.11, 0.23), random);
    if (mesh.faces.size() + pipe.faces.size() > faces) break;
    append(mesh, pipe);
  }
  return refined_to(mesh, faces);
}

}  // namespace graze::scenes
