// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/case.h"

#include <algorithm>
#include <numeric>

#include "selftest/bodies.h"

namespace graze::selftest {

namespace {

/// Lets go of the shape of a deformer, which then uses its memory and its tree again.
void release(Shape& shape) {
  shape = Shape::of(Sphere{});
}

}  // namespace

Player::Player(const Scene& scene, int threads) : scene_(scene), threads_(threads) {
  for (const SceneBody& body : scene.bodies) bodies_.push_back({body.shape, body.pose});
}

Player Player::without_deformers(const Scene& scene) {
  Player player(scene);
  player.deformers_ = false;
  return player;
}

const SceneFrame& Player::advance() {
  const SceneFrame& changes = scene_.frames[frame_++];
  for (const SceneChange& change : changes) {
    Body& body = bodies_[change.body];
    if (change.pose) body.pose = *change.pose;
    if (change.vertices.empty()) continue;
    if (const Mesh* mesh = std::get_if<Mesh>(&body.shape.kind())) {
      body.shape = Shape::mesh({change.vertices, mesh->faces});
    } else if (!deformers_) {
      body.shape = Shape::deformable({change.vertices, mesh_of(body.shape)->faces});
    } else {
      if (!body.deformer) body.deformer.emplace(body.shape);
      if (frame_ % 2 == 0) release(body.shape);  // otherwise the last shape is there while the next is made
      body.shape = body.deformer->deform(change.vertices, threads_);
    }
  }
  return changes;
}

void Player::renew_shapes() {
  for (Body& body : bodies_) {
    if (!body.deformer) {
      body.shape = Shape::of(body.shape.kind());
      continue;
    }
    const std::vector<Eigen::Vector3d> vertices = std::get<Deformable>(body.shape.kind()).mesh.vertices;
    release(body.shape);
    body.shape = body.deformer->deform(vertices, threads_);
  }
}

namespace {

/// Balls about the origins of the frames, grown by far more than rounding and a bent pose may take.
void add_near_pairs(const Player& player, std::vector<std::array<std::size_t, 2>>& pairs) {
  std::vector<double> reaches(player.size());
  for (std::size_t i = 0; i < reaches.size(); ++i) reaches[i] = 1.001 * reach(player.shape(i));
  std::vector<std::size_t> order(player.size());  // by the least x of the balls
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto low = [&](std::size_t i) { return player.pose(i).t.x() - reaches[i]; };
  std::ranges::sort(order, {}, low);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t a = order[i];
    const double high = player.pose(a).t.x() + reaches[a];
    for (std::size_t k = i + 1; k < order.size() && !(low(order[k]) > high); ++k) {
      const std::size_t b = order[k];
      const Vector3d between = player.pose(a).t - player.pose(b).t;
      if (!(between.stableNorm() > reaches[a] + reaches[b]))
        pairs.push_back({std::min(a, b), std::max(a, b)});
    }
  }
}

}  // namespace

std::vector<std::array<std::size_t, 2>> pairs_of(const Scene& scene) {
  if (scene.pairs) return *scene.pairs;
  std::vector<std::array<std::size_t, 2>> pairs;
  if (scene.bodies.size() > most_in_all_pairs) {
    for (Player player = Player::without_deformers(scene);; player.advance()) {
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

bool is_deformable(const Shape& shape) {
  return std::holds_alternative<Deformable>(shape.kind());
}

}  // namespace graze::selftest
