// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/case.h"

namespace graze::selftest {

Player::Player(const Scene& scene) : scene_(scene) {
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
      body.shape = body.deformer->deform(change.vertices);
    }
  }
  return changes;
}

std::vector<std::array<std::size_t, 2>> pairs_of(const Scene& scene) {
  if (scene.pairs) return *scene.pairs;
  std::vector<std::array<std::size_t, 2>> pairs;
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
