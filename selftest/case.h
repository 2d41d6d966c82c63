// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/cast.h>
#include <graze/deform.h>
#include <graze/scene.h>

#include <vector>

namespace graze::selftest {

/// What is asked of the library.
enum class Call {
  pair,         ///< collides, first_face_pair or face_pairs of each pair
  progressive,  ///< ProgressiveQuery of each pair, resumed until it is decided
  concurrent,   ///< face_pairs of each pair, both ways round, by several threads at once
  among,        ///< face_pairs_among of all bodies
  world,        ///< a World over all frames
  cast,         ///< hit_faces, hits and first_hit of each path and mesh
  distance,     ///< of each pair of convex bodies
};

/// What is asked about: a scene with frames, and paths to be cast at its meshes in each frame.
struct Case {
  Scene scene;
  std::vector<Path> paths = {};
  Call mostly = Call::pair;  ///< the call that the case is made for
};

/// Goes through the frames of a scene. Bodies that get new vertices are deformed, or replaced if they are rigid meshes.
class Player {
 public:
  /// Bodies are deformed by a Deformer, with so many threads.
  explicit Player(const Scene& scene, int threads = 1);
  /// Deformed bodies are made anew from their vertices, so that what is true of them owes nothing to a Deformer.
  static Player without_deformers(const Scene& scene);

  std::size_t frame() const { return frame_; }
  bool at_end() const { return frame_ == scene_.frames.size(); }
  /// To the next frame. Returns its changes.
  const SceneFrame& advance();
  /// All shapes are made anew, so that their trees are yet to be built; or deformed again, to the vertices that they have, so that
  /// these are yet to be refitted.
  void renew_shapes();

  const Shape& shape(std::size_t body) const { return bodies_[body].shape; }
  const Pose& pose(std::size_t body) const { return bodies_[body].pose; }
  std::size_t size() const { return bodies_.size(); }

 private:
  struct Body {
    Shape shape;
    Pose pose;
    std::optional<Deformer> deformer = std::nullopt;
  };
  const Scene& scene_;
  int threads_;
  bool deformers_ = true;
  std::vector<Body> bodies_;
  std::size_t frame_ = 0;
};

/// Of so many bodies all pairs are asked about.
inline constexpr std::size_t most_in_all_pairs = 200;

/// Numbers of the bodies that are asked about, each pair once, in order: those that the scene names, or all. Of more
/// bodies than that only those pairs that come near each other in some frame; all others are clear.
std::vector<std::array<std::size_t, 2>> pairs_of(const Scene& scene);

/// The mesh of a Mesh or Deformable, or none.
const Mesh* mesh_of(const Shape& shape);
bool is_deformable(const Shape& shape);

}  // namespace graze::selftest
