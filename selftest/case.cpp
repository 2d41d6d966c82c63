// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/case.h"

#include <algorithm>

#include "selftest/bodies.h"

namespace graze::selftest {

Player::Player(const Scene& scene, int threads) : scene_(scene), threads_(threads) {
  for (const SceneBody& body : scene.bodies) bodies_.push_back({body.shape, body.pose});
}

const SceneFrame& Player::advance() {
  const SceneFrame& changes = scene_.frames[frame_++];
  for (const SceneChange& change : changes) {
    Body& body = bodies_[change.body];
    if (change.pose) body.pose = *change.pose;
    if (change.vertices.empty()) continue;
    if (const Mesh* mesh = std::get_if<Mesh>(&body.shape.kind())) {
      body.shape = Shape::mesh({change.vertices, mesh->faces});
    } else {
      if (!body.deformer) body.deformer.emplace(body.shape);
      body.shape = body.deformer->deform(change.vertices, threads_);
    }
  }
  return changes;
}

void Player::deform_again() {
  for (Body& body : bodies_) {
    if (!body.deformer) continue;
    const std::vector<Eigen::Vector3d> vertices = std::get<Deformable>(body.shape.kind()).mesh.vertices;
    body.shape = Shape::of(Sphere{});  // so that the deformer has its memory to itself
    body.shape = body.deformer->deform(vertices, threads_);
  }
}

namespace {

/// Balls about the origins of the frames, grown by far more than rounding and a bent pose may take.
void add_near_pairs(const Player& player, std::vector<std::array<std::size_t, 2>>& pairs) {
  std::vector<double> reaches(player.size());
  for (std::size_t i = 0; i < reaches.size(); ++i) reaches[i] = 1.001 * reach(player.shape(i));
  for (std::size_t a = 0; a < reaches.size(); ++a) {
    for (std::size_t b = a + 1; b < reaches.size(); ++b) {
      const double most = reaches[a] + reaches[b];
      const Vector3d between = player.pose(a).t - player.pose(b).t;
      if (!(between.stableNorm() > most)) pairs.push_back({a, b});
    }
  }
}

}  // namespace

std::vector<std::array<std::size_t, 2>> pairs_of(const Scene& scene) {
  if (scene.pairs) return *scene.pairs;
  std::vector<std::array<std::size_t, 2>> pairs;
  if (scene.bodies.size() > most_in_all_pairs) {
    for (Player player(scene);; player.advance()) {
      add_near_pairs(player, pairs);
      if (player.at_end()) break;
    }
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) pairs.push_back({a, b});
  }
  return pairs;
}

const Mesh* mesh_of(const Shape& shape) {
  if (const auto* mesh = std::get_if<Mesh>(&shape.kind())) return mesh;
  if (const auto* deformable = std::get_if<Deformable>(&shape.kind())) return &deformable->mesh;
  return nullptr;
}

}  // namespace graze::selftest
