// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/golden.h"

#include <graze/distance.h>
#include <graze/query.h>
#include <graze/world.h>

#include <bit>
#include <map>

#include "math/instruction_sets.h"
#include "selftest/case.h"

namespace graze::selftest {
namespace {

/// FNV-1a over 64-bit words.
class Hash {
 public:
  void add(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) {
      value_ ^= word >> (8 * i) & 0xff;
      value_ *= 0x100000001b3;
    }
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

bool has_distances(const Shape& shape) {
  return !std::holds_alternative<Mesh>(shape.kind()) && !std::holds_alternative<Deformable>(shape.kind()) &&
         !std::holds_alternative<Compound>(shape.kind());
}

void add_answers(const Scene& scene, int threads, Hash& hash) {
  const auto pairs = pairs_of(scene);
  std::map<std::array<std::size_t, 2>, PairCache> caches;
  World world({.faces = FaceReport::all, .threads = threads});
  std::vector<BodyId> ids;
  Player player(scene);
  for (std::size_t i = 0; i < player.size(); ++i) ids.push_back(world.add(player.shape(i), player.pose(i)));
  for (bool first = true; first || !player.at_end(); first = false) {
    if (!first) {
      for (const SceneChange& change : player.advance()) {
        world.set_shape(ids[change.body], player.shape(change.body));
        world.move(ids[change.body], player.pose(change.body));
      }
    }
    for (const auto& [a, b] : pairs) {
      const Shape &in_a = player.shape(a), &in_b = player.shape(b);
      const Pose &X_a = player.pose(a), &X_b = player.pose(b);
      for (const FacePair& pair : face_pairs(in_a, X_a, in_b, X_b, {.threads = threads})) {
        hash.add(std::uint64_t{pair.a});
        hash.add(std::uint64_t{pair.b});
      }
      hash.add(std::uint64_t{collides(in_a, X_a, in_b, X_b, {.cache = &caches[{a, b}], .threads = threads})});
      if (!has_distances(in_a) || !has_distances(in_b)) continue;
      const Distance d = distance(in_a, X_a, in_b, X_b);
      hash.add(d.distance);
      hash.add(d.error);
    }
    const Frame& frame = world.step();
    for (const Collision& collision : frame.collisions) {
      hash.add(std::uint64_t{collision.a.number});
      hash.add(std::uint64_t{collision.b.number});
      hash.add(std::uint64_t{collision.begins});
    }
  }
}

std::uint64_t hash_of(std::span<const Scene> scenes, int threads) {
  Hash hash;
  for (const Scene& scene : scenes) add_answers(scene, threads, hash);
  return hash.value();
}

}  // namespace

std::vector<GoldenHash> golden_hashes(std::span<const Scene> scenes) {
  std::vector<GoldenHash> hashes;
  for_each_instruction_set([&](const char* target) {
    for (const int threads : {1, 2, 4, 8}) hashes.push_back({target, threads, hash_of(scenes, threads)});
  });
  return hashes;
}

}  // namespace graze::selftest
