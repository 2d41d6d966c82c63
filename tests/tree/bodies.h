// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Meshes that every tree must be able to hold, and pairs that touch so exactly that a bound without its
// margin misses them.
#pragma once

#include <graze/generate.h>
#include <graze/query.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "math/random.h"
#include "mesh/brute_force.h"
#include "mesh/mesh_pair.h"

namespace graze::test {

struct Body {
  std::string name;
  Mesh mesh;
};

inline Eigen::Vector3d random_point(Random& random, double reach = 1) {
  return {random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
}

inline Eigen::Matrix3d random_rotation(Random& random) {
  Eigen::Quaterniond q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                       random.uniform(-1, 1));
  return q.normalized().toRotationMatrix();
}

inline Mesh make_soup(std::uint32_t faces, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  for (std::uint32_t i = 0; i < 3 * faces; ++i) mesh.vertices.push_back(random_point(random));
  for (std::uint32_t i = 0; i < faces; ++i) mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  return mesh;
}

/// The same face again and again.
inline Mesh make_copies(std::uint32_t faces) {
  Mesh mesh = make_soup(1, 3);
  mesh.faces.assign(faces, mesh.faces[0]);
  return mesh;
}

/// One barycentre, sizes from 1 to 2^-60: no axis tells the faces apart.
inline Mesh make_nested(std::uint32_t faces) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < faces; ++i) {
    const double size = std::ldexp(1, -static_cast<int>(i % 60));
    mesh.vertices.insert(mesh.vertices.end(), {{size, 0, -size}, {0, size, -size}, {-size, -size, 2 * size}});
    mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// Distances double from face to face, so that any cut near the middle of the extent leaves one behind.
inline Mesh make_powers(std::uint32_t faces) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < faces; ++i) {
    const double at = std::ldexp(1, static_cast<int>(i));
    mesh.vertices.insert(mesh.vertices.end(), {{at, 0, 0}, {at, at / 4, 0}, {at, 0, at / 4}});
    mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

inline Mesh make_points(std::uint32_t faces) {
  Mesh mesh = make_soup(faces, 5);
  for (Face& face : mesh.faces) face = {face[0], face[0], face[0]};
  return mesh;
}

inline Mesh scaled(Mesh mesh, double factor) {
  for (Eigen::Vector3d& v : mesh.vertices) v *= factor;
  return mesh;
}

inline std::vector<Body> bodies() {
  return {{"none", {}},
          {"sphere", make_sphere(1, 24, 12)},
          {"icosphere", make_icosphere(3, 3)},
          {"torus", make_torus(0.8, 0.3, 30, 20)},
          {"cylinder", make_cylinder(0.6, 1, 24, 3)},
          {"hyperboloid", make_hyperboloid(0.3, 0.8, 1, 12, 6)},
          {"box", make_box({1, 0.5, 0.75})},
          {"tetraflake", make_tetraflake(1, 3)},
          {"convex", make_random_convex(1, 200, 7)},
          {"soup", make_soup(300, 11)},
          {"copies", make_copies(1000)},
          {"nested", make_nested(500)},
          {"powers", make_powers(300)},
          {"points", make_points(200)},
          {"one point", {{{0.5, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}}},
          {"segment", {{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}}},
          {"tiny", scaled(make_soup(50, 2), 1e-320)},
          {"huge", scaled(make_soup(50, 2), 1.7e308)}};
}

/// Two faces each. The first ones touch in one point and are on different sides of a plane through it: face
/// to corner, or edge to edge where no face of a box tells them apart. The second ones are elsewhere, so that
/// boxes are compared at all. The pairs are exact in double, not in float.
struct TouchingPair {
  Mesh a, b;
};
inline TouchingPair make_touching(Random& random) {
  const auto whole = [&](int reach) { return std::round(random.uniform(-reach, reach)); };
  const auto direction = [&] {
    Eigen::Vector3d d(whole(1000), whole(1000), whole(1000));
    return d == Eigen::Vector3d::Zero() ? Eigen::Vector3d(1, 0, 0) : d;
  };
  const Eigen::Vector3d u = direction(), v = direction(), p(whole(1 << 20), whole(1 << 20), whole(1 << 20));
  const Eigen::Vector3d n = u.cross(v) / 1024;  // a multiple of 2^-10 below 2^11
  TouchingPair pair;
  pair.a.vertices = {p - u, p + u, p - n, p - 40 * n, p - 41 * n - u, p - 42 * n};
  pair.b.vertices = {p - v, p + v, p + n, p + 40 * n, p + 41 * n - v, p + 42 * n};
  pair.a.faces = pair.b.faces = {{0, 1, 2}, {3, 4, 5}};
  return pair;
}

/// The pairs of faces that `find_pairs` finds with two trees, sorted.
template <class Tree>
std::vector<FacePair> pairs_found(const MeshPair& pair, const Tree& a, const Tree& b, Counters& counters) {
  std::vector<FacePair> pairs;
  std::vector<std::uint64_t> stack;
  Findings findings = Findings::all(pairs);
  find_pairs(pair, a, b, stack, counters, findings);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline std::vector<FacePair> pairs_blindly(const MeshPair& pair) {
  std::vector<FacePair> pairs;
  Counters counters;
  Findings findings = Findings::all(pairs);
  find_pairs_brute_force(pair, counters, findings);
  return pairs;
}

/// Tests of boxes and faces that all pairs of a ball and one of 1/ratio of its size on its surface take.
template <class Tree>
std::array<std::uint64_t, 2> work_of_ratio(double ratio) {
  const Mesh ball = make_icosphere(1, 3), small = scaled(ball, 1 / ratio);
  const MeshBounds bounds(ball), small_bounds(small);
  const Tree tree(ball, bounds), small_tree(small, small_bounds);
  Pose X;
  X.t = 0.99999 * ball.vertices[17];
  Counters one, other;
  pairs_found(MeshPair(ball, bounds, Pose(), small, small_bounds, X), tree, small_tree, one);
  pairs_found(MeshPair(small, small_bounds, X, ball, bounds, Pose()), small_tree, tree, other);
  return {one.box_tests + one.face_tests, other.box_tests + other.face_tests};
}

}  // namespace graze::test
